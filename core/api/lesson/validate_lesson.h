// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/lesson/answer.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lanewright::api {

/// What is asked about a lesson.
struct LessonQuestion {
    std::string file = {};
    std::string answer = {};    ///< a student's schedule, to be held against the goals
    std::string answers = {};   ///< a folder of them; both empty: the lesson itself is judged
    bool postValidated = false; ///< the student chose the post-validated optimizer, whatever the file says
};

/// An answer to a lesson and what it reaches.
struct Assessed {
    std::shared_ptr<const Lesson> lesson = {};
    Answer given = {};
    std::optional<Assessment> assessment = {}; ///< none where the answer was refused

    Units units() const { return {lesson->problem.timeUnit, lesson->problem.memoryUnit}; }
};

/// What a text holds of answers, read from what is called `file`: one of a schedule or run, of a `*.lwanswers` all.
Result<std::vector<Answer>> answersFrom(const std::string& file, const std::string& text);
/// Whether an answer says that it is to the lesson, by its title in any language, or names none.
bool isTo(const Answer& answer, const Lesson& lesson);
/// Those to the lesson. Fails where there are none.
Result<std::vector<Answer>> onlyFor(std::vector<Answer> answers, const Lesson& lesson);

/// `reached`, `points`, `goals` and `score`, each only of what was assessed.
const Fields<Assessed>& assessmentFields();
/// `hints`, `coach_steps`, `answer_shown`, `seconds` and `optimizer_mode`.
const Fields<Assessed>& helpFields();

/// A number of a lesson, in the unit of the file; null where there is none.
void writeNumber(json::Writer& writer, GoalKind kind, const std::optional<double>& value, const Units& units);

/// Judges a lesson for its teacher, a student's answer to it, or a folder of answers. `text` is what the lesson's file
/// holds.
Reply validateLesson(const LessonQuestion& question, std::string_view text, const Asker& asker);

} // namespace lanewright::api
