// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/list_lessons.h"

#include "core/api/table.h"
#include "core/base/joined_by.h"
#include "core/lesson/shelf.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright::api {

namespace {

struct ListedLessons {
    std::vector<ShelfLesson> all = {};
};

/// The numbers of the lessons that come before.
std::vector<std::string> numbersBefore(const ShelfLesson& lesson) {
    std::vector<std::string> numbers;
    for (const ShelfLesson& each : lessonShelf())
        if (std::ranges::find(lesson.lesson.needs, each.lesson.title) != lesson.lesson.needs.end())
            numbers.push_back(std::to_string(each.number));
    return numbers;
}

std::string textOf(const ListedLessons& listed) {
    Table table({"lesson", "name", "title", "level", "minutes", "after"}, "rlllrl");
    for (const ShelfLesson& each : listed.all)
        table.add({std::to_string(each.number), each.name, each.lesson.title,
                   each.lesson.level ? std::string{toText(*each.lesson.level)} : "",
                   std::to_string(each.lesson.minutes), joinedBy(", ", numbersBefore(each), std::identity{})});
    return table.text();
}

const Fields<ShelfLesson> kShelfLessonFields = {
    {"number", "for course and validate", &ShelfLesson::number},
    {"name", "for course and validate", &ShelfLesson::name},
    {"title", "for people", [](const ShelfLesson& each) { return each.lesson.title; }},
    {"level", "easy, medium or hard",
     [](const ShelfLesson& each) {
         return each.lesson.level ? std::optional{toText(*each.lesson.level)} : std::optional<std::string_view>{};
     }},
    {"minutes", "that it takes, about", [](const ShelfLesson& each) { return each.lesson.minutes; }},
    {"needs", "titles of the lessons before it", [](const ShelfLesson& each) { return each.lesson.needs; }}};
const Fields<ListedLessons> kListedLessonsFields = {
    {"lessons", "of the program", rowsOf<ListedLessons>(&ListedLessons::all, kShelfLessonFields, json::Layout::Lines)}};

} // namespace

Reply listLessons() { return answered(ListedLessons{lessonShelf()}, kListedLessonsFields, {}, textOf); }

} // namespace lanewright::api
