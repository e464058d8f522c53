// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/lesson_sources.h"

#include "core/base/joined_by.h"
#include "core/lesson/course.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/shelf.h"

#include <filesystem>
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
    return Error{"there is no file and no lesson of this name or number; lessons are " +
                 joinedBy(", ", lessonShelf(), nameOf)};
}

Result<std::vector<Lesson>> lessonsNamed(const std::string& word, const Asker& asker) {
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
