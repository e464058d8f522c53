// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/course.h"

#include "core/api/lesson/lesson_sources.h"
#include "core/api/question_list.h"
#include "core/api/table.h"
#include "core/base/mapped.h"
#include "core/base/places.h"
#include "core/lesson/setting.h"
#include "core/lesson/shelf.h"
#include "core/page/course_page.h"
#include "core/page/page_language.h"

#include <set>
#include <utility>

namespace lanewright::api {

namespace {

struct CourseRequest {
    std::string output = {};
    std::vector<std::string> lessons = {};
    std::string name = {};
    bool noAnswers = false;
    bool noHints = false;
    bool noCoach = false;
    std::string language = "en";
};

/// The lessons in their order, or all of the program. Fails, with the word, where one names none, and on a lesson that
/// can't begin or has the title of another, by which answers are told apart.
Result<std::vector<Lesson>> lessonsOf(const CourseRequest& request, const Asker& asker) {
    std::vector<Lesson> all;
    std::set<std::string> titles;
    for (const std::string& word : request.lessons) {
        Result<std::vector<Lesson>> lessons = lessonsNamed(word, asker);
        if (!lessons)
            return Error{lessons.error().message, within(Message(word), lessons.error().where)};
        for (Lesson& lesson : *lessons) {
            if (const Result<Attempt> start = startOf(lesson); !start)
                return Error{start.error().message, word};
            if (!titles.insert(lesson.title).second)
                return Error{"another lesson of the course has this title; answers are told apart by it", word};
            all.push_back(std::move(lesson));
        }
    }
    if (request.lessons.empty())
        all = mapped(lessonShelf(), &ShelfLesson::lesson);
    return all;
}

struct CourseMade {
    std::string output = {};
    Course course = {};
    bool answers = true;
    bool hints = true;

    std::vector<std::string> titles() const { return mapped(course.lessons, &Lesson::title); }
};

std::string textOf(const CourseMade& made) {
    Table table({"lesson", "title"}, "rl");
    int number = 0;
    for (const Lesson& lesson : made.course.lessons)
        table.add({std::to_string(++number), lesson.title});
    return table.text() + "saved in " + made.output + "\n";
}

const Fields<CourseMade> kCourseFields = {
    outputField<CourseMade>(&CourseMade::output),
    {"name", "of the course", memberOf(&CourseMade::course, &Course::title)},
    {"language", "that it speaks first", memberOf(&CourseMade::course, &Course::language)},
    {"lessons", "their titles", &CourseMade::titles},
    {"answers", "whether the file holds them", &CourseMade::answers},
    {"hints", "whether the file holds them", &CourseMade::hints},
    {"coach", "whether pupils may ask it", memberOf(&CourseMade::course, &Course::coach)}};

Reply course(const CourseRequest& request, const Asker& asker) {
    if (const Result<Done> writable = asker.checkOutput(request.output); !writable)
        return refused(Exit::Usage, request.output, writable.error());
    Result<std::vector<Lesson>> lessons = lessonsOf(request, asker);
    if (!lessons)
        return refused(Exit::Usage, "", lessons.error());
    CourseMade made{.output = request.output,
                    .course = {.title = request.name, .language = request.language, .coach = !request.noCoach},
                    .answers = !request.noAnswers,
                    .hints = !request.noHints};
    for (Lesson& lesson : *lessons) {
        if (request.noAnswers)
            lesson = withoutAnswer(std::move(lesson));
        if (request.noHints)
            lesson = withoutHints(std::move(lesson));
        made.course.lessons.push_back(std::move(lesson));
    }
    const Result<std::string> page = coursePage(courseToJson(made.course), made.course.language);
    if (!page)
        return refused(Exit::Missing, "", page.error());
    if (const Result<Done> saved = asker.write(request.output, *page); !saved)
        return refused(Exit::Usage, request.output, saved.error());
    if (isStandardOutput(request.output))
        return printedFile();
    return answered(std::move(made), kCourseFields, {}, textOf);
}

constexpr const char* kCourseFooter = R"(
LESSONS are lessons of the program by number or name, files (.lwlesson), folders of them, or pages of courses, whose lessons they give;
without any they are all of the program. The page works from disk and from any web server, loads nothing and sends
nothing: what pupils do is kept in their browser, and *Hand in* gives them a file (.lwanswers) for their teacher, which
validate --course marks. It speaks English and German, --language first.

--no-answers leaves solutions out of the file, all but the numbers that the score counts up to; the coach then goes by
the goals alone. --no-hints leaves hints out.

Examples:
  lanewright-cli course pipelines.html
  lanewright-cli course course.html 0 1 2 5 mine.lwlesson --name "Pipelines, autumn" --no-answers
  lanewright-cli course kurs.html zb-h1 zb-h2 --no-hints --no-coach --language de
  lanewright-cli validate --course handed-in --lessons course.html --csv > marks.csv)";

} // namespace

Question courseQuestion() {
    using R = CourseRequest;
    return question<R>(
        "course", "Make a page of lessons for a class, which any browser opens", kCourseFooter,
        {option<R>("OUT", &R::output, "The page (.html); - is the standard output").required(),
         option<R>("LESSONS", &R::lessons, "Numbers, names or files of lessons, in their order (all of the program)"),
         option<R>("--name", &R::name, "What the course is called"),
         option<R>("--no-answers", &R::noAnswers, "Leave solutions out of the file"),
         option<R>("--no-hints", &R::noHints, "Leave hints out of the file"),
         option<R>("--no-coach", &R::noCoach, "Offer no coach"),
         option<R>("--language", &R::language, "What the page speaks first (en)").oneOf(pageLanguages())},
        course, kCourseFields);
}

} // namespace lanewright::api
