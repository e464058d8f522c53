// SPDX-License-Identifier: Apache-2.0
#include "core/generate/problem.h"

#include "core/generate/placing.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lanewright {

namespace {

struct Range {
    const char* name;
    std::int64_t value;
    std::int64_t least;
    std::int64_t most;
};

std::optional<Error> outOfRange(const Range& range) {
    if (range.value >= range.least && range.value <= range.most)
        return {};
    return Error{std::string{range.name} + " must be between " + std::to_string(range.least) + " and " +
                     std::to_string(range.most) + ", not " + std::to_string(range.value),
                 range.name};
}

std::optional<Error> negative(const char* name, std::int64_t value) {
    if (value >= 0)
        return {};
    return Error{std::string{name} + " must not be negative", name};
}

std::optional<Error> faultOf(const UniformProblem& numbers) {
    for (const Range& range :
         {Range{"ranks", numbers.ranks, 1, 4096}, Range{"microbatches", numbers.microbatches, 1, 1'048'576},
          Range{"chunks", numbers.chunks, 1, 64},
          Range{"chunks of all ranks", std::int64_t{numbers.ranks} * numbers.chunks, 1, kMostStages},
          Range{"parts of W", numbers.weightParts, 1, 64}})
        if (auto error = outOfRange(range))
            return error;
    const std::pair<const char*, std::int64_t> amounts[] = {
        {"the time of F", numbers.forward},
        {"the time of B", numbers.backwardInput},
        {"the time of W", numbers.backwardWeight},
        {"the transfer time", numbers.transfer},
        {"the time of an overlapped pair", numbers.overlapped.value_or(0)},
        {"the memory of F", numbers.memory.forward},
        {"the memory of R", numbers.memory.recompute},
        {"the static memory", numbers.memory.fixed},
        {"the memory limit", numbers.memoryLimit.value_or(0)},
    };
    for (const auto& [name, value] : amounts)
        if (auto error = negative(name, value))
            return error;
    if (numbers.memory.backwardInput > 0 || numbers.memory.backwardWeight > 0)
        return Error{say(phrase("refusal", "B and W free memory: their changes must not be above zero")), "memory"};
    if (numbers.memory.forward + numbers.memory.recompute !=
        -numbers.memory.backwardInput - numbers.memory.backwardWeight)
        return Error{say(phrase("refusal", "B and W must free what F allocates, no more and no less")), "memory"};
    return {};
}

} // namespace

Result<Plan> problemOf(const UniformProblem& numbers) {
    if (auto error = faultOf(numbers))
        return *std::move(error);
    Plan problem{.timeUnit = numbers.timeUnit, .memoryUnit = numbers.memoryUnit};
    const int stages = numbers.ranks * numbers.chunks;
    problem.schedule.placement = looped(numbers.ranks, stages);
    problem.schedule.microbatches = numbers.microbatches;
    problem.costs.transfer.every = numbers.transfer;
    problem.costs.weightParts = numbers.weightParts;
    problem.costs.stages.resize(1);
    problem.memory.stages.resize(1);
    for (int stage = 0; stage < stages; ++stage) {
        const int chunk = stage / numbers.ranks;
        problem.costs.stages[0].push_back({.forward = shareOf(numbers.forward, chunk, numbers.chunks),
                                           .backwardInput = shareOf(numbers.backwardInput, chunk, numbers.chunks),
                                           .backwardWeight = shareOf(numbers.backwardWeight, chunk, numbers.chunks)});
        if (numbers.overlapped)
            problem.costs.stages[0].back().overlapped = shareOf(*numbers.overlapped, chunk, numbers.chunks);
        problem.memory.stages[0].push_back(memoryShare(numbers.memory, chunk, numbers.chunks));
    }
    if (numbers.memoryLimit)
        problem.memory.limit.assign(numbers.ranks, numbers.memoryLimit);
    return problem;
}

} // namespace lanewright
