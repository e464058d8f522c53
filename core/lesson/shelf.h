// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson.h"

#include <string>
#include <string_view>
#include <vector>

/// The lessons that come with the program: those of resources/lessons.
namespace lanewright {

struct ShelfLesson {
    std::string name = {}; ///< its file's name without number and ending: `zb-h1`
    int number = 0;        ///< that its file's name begins with
    std::string_view text = {};
    Lesson lesson = {};
};

/// All of them, in their order; read once.
const std::vector<ShelfLesson>& lessonShelf();

/// One by its name, by its number, or by both as its file is called (`05-zb-h1`); null: none.
const ShelfLesson* shelfLesson(std::string_view nameOrNumber);

/// The one whose name a word misses by a slip or two; null: none.
const ShelfLesson* shelfLessonNear(std::string_view word);

} // namespace lanewright
