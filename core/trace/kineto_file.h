// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/timeline.h"
#include "core/trace/chrome_events.h"
#include "core/trace/packed_records.h"
#include "core/trace/traced_job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewright {

/// What an operator of the host does.
enum class OperatorKind : std::uint8_t {
    Computes,
    Autograd, ///< runs a part of a backward
    Moves,    ///< casts, copies and gathers, and computes nothing: what makes parameters ready
};

/// Whose trace it seems to be, where it holds no action of PyTorch's pipelining runtime.
enum class TraceOrigin : std::uint8_t {
    Unknown,
    ScheduleDump, ///< PyTorch's own picture of a schedule
    DeepSpeed,
    DataParallel, ///< PyTorch's DistributedDataParallel
    Jax,
    Megatron,
};

/// A range that the program opened on the host.
struct KinetoRange {
    std::string name = {}; ///< an action's without `PP `, or the number of a step of the profiler
    int thread = 0;        ///< place in `KinetoFile::threads`
    Time start = 0;
    Time end = 0;
};

/// What ran on the GPU.
struct KinetoKernel {
    std::int64_t correlation = 0; ///< the launch's that started it
    Time start = 0;
    Time end = 0;
    int stream = 0;         ///< place in `KinetoFile::streams`
    bool isMessage = false; ///< a kernel of NCCL or RCCL
    int name = 0;           ///< place in `KinetoFile::kernelNames`

    using Record = PackedRecords<6>::Record;
    Record record() const { return {correlation, start, end, stream, isMessage ? 1 : 0, name}; }
    static KinetoKernel from(const Record& record) {
        return {.correlation = record[0],
                .start = record[1],
                .end = record[2],
                .stream = static_cast<int>(record[3]),
                .isMessage = record[4] != 0,
                .name = static_cast<int>(record[5])};
    }
};

/// All that tells when the actions of one rank ran, from one trace of PyTorch's profiler.
struct KinetoFile {
    std::string path = {};
    ChromeHeader header = {};
    int rank = -1;
    std::string process = {}; ///< that opened the first action
    std::vector<KinetoRange> actions = {};
    std::vector<KinetoRange> profilerSteps = {};
    /// Operators on the host: thread, start, end, their `OperatorKind`. Of use where there is no kernel, and dropped
    /// with the first.
    PackedRecords<4> operators = {};
    /// Launches: number of the correlation, start, thread.
    PackedRecords<3> launches = {};
    PackedRecords<6> kernels = {}; ///< see `KinetoKernel`
    std::vector<std::string> threads = {};
    std::vector<std::string> streams = {};
    std::vector<std::string> kernelNames = {};
    std::int64_t strayKernels = 0;    ///< without a correlation, so that nothing tells what launched them
    std::string strayKernel = {};     ///< the name of the first
    std::int64_t timelessKernels = 0; ///< that end before they begin, or whose times are none
    std::string timelessKernel = {};  ///< the name of the first
    /// From the first to the last that the host recorded.
    Extent host = {.start = kUnknownTime, .end = kUnknownTime};
    bool anyGraph = false; ///< the host launched a CUDA graph
    bool anyGpu = false;   ///< the host launched kernels, or sent by NCCL
    TraceOrigin origin = TraceOrigin::Unknown;
    std::string originName = {};  ///< what the first event that tells is called
    std::int64_t plainRanges = 0; ///< `Forward i`, `Backward i`, which name no stage
};

/// Reads a trace. Fails as `readChromeEvents`.
Result<KinetoFile> readKinetoFile(const std::string& path, const TraceControl& control);

} // namespace lanewright
