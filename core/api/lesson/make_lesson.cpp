// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/validate_lesson.h"
#include "core/api/question_list.h"
#include "core/api/table.h"
#include "core/base/mapped.h"
#include "core/base/option_names.h"
#include "core/lesson/course.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/made/goal_best.h"
#include "core/lesson/made/made_lesson.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lanewright::api {

namespace {

struct MakeLessonRequest {
    std::string file = {};
    LessonText words = {};
    bool shuffled = false;
    std::vector<std::string> given = {};
    bool locked = false;
    std::vector<std::string> allowed = {};
    std::vector<std::string> goals = {"makespan", "peak_memory"};
    std::string level = {};
    int minutes = 0;
    std::vector<std::string> needs = {};
    std::string help = "ready";
    int iterations = 1;
    bool noAnswer = false;
    double timeLimit = 5;
    std::string output = {};
};

/// A goal beside the best that the lesson's rules allow, where that is known.
struct MadeGoal {
    Goal goal = {};
    std::optional<GoalBest> best = {};
    std::string unknown = {}; ///< why it is not

    double most() const { return isShare(goal.kind) ? goal.share : static_cast<double>(goal.most); }
    bool isProved() const { return best && best->isProved(); }
};

struct LessonMade {
    Lesson lesson = {};
    std::vector<MadeGoal> goals = {};
    bool answer = true;
    std::string output = {};
};

template <typename Kind>
Result<std::vector<Kind>> kindsOf(const std::vector<std::string>& words, const auto& all, const std::string& option) {
    std::vector<Kind> kinds;
    for (const std::string& word : words) {
        const auto known = std::ranges::find(all, word, [](Kind kind) { return toText(kind); });
        if (known == std::end(all))
            return Error{naming("there is no such word: %1", {word}), optionNamed(option)};
        kinds.push_back(*known);
    }
    return kinds;
}

/// The number as the table of the answer has it.
std::string wordsOf(const Goal& goal, double value, const Plan& problem) {
    return numberText(goal.kind, value, problem).text();
}

std::string bestText(const MadeGoal& each, const Plan& problem) {
    if (!each.best)
        return each.unknown;
    const std::string value = wordsOf(each.goal, each.best->value, problem);
    if (each.isProved())
        return value + ", proved";
    return value + " found" +
           (each.best->bound ? ", never below " + wordsOf(each.goal, *each.best->bound, problem) : "");
}

std::string textOf(const LessonMade& made) {
    Table table({"goal", "at most", "at best, by the lesson's rules"}, "lrl");
    for (const MadeGoal& each : made.goals)
        table.add({numberName(each.goal.kind).text(), wordsOf(each.goal, each.most(), made.lesson.problem),
                   bestText(each, made.lesson.problem)});
    return table.text() + (made.lesson.step ? "a better order may be possible: a step on the way\n" : "") +
           (made.output.empty() ? "" : "saved in " + made.output + "\n");
}

Field<MadeGoal> numberField(const char* key, const char* words, std::optional<double> (*value)(const MadeGoal&)) {
    return {key, words, [value](json::Writer& writer, const MadeGoal& each, const Units& units) {
                writeNumber(writer, each.goal.kind, value(each), units);
            }};
}

const Fields<MadeGoal> kMadeGoalFields = {
    {"number", "that is to be reached", [](const MadeGoal& each) { return toText(each.goal.kind); }},
    numberField("most", "the schedule's own", [](const MadeGoal& each) { return std::optional(each.most()); }),
    numberField("best", "that was found under the lesson's rules, or null",
                [](const MadeGoal& each) { return each.best ? std::optional(each.best->value) : std::nullopt; }),
    numberField("lower_bound", "no order is below, or null",
                [](const MadeGoal& each) { return each.best ? each.best->bound : std::nullopt; }),
    {"optimal", "that best is proved", &MadeGoal::isProved}};
const Fields<LessonMade> kLessonMadeFields = {
    {"lesson", "its title", [](const LessonMade& each) { return each.lesson.title; }},
    {"goals", "beside the best there is", rowsOf<LessonMade>(&LessonMade::goals, kMadeGoalFields)},
    {"a_step_on_the_way", "a better order may be possible", [](const LessonMade& each) { return each.lesson.step; }},
    {"answer", "whether the file holds it", &LessonMade::answer},
    outputField<LessonMade>(&LessonMade::output)};

/// What a teacher asks for. Fails on a word that is none of its option's.
Result<LessonRequest> lessonRequest(const MakeLessonRequest& request, const Plan& plan) {
    LessonRequest asked{.words = request.words,
                        .minutes = request.minutes,
                        .needs = request.needs,
                        .shuffled = request.shuffled,
                        .given = request.given,
                        .locked = request.locked,
                        .iterations = request.iterations};
    if (asked.words.title.empty())
        asked.words.title = plan.title.text();
    if (!request.allowed.empty()) {
        Result<std::vector<LessonEdit>> edits = kindsOf<LessonEdit>(request.allowed, kEditsOfOrders, "--allow");
        if (!edits)
            return edits.error();
        asked.allowed = *std::move(edits);
    }
    const Result<std::vector<GoalKind>> kinds = kindsOf<GoalKind>(request.goals, kAllGoals, "--goal");
    if (!kinds)
        return kinds.error();
    asked.goals = goalsReachedBy(plan, *kinds, request.iterations);
    // What is no whole order has no number at all, and is refused for that.
    const bool isWhole = !goalsReachedBy(plan, std::array{GoalKind::Makespan}).empty();
    for (const GoalKind kind : *kinds)
        if (isWhole && std::ranges::find(asked.goals, kind, &Goal::kind) == asked.goals.end())
            return Error{naming("the schedule has no such number or name: %1", {toText(kind)}), optionNamed("--goal")};
    std::erase_if(asked.goals, [](const Goal& goal) {
        return goal.kind == GoalKind::Complete || goal.kind == GoalKind::Valid; // every lesson asks for these
    });
    asked.help = *std::ranges::find(kHelpLevels, request.help, [](HelpLevel each) { return toText(each); });
    if (!request.level.empty())
        asked.level = *std::ranges::find(kLessonLevels, request.level, [](LessonLevel each) { return toText(each); });
    return asked;
}

/// Looks for the best of each goal. A search that is stopped leaves the others unknown.
std::vector<MadeGoal> besideTheBest(const Lesson& lesson, double seconds, const Asker& asker) {
    const Stops stops = asker.stops();
    std::vector<MadeGoal> goals;
    for (const Goal& goal : lesson.goals) {
        if (!isNumber(goal.kind))
            continue;
        asker.progress("looking for the best " + numberName(goal.kind).text());
        MadeGoal each{.goal = goal};
        if (Result<GoalBest> best = bestOf(lesson, goal.kind, {.timeLimit = seconds, .exact = true}, stops.stop))
            each.best = *std::move(best);
        else
            each.unknown = best.error().message.text();
        goals.push_back(std::move(each));
    }
    asker.progress("");
    return goals;
}

Reply makeLessonFile(const MakeLessonRequest& request, const Asker& asker) {
    if (const Result<Done> writable = asker.checkOutput(request.output); !writable)
        return refused(Exit::Usage, request.output, writable.error());
    const Result<Plan> plan = asker.plan(request.file);
    if (!plan)
        return refused(Exit::Usage, request.file, plan.error());
    const Result<LessonRequest> asked = lessonRequest(request, *plan);
    if (!asked)
        return refused(Exit::Usage, "", asked.error());
    Result<Lesson> lesson = makeLesson(*plan, *asked);
    if (!lesson)
        return refused(Exit::No, request.file, lesson.error());
    LessonMade made{.goals = besideTheBest(*lesson, request.timeLimit, asker),
                    .answer = !request.noAnswer,
                    .output = request.output};
    std::vector<GoalBest> known;
    for (const MadeGoal& each : made.goals)
        if (each.best)
            known.push_back(*each.best);
    lesson->step = mayBeBetter(*lesson, known);
    made.lesson = request.noAnswer ? withoutAnswer(*std::move(lesson)) : *std::move(lesson);
    if (const Result<Done> saved = asker.write(request.output, lessonToJson(made.lesson)); !saved)
        return refused(Exit::Usage, request.output, saved.error());
    if (isStandardOutput(request.output))
        return printedFile();
    const Units units{made.lesson.problem.timeUnit, made.lesson.problem.memoryUnit};
    return answered(std::move(made), kLessonMadeFields, units, textOf);
}

constexpr const char* kMakeLessonFooter = R"(
The schedule becomes the answer, and its numbers the goals. Beside each stands the best that the lesson's rules allow,
found as `solve` finds it. Pupils begin with an empty board, with the same blocks --shuffled, or with the ops that
--given names, in the words of the lesson's format: F*.* is every F, "rank 0" all that runs there, **.0-1 two microbatches.
They may do what it takes to come to the answer, and what --allow says. With --no-answer the file is for pupils: it
holds no order of the answer, only what its score counts up to. Texts in other languages are added with any editor
(`in`), or in the desktop's dialog. The exit code is 1 where no lesson comes of the schedule.

Examples:
  lanewright-cli lesson a.lwsched -o mine.lwlesson --title "Two ranks" --hint "All forwards first." --level easy
  lanewright-cli lesson a.lwsched -o mine.lwlesson --given "F*.*" --locked --goal makespan --goal bubble_share
  lanewright-cli lesson a.lwsched -o for-pupils.lwlesson --shuffled --no-answer)";

} // namespace

Question makeLessonQuestion() {
    using R = MakeLessonRequest;
    const auto words = [](auto member) { return memberOf(&R::words, member); };
    const auto names = [](const auto& all) {
        return mapped(all, [](const auto& each) { return std::string{toText(each)}; });
    };
    return question<R>(
        "lesson", "Make a lesson of a schedule", kMakeLessonFooter,
        {option<R>("FILE", &R::file, "The schedule that is the answer (.lwsched, or the plan of a .lwrun)").required(),
         option<R>("--title", words(&LessonText::title), "What the lesson is called (the schedule's title)"),
         option<R>("--task", words(&LessonText::task), "What is to be reached (the goals, in a sentence)"),
         option<R>("--text", words(&LessonText::text), "A paragraph about it; may come again"),
         option<R>("--hint", words(&LessonText::hints), "A hint; may come again, in their order"),
         option<R>("--learnt", words(&LessonText::learnt), "What is said when all goals are reached"),
         option<R>("--given", &R::given,
                   "Ops that stand on the board at first, such as F*.* or \"rank 0\"; may come again"),
         option<R>("--locked", &R::locked, "They stay there").with("--given"),
         option<R>("--shuffled", &R::shuffled, "Begin with the same blocks in a worse order").without({"--given"}),
         option<R>("--allow", &R::allowed,
                   "What pupils may do beside what it takes: move, place, gap, split, pair, optimizer … (move)")
             .separatedBy(','),
         option<R>("--goal", &R::goals,
                   "Numbers of the schedule to reach, as lessons name them (makespan, peak_memory)")
             .separatedBy(','),
         option<R>("--level", &R::level, "How hard it is").oneOf(names(kLessonLevels)),
         option<R>("--minutes", &R::minutes, "How long it takes, about").range(1, kMostLessonMinutes),
         option<R>("--needs", &R::needs, "The title of a lesson that comes before; may come again"),
         option<R>("--help-level", &R::help, "How much help there is at first (ready)").oneOf(names(kHelpLevels)),
         option<R>("--iterations", &R::iterations, "So many in a row are shown (1)").range(1, kMostLessonIterations),
         option<R>("--no-answer", &R::noAnswer, "Leave the answer out of the file"),
         option<R>("--time-limit", &R::timeLimit, "Seconds to look for the best of each goal (5)").range(0, 1e7),
         option<R>("-o,--output", &R::output, "Write the lesson here (-: standard output)")},
        makeLessonFile, kLessonMadeFields);
}

} // namespace lanewright::api
