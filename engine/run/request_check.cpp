// SPDX-License-Identifier: Apache-2.0
#include "engine/run/request_check.h"

#include "core/check/validate.h"
#include "core/io/files.h"
#include "core/model/limits.h"
#include "core/model/sample_tokens.h"
#include "core/model/text.h"

#include "engine/gpt/corpus.h"
#include "engine/gpt/packed_weights.h"
#include "engine/gpt/workspace.h"
#include "engine/ranks/process_map.h"
#include "engine/run/planned_memory.h"
#include "engine/run/stage_settings.h"
#include "engine/run/state_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unistd.h>

namespace lanewright::engine {

namespace {

constexpr double kGibi = 1024.0 * 1024.0 * 1024.0;

struct Bound {
    Phrase name;
    int value;
    int least;
    int most;
};

Result<Done> checkBounds(const Bound& bound) {
    if (bound.value >= bound.least && bound.value <= bound.most)
        return Done{};
    return Error{say(phrase("engine", "the model's %1 is %2; it must be between %3 and %4"), say(bound.name),
                     bound.value, bound.least, bound.most)};
}

/// Which GPUs are to be taken, and by whom.
Result<Done> checkGpus(const RunRequest& request, bool inProcess) {
    if (request.backend != "cuda")
        return request.gpus.empty() && request.processOfRank.empty()
                   ? Result<Done>{Done{}}
                   : Error{say(phrase("engine", "GPUs are for the backend cuda; the backend %1 has none"),
                               request.backend)};
    const int ranks = request.plan.schedule.ranks();
    const int processes = request.processOfRank.empty() ? 1 : *std::ranges::max_element(request.processOfRank) + 1;
    if (!request.processOfRank.empty())
        if (const Result<ProcessMap> processMap = processMapFor(ranks, processes, request.processOfRank); !processMap)
            return processMap.error();
    if (inProcess && processes > 1)
        return Error{say(phrase("engine", "the ranks are to sit on %1 GPUs, which takes a process for each; start the "
                                          "engine with mpirun -np %2"),
                         processes, processes)};
    return Done{};
}

Result<Done> checkSettings(const RunRequest& request, bool sharedMemory) {
    if (request.backend != "cpu" && request.backend != "cuda")
        return Error{
            say(phrase("engine", "there is no backend \"%1\"; there are cpu and cuda"), request.backend.substr(0, 40))};
    if (Result<Done> checked = checkGpus(request, sharedMemory); !checked)
        return checked;
    if (request.backend != "cuda" && request.traceKernels)
        return Error{
            say(phrase("engine", "only a GPU has kernels to trace, and the backend %1 has none"), request.backend)};
    if (request.backend == "cuda" && request.paced)
        return Error{
            say(phrase("engine", "the backend cuda runs at full speed only; a paced run needs the backend cpu"))};
    constexpr int kMostThreads = 256;
    if (request.threads < 1 || request.threads > kMostThreads)
        return Error{say(phrase("engine", "a rank computes with 1 to %1 threads; %2 were asked for"), kMostThreads,
                         request.threads)};
    if (request.steps < 1)
        return Error{say(phrase("engine", "a run has at least one step; %1 were asked for"), request.steps)};
    const OptimizerSettings& optimizer = request.optimizer;
    if (!std::isfinite(optimizer.learningRate) || optimizer.learningRate < 0)
        return Error{say(phrase("engine", "the learning rate must be a number that is not negative"))};
    return Done{};
}

/// The programs must run exactly the plan's order.
Result<Done> checkOrder(const RunRequest& request) {
    const Schedule& schedule = request.plan.schedule;
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        std::vector<Block> blocks;
        for (const Instruction& instruction : request.programs[rank].code)
            if (instruction.act == Act::Run)
                blocks.push_back(instruction.block);
        if (blocks != schedule.order[rank])
            return Error{say(phrase("engine", "the program of rank %1 does not run the plan's order"), rank)};
    }
    return Done{};
}

Result<Done> checkMemory(const RunRequest& request, bool sharedMemory) {
    const double there = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    double all = 0;
    for (int rank = 0; rank < request.plan.schedule.ranks(); ++rank) {
        const double own = memoryOf(request, rank);
        all += own;
        const double needed = sharedMemory ? all : own;
        if (needed > there)
            return Error{say(
                sharedMemory ? phrase("engine", "the ranks up to %1 would need %2 GiB of memory; this machine has %3")
                             : phrase("engine", "rank %1 would need %2 GiB of memory; this machine has %3"),
                rank, std::llround(needed / kGibi), std::llround(there / kGibi))};
    }
    return Done{};
}

} // namespace

Result<Done> checkModel(const ModelSpec& model, int stages) {
    // Generous bounds that keep every product of two of them inside 63 bits.
    const std::array bounds{Bound{phrase("engine", "number of layers"), model.layers, 0, 10'000},
                            Bound{phrase("engine", "width"), model.width, 1, 65'536},
                            Bound{phrase("engine", "number of heads"), model.heads, 1, 4'096},
                            Bound{phrase("engine", "context"), model.context, 1, 65'536},
                            Bound{phrase("engine", "vocabulary"), model.vocabulary, 256, 1'000'000},
                            Bound{phrase("engine", "batch"), model.batch, 1, 16'384}};
    for (const Bound& bound : bounds)
        if (Result<Done> checked = checkBounds(bound); !checked)
            return checked;
    if (model.width % model.heads != 0)
        return Error{
            say(phrase("engine", "the model's width %1 is not a multiple of its %2 heads"), model.width, model.heads)};
    const std::vector<int> layers = layersOf(model, stages);
    if (static_cast<int>(layers.size()) != stages)
        return Error{
            say(phrase("engine", "the model is cut into %1 stages; the schedule has %2"), layers.size(), stages)};
    if (std::ranges::any_of(layers, [](int count) { return count < 0 || count > 10'000; }) ||
        std::accumulate(layers.begin(), layers.end(), 0) != model.layers)
        return Error{say(phrase("engine", "the layers of the stages do not add up to the model's %1"), model.layers)};
    // One value between stages is one message.
    const double value = 4.0 * model.batch * model.context * model.width;
    if (value > 2.0 * kGibi - 4096)
        return Error{
            say(phrase("engine", "a value between two stages would be larger than 2 GiB; take a smaller batch, "
                                 "context or width"))};
    return Done{};
}

double memoryOf(const RunRequest& request, int rank) {
    const Placement& placement = request.plan.schedule.placement;
    const Program& program = request.programs[rank];
    double weights = 0;
    double largest = 0;
    double packed = 0;
    for (const StageCopy& copy : copiesOn(placement, rank)) {
        const ParameterLayout layout(request.model, shapeOf(request.model, placement.stages(), copy.stage));
        weights += static_cast<double>(layout.count());
        largest = std::max(largest, static_cast<double>(layout.count()));
        packed += static_cast<double>(PackedWeights::countFor(layout, request.precision));
    }
    const Sizes sizes{request.model};
    const double values = (program.slots + 4.0) * static_cast<double>(sizes.boundary());
    const auto work = static_cast<double>(Workspace::countFor(sizes, request.threads));
    // Gradients, and in each bank weights and two moments.
    const double state = (1.0 + 3 * banksOn(request, rank)) * weights;
    return 4.0 * (state + (1.0 + program.staged) * largest + packed + values + work) +
           static_cast<double>(plannedPeaks(request)[rank]);
}

Result<Done> checkRequest(const RunRequest& request, bool sharedMemory) {
    if (Result<Done> checked = checkSettings(request, sharedMemory); !checked)
        return checked;
    for (const Finding& finding : validate(request.plan))
        if (finding.severity == Severity::Error)
            return Error{say(phrase("engine", "the schedule is not valid: %1"), finding.message)};
    if (request.plan.isProblem())
        return Error{say(phrase("engine", "the plan has no order"))};
    if (const Result<Done> proved = proveDeadlockFree(request.programs, request.plan); !proved)
        return Error{say(phrase("engine", "the programs can't be run: %1"), proved.error().message)};
    if (Result<Done> checked = checkOrder(request); !checked)
        return checked;
    if (Result<Done> checked = checkModel(request.model, request.plan.schedule.stages()); !checked)
        return checked;
    if (Result<Done> checked = checkShapes(request.model, request.plan); !checked)
        return checked;
    if (request.fault && request.fault->rank >= request.plan.schedule.ranks())
        return Error{say(phrase("engine", "there is no rank %1 that could come to harm"), request.fault->rank)};
    // What a GPU has room for shows when it is asked for.
    return request.backend == "cuda" ? Result<Done>{Done{}} : checkMemory(request, sharedMemory);
}

Result<Corpus> corpusFor(const RunRequest& request, std::optional<std::string> given) {
    const bool cameAlong = given.has_value();
    std::string text = cameAlong ? *std::move(given) : builtInText();
    if (!cameAlong && !request.data.empty()) {
        Result<std::string> file = readFile(request.data, {.most = kMaxTextBytes});
        if (!file)
            return Error{say(phrase("engine", "the text to learn could not be read: %1"), file.error().message),
                         file.error().where};
        text = *std::move(file);
    }
    if (text.size() > kMaxTextBytes)
        return Error{say(phrase("engine", "the text to learn has more than 256 MiB"))};
    Result<Corpus> corpus = corpusOf(std::move(text), request);
    if (!corpus)
        return corpus;
    if (const Result<Done> checked = checkFolders(request, *corpus); !checked)
        return checked.error();
    return corpus;
}

Result<Corpus> corpusOf(std::string text, const RunRequest& request) {
    return Corpus::make(std::move(text), request.model, request.seed, request.validation.share);
}

Result<Done> checkFolders(const RunRequest& request, const Corpus& corpus) {
    if (!request.save.empty())
        if (Result<Done> ready = prepareFolder(request.save); !ready)
            return ready;
    if (request.resume.empty())
        return Done{};
    const Result<Checkpoint> page = openCheckpoint(request.resume);
    if (!page)
        return page.error();
    if (page->textHash != corpus.hash())
        return Error{
            say(phrase("engine", "the training state is of another text than %1, or the text has changed since"),
                request.data.empty() ? say(phrase("engine", "the built-in one")) : Message{request.data}),
            request.resume};
    return checkState(request.resume, *page, request.model);
}

} // namespace lanewright::engine
