// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/trace/chrome_events.h"
#include "core/trace/packed_records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewright {

/// A range that the program opened on the host.
struct KinetoRange {
    std::string name = {}; ///< an action's without `PP `, or the number of a step of the profiler
    int thread = 0;        ///< place in `KinetoFile::threads`
    Time start = 0;
    Time end = 0;
};

/// All that tells when the actions of one rank ran, from one trace of PyTorch's profiler.
struct KinetoFile {
    std::string path = {};
    ChromeHeader header = {};
    int rank = -1;
    std::vector<KinetoRange> actions = {};
    std::vector<KinetoRange> profilerSteps = {};
    /// Operators on the host: thread, start, end, whether it is one of autograd's. Of use where there is no kernel, and
    /// dropped with the first.
    PackedRecords<4> operators = {};
    /// Launches: number of the correlation, start, thread.
    PackedRecords<3> launches = {};
    /// What ran on the GPU: number of the correlation, start, end, place in `streams`, whether it is of NCCL.
    PackedRecords<5> kernels = {};
    std::vector<std::string> threads = {};
    std::vector<std::string> streams = {};
    std::int64_t plainRanges = 0; ///< `Forward i`, `Backward i`, which name no stage
};

/// Reads a trace. Fails as `readChromeEvents`.
Result<KinetoFile> readKinetoFile(const std::string& path, const TraceControl& control);

} // namespace lanewright
