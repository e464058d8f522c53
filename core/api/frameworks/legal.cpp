// SPDX-License-Identifier: Apache-2.0
#include "core/api/frameworks/framework_verdicts.h"
#include "core/api/question_list.h"
#include "core/api/table.h"

#include "core/base/option_names.h"
#include "core/base/places.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/model/layout/layout_text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::api {

namespace {

struct LegalRequest {
    std::string name = {};
    int ranks = 4;
    std::optional<int> chunks = {};
    std::vector<int> microbatches = {};
    std::optional<int> group = {};
    std::optional<int> layers = {};
    std::string layout = {};
    std::optional<int> batch = {};
    int microBatch = 1;
    int copies = 1;
    std::vector<std::string> frameworks = {};
};

/// The shape that was asked about, what it costs, and the verdicts.
struct Legality {
    std::string order = {};
    AskedShape shape = {};
    std::optional<ShapeCost> cost = {};
    FrameworkVerdicts verdicts = {};
};

const Fields<ShapeCost> kAskedCostFields = {
    {"iteration_time", "of the first pass", &ShapeCost::iteration},
    {"bubble_share", "of the iteration", &ShapeCost::bubble},
    {"peak_memory", "activations of the rank with the most", &ShapeCost::peakMemory, In::Memory}};

const Fields<Legality> kLegalityFields = {
    {"legal", "each framework that was asked for runs it, of all at least one",
     [](const Legality& each) { return each.verdicts.areYes(); }},
    {"order", "the generator", &Legality::order},
    {"ranks", "p", memberOf(&Legality::shape, &AskedShape::ranks)},
    {"chunks", "v, per rank", memberOf(&Legality::shape, &AskedShape::chunks)},
    {"microbatches", "m of each pass",
     [](const Legality& each) {
         std::vector<int> all{each.shape.microbatches};
         all.insert(all.end(), each.shape.others.begin(), each.shape.others.end());
         return all;
     }},
    {"group", "that was asked for, or null", memberOf(&Legality::shape, &AskedShape::group)},
    {"layers", "of the model, or null", memberOf(&Legality::shape, &AskedShape::layers)},
    {"cost", "of our generator's order, or null", objectOf<Legality>(&Legality::cost, kAskedCostFields)},
    {"frameworks", "a verdict of each",
     rowsOf<Legality>(memberOf(&Legality::verdicts, &FrameworkVerdicts::each), verdictFields(), json::Layout::Lines)}};

std::string textOfLegality(const Legality& legality) {
    const AskedShape& shape = legality.shape;
    std::string text = legality.order + ": " + counted(shape.ranks, "rank", "ranks") + ", " +
                       counted(shape.chunks, "chunk", "chunks") + ", " +
                       counted(shape.microbatches, "microbatch", "microbatches");
    for (const int other : shape.others)
        text += " and " + std::to_string(other);
    if (shape.group)
        text += ", groups of " + std::to_string(*shape.group);
    if (legality.cost)
        text += "; iteration " + periodText(legality.cost->iteration, legality.verdicts.units.time) + ", peak memory " +
                memoryText(legality.cost->peakMemory, legality.verdicts.units.memory);
    return text + "\n\n" + textOf(legality.verdicts);
}

/// Chunks per rank of the generator where nobody asks for others.
int usualChunks(const Generator& generator, int ranks) {
    const Result<Plan> problem = problemOf({.ranks = ranks});
    if (!problem)
        return 1;
    const Placement placement = preparedFor(generator, *problem).schedule.placement;
    return std::max(1, placement.stages() / placement.ranks);
}

Result<AskedShape> shapeFrom(const LegalRequest& request, const Generator& generator) {
    AskedShape shape{
        .orders = {request.name}, .ranks = request.ranks, .group = request.group, .layers = request.layers};
    const std::vector<int> passes = request.microbatches.empty() ? std::vector{8} : request.microbatches;
    shape.microbatches = passes.front();
    shape.others.assign(passes.begin() + 1, passes.end());
    shape.chunks = request.chunks.value_or(usualChunks(generator, request.ranks));
    if (!request.layout.empty()) {
        Result<std::vector<std::string>> layout = stagesFromLayout(request.layout);
        if (!layout)
            return Error{within(layout.error().where, layout.error().message), optionNamed("--layout")};
        if (!request.chunks)
            shape.chunks = std::max(1, static_cast<int>(layout->size()) / request.ranks);
        shape.layout = *std::move(layout);
    }
    if (request.batch)
        shape.batch = BatchSizes{.global = *request.batch, .micro = request.microBatch, .copies = request.copies};
    return shape;
}

/// An order of each pass.
std::vector<Result<Plan>> plansOf(const AskedShape& shape, const std::string& generator, const WholeCosts& whole) {
    std::vector<Result<Plan>> plans{planOf(shape, generator, whole)};
    for (const int other : shape.others) {
        AskedShape pass = shape;
        pass.microbatches = other;
        plans.push_back(planOf(pass, generator, whole));
    }
    return plans;
}

Reply legal(const LegalRequest& request, const Asker&) {
    const Generator* const generator = findGenerator(request.name);
    if (!generator)
        return refused(Exit::Usage, "", generate(request.name, {}).error());
    const Result<AskedFrameworks> asked = frameworksFrom(request.frameworks);
    if (!asked)
        return refused(Exit::Usage, "", asked.error());
    if (const Result<Done> fits = checkChoices(*generator, Choices{.group = request.group}); !fits)
        return refused(Exit::Usage, "", fits.error());
    const Result<AskedShape> shape = shapeFrom(request, *generator);
    if (!shape)
        return refused(Exit::Usage, "", shape.error());
    const WholeCosts whole = WholeCosts::ofUnits(request.ranks);
    Legality legality{.order = request.name, .shape = *shape, .cost = costOf(*shape, request.name, whole)};
    legality.verdicts = verdictsOn(*asked, *shape, plansOf(*shape, request.name, whole), whole);
    const Exit exit = legality.verdicts.areYes() ? Exit::Done : Exit::No;
    const Units units = legality.verdicts.units;
    return answered(std::move(legality), kLegalityFields, units, textOfLegality, exit);
}

constexpr const char* kLegalFooter = R"(
Of each framework: which schedule of its own makes the order with these numbers, or that it runs only from a CSV, as
PyTorch and TorchTitan load one; else which of its rules refuses them, the nearest values of each number that it takes,
and what each of those costs: simulated, of equal stages that together cost what those asked about do, a unit for F, B
and W per rank.
Several microbatches are several passes, such as training and log-probabilities: the group stays what it is for all.

A framework may be named with a release, megatron@0.9. The rules stand in schedules/FRAMEWORKS.md, with their sources.
The exit code is 1 where a framework that is named does not run it, from a CSV neither; of all, where none does.

Examples:
  lanewright-cli legal interleaved-1f1b -p 6 -v 2 -m 3
  lanewright-cli legal interleaved-1f1b -p 4 -v 2 -m 64,8 --group 16 --for megatron
  lanewright-cli legal interleaved-1f1b -p 4 -v 2 -m 8 --layers 30 --layout 'Et*3|(t*4|)*6,t*3L' --for megatron,mindspeed
  lanewright-cli legal gpipe -p 8 -m 2 --for pytorch@2.9 --json)";

} // namespace

Question legalQuestion() {
    using R = LegalRequest;
    constexpr int kMost = 1 << 20;
    return question<R>(
        "legal", "Which frameworks run an order of so many ranks, chunks and microbatches, and what comes nearest",
        kLegalFooter,
        {option<R>("NAME", &R::name, "The generator; see lanewright-cli list")
             .required()
             .completing(Completes::Generators),
         option<R>("-p,--ranks", &R::ranks, "Ranks (4)").range(1, 4096),
         option<R>("-v,--chunks", &R::chunks, "Chunks per rank (as the generator or the layout has)").range(1, 64),
         option<R>("-m,--microbatches", &R::microbatches, "Microbatches; of several passes with commas: 64,8 (8)")
             .separatedBy(',')
             .range(1, kMost),
         option<R>("--group", &R::group, "Microbatches that pass a chunk one after the other (as the framework does)")
             .range(1, kMost),
         option<R>("--layers", &R::layers, "Layers of the model").range(1, kMost),
         option<R>("--layout", &R::layout, "Megatron's --pipeline-model-parallel-layout"),
         option<R>("--batch", &R::batch, "Samples of an iteration of the first pass, of all data-parallel copies")
             .range(1, kMost),
         option<R>("--micro-batch", &R::microBatch, "Samples of a microbatch (1)").range(1, kMost).with("--batch"),
         option<R>("--copies", &R::copies, "Data-parallel copies (1)").range(1, kMost).with("--batch"),
         frameworksOption<R>(&R::frameworks,
                             "Frameworks with commas: pytorch, torchtitan, megatron, deepspeed, mindspeed, primus; "
                             "with a release megatron@0.9; all, of which one will do (all)")},
        legal, kLegalityFields);
}

} // namespace lanewright::api
