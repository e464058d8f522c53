// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"

#include "core/base/decimal.h"
#include "core/io/quoted_text.h"
#include "core/model/title.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace lanewright {

namespace {

TimeUnit timeUnitFrom(const json::Node& root, Trouble& trouble) {
    using enum TimeUnit;
    return choiceIn(root, "time_unit", Unit, std::array{Ns, Us, Ms, S, Unit}, trouble);
}

MemoryUnit memoryUnitFrom(const json::Node& root, Trouble& trouble) {
    using enum MemoryUnit;
    return choiceIn(root, "memory_unit", Unit, std::array{B, KiB, MiB, GiB, Unit}, trouble);
}

OptimizerMode optimizerModeFrom(const json::Node& root, Trouble& trouble) {
    const auto node = root.find("optimizer_mode");
    if (!node)
        return OptimizerMode::Synchronous;
    const std::string key = stringFrom(*node, trouble);
    const std::optional<OptimizerMode> mode = optimizerModeFromKey(key);
    if (!mode)
        trouble.add(say(phrase("file", "must be %1 or %2, not %3"), inQuotes(keyOf(OptimizerMode::Synchronous)),
                        inQuotes(keyOf(OptimizerMode::PostValidated)), inQuotes(key)),
                    *node);
    return mode.value_or(OptimizerMode::Synchronous);
}

void checkLayers(const ModelSpec& model, const json::Node& node, Trouble& trouble) {
    const std::int64_t sum = std::accumulate(model.layersPerStage.begin(), model.layersPerStage.end(), std::int64_t{0});
    if (sum != model.layers)
        trouble.add(say(phrase("file", "adds up to %1 layers, but the model has %2"), sum, model.layers), node);
}

} // namespace

std::string pathOf(const json::Node& object, std::string_view key) {
    const std::string path = object.where();
    return path.empty() ? std::string{key} : path + "." + std::string{key};
}

ModelSpec modelFrom(const json::Node& node, int stages, Trouble& trouble) {
    ModelSpec model;
    if (!expect(node, json::Kind::Object, trouble))
        return model;
    model.layers = integerIn(node, "layers", model.layers, 1, 1 << 16, trouble);
    model.width = integerIn(node, "width", model.width, 1, 1 << 20, trouble);
    model.heads = integerIn(node, "heads", model.heads, 1, 1 << 16, trouble);
    model.context = integerIn(node, "context", model.context, 1, 1 << 20, trouble);
    model.vocabulary = integerIn(node, "vocabulary", model.vocabulary, 256, 1 << 24, trouble);
    model.batch = integerIn(node, "batch", model.batch, 1, 1 << 16, trouble);
    if (const auto seed = node.find("seed"))
        model.seed = unsignedFrom(*seed, trouble);
    if (!trouble && model.width % model.heads != 0)
        trouble.add(say(phrase("file", "width %1 is no multiple of %2 heads"), model.width, model.heads), node);
    const auto layers = node.find("layers_per_stage");
    if (layers && !layers->isNull() && expectList(*layers, stages, phrase("one per", "stage"), trouble)) {
        for (const json::Node entry : layers->children())
            model.layersPerStage.push_back(integerFrom(entry, 0, 1 << 16, trouble));
        checkLayers(model, *layers, trouble);
    }
    return model;
}

void writeModel(json::Writer& writer, const ModelSpec& model, std::string_view unknown) {
    writer.beginObject(json::Layout::Line);
    writer.key("layers").number(model.layers);
    writer.key("width").number(model.width);
    writer.key("heads").number(model.heads);
    writer.key("context").number(model.context);
    writer.key("vocabulary").number(model.vocabulary);
    writer.key("batch").number(model.batch);
    writer.key("seed").number(model.seed);
    if (!model.layersPerStage.empty()) {
        writer.key("layers_per_stage").beginArray(json::Layout::Line);
        for (const int layers : model.layersPerStage)
            writer.number(layers);
        writer.endArray();
    }
    writeUnknown(writer, unknown, "model", kModelKeys);
    writer.endObject();
}

namespace {

/// The parts of an argument, as the file has them after its rank.
constexpr std::array kArgumentTimes = {std::pair{"before", &Argument::before}, std::pair{"work", &Argument::work},
                                       std::pair{"wait", &Argument::wait}, std::pair{"wait_last", &Argument::waitLast},
                                       std::pair{"after", &Argument::after}};

std::optional<Argument> argumentFrom(const json::Node& proof, const Plan& plan, Trouble& trouble) {
    const auto node = proof.find("argument");
    if (!node || node->isNull() || !expect(*node, json::Kind::Object, trouble))
        return {};
    Argument argument;
    if (const auto rank = required(*node, "rank", trouble))
        argument.rank = integerFrom(*rank, 0, plan.schedule.ranks() - 1, trouble);
    if (const auto stage = node->find("stage")) {
        const int last = std::max(0, plan.schedule.stages() - 1);
        const int directions = static_cast<int>(plan.schedule.placement.directions.size());
        Argument::Part part{.stage = integerFrom(*stage, 0, last, trouble)};
        if (const auto direction = node->find("direction"))
            part.direction = integerFrom(*direction, 0, std::max(0, directions - 1), trouble);
        if (const auto around = node->find("around"))
            part.around = integerFrom(*around, 0, last, trouble);
        argument.part = part;
    }
    for (const auto& [key, time] : kArgumentTimes)
        if (const auto value = node->find(key))
            argument.*time =
                amountFrom(*value, {.least = 0, .most = kMaxTotalTime, .scale = scaleOf(plan.timeUnit)}, trouble);
    return argument;
}

void writeArgument(json::Writer& writer, const Argument& argument, Time scale, std::string_view unknown) {
    writer.beginObject(json::Layout::Line);
    writer.key("rank").number(argument.rank);
    if (argument.part) {
        writer.key("direction").number(argument.part->direction);
        writer.key("stage").number(argument.part->stage);
        writer.key("around").number(argument.part->around);
    }
    for (const auto& [key, time] : kArgumentTimes)
        writer.key(key).numeral(decimalFromTicks(argument.*time, scale));
    writeUnknown(writer, unknown, "proof.argument", kArgumentKeys);
    writer.endObject();
}

} // namespace

Proof proofFrom(const json::Node& node, const Plan& plan, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return {};
    const auto objective = required(node, "objective", trouble);
    const auto bound = required(node, "lower_bound", trouble);
    if (!objective || !bound)
        return {};
    const std::optional<Objective> proved = objectiveFromText(stringFrom(*objective, trouble));
    if (!proved) {
        addNoneOf("iteration, makespan, period, longest_span", stringFrom(*objective, trouble), *objective, trouble);
        return {};
    }
    const Time scale = scaleOf(plan.timeUnit);
    const auto proofOfAtLeast = [&](const Fraction& value) {
        return proofFor(plan, *proved, value, stringIn(node, "by", "", trouble), argumentFrom(node, plan, trouble));
    };
    if (bound->kind() != json::Kind::String)
        return proofOfAtLeast({amountFrom(*bound, {.least = 0, .most = kMaxTotalTime, .scale = scale}, trouble), 1});
    const Result<Fraction> fraction = fractionFromText(stringFrom(*bound, trouble), scale);
    if (!fraction)
        trouble.add(fraction.error().message, *bound);
    return proofOfAtLeast(fraction ? *fraction : Fraction{});
}

void writeProof(json::Writer& writer, const Proof& proof, Time scale, std::string_view unknown) {
    writer.beginObject(json::Layout::Line);
    writer.key("objective").string(toText(proof.objective));
    writer.key("lower_bound");
    if (proof.lowerBound.denominator == 1)
        writer.numeral(decimalFromTicks(proof.lowerBound.numerator, scale));
    else
        writer.string(fractionText(proof.lowerBound, scale));
    writer.key("by").string(proof.by);
    if (proof.argument) {
        writer.key("argument");
        writeArgument(writer, *proof.argument, scale, unknown);
    }
    writeUnknown(writer, unknown, "proof", kProofKeys);
    writer.endObject();
}

void checkTotals(const json::Node& root, const Plan& plan, Trouble& trouble) {
    if (const Result<Done> fits = lanewright::checkTotals(plan); !fits)
        trouble.add(fits.error().message, pathOf(root, fits.error().where.text()));
}

namespace {

/// All but the order.
Plan partsFromNode(const json::Node& root, Trouble& trouble) {
    Plan plan;
    plan.title = title::read(stringIn(root, "title", "", trouble));
    plan.timeUnit = timeUnitFrom(root, trouble);
    plan.memoryUnit = memoryUnitFrom(root, trouble);
    readPlacement(root, plan.schedule, trouble);
    if (trouble)
        return plan;
    plan.costs = costsFrom(root, plan.schedule.placement, scaleOf(plan.timeUnit), trouble);
    plan.memory = memoryFrom(root, plan, trouble);
    setMicrobatches(plan, microbatchesFrom(root, plan, trouble));
    plan.optimizerMode = optimizerModeFrom(root, trouble);
    if (const auto model = root.find("model"); model && !model->isNull())
        plan.model = modelFrom(*model, plan.schedule.stages(), trouble);
    if (const auto proof = root.find("proof"); proof && !proof->isNull() && !trouble)
        plan.proof = proofFrom(*proof, plan, trouble);
    plan.unknown = unknownPlanKeys(root);
    return plan;
}

/// All but the order, into an open object.
void writeParts(json::Writer& writer, const Plan& plan) {
    writer.key("time_unit").string(toText(plan.timeUnit));
    writer.key("memory_unit").string(toText(plan.memoryUnit));
    writer.key("microbatches").number(plan.schedule.microbatches);
    writer.key("placement");
    writePlacement(writer, plan.schedule, plan.unknown);
    writer.key("costs");
    writeCosts(writer, plan.costs, scaleOf(plan.timeUnit), plan.unknown);
    writer.key("memory");
    writeMemory(writer, plan.memory, scaleOf(plan.memoryUnit), plan.unknown);
    if (plan.costs.microbatches.form() != MicrobatchCosts::Form::None) {
        writer.key("microbatch");
        writeMicrobatches(writer, plan);
    }
    if (plan.optimizerMode != OptimizerMode::Synchronous)
        writer.key("optimizer_mode").string(keyOf(plan.optimizerMode));
    if (plan.model) {
        writer.key("model");
        writeModel(writer, *plan.model, plan.unknown);
    }
    if (const Proof* proof = proofOf(plan)) {
        writer.key("proof");
        writeProof(writer, *proof, scaleOf(plan.timeUnit), plan.unknown);
    }
}

} // namespace

Plan planFromNode(const json::Node& root, Trouble& trouble) {
    checkHeader(root, "lanewright-schedule", phrase("file", "this JSON is no Lanewright schedule"), trouble);
    if (trouble)
        return {};
    Plan plan = partsFromNode(root, trouble);
    if (trouble)
        return plan;
    readOrder(root, plan, trouble);
    if (trouble)
        return plan;
    checkTotals(root, plan, trouble);
    if (!trouble)
        readVariants(root, plan, trouble);
    return plan;
}

Plan problemFromNode(const json::Node& node, Trouble& trouble) {
    Plan plan = partsFromNode(node, trouble);
    if (!trouble)
        checkTotals(node, plan, trouble);
    return plan;
}

void writePlan(json::Writer& writer, const Plan& plan) {
    writer.beginObject(json::Layout::Lines);
    writer.key("format").string("lanewright-schedule");
    writer.key("version").number(1);
    writer.key("title").string(plan.title.text());
    writeParts(writer, plan);
    if (!plan.isProblem())
        writeOrder(writer, plan.schedule.order, plan.costs.weightParts, scaleOf(plan.timeUnit));
    writeVariants(writer, plan);
    writeUnknown(writer, plan.unknown, "", kPlanKeys);
    writer.endObject();
}

void writeProblem(json::Writer& writer, const Plan& plan) {
    writer.beginObject(json::Layout::Lines);
    if (!plan.title.empty())
        writer.key("title").string(plan.title.text());
    writeParts(writer, plan);
    writeUnknown(writer, plan.unknown, "", kPlanKeys);
    writer.endObject();
}

} // namespace lanewright
