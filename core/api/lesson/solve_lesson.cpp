// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/solve_lesson.h"

#include "core/api/table.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/lesson_solve.h"
#include "core/lesson/setting.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace lanewright::api {

namespace {

/// What the lesson says of the number that was made small, in ticks.
struct LessonNumbers {
    std::optional<Time> goal = {};
    std::optional<double> solution = {};
};

/// The best order of a lesson.
struct LessonSolved {
    Lesson lesson = {};
    LessonSolution best = {};
    LessonNumbers numbers = {};
    bool stopped = false;
    std::string output = {};

    /// Whether the goal is below the best that is known.
    bool isMissed() const { return numbers.goal && Fraction{*numbers.goal, 1} < best.value; }
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

std::string textOf(const LessonSolved& solved) {
    const auto& [lesson, best, numbers, stopped, output] = solved;
    const TimeUnit unit = lesson.problem.timeUnit;
    Table table({"number", wordsOfNumber(best.number), "note"}, "lrl");
    table.add({"best", periodText(best.value, unit), lessonProofText(best)});
    table.add({"lower bound", periodText(best.bound, unit), ""});
    if (numbers.goal)
        table.add({"goal", timeText(*numbers.goal, unit), goalText(lesson, numbers, best)});
    if (numbers.solution)
        table.add({"solution", roundedTimeText(static_cast<Time>(std::llround(*numbers.solution)), unit), ""});
    return table.text() + (output.empty() ? "" : "saved in " + output + "\n");
}

const Fields<LessonSolution> kBestFields = {
    {"number", "that was made small", &LessonSolution::number},
    {"value", "of the number", &LessonSolution::value, In::Times},
    {"lower_bound", "no order is below", &LessonSolution::bound, In::Times},
    {"optimal", "no order that the rules allow is better", &LessonSolution::optimal},
    {"proved_by", "who proved that, or null", [](const LessonSolution& each) {
         return each.provedBy == ProvedBy::Nobody ? std::nullopt : std::optional{toText(each.provedBy)};
     }}};
const Fields<LessonSolved> kLessonSolvedFields =
    Fields<LessonSolved>{{"feasible", "there is such an order", [](const LessonSolved&) { return true; }},
                         {"lesson", "its title", [](const LessonSolved& each) { return each.lesson.title; }}} +
    membersOf<LessonSolved>(&LessonSolved::best, kBestFields) +
    Fields<LessonSolved>{
        {"goal", "of the lesson", [](const LessonSolved& each) { return each.numbers.goal; }, In::Times},
        {"goal_reached", "or null without a goal",
         [](const LessonSolved& each) { return each.numbers.goal ? std::optional{!each.isMissed()} : std::nullopt; }},
        {"solution", "what the lesson's own takes",
         [](json::Writer& writer, const LessonSolved& each, const Units& units) {
             const std::optional<double>& solution = each.numbers.solution;
             solution ? writer.real(*solution / static_cast<double>(scaleOf(units.time))) : writer.null();
         }},
        {"a_step_on_the_way", "the goal is above the best on purpose",
         [](const LessonSolved& each) { return each.lesson.step; }},
        {"optimizer_mode", "of the order", [](const LessonSolved& each) { return keyOf(each.best.best.optimizer); }},
        {"stopped", "before its time was up", &LessonSolved::stopped},
        outputField<LessonSolved>(&LessonSolved::output)};

} // namespace

Reply solveLessonFile(const LessonSolveQuestion& question, std::string_view text, const Asker& asker) {
    Result<Lesson> lesson = lessonFromJson(text);
    if (!lesson)
        return refused(Exit::Usage, question.file, lesson.error());
    Stops stops = asker.stops();
    Result<LessonSolution> best = solveLesson(*lesson, question.solve, stops.stop);
    const bool stopped = stops.stop.stop_requested();
    if (!best)
        return infeasible(question.file, best.error());
    if (const Result<Done> saved = asker.write(question.output, best->best.plan); !saved)
        return refused(Exit::Usage, question.output, saved.error());
    stops = {}; // whoever interrupts from here on loses nothing
    LessonSolved solved{*std::move(lesson), *std::move(best), {}, stopped, question.output};
    solved.numbers = numbersOf(solved.lesson, solved.best.number);
    const Exit exit = stopped ? Exit::Stopped : solved.isMissed() ? Exit::No : Exit::Done;
    const Units units{solved.lesson.problem.timeUnit, solved.lesson.problem.memoryUnit};
    if (isStandardOutput(question.output))
        return printedFile(exit);
    return answered(std::move(solved), kLessonSolvedFields, units, textOf, exit);
}

} // namespace lanewright::api
