// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// What helped a student on the way to an answer, shown beside the score. What nobody recorded is not known.
struct HelpUsed {
    std::optional<int> hints = 0;            ///< hints of the lesson that were opened
    std::optional<int> coachSteps = 0;       ///< steps that the coach announced and the student then took
    std::optional<bool> answerShown = false; ///< the teacher's solution was looked at while a goal was open
    std::optional<std::int64_t> seconds = 0; ///< with the lesson in front of them

    static HelpUsed unknown() { return {.hints = {}, .coachSteps = {}, .answerShown = {}, .seconds = {}}; }
    bool isKnown() const { return hints && coachSteps && answerShown && seconds; }
    friend bool operator==(const HelpUsed&, const HelpUsed&) = default;
};

/// A student's answer to one lesson. In a schedule's file it is the plan with a key `answer` beside it; several of one
/// student travel as one file, `*.lwanswers`.
struct Answer {
    std::string lesson = {}; ///< the lesson's title in its own language
    std::string by = {};     ///< the student's name, as typed; may be empty
    Attempt attempt = {};
    HelpUsed help = HelpUsed::unknown();

    friend bool operator==(const Answer&, const Answer&) = default;
};

} // namespace lanewright
