// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"

#include "engine/accelerator/device.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lanewright::engine {

/// What work that is enqueued is a part of.
struct KernelPlace {
    int rank = 0;
    std::optional<Op> op = {}; ///< none: the step of the weights
    Event start, end;          ///< timed, recorded before and after all work of its block
};

/// Names what is enqueued on a device, for the tools that watch it, and, in the steps that are traced, follows which
/// kernels that comes to.
///
/// A kernel runs between the marks of its block, so that is where it is put: by one constant for all of a step, by
/// which the clock of the trace is off, and then by as little as the marks' own resolution takes.
class KernelLog {
public:
    /// `trace`: none where nothing is to be traced. `step`: the one that is.
    KernelLog(Device& device, KernelTrace* trace, int step) : m_device(&device), m_trace(trace), m_step(step) {}

    /// Traces what is enqueued until `end`, if that is for the step. A step may be begun anew; what was traced of it
    /// before, all of it done, is void.
    void begin(int step);
    /// What is enqueued until `leave` is called `name` and belongs to `place`, and not to what was entered before.
    void enter(const std::string& name, const KernelPlace& place);
    void leave();
    /// What ran of the step since `begin`, by rank, in pieces of `kMost` kernels at most; nothing of another step. All
    /// of it is done. `when` tells when an event took place, counted from `origin` on the host's clock, and so do the
    /// results.
    std::vector<KernelLane> end(int step, const std::function<Time(Event)>& when, Time origin);
    static constexpr std::size_t kMost = 4096;

private:
    Device* m_device;
    KernelTrace* m_trace;
    int m_step;
    std::vector<KernelPlace> m_places; ///< by mark
    bool m_isOn = false;
};

} // namespace lanewright::engine
