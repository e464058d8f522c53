// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_json.h"

#include "core/base/decimal.h"
#include "core/base/joined_by.h"
#include "core/generate/catalogue.h"
#include "core/io/files.h"
#include "core/io/forms.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/lesson/translation_json.h"

#include <algorithm>

namespace lanewright {

namespace {

/// All of them are looked at when a lesson is judged.
constexpr int kMostMicrobatches = 1000;

OpPattern patternFrom(const json::Node& node, Frame&, Trouble& trouble) {
    const Result<OpPattern> pattern = opPatternFromText(stringFrom(node, trouble));
    if (!pattern)
        trouble.add(pattern.error().message, node);
    return pattern ? *pattern : OpPattern{};
}

Form<std::vector<OpPattern>> patternsForm() {
    return form::list(
        Form<OpPattern>{.read = patternFrom, .write = [](json::Writer& writer, const OpPattern& pattern, const Frame&) {
                            writer.string(pattern.text);
                        }});
}

std::string generatorFrom(const json::Node& node, Trouble& trouble) {
    std::string name = stringFrom(node, trouble);
    if (!trouble && !findGenerator(name)) {
        const std::string all = joinedBy(", ", generators(), &Generator::name);
        trouble.add(say(phrase("file", "there is no generator %1; there are %2"), inQuotes(name), all), node);
    }
    return name;
}

const FileFields<OrderSource>& sourceFields() {
    using Source = OrderSource;
    using Field = FileField<Source>;
    static const FileFields<Source> kFields = {
        Field("generator", &Source::generator, form::of(generatorFrom)).unlessDefault(&Source::generator),
        Field("microbatches", &Source::microbatches, form::integer(1, kMostMicrobatches))
            .unlessDefault(&Source::microbatches),
        // The two are read together.
        Field("order", "", nullptr,
              [](json::Writer& writer, const Source& source, const Frame& frame) {
                  writeRows(writer, source.order, frame);
              })
            .unlessDefault(&Source::order),
        Field("gaps", "", nullptr,
              [](json::Writer& writer, const Source& source, const Frame& frame) {
                  writeGaps(writer, source.order, frame);
              })
            .unlessDefault(&Source::order),
        {"apart", &Source::apart, form::boolean()},
        {"halved", &Source::halved, form::boolean()},
        {"tray", &Source::tray, patternsForm()},
        {"optimizer", &Source::optimizer, form::choiceOf(kOptimizerModes)}};
    return kFields;
}

OrderSource sourceFrom(const json::Node& node, const Plan& problem, Frame& frame, Trouble& trouble) {
    for (const json::Node child : unknownMembers(node, sourceFields().keys))
        trouble.add(say(phrase("file", "there is no such key here; there are generator, order, gaps, apart, halved, "
                                       "tray, optimizer and microbatches")),
                    child);
    if (node.find("generator") && node.find("order"))
        trouble.add(say(phrase("file", "give the order or a generator that makes it, not both")), node);
    OrderSource source = objectFrom(node, sourceFields(), frame, trouble);
    Plan plan = problem;
    if (source.microbatches > 0)
        plan.schedule.microbatches = source.microbatches;
    readOrder(node, plan, trouble);
    if (!trouble)
        checkTotals(node, plan, trouble);
    source.order = std::move(plan.schedule.order);
    return source;
}

void writeSource(json::Writer& writer, const OrderSource& source, const Plan& problem) {
    writeObject(writer, sourceFields(), source, frameOf(problem), json::Layout::Lines);
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

void readGoals(const json::Node& node, Lesson& lesson, Frame&, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return;
    for (const json::Node goal : node.children())
        if (const auto kind = choiceFrom(goal.key(), kAllGoals, goal, trouble))
            lesson.goals.push_back(goalFrom(goal, *kind, lesson.problem, trouble));
    if (node.size() == 0)
        trouble.add(say(phrase("file", "a lesson needs a goal, such as %1"), "\"valid\": true"), node);
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
    writeAny(writer, goal.names, {});
}

void writeGoals(json::Writer& writer, const std::vector<Goal>& goals, json::Layout layout, const Plan& problem) {
    writer.object(layout, [&] {
        for (const Goal& goal : goals)
            writeGoal(writer, goal, problem);
    });
}

const FileFields<IntRange>& rangeFields() {
    using Field = FileField<IntRange>;
    static const FileFields<IntRange> kFields = {
        Field("from", &IntRange::from, form::integer(1, kMostMicrobatches)).required(),
        Field("to", &IntRange::to, form::integer(1, kMostMicrobatches)).required()};
    return kFields;
}

/// What a student may choose is said where the choice is allowed.
void checkChoices(const json::Node& root, const Lesson& lesson, Trouble& trouble) {
    if (lesson.allows(LessonEdit::Microbatches) && !lesson.microbatches)
        trouble.add(say(phrase("file", "say with %1 from where to where the number of microbatches goes"),
                        "\"microbatches\": {\"from\": 1, \"to\": 32}"),
                    root);
    if (lesson.microbatches && lesson.microbatches->from > lesson.microbatches->to)
        trouble.add(say(phrase("file", "goes from %1 to %2, the wrong way"), lesson.microbatches->from,
                        lesson.microbatches->to),
                    *root.find("microbatches"));
    if (lesson.allows(LessonEdit::Generator) && lesson.generators.empty())
        trouble.add(say(phrase("file", "say with %1 which generators there are to choose from"),
                        "\"generators\": [\"1f1b\", \"zb-h1\"]"),
                    root);
}

/// `word` is at `node`.
std::optional<GoalKind> scoredFrom(std::string_view word, const json::Node& node, Trouble& trouble) {
    std::vector<GoalKind> numbers;
    std::ranges::copy_if(kAllGoals, std::back_inserter(numbers), isNumber);
    for (const GoalKind kind : kAllGoals)
        if (!isNumber(kind) && word == toText(kind))
            trouble.add(say(phrase("file", "%1 is no number that a score could measure"), inQuotes(word)), node);
    return choiceFrom(word, numbers, node, trouble);
}

/// A list of numbers, or an object that says the best of each.
void readScore(const json::Node& node, Lesson& lesson, Frame&, Trouble& trouble) {
    const bool saysBest = node.kind() == json::Kind::Object;
    if (!saysBest && !expect(node, json::Kind::Array, trouble))
        return;
    lesson.score.clear();
    for (const json::Node each : node.children()) {
        const auto kind = scoredFrom(saysBest ? each.key() : stringFrom(each, trouble), each, trouble);
        if (!kind)
            return;
        lesson.score.push_back(*kind);
        if (saysBest)
            lesson.best.push_back(numberFrom(each, {.kind = *kind}, lesson.problem, trouble));
    }
}

void writeScore(json::Writer& writer, const Lesson& lesson, const Frame&) {
    if (lesson.best.empty())
        writer.list(json::Layout::Line, lesson.score, [&](GoalKind kind) { writer.string(toText(kind)); });
    else
        writeGoals(writer, lesson.best, json::Layout::Line, lesson.problem);
}

void readProblem(const json::Node& node, Lesson& lesson, Frame&, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return;
    if (node.find("order"))
        trouble.add(say(phrase("file", "an order has its place in start or solution, not in the problem")),
                    *node.find("order"));
    lesson.problem = problemFromNode(node, trouble);
}

const FileFields<Lesson>& lessonFields() {
    using Field = FileField<Lesson>;
    static const FileFields<Lesson> kFields = {
        constant<Lesson>("format", R"("lanewright-lesson")"),
        constant<Lesson>("version", "1"),
        Field("title", &Lesson::title, form::text()).required(),
        Field("task", &Lesson::task, form::text()).required(),
        {"text", &Lesson::text, textsForm()},
        Field("learnt", &Lesson::learnt, form::text()).unlessDefault(&Lesson::learnt),
        {"level", &Lesson::level, form::choiceOf(kLessonLevels)},
        Field("minutes", &Lesson::minutes, form::integer(1, kMostLessonMinutes)).unlessDefault(&Lesson::minutes),
        Field("needs", &Lesson::needs, form::list(form::text())).unlessDefault(&Lesson::needs),
        Field("problem", "", readProblem,
              [](json::Writer& writer, const Lesson& lesson, const Frame&) { writeProblem(writer, lesson.problem); })
            .required(),
        {"start", "",
         [](const json::Node& node, Lesson& lesson, Frame& frame, Trouble& trouble) {
             lesson.start = sourceFrom(node, lesson.problem, frame, trouble);
         },
         [](json::Writer& writer, const Lesson& lesson, const Frame&) {
             writeSource(writer, lesson.start, lesson.problem);
         }},
        {"allowed", &Lesson::allowed, form::list(form::choiceOf(kAllEdits))},
        {"microbatches", &Lesson::microbatches, form::object(rangeFields())},
        Field("generators", &Lesson::generators, form::list(form::of(generatorFrom)))
            .unlessDefault(&Lesson::generators),
        {"locked", &Lesson::locked, patternsForm()},
        Field("goals", "", readGoals,
              [](json::Writer& writer, const Lesson& lesson, const Frame&) {
                  writeGoals(writer, lesson.goals, json::Layout::Lines, lesson.problem);
              })
            .required(),
        {"a_step_on_the_way", &Lesson::step, form::boolean()},
        {"score", "", readScore, writeScore},
        {"help", &Lesson::help, form::choiceOf(kHelpLevels)},
        {"iterations", &Lesson::iterations, form::integer(1, kMostLessonIterations)},
        {"hints", &Lesson::hints, textsForm()},
        Field(
            "solution", "",
            [](const json::Node& node, Lesson& lesson, Frame& frame, Trouble& trouble) {
                lesson.solution = sourceFrom(node, lesson.problem, frame, trouble);
            },
            [](json::Writer& writer, const Lesson& lesson, const Frame&) {
                writeSource(writer, *lesson.solution, lesson.problem);
            })
            .orNull()
            .when(&Lesson::solution),
        translationsField()};
    return kFields;
}

Lesson lessonFromNode(const json::Node& root, Trouble& trouble) {
    Lesson lesson;
    Frame frame;
    checkHeader(root, "lanewright-lesson", phrase("file", "this JSON is no Lanewright lesson"), trouble);
    readMembers(root, lessonFields(), lesson, frame, trouble);
    if (!trouble)
        checkChoices(root, lesson, trouble);
    if (!trouble)
        lesson.unknown = unknownIn(root, lessonFields().keys);
    return lesson;
}

} // namespace

bool isLesson(std::string_view text) { return isOfFormat(text, "lanewright-lesson"); }

bool isLessonFile(std::string_view path, std::string_view text) {
    return path.ends_with(".lwlesson") || isLesson(text);
}

Result<Lesson> lessonFromJson(std::string_view text) { return readText(text, lessonFromNode); }

Result<Lesson> openLesson(const std::string& path) {
    const Result<std::string> text = readFile(path, {.waitsForPipes = false});
    if (!text)
        return text.error();
    return lessonFromJson(*text);
}

std::string lessonToJson(const Lesson& lesson) {
    json::Writer writer;
    writeWithUnknown(writer, lessonFields(), lesson, {}, lesson.unknown);
    return writer.take() + "\n";
}

} // namespace lanewright
