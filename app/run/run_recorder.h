// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/run_json.h"
#include "core/protocol/protocol.h"

namespace lanewright {

/// Puts what is to be seen of a run together from the events of the engine as they come: its losses, and the spans of
/// the latest steps. The whole run comes from the client when it has ended.
class RunRecorder {
public:
    RunRecorder() = default;
    RunRecorder(const Plan& plan, const std::string& backend, bool paced);

    /// Events that name a step, rank or op outside the plan are left out.
    void take(const Event& event);
    /// What was measured so far; `partial` until the end.
    const Run& run() const { return m_run; }

private:
    static constexpr std::size_t kSteps = 2; ///< so many of the latest are kept

    StepRecord* stepAt(int step);
    void take(const SpansEvent& event);
    void take(const StepEvent& event);

    Run m_run;
};

} // namespace lanewright
