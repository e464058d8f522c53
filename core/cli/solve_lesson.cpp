// SPDX-License-Identifier: Apache-2.0
#include "core/cli/solve_lesson.h"

#include "core/cli/interrupts.h"
#include "core/cli/print/print_numbers.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/lesson_solve.h"
#include "core/lesson/setting.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace lanewright::cli {

namespace {

/// What the lesson says of the number that was made small, in ticks.
struct LessonNumbers {
    std::optional<Time> goal = {};
    std::optional<double> solution = {};
};

LessonNumbers numbersOf(const Lesson& lesson, GoalKind number) {
    LessonNumbers numbers;
    const auto goal = std::ranges::find(lesson.goals, number, &Goal::kind);
    if (goal != lesson.goals.end())
        numbers.goal = goal->most;
    Lesson asked = lesson;
    asked.goals = {Goal{.kind = number, .most = std::numeric_limits<Time>::max()}};
    if (const Result<Attempt> solution = solutionOf(lesson))
        numbers.solution = Checker(asked).check(*solution).goals.front().value;
    return numbers;
}

std::string wordsOfNumber(GoalKind number) {
    std::string words{toText(number)};
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string lessonProofText(const LessonSolution& best) {
    if (!best.optimal)
        return "the best that was found under the lesson's rules";
    return "the best under the lesson's rules, proved by " +
           (best.provedBy == ProvedBy::Bound ? std::string{"the bound"} : std::string{toText(best.provedBy)});
}

/// Whether the goal is below the best that is known.
bool isMissed(const LessonNumbers& numbers, const LessonSolution& best) {
    return numbers.goal && Fraction{*numbers.goal, 1} < best.value;
}

/// What the best says of the goal.
std::string goalText(const Lesson& lesson, const LessonNumbers& numbers, const LessonSolution& best) {
    const Fraction goal{*numbers.goal, 1};
    if (goal < best.bound)
        return "can't be reached: it is below the bound";
    if (goal < best.value)
        return "not reached";
    if (lesson.step)
        return "a step on the way";
    return best.value < goal ? "above the best: a step on the way, which the lesson doesn't say" : "";
}

Exit printBestText(const LessonSolveQuestion& question, const Lesson& lesson, const LessonSolution& best) {
    const TimeUnit unit = lesson.problem.timeUnit;
    const LessonNumbers numbers = numbersOf(lesson, best.number);
    Table table({"number", wordsOfNumber(best.number), "note"}, "lrl");
    table.add({"best", periodText(best.value, unit), lessonProofText(best)});
    table.add({"lower bound", periodText(best.bound, unit), ""});
    if (numbers.goal)
        table.add({"goal", timeText(*numbers.goal, unit), goalText(lesson, numbers, best)});
    if (numbers.solution)
        table.add({"solution", roundedTimeText(static_cast<Time>(std::llround(*numbers.solution)), unit), ""});
    return print(table.text() + (question.output.empty() ? "" : "saved in " + question.output + "\n"));
}

Exit printBestJson(const LessonSolveQuestion& question, const Lesson& lesson, const LessonSolution& best,
                   bool stopped) {
    const Time scale = scaleOf(lesson.problem.timeUnit);
    const LessonNumbers numbers = numbersOf(lesson, best.number);
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("feasible").boolean(true);
    writer.key("lesson").string(lesson.title);
    writer.key("number").string(toText(best.number));
    writer.key("value");
    writeFraction(writer, best.value, scale);
    writer.key("lower_bound");
    writeFraction(writer, best.bound, scale);
    writer.key("optimal").boolean(best.optimal);
    writer.key("proved_by");
    best.provedBy == ProvedBy::Nobody ? writer.null() : writer.string(toText(best.provedBy));
    writer.key("goal");
    numbers.goal ? writeTime(writer, *numbers.goal, lesson.problem.timeUnit) : writer.null();
    writer.key("goal_reached");
    numbers.goal ? writer.boolean(!isMissed(numbers, best)) : writer.null();
    writer.key("solution");
    numbers.solution ? writer.real(*numbers.solution / static_cast<double>(scale)) : writer.null();
    writer.key("a_step_on_the_way").boolean(lesson.step);
    writer.key("optimizer_mode").string(keyOf(best.best.optimizer));
    writer.key("stopped").boolean(stopped);
    writer.key("output");
    question.output.empty() ? writer.null() : writer.string(question.output);
    writer.endObject();
    return print(writer);
}

} // namespace

Exit solveLessonFile(const LessonSolveQuestion& question, std::string_view text) {
    const Result<Lesson> lesson = lessonFromJson(text);
    if (!lesson)
        return failed(Exit::Usage, question.file, lesson.error());
    bool stopped = false;
    const Result<LessonSolution> best = [&] {
        const Interrupts interrupts;
        Result<LessonSolution> found = solveLesson(*lesson, question.solve, interrupts.stop());
        stopped = interrupts.stop().stop_requested();
        return found;
    }();
    if (!best)
        return infeasible(question.file, question.json, best.error());
    if (const Result<Done> saved = writeSchedule(question.output, best->best.plan); !saved)
        return failed(Exit::Usage, question.output, saved.error());
    const Exit printed = isStandardOutput(question.output) ? Exit::Done
                         : question.json                   ? printBestJson(question, *lesson, *best, stopped)
                                                           : printBestText(question, *lesson, *best);
    if (printed != Exit::Done)
        return printed;
    return stopped ? Exit::Stopped : isMissed(numbersOf(*lesson, best->number), *best) ? Exit::No : Exit::Done;
}

} // namespace lanewright::cli
