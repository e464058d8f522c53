// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"

#include "core/generate/families.h"
#include "core/generate/one_chunk.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace lanewright {

namespace {

constexpr std::string_view kZeroBubble =
    "Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism. ICLR 2024, arXiv:2401.10241";

// In closed forms p is the number of ranks, m of microbatches, C the transfer time, and S = T_F + T_B + T_W.
constexpr std::array kGenerators = {
    Generator{.name = "gpipe",
              .title = "GPipe",
              .summary = "All forwards, then all backwards; holds every microbatch at once",
              .parameters = "",
              .closedForm = "(m + p − 1)·S + 2·(p − 1)·C",
              .source = "Huang et al.: GPipe. NeurIPS 2019, arXiv:1811.06965",
              .splitsBackward = false,
              .prepare = joinChunks,
              .make = makeGpipe},
    Generator{.name = "1f1b",
              .title = "1F1B",
              .summary = "One forward, one backward in turn; holds p microbatches at most",
              .parameters = "",
              .closedForm = "(m + p − 1)·S + (2·(p − 1)·(m/p + 1) − 2)·C, when p > 1 divides m and S ≥ 2·C",
              .source =
                  "Narayanan et al.: Memory-Efficient Pipeline-Parallel DNN Training (PipeDream-Flush). ICML 2021, "
                  "arXiv:2006.09503; Megatron-LM, arXiv:2104.04473",
              .splitsBackward = false,
              .prepare = joinChunks,
              .make = makeOneForwardOneBackward},
    Generator{.name = "zb-h1",
              .title = "ZB-H1",
              .summary = "1F1B with B and W apart: W fills the cool-down, in the memory of 1F1B",
              .parameters = "",
              .closedForm = "m·S + (p − 1)·(T_F + T_B − T_W + 4·C)",
              .source = kZeroBubble,
              .prepare = joinChunks,
              .make = makeZbH1},
    Generator{.name = "zb-h2",
              .title = "ZB-H2",
              .summary = "More forwards ahead fill the warm-up too, in up to twice the memory of 1F1B",
              .parameters = "",
              .closedForm = "m·S + (p − 1)·(T_F + T_B − 2·T_W + 2·C), when that term is not negative",
              .source = kZeroBubble,
              .prepare = joinChunks,
              .make = makeZbH2},
};

std::string counted(int count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string microbatchesOf(const Plan& problem) {
    return counted(problem.schedule.microbatches, "microbatch", "microbatches");
}

Error unknownName(std::string_view name) {
    std::string names;
    for (const Generator& generator : kGenerators)
        names += (names.empty() ? "" : ", ") + std::string{generator.name};
    return Error{"there is no generator named '" + std::string{name} + "'; there are " + names};
}

// Whether the sum of all times may come near what a Time can hold.
bool timesOverflow(const Plan& problem) {
    double work = 0;
    for (const std::vector<StageCosts>& direction : problem.costs.stages)
        for (const StageCosts& stage : direction)
            work += static_cast<double>(stage.forward) + static_cast<double>(stage.backwardInput) +
                    static_cast<double>(stage.backwardWeight) + static_cast<double>(stage.recompute.value_or(0));
    double farthest = static_cast<double>(problem.costs.transfer.every);
    for (const Time each : problem.costs.transfer.matrix)
        farthest = std::max(farthest, static_cast<double>(each));
    work += 2.0 * problem.schedule.stages() * farthest;
    return work * problem.schedule.microbatches > static_cast<double>(std::numeric_limits<Time>::max()) / 8;
}

bool memoryOverflows(const Plan& problem) {
    double held = 0;
    for (const std::vector<StageMemory>& direction : problem.memory.stages)
        for (const StageMemory& stage : direction)
            held += static_cast<double>(stage.forward) + static_cast<double>(stage.recompute);
    return held * problem.schedule.microbatches > static_cast<double>(std::numeric_limits<Bytes>::max()) / 8;
}

std::optional<Error> unfit(const Plan& problem) {
    const Schedule& schedule = problem.schedule;
    if (schedule.ranks() < 1 || schedule.stages() < 1)
        return Error{"the problem has no stages to order", "placement"};
    if (schedule.microbatches < 1)
        return Error{"the problem has no microbatches to order", "microbatches"};
    const std::int64_t perMicrobatch = std::int64_t{2} + problem.costs.weightParts;
    const std::int64_t ops = perMicrobatch * std::max(schedule.stages(), schedule.ranks()) * schedule.microbatches;
    if (ops > kMostOps)
        return Error{counted(schedule.stages(), "stage", "stages") + " and " + microbatchesOf(problem) + " make " +
                         std::to_string(ops) + " ops; at most " + std::to_string(kMostOps) + " are made",
                     "microbatches"};
    if (timesOverflow(problem))
        return Error{"the times of this problem add up to more than can be counted", "costs"};
    if (memoryOverflows(problem))
        return Error{"the memory of this problem adds up to more than can be counted", "memory"};
    return {};
}

std::string titleOf(const Generator& generator, const Plan& problem, bool replaced) {
    return std::string{generator.title} + ", " + counted(problem.schedule.ranks(), "rank", "ranks") + ", " +
           microbatchesOf(problem) + (replaced ? ", re-placed" : "");
}

} // namespace

std::span<const Generator> generators() { return kGenerators; }

const Generator* findGenerator(std::string_view name) {
    const auto* found = std::ranges::find(kGenerators, name, &Generator::name);
    return found == kGenerators.end() ? nullptr : found;
}

Result<Plan> generate(std::string_view name, const Plan& problem) {
    const Generator* generator = findGenerator(name);
    if (!generator)
        return unknownName(name);
    if (auto error = unfit(problem))
        return *std::move(error);
    Plan plan = generator->prepare(problem);
    plan.title = titleOf(*generator, plan, plan.schedule.placement != problem.schedule.placement);
    Result<Schedule> schedule = generator->make(plan);
    if (!schedule)
        return schedule.error();
    plan.schedule = *std::move(schedule);
    return plan;
}

} // namespace lanewright
