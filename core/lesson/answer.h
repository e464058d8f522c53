// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewright {

/// What helped a student on the way to an answer, shown beside the score.
struct HelpUsed {
    int hints = 0;            ///< hints of the lesson that were opened
    int coachSteps = 0;       ///< steps of the coach that were taken
    bool answerShown = false; ///< the teacher's solution was looked at
    std::int64_t seconds = 0; ///< with the lesson in front of them

    bool any() const { return hints > 0 || coachSteps > 0 || answerShown; }
    friend bool operator==(const HelpUsed&, const HelpUsed&) = default;
};

/// A student's answer to one lesson. In a schedule's file it is the plan with a key `answer` beside it; several of one
/// student travel as one file, `*.lwanswers`.
struct Answer {
    std::string lesson = {}; ///< the lesson's title in its own language
    std::string by = {};     ///< the student's name, as typed; may be empty
    Attempt attempt = {};
    HelpUsed help = {};

    friend bool operator==(const Answer&, const Answer&) = default;
};

} // namespace lanewright
