// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/mark_course.h"

#include "core/api/lesson/class_page.h"
#include "core/api/lesson/course_marks.h"
#include "core/api/lesson/lesson_sources.h"
#include "core/api/lesson/validate_answers.h"
#include "core/api/lesson/validate_lesson.h"
#include "core/api/table.h"
#include "core/base/joined_by.h"
#include "core/base/mapped.h"
#include "core/base/places.h"
#include "core/lesson/same_problem.h"
#include "core/lesson/shelf.h"
#include "core/page/page_language.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lanewright::api {

namespace {

/// A lesson with what it is marked by.
struct Known {
    std::shared_ptr<const Lesson> lesson = {};
    Checker checker;
    bool isInCourse = false; ///< it was named, or somebody answers it

    Known(Lesson of, bool isNamed)
        : lesson(std::make_shared<const Lesson>(std::move(of))), checker(*lesson), isInCourse(isNamed) {}
};

/// The lessons that are named, then those of the program. Fails, with the name that is none, as `lessonsNamed` does.
Result<std::vector<Known>> knownLessons(const std::vector<std::string>& named, const Asker& asker) {
    std::vector<Known> known;
    for (const std::string& word : named) {
        Result<std::vector<Lesson>> lessons = lessonsNamed(word, asker);
        if (!lessons)
            return Error{lessons.error().message, within(Message(word), lessons.error().where)};
        for (Lesson& lesson : *lessons)
            known.emplace_back(std::move(lesson), /*isNamed=*/true);
    }
    for (const ShelfLesson& own : lessonShelf())
        known.emplace_back(own.lesson, /*isNamed=*/false);
    return known;
}

/// The first lesson of its title that it is an answer to marks it; where it is to none, the first says why.
CourseLine lineOf(Answer answer, std::vector<Known>& known) {
    CourseLine line{.assessed = {.given = std::move(answer)}};
    const Answer& given = line.assessed.given;
    Known* answered = nullptr;
    for (Known& each : known) {
        if (!isTo(given, *each.lesson))
            continue;
        if (answered == nullptr)
            answered = &each;
        Result<Attempt> attempt = answerTo(*each.lesson, given.attempt);
        if (attempt) {
            answered = &each;
            line.assessed.assessment = each.checker.check(*attempt);
            break;
        }
        if (line.refusal.empty())
            line.refusal = within(attempt.error().where, attempt.error().message);
    }
    if (answered == nullptr) {
        line.refusal = given.lesson.empty() ? say(phrase("marks", "the answer names no lesson"))
                                            : say(phrase("marks", "no lesson of this title is known"));
        return line;
    }
    answered->isInCourse = true;
    line.assessed.lesson = answered->lesson;
    if (line.isAnswer())
        line.refusal = {};
    return line;
}

CoursePupil pupilOf(const std::string& folder, const std::string& file, std::vector<Known>& known) {
    CoursePupil pupil{.file = file, .by = stemOf(file)};
    Result<std::vector<Answer>> answers = answersIn(folder + "/" + file);
    if (!answers) {
        pupil.refusal = within(answers.error().where, answers.error().message);
        return pupil;
    }
    if (answers->empty())
        pupil.refusal = say(phrase("marks", "holds no answer at all"));
    for (Answer& answer : *answers) {
        if (!answer.by.empty())
            pupil.by = answer.by;
        pupil.lines.push_back(lineOf(std::move(answer), known));
    }
    return pupil;
}

// ---------------------------------------------------------------------------------------------- tables

void eachRow(const CourseMarks& marks, bool forPeople, const auto& add) {
    const auto cellsOf = [&](const CoursePupil& pupil, const CourseLine* line) {
        return mapped(markColumns(),
                      [&](const MarkColumn& column) { return column.cell(marks, pupil, line, forPeople).text(); });
    };
    for (const CoursePupil& pupil : marks.pupils) {
        for (const CourseLine& line : pupil.lines)
            add(cellsOf(pupil, &line));
        add(cellsOf(pupil, nullptr));
    }
}

/// Who is stuck where.
std::string outcomesText(const CourseMarks& marks) {
    Table table({"lesson", "answers", "reached", "points", "with hints", "with the coach", "answer shown", "stuck",
                 "missed most"},
                "lrrrrrrll");
    for (const LessonOutcome& each : outcomesOf(marks))
        table.add({each.lesson->title, std::to_string(each.answered), std::to_string(each.reached),
                   std::to_string(each.meanPoints), std::to_string(each.withHints), std::to_string(each.withCoach),
                   std::to_string(each.withAnswer), joinedBy(", ", each.stuck, std::identity{}), each.missed.text()});
    return table.text();
}

std::string textOf(const CourseMarks& marks) {
    if (marks.pupils.empty())
        return "The folder holds no answers.\n";
    std::string alignment;
    for (const MarkColumn& column : markColumns())
        alignment += column.isRight ? 'r' : 'l';
    Table table(mapped(markColumns(), [](const MarkColumn& column) { return std::string{column.head.text}; }),
                alignment);
    eachRow(marks, true, [&](const std::vector<std::string>& cells) { table.add(cells); });
    const auto whole =
        std::ranges::count_if(marks.pupils, [&](const CoursePupil& each) { return marks.isWhole(each); });
    const int pupils = static_cast<int>(marks.pupils.size());
    return table.text() + "\n" + outcomesText(marks) + "\n" + std::to_string(whole) + " of " +
           counted(pupils, "pupil", "pupils") + (pupils == 1 ? " reaches" : " reach") + " all goals of " +
           counted(marks.size(), "lesson", "lessons") + ".\n";
}

std::string csvOf(const CourseMarks& marks) {
    std::string text = csvLine(mapped(markColumns(), [](const MarkColumn& column) { return std::string{column.key}; }));
    eachRow(marks, false, [&](const std::vector<std::string>& cells) { text += csvLine(cells); });
    return text;
}

/// Each in the units of its own lesson.
Fields<CourseLine> inOwnUnits(Fields<CourseLine> fields) {
    for (Field<CourseLine>& field : fields)
        field.write = [write = field.write](json::Writer& writer, const CourseLine& line, const Units&) {
            write(writer, line, line.assessed.lesson ? line.assessed.units() : Units{});
        };
    return fields;
}

std::optional<std::string> orNull(const Message& message) {
    return message.empty() ? std::nullopt : std::optional{message.text()};
}

const Fields<CourseLine> kLineFields =
    Fields<CourseLine>{
        {"lesson", "its title", &CourseLine::title},
        {"refused", "why it is no answer, or null", [](const CourseLine& line) { return orNull(line.refusal); }}} +
    inOwnUnits(membersOf<CourseLine>(&CourseLine::assessed, assessmentFields())) +
    membersOf<CourseLine>(&CourseLine::assessed, helpFields());
const Fields<CoursePupil> kPupilFields = {
    {"file", "below the folder", &CoursePupil::file},
    {"by", "who answered", &CoursePupil::by},
    {"refused", "why it holds no answers, or null", [](const CoursePupil& pupil) { return orNull(pupil.refusal); }},
    {"reached", "in how many lessons all goals are", &CoursePupil::reached},
    {"points", "of all lessons", &CoursePupil::points},
    {"answers", "a lesson each", rowsOf<CoursePupil>(&CoursePupil::lines, kLineFields, json::Layout::Lines)}};
const Fields<LessonOutcome> kOutcomeFields = {
    {"lesson", "its title", [](const LessonOutcome& each) { return each.lesson->title; }},
    {"answered", "pupils with an answer", &LessonOutcome::answered},
    {"reached", "of them, who reach all goals", &LessonOutcome::reached},
    {"points", "of them, in the mean", &LessonOutcome::meanPoints},
    {"with_hints", "of them, who used any", &LessonOutcome::withHints},
    {"with_coach", "of them, who took its steps", &LessonOutcome::withCoach},
    {"with_answer", "of them, who looked at it", &LessonOutcome::withAnswer},
    {"stuck", "names of those who don't", &LessonOutcome::stuck},
    {"missed", "the goal that most of these miss, or null",
     [](const LessonOutcome& each) { return orNull(each.missed); }}};

/// The marks, and where their page went.
struct CourseMarked {
    CourseMarks marks = {};
    std::string output = {};
};

std::string textOfMarked(const CourseMarked& marked) {
    return textOf(marked.marks) + (marked.output.empty() ? "" : "saved in " + marked.output + "\n");
}

const Fields<CourseMarked> kCourseMarksFields = {
    {"lessons", "titles of those that were named or that anybody answers",
     [](const CourseMarked& each) {
         return mapped(each.marks.lessons, [](const auto& lesson) { return lesson->title; });
     }},
    {"outcomes", "how each lesson went: the best answer of each pupil counts",
     rowsOf<CourseMarked>([](const CourseMarked& each) { return outcomesOf(each.marks); }, kOutcomeFields,
                          json::Layout::Lines)},
    {"pupils", "of the folder",
     rowsOf<CourseMarked>([](const CourseMarked& each) { return each.marks.pupils; }, kPupilFields,
                          json::Layout::Lines)},
    outputField<CourseMarked>(&CourseMarked::output)};

} // namespace

Reply markCourse(const CourseMarkQuestion& question, const Asker& asker) {
    if (const Result<Done> writable = asker.checkOutput(question.output); !writable)
        return refused(Exit::Usage, question.output, writable.error());
    const Result<std::vector<std::string>> files = answerFilesBelow(question.folder);
    if (!files)
        return refused(Exit::Usage, question.folder, files.error());
    Result<std::vector<Known>> known = knownLessons(question.lessons, asker);
    if (!known)
        return refused(Exit::Usage, "", known.error());
    CourseMarked marked{
        .marks = {.pupils =
                      mapped(*files, [&](const std::string& file) { return pupilOf(question.folder, file, *known); })},
        .output = question.output};
    CourseMarks& marks = marked.marks;
    for (const Known& each : *known)
        if (each.isInCourse)
            marks.lessons.push_back(each.lesson);
    const bool all = !marks.pupils.empty() &&
                     std::ranges::all_of(marks.pupils, [&](const CoursePupil& each) { return marks.isWhole(each); });
    const Exit exit = all ? Exit::Done : Exit::No;
    if (!question.output.empty()) {
        const std::string page = classPage(marks, pageLanguage(question.language));
        if (const Result<Done> saved = asker.write(question.output, page); !saved)
            return refused(Exit::Usage, question.output, saved.error());
        if (isStandardOutput(question.output))
            return printedFile(exit);
    }
    return answered(
        std::move(marked), kCourseMarksFields, {}, textOfMarked, exit,
        +[](const CourseMarked& each) { return csvOf(each.marks); });
}

} // namespace lanewright::api
