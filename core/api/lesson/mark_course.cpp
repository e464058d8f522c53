// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/mark_course.h"

#include "core/api/lesson/lesson_sources.h"
#include "core/api/lesson/validate_answers.h"
#include "core/api/lesson/validate_lesson.h"
#include "core/api/table.h"
#include "core/base/mapped.h"
#include "core/lesson/same_problem.h"
#include "core/lesson/shelf.h"

#include <algorithm>
#include <map>
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

/// An answer and what came of it.
struct Line {
    Assessed assessed = {};
    std::string refusal = {}; ///< why there is no assessment

    bool isAnswer() const { return assessed.assessment.has_value(); }
    bool reached() const { return isAnswer() && assessed.assessment->reached; }
    int points() const { return isAnswer() ? assessed.assessment->points : 0; }
};

/// A pupil's file.
struct Pupil {
    std::string file = {};
    std::string by = {};
    std::vector<Line> lines = {};
    std::string refusal = {}; ///< why the file holds no answers

    int reached() const { return static_cast<int>(std::ranges::count_if(lines, &Line::reached)); }
    int points() const {
        int sum = 0;
        for (const Line& line : lines)
            sum += line.points();
        return sum;
    }
};

struct CourseMarks {
    std::vector<std::string> lessons = {}; ///< titles
    std::vector<Pupil> pupils = {};

    int size() const { return static_cast<int>(lessons.size()); }
    bool isWhole(const Pupil& pupil) const { return pupil.refusal.empty() && pupil.reached() == size(); }
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
Line lineOf(Answer answer, std::vector<Known>& known) {
    Line line{.assessed = {.given = std::move(answer)}};
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
            line.refusal = placedSentence(attempt.error());
    }
    if (answered == nullptr) {
        line.refusal = given.lesson.empty() ? "the answer names no lesson" : "no lesson of this title is known";
        return line;
    }
    answered->isInCourse = true;
    line.assessed.lesson = answered->lesson;
    if (line.isAnswer())
        line.refusal.clear();
    return line;
}

Pupil pupilOf(const std::string& folder, const std::string& file, std::vector<Known>& known) {
    Pupil pupil{.file = file, .by = stemOf(file)};
    Result<std::vector<Answer>> answers = answersIn(folder + "/" + file);
    if (!answers) {
        pupil.refusal = placedSentence(answers.error());
        return pupil;
    }
    if (answers->empty())
        pupil.refusal = "holds no answer at all";
    for (Answer& answer : *answers) {
        if (!answer.by.empty())
            pupil.by = answer.by;
        pupil.lines.push_back(lineOf(std::move(answer), known));
    }
    return pupil;
}

std::string titleOf(const Line& line) {
    return line.assessed.lesson ? line.assessed.lesson->title : line.assessed.given.lesson;
}

// ---------------------------------------------------------------------------------------------- tables

std::vector<std::string> headsOf(bool forPeople) {
    return {"file",
            "name",
            "lesson",
            "reached",
            "points",
            "hints",
            forPeople ? "coach steps" : "coach_steps",
            forPeople ? "answer shown" : "answer_shown",
            forPeople ? "time" : "seconds",
            "refused"};
}

std::vector<std::string> cellsOf(const Pupil& pupil, const Line& line, bool forPeople) {
    std::vector<std::string> cells = {pupil.file, pupil.by, titleOf(line)};
    cells.emplace_back(!line.isAnswer() ? "" : line.reached() ? "yes" : "no");
    cells.push_back(line.isAnswer() ? std::to_string(line.points()) : "");
    std::vector<std::string> help = helpCells(line.assessed, forPeople);
    std::ranges::move(help, std::back_inserter(cells));
    cells.push_back(line.refusal);
    return cells;
}

/// The pupil's sum, or why there is none.
std::vector<std::string> sumCells(const Pupil& pupil, int lessons) {
    std::vector<std::string> cells(headsOf(false).size());
    cells[0] = pupil.file;
    cells[1] = pupil.by;
    if (pupil.refusal.empty()) {
        cells[2] = "all";
        cells[3] = std::to_string(pupil.reached()) + " of " + std::to_string(lessons);
        cells[4] = std::to_string(pupil.points());
    }
    cells.back() = pupil.refusal;
    return cells;
}

void eachRow(const CourseMarks& marks, bool forPeople, const auto& add) {
    for (const Pupil& pupil : marks.pupils) {
        for (const Line& line : pupil.lines)
            add(cellsOf(pupil, line, forPeople));
        add(sumCells(pupil, marks.size()));
    }
}

std::string textOf(const CourseMarks& marks) {
    if (marks.pupils.empty())
        return "The folder holds no answers.\n";
    Table table(headsOf(true), "lllrrrrlrl");
    eachRow(marks, true, [&](const std::vector<std::string>& cells) { table.add(cells); });
    const auto whole = std::ranges::count_if(marks.pupils, [&](const Pupil& each) { return marks.isWhole(each); });
    const int pupils = static_cast<int>(marks.pupils.size());
    return table.text() + "\n" + std::to_string(whole) + " of " + counted(pupils, "pupil", "pupils") +
           (pupils == 1 ? " reaches" : " reach") + " all goals of " + counted(marks.size(), "lesson", "lessons") +
           ".\n";
}

std::string csvOf(const CourseMarks& marks) {
    std::string text = csvLine(headsOf(false));
    eachRow(marks, false, [&](const std::vector<std::string>& cells) { text += csvLine(cells); });
    return text;
}

/// Each in the units of its own lesson.
Fields<Line> inOwnUnits(Fields<Line> fields) {
    for (Field<Line>& field : fields)
        field.write = [write = field.write](json::Writer& writer, const Line& line, const Units&) {
            write(writer, line, line.assessed.lesson ? line.assessed.units() : Units{});
        };
    return fields;
}

std::optional<std::string> orNull(const std::string& text) { return text.empty() ? std::nullopt : std::optional{text}; }

const Fields<Line> kLineFields =
    Fields<Line>{{"lesson", "its title", titleOf},
                 {"refused", "why it is no answer, or null", [](const Line& line) { return orNull(line.refusal); }}} +
    inOwnUnits(membersOf<Line>(&Line::assessed, assessmentFields())) + membersOf<Line>(&Line::assessed, helpFields());
const Fields<Pupil> kPupilFields = {
    {"file", "below the folder", &Pupil::file},
    {"by", "who answered", &Pupil::by},
    {"refused", "why it holds no answers, or null", [](const Pupil& pupil) { return orNull(pupil.refusal); }},
    {"reached", "in how many lessons all goals are", &Pupil::reached},
    {"points", "of all lessons", &Pupil::points},
    {"answers", "a lesson each", rowsOf<Pupil>(&Pupil::lines, kLineFields, json::Layout::Lines)}};
const Fields<CourseMarks> kCourseMarksFields = {
    {"lessons", "titles of those that were named or that anybody answers", &CourseMarks::lessons},
    {"pupils", "of the folder", rowsOf<CourseMarks>(&CourseMarks::pupils, kPupilFields, json::Layout::Lines)}};

} // namespace

Reply markCourse(const CourseMarkQuestion& question, const Asker& asker) {
    const Result<std::vector<std::string>> files = answerFilesBelow(question.folder);
    if (!files)
        return refused(Exit::Usage, question.folder, files.error());
    Result<std::vector<Known>> known = knownLessons(question.lessons, asker);
    if (!known)
        return refused(Exit::Usage, "", known.error());
    CourseMarks marks{
        .pupils = mapped(*files, [&](const std::string& file) { return pupilOf(question.folder, file, *known); })};
    for (const Known& each : *known)
        if (each.isInCourse)
            marks.lessons.push_back(each.lesson->title);
    const bool all = !marks.pupils.empty() &&
                     std::ranges::all_of(marks.pupils, [&](const Pupil& each) { return marks.isWhole(each); });
    return answered(std::move(marks), kCourseMarksFields, {}, textOf, all ? Exit::Done : Exit::No, csvOf);
}

} // namespace lanewright::api
