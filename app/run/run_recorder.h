// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/protocol.h"
#include "core/io/run_json.h"

namespace lanewright {

/// Puts a run together from the events of the engine as they come.
class RunRecorder {
public:
    RunRecorder() = default;
    RunRecorder(const Plan& plan, const std::string& backend, bool paced);

    /// Events that name a step, rank or op outside the plan are left out.
    void take(const Event& event);
    /// What was measured so far; `partial` until the end.
    const Run& run() const { return m_run; }

private:
    StepRecord* stepAt(int step);
    void take(const SpansEvent& event);
    void take(const StepEvent& event);

    Run m_run;
};

} // namespace lanewright
