// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/lesson_sources.h"

#include "core/base/joined_by.h"
#include "core/base/places.h"
#include "core/lesson/course.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/shelf.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

namespace lanewright::api {

Result<std::string> bytesOrLesson(const std::string& word, const Asker& asker) {
    Result<std::string> text = asker.bytes(word);
    if (text)
        return text;
    if (const ShelfLesson* const own = shelfLesson(word))
        return std::string{own->text};
    std::error_code bad;
    if (word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, bad))
        return text;
    const auto nameOf = [](const ShelfLesson& each) { return std::to_string(each.number) + "-" + each.name; };
    const ShelfLesson* const near = shelfLessonNear(word);
    return Error{
        "there is no file and no lesson of this name or number; " +
        (near != nullptr ? "the nearest is " + nameOf(*near) : "lessons are " + joinedBy(", ", lessonShelf(), nameOf))};
}

namespace {

/// All files of lessons in a folder, by name.
Result<std::vector<Lesson>> lessonsIn(const std::string& folder, const Asker& asker) {
    std::error_code bad;
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, bad))
        if (entry.path().extension() == ".lwlesson")
            files.push_back(entry.path().string());
    if (bad)
        return Error{bad.message()};
    if (files.empty())
        return Error{say(phrase("refusal", "the folder holds no lesson (.lwlesson)"))};
    std::ranges::sort(files);
    std::vector<Lesson> all;
    for (const std::string& file : files) {
        Result<std::vector<Lesson>> lessons = lessonsNamed(file, asker);
        if (!lessons)
            return Error{lessons.error().message, within(Message(file), lessons.error().where)};
        std::ranges::move(*lessons, std::back_inserter(all));
    }
    return all;
}

} // namespace

Result<std::vector<Lesson>> lessonsNamed(const std::string& word, const Asker& asker) {
    std::error_code bad;
    if (std::filesystem::is_directory(word, bad))
        return lessonsIn(word, asker);
    const Result<std::string> text = bytesOrLesson(word, asker);
    if (!text)
        return text.error();
    if (isCoursePage(*text)) {
        Result<Course> course = courseInPage(*text);
        return course ? Result{std::move(course->lessons)} : course.error();
    }
    Result<Lesson> lesson = lessonFromJson(*text);
    return lesson ? Result{std::vector{*std::move(lesson)}} : lesson.error();
}

} // namespace lanewright::api
