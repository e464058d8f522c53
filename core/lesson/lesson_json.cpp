// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_json.h"

#include "core/base/decimal.h"
#include "core/generate/catalogue.h"
#include "core/io/files.h"
#include "core/io/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/lesson/translation_json.h"

#include <algorithm>
#include <span>

namespace lanewright {

namespace {

constexpr std::array<std::string_view, 17> kLessonKeys = {
    "format", "version", "title", "task", "text",       "problem", "start",    "allowed", "a_step_on_the_way",
    "locked", "goals",   "score", "help", "iterations", "hints",   "solution", "in"};
constexpr int kMostIterations = 100;

constexpr std::array kAllGoals = {
    GoalKind::Complete,      GoalKind::Valid,           GoalKind::Makespan,   GoalKind::LongestSpan, GoalKind::Period,
    GoalKind::IterationTime, GoalKind::BubbleShare,     GoalKind::BubbleRate, GoalKind::IdleShare,   GoalKind::Overhead,
    GoalKind::PeakMemory,    GoalKind::ParameterCopies, GoalKind::Recognised};
static_assert(kAllGoals.size() == kGoalKinds);
constexpr std::array kAllEdits = {LessonEdit::Move,  LessonEdit::Place,     LessonEdit::Gap,
                                  LessonEdit::Split, LessonEdit::Pair,      LessonEdit::Stage,
                                  LessonEdit::Costs, LessonEdit::Optimizer, LessonEdit::Halve};
static_assert(kAllEdits.size() == kLessonEdits);
constexpr std::array kAllLevels = {HelpLevel::Check, HelpLevel::Ready, HelpLevel::Coach};
constexpr std::array kAllModes = {OptimizerMode::Synchronous, OptimizerMode::PostValidated};

std::vector<OpPattern> patternsIn(const json::Node& object, std::string_view key, Trouble& trouble) {
    const auto node = object.find(key);
    std::vector<OpPattern> patterns;
    if (!node || !expect(*node, json::Kind::Array, trouble))
        return patterns;
    for (const json::Node item : node->children()) {
        const Result<OpPattern> pattern = opPatternFromText(stringFrom(item, trouble));
        if (pattern)
            patterns.push_back(*pattern);
        else
            trouble.add(pattern.error().message, item);
    }
    return patterns;
}

std::string generatorFrom(const json::Node& node, Trouble& trouble) {
    std::string name = stringFrom(node, trouble);
    if (!trouble && !findGenerator(name)) {
        std::string all;
        for (const Generator& each : generators())
            all += (all.empty() ? "" : ", ") + std::string{each.name};
        trouble.add(say(phrase("file", "there is no generator %1; there are %2"), inQuotes(name), all), node);
    }
    return name;
}

OrderSource sourceFrom(const json::Node& node, const Plan& problem, Trouble& trouble) {
    OrderSource source;
    if (!expect(node, json::Kind::Object, trouble))
        return source;
    for (const json::Node child : node.children()) {
        constexpr std::array<std::string_view, 7> known = {"generator", "order", "gaps",     "apart",
                                                           "halved",    "tray",  "optimizer"};
        if (std::ranges::find(known, child.key()) == known.end())
            trouble.add(
                say(phrase("file",
                           "there is no such key here; there are generator, order, gaps, apart, halved, tray and "
                           "optimizer")),
                child);
    }
    const auto generator = node.find("generator");
    const auto order = node.find("order");
    if (generator && order)
        trouble.add(say(phrase("file", "give the order or a generator that makes it, not both")), node);
    if (generator)
        source.generator = generatorFrom(*generator, trouble);
    Plan plan = problem;
    readOrder(node, plan, trouble);
    if (!trouble)
        checkTotals(node, plan, trouble);
    source.order = std::move(plan.schedule.order);
    source.apart = boolIn(node, "apart", false, trouble);
    source.halved = boolIn(node, "halved", false, trouble);
    source.tray = patternsIn(node, "tray", trouble);
    if (const auto mode = node.find("optimizer"))
        if (const auto kind = choiceFrom(stringFrom(*mode, trouble), kAllModes, *mode, trouble))
            source.optimizer = *kind;
    return source;
}

Goal numberFrom(const json::Node& node, Goal goal, const Plan& problem, Trouble& trouble) {
    if (isShare(goal.kind)) {
        goal.share = realFrom(node, trouble);
        if (!(goal.share >= 0 && goal.share <= 1'000'000))
            trouble.add(say(phrase("file", "must be a share of at least 0, such as 0.125")), node);
        else if (goal.share > 1 && goal.kind != GoalKind::Overhead)
            trouble.add(say(phrase("file", "must be %1, not %2"), say(phrase("file", "from %1 to %2"), 0, 1),
                            node.text().substr(0, 40)),
                        node);
    } else if (isTime(goal.kind)) {
        goal.most = amountFrom(node, {.most = kMaxTotalTime, .scale = scaleOf(problem.timeUnit)}, trouble);
    } else if (goal.kind == GoalKind::PeakMemory) {
        goal.most = amountFrom(node, {.most = kMaxTotalMemory, .scale = scaleOf(problem.memoryUnit)}, trouble);
    } else {
        goal.most = integerFrom(node, 1, kMaxRanks, trouble);
    }
    return goal;
}

Goal goalFrom(const json::Node& node, GoalKind kind, const Plan& problem, Trouble& trouble) {
    Goal goal{.kind = kind};
    if (isNumber(kind))
        return numberFrom(node, goal, problem, trouble);
    if (kind != GoalKind::Recognised) {
        if (!boolFrom(node, trouble))
            trouble.add(say(phrase("file", "must be true; leave the key out where it is not asked for")), node);
        return goal;
    }
    if (node.kind() == json::Kind::Array) {
        for (const json::Node item : node.children())
            goal.names.push_back(generatorFrom(item, trouble));
        if (goal.names.empty())
            trouble.add(say(phrase("file", "must name a generator")), node);
        return goal;
    }
    goal.names.push_back(generatorFrom(node, trouble));
    return goal;
}

void readGoals(const json::Node& root, Lesson& lesson, Trouble& trouble) {
    const auto goals = required(root, "goals", trouble);
    if (!goals || !expect(*goals, json::Kind::Object, trouble))
        return;
    for (const json::Node node : goals->children())
        if (const auto kind = choiceFrom(node.key(), kAllGoals, node, trouble))
            lesson.goals.push_back(goalFrom(node, *kind, lesson.problem, trouble));
    if (goals->size() == 0)
        trouble.add(say(phrase("file", "a lesson needs a goal, such as %1"), "\"valid\": true"), *goals);
}

template <typename Kind>
void readNames(const json::Node& root, std::string_view key, std::span<const Kind> all, std::vector<Kind>& into,
               Trouble& trouble) {
    const auto node = root.find(key);
    if (!node || !expect(*node, json::Kind::Array, trouble))
        return;
    into.clear();
    for (const json::Node item : node->children())
        if (const auto kind = choiceFrom(stringFrom(item, trouble), all, item, trouble))
            into.push_back(*kind);
}

void readScore(const json::Node& root, Lesson& lesson, Trouble& trouble) {
    std::vector<GoalKind> numbers;
    std::ranges::copy_if(kAllGoals, std::back_inserter(numbers), isNumber);
    const auto node = root.find("score");
    if (!node || !expect(*node, json::Kind::Array, trouble))
        return;
    for (const json::Node item : node->children())
        for (const GoalKind kind : kAllGoals)
            if (!isNumber(kind) && item.kind() == json::Kind::String && item.text() == toText(kind))
                return trouble.add(
                    say(phrase("file", "%1 is no number that a score could measure"), inQuotes(toText(kind))), *node);
    readNames<GoalKind>(root, "score", numbers, lesson.score, trouble);
}

void readProblem(const json::Node& root, Lesson& lesson, Trouble& trouble) {
    const auto problem = required(root, "problem", trouble);
    if (!problem || !expect(*problem, json::Kind::Object, trouble))
        return;
    if (problem->find("order"))
        trouble.add(say(phrase("file", "an order has its place in start or solution, not in the problem")),
                    *problem->find("order"));
    lesson.problem = problemFromNode(*problem, trouble);
}

std::string unknownKeys(const json::Node& root) {
    if (!hasUnknown(root, kLessonKeys))
        return {};
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    copyUnknown(writer, root, kLessonKeys);
    writer.endObject();
    return writer.take();
}

Lesson lessonFromNode(const json::Node& root, Trouble& trouble) {
    Lesson lesson;
    checkHeader(root, "lanewright-lesson", phrase("file", "this JSON is no Lanewright lesson"), trouble);
    if (trouble)
        return lesson;
    const auto title = required(root, "title", trouble);
    const auto task = required(root, "task", trouble);
    readProblem(root, lesson, trouble);
    if (trouble)
        return lesson;
    lesson.title = stringFrom(*title, trouble);
    lesson.task = stringFrom(*task, trouble);
    lesson.text = textsIn(root, "text", trouble);
    lesson.hints = textsIn(root, "hints", trouble);
    if (const auto start = root.find("start"))
        lesson.start = sourceFrom(*start, lesson.problem, trouble);
    if (const auto solution = root.find("solution"); solution && !solution->isNull())
        lesson.solution = sourceFrom(*solution, lesson.problem, trouble);
    readNames<LessonEdit>(root, "allowed", kAllEdits, lesson.allowed, trouble);
    lesson.locked = patternsIn(root, "locked", trouble);
    readGoals(root, lesson, trouble);
    lesson.step = boolIn(root, "a_step_on_the_way", false, trouble);
    readScore(root, lesson, trouble);
    if (const auto help = root.find("help"))
        if (const auto level = choiceFrom(stringFrom(*help, trouble), kAllLevels, *help, trouble))
            lesson.help = *level;
    lesson.iterations = integerIn(root, "iterations", 1, 1, kMostIterations, trouble);
    lesson.in = translationsIn(root, lesson.hints.size(), trouble);
    lesson.unknown = unknownKeys(root);
    return lesson;
}

template <typename Kind>
void writeNames(json::Writer& writer, std::string_view key, const std::vector<Kind>& kinds) {
    writer.key(key).beginArray(json::Layout::Line);
    for (const Kind kind : kinds)
        writer.string(toText(kind));
    writer.endArray();
}

void writePatterns(json::Writer& writer, std::string_view key, const std::vector<OpPattern>& patterns) {
    writer.key(key).beginArray(json::Layout::Line);
    for (const OpPattern& pattern : patterns)
        writer.string(pattern.text);
    writer.endArray();
}

void writeSource(json::Writer& writer, const OrderSource& source, const Plan& problem) {
    writer.beginObject(json::Layout::Lines);
    if (!source.generator.empty())
        writer.key("generator").string(source.generator);
    if (!source.order.empty())
        writeOrder(writer, source.order, problem.costs.weightParts, scaleOf(problem.timeUnit));
    writer.key("apart").boolean(source.apart);
    writer.key("halved").boolean(source.halved);
    writePatterns(writer, "tray", source.tray);
    writer.key("optimizer").string(toText(source.optimizer));
    writer.endObject();
}

void writeGoal(json::Writer& writer, const Goal& goal, const Plan& problem) {
    writer.key(toText(goal.kind));
    if (isShare(goal.kind))
        return writer.real(goal.share);
    if (isTime(goal.kind))
        return writer.numeral(decimalFromTicks(goal.most, scaleOf(problem.timeUnit)));
    if (goal.kind == GoalKind::PeakMemory)
        return writer.numeral(decimalFromTicks(goal.most, scaleOf(problem.memoryUnit)));
    if (goal.kind == GoalKind::ParameterCopies)
        return writer.number(goal.most);
    if (goal.kind != GoalKind::Recognised)
        return writer.boolean(true);
    writer.beginArray(json::Layout::Line);
    for (const std::string& name : goal.names)
        writer.string(name);
    writer.endArray();
}

} // namespace

bool isLesson(std::string_view text) {
    // A schedule may be large, and is not read twice for this.
    if (text.find("lanewright-lesson") == std::string_view::npos)
        return false;
    const Result<json::Document> document = json::parse(text);
    if (!document || document->root().kind() != json::Kind::Object)
        return false;
    const auto format = document->root().find("format");
    return format && format->kind() == json::Kind::String && format->text() == "lanewright-lesson";
}

bool isLessonFile(std::string_view path, std::string_view text) {
    return path.ends_with(".lwlesson") || isLesson(text);
}

Result<Lesson> lessonFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    Lesson lesson = lessonFromNode(document->root(), trouble);
    if (trouble)
        return trouble.first();
    return lesson;
}

Result<Lesson> openLesson(const std::string& path) {
    const Result<std::string> text = readFile(path, {.waitsForPipes = false});
    if (!text)
        return text.error();
    return lessonFromJson(*text);
}

std::string lessonToJson(const Lesson& lesson) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("format").string("lanewright-lesson");
    writer.key("version").number(1);
    writer.key("title").string(lesson.title);
    writer.key("task").string(lesson.task);
    writeTexts(writer, "text", lesson.text);
    writer.key("problem");
    writeProblem(writer, lesson.problem);
    writer.key("start");
    writeSource(writer, lesson.start, lesson.problem);
    writeNames(writer, "allowed", lesson.allowed);
    writePatterns(writer, "locked", lesson.locked);
    writer.key("goals").beginObject(json::Layout::Lines);
    for (const Goal& goal : lesson.goals)
        writeGoal(writer, goal, lesson.problem);
    writer.endObject();
    writer.key("a_step_on_the_way").boolean(lesson.step);
    writeNames(writer, "score", lesson.score);
    writer.key("help").string(toText(lesson.help));
    writer.key("iterations").number(lesson.iterations);
    writeTexts(writer, "hints", lesson.hints);
    if (lesson.solution) {
        writer.key("solution");
        writeSource(writer, *lesson.solution, lesson.problem);
    }
    writeTranslations(writer, lesson.in);
    writeUnknown(writer, lesson.unknown, "", kLessonKeys);
    writer.endObject();
    return writer.take() + "\n";
}

} // namespace lanewright
