// SPDX-License-Identifier: Apache-2.0
#include "core/generate/problem.h"

#include "core/generate/placing.h"

#include <cstdint>
#include <optional>

namespace lanewright {

namespace {

struct Range {
    Phrase name;
    std::int64_t value = 0;
    std::int64_t least = 0;
    std::optional<std::int64_t> most = {}; ///< none: any
};

Result<Done> checkRange(const Range& range) {
    const auto& [name, value, least, most] = range;
    if (value >= least && value <= most.value_or(value))
        return Done{};
    return Error{most ? say(phrase("problem", "%1 must be between %2 and %3, not %4"), say(name), least, *most, value)
                      : say(phrase("problem", "%1 must not be negative"), say(name)),
                 say(name)};
}

Result<Done> checkNumbers(const UniformProblem& numbers) {
    const std::int64_t stages = std::int64_t{numbers.ranks} * numbers.chunks;
    for (const Range& range :
         {Range{phrase("problem", "ranks"), numbers.ranks, 1, 4096},
          Range{phrase("problem", "microbatches"), numbers.microbatches, 1, 1'048'576},
          Range{phrase("problem", "chunks"), numbers.chunks, 1, 64},
          Range{phrase("problem", "chunks of all ranks"), stages, 1, kMostStages},
          Range{phrase("problem", "parts of W"), numbers.weightParts, 1, 64},
          Range{phrase("problem", "the time of F"), numbers.forward},
          Range{phrase("problem", "the time of B"), numbers.backwardInput},
          Range{phrase("problem", "the time of W"), numbers.backwardWeight},
          Range{phrase("problem", "the transfer time"), numbers.transfer},
          Range{phrase("problem", "the time of an overlapped pair"), numbers.overlapped.value_or(0)},
          Range{phrase("problem", "the memory of F"), numbers.memory.forward},
          Range{phrase("problem", "the memory of R"), numbers.memory.recompute},
          Range{phrase("problem", "the static memory"), numbers.memory.fixed},
          Range{phrase("problem", "the memory limit"), numbers.memoryLimit.value_or(0)}})
        if (Result<Done> fits = checkRange(range); !fits)
            return fits;
    if (numbers.memory.backwardInput > 0 || numbers.memory.backwardWeight > 0)
        return Error{say(phrase("refusal", "B and W free memory: their changes must not be above zero")), "memory"};
    if (numbers.memory.forward + numbers.memory.recompute !=
        -numbers.memory.backwardInput - numbers.memory.backwardWeight)
        return Error{say(phrase("refusal", "B and W must free what F allocates, no more and no less")), "memory"};
    return Done{};
}

} // namespace

Result<Plan> problemOf(const UniformProblem& numbers) {
    if (Result<Done> fits = checkNumbers(numbers); !fits)
        return fits.error();
    Plan problem{.timeUnit = numbers.timeUnit, .memoryUnit = numbers.memoryUnit};
    problem.schedule = {.placement = linear(numbers.ranks), .microbatches = numbers.microbatches};
    problem.costs = uniform(numbers.ranks,
                            {.forward = numbers.forward,
                             .backwardInput = numbers.backwardInput,
                             .backwardWeight = numbers.backwardWeight,
                             .overlapped = numbers.overlapped},
                            numbers.transfer);
    problem.costs.weightParts = numbers.weightParts;
    problem.memory = uniformMemory(numbers.ranks, numbers.ranks, numbers.memory, numbers.memoryLimit);
    return placedInLoop(problem, numbers.chunks);
}

} // namespace lanewright
