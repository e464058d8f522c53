// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/protocol/protocol.h"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>

namespace lanewright {

/// Puts a run together from the events of the engine. Keeps a reference to the request.
class RunBuilder {
public:
    static constexpr std::size_t kAllSteps = std::numeric_limits<std::size_t>::max();

    /// `keptSteps`: how many of the latest steps keep their spans, the one that runs included.
    RunBuilder(const RunRequest& request, const std::string& launcher, std::size_t keptSteps = kAllSteps);

    /// Takes an event in. Fails where it can't be one of this run, and says why: such an engine can't be trusted.
    Result<Done> add(const Event& event);

    /// The step that is running: the number of steps that have ended.
    int step() const { return static_cast<int>(m_run.losses.size()); }
    const std::vector<int>& pids() const { return m_pids; }
    const std::vector<std::string>& hosts() const { return m_run.hosts; }

    /// A copy of what has been measured of the kept steps, the one that runs included, for who shows a run while it
    /// goes on.
    Run latest() const;

    /// What has been measured. The spans of a step that did not end are kept only if there is no other step.
    Run take(bool partial);

private:
    Result<Done> take(const ReadyEvent& ready);
    Result<Done> take(const SpansEvent& spans);
    Result<Done> take(const KernelsEvent& kernels);
    Result<Done> take(const StepEvent& step);
    StepRecord& record(int step);

    const RunRequest& m_request;
    std::size_t m_keptSteps;
    Run m_run = {};
    std::vector<int> m_pids = {};
    std::map<int, StepRecord> m_open = {}; ///< steps that have not ended
};

} // namespace lanewright
