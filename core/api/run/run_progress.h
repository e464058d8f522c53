// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include <chrono>
#include <functional>
#include <string>

namespace lanewright::api {

/// Tokens that a step trains on, over its time.
double tokensPerSecond(const RunRequest& request, Time length);

/// The line that is written over and over while a run goes on.
class RunProgress {
public:
    /// `say` hears each line, and an empty one at the end.
    explicit RunProgress(const RunRequest& request, std::function<void(const std::string&)> say = {});
    ~RunProgress();
    RunProgress(const RunProgress&) = delete;
    RunProgress& operator=(const RunProgress&) = delete;

    void show(const Event& event);
    /// The line after a step has ended; `passed` since the first step ended.
    std::string lineAfter(const StepEvent& step, std::chrono::duration<double> passed);

private:
    using Clock = std::chrono::steady_clock;
    void say(const std::string& line) const {
        if (m_say)
            m_say(line);
    }

    const RunRequest& m_request;
    std::function<void(const std::string&)> m_say;
    int m_before = 0; ///< steps that the weights had been trained for
    Time m_lastEnd = 0;
    double m_validation = 0; ///< the last validation loss
    bool m_validated = false;
    Clock::time_point m_first = {}; ///< when the first step had ended
};

} // namespace lanewright::api
