// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"

#include <gtest/gtest.h>

#include <string>

/// Lessons that tests write in place.
namespace lanewright::test {

/// The members behind `format` and `version`.
inline std::string lessonText(const std::string& members) {
    return R"({"format": "lanewright-lesson", "version": 1, )" + members + "}";
}

/// What every lesson needs, of two ranks and two microbatches.
inline const std::string kTwoByTwo =
    R"("title": "t", "task": "do", "problem": {"microbatches": 2, "placement": {"ranks": 2}})";

inline Lesson lessonOf(const std::string& members) {
    const Result<Lesson> lesson = lessonFromJson(lessonText(members));
    EXPECT_TRUE(lesson) << lesson.error().where << ": " << lesson.error().message;
    return lesson ? *lesson : Lesson{};
}

inline Attempt started(const Lesson& lesson) {
    const Result<Attempt> start = startOf(lesson);
    EXPECT_TRUE(start) << start.error().message;
    return start ? *start : Attempt{};
}

} // namespace lanewright::test
