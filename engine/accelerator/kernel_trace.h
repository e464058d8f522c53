// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewright::engine {

/// A kernel that a device ran, or a copy, on the host's clock (engine/device/clock.h) as the device's tracing has it,
/// which may be off from that of events by a constant.
struct TracedKernel {
    int name = 0; ///< its place among the names
    int mark = 0; ///< what it was enqueued under
    Time start = 0;
    Time end = 0;
};

/// What came of tracing.
struct KernelTraces {
    std::vector<std::string> names = {}; ///< each once, as `shortName` has it
    std::vector<TracedKernel> kernels = {};
    std::int64_t leftOut = 0; ///< for want of room
};

/// Sees each kernel of a device. There is at most one at a time, and it costs nothing but between `begin` and `end`.
/// All calls come from the device's host thread and throw a `Failure` in one sentence.
class KernelTrace {
public:
    virtual ~KernelTrace() = default;

    /// Keeps what is enqueued from here on between an `enter` and its `leave`; what else runs is nobody's and dropped.
    virtual void begin() = 0;
    /// What is enqueued until `leave` belongs to `mark`, 0 or more, and not to what was entered before.
    virtual void enter(int mark) = 0;
    virtual void leave() = 0;
    /// Ends that; all that was enqueued is done.
    virtual KernelTraces end() = 0;
};

/// How many kernels a device keeps of a step. A step of a GPT of 12 layers in 32 microbatches has some 15 000.
constexpr std::size_t kMostKernels = 200'000;

/// "attentionKernel<64>" of "void lanewright::…::attentionKernel<64>(Call)", mangled or not: without what it returns
/// and takes, without namespaces, and cut where it is very long.
std::string shortName(const std::string& name);

} // namespace lanewright::engine
