// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/lesson/validate_lesson.h"
#include "core/base/message.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright::api {

/// An answer to a lesson of a course, and what came of it.
struct CourseLine {
    Assessed assessed = {};
    Message refusal = {}; ///< why there is no assessment

    bool isAnswer() const { return assessed.assessment.has_value(); }
    bool reached() const { return isAnswer() && assessed.assessment->reached; }
    int points() const { return isAnswer() ? assessed.assessment->points : 0; }
    /// The lesson's, or what the answer says.
    std::string title() const;
};

/// A pupil's file.
struct CoursePupil {
    std::string file = {};
    std::string by = {};
    std::vector<CourseLine> lines = {};
    Message refusal = {}; ///< why the file holds no answers

    int reached() const;
    int points() const;
    /// The best of the pupil's answers to a lesson; null where there is none.
    const CourseLine* bestTo(const Lesson& lesson) const;
};

/// What a class answered.
struct CourseMarks {
    std::vector<std::shared_ptr<const Lesson>> lessons = {}; ///< those that were named or that anybody answers
    std::vector<CoursePupil> pupils = {};

    int size() const { return static_cast<int>(lessons.size()); }
    bool isWhole(const CoursePupil& pupil) const { return pupil.refusal.empty() && pupil.reached() == size(); }
};

/// How a lesson went for the class: the best answer of each pupil counts.
struct LessonOutcome {
    std::shared_ptr<const Lesson> lesson = {};
    int answered = 0;
    int reached = 0;
    int meanPoints = 0;
    int withHints = 0; ///< pupils who used any; as many as are known
    int withCoach = 0;
    int withAnswer = 0;
    std::vector<std::string> stuck = {}; ///< who answered and did not reach all goals
    Message missed = {};                 ///< the goal that most of them miss; empty where nobody misses any
};
std::vector<LessonOutcome> outcomesOf(const CourseMarks& marks);

/// A column of the table of marks.
struct MarkColumn {
    std::string_view key; ///< as rows for programs have it
    Phrase head;          ///< for people
    bool isRight = false; ///< a number
    /// What stands there, for people or for programs; `line` is null in the row of a pupil's sum.
    Message (*cell)(const CourseMarks& marks, const CoursePupil& pupil, const CourseLine* line, bool forPeople);
};
const std::vector<MarkColumn>& markColumns();

} // namespace lanewright::api
