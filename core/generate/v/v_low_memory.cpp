// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/bounds.h"
#include "core/generate/families.h"
#include "core/generate/memory_limits.h"
#include "core/generate/v/v_board.h"
#include "core/generate/v/v_pattern.h"
#include "core/generate/v/v_shape.h"
#include "core/generate/v/zbv.h"
#include "core/simulate/memory.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

/// The limits of the instance, and no more than its pattern takes: on every rank as many microbatches as that has on
/// its fullest one.
std::vector<Bytes> patternLimits(const Instance& instance, const std::vector<Bytes>& peaks) {
    std::vector<Bytes> wholes(instance.ranks()); // what one microbatch takes of each rank
    for (const Chunk& chunk : instance.chunks)
        wholes[chunk.rank] += chunk.forwardMemory;
    double most = 0;
    for (int rank = 0; rank < instance.ranks(); ++rank)
        if (wholes[rank] > 0)
            most = std::max(most, static_cast<double>(peaks[rank]) / static_cast<double>(wholes[rank]));
    std::vector<Bytes> limits = instance.limit;
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        const Bytes meant = std::llround(most * static_cast<double>(wholes[rank]));
        limits[rank] = std::min(limits[rank], std::max(meant, peaks[rank]));
    }
    return limits;
}

/// As if each B did the work of its W, too, and W took nothing.
Instance fusedInstance(Instance instance) {
    instance.weightParts = 1;
    for (Chunk& chunk : instance.chunks) {
        chunk.backward += std::exchange(chunk.weight, 0);
        chunk.backwardMemory += std::exchange(chunk.weightMemory, 0);
    }
    for (EachTime& each : instance.each)
        for (std::size_t microbatch = 0; microbatch < each.weight.size(); ++microbatch)
            each.backward[microbatch] += std::exchange(each.weight[microbatch], 0);
    return instance;
}

/// The pattern's order, as `written`; or a shorter one for these costs that the automatic method finds in the pattern's
/// memory.
Result<Schedule> improved(const Plan& problem, Instance instance, const Sequences& sequences, const char* method,
                          const auto& written) {
    const Result<Schedule> pattern = withinLimits(problem, written(sequences), method);
    if (!pattern)
        return pattern.error();
    instance.limit = patternLimits(instance, peakMemory(*pattern, problem.memory, problem.costs.weightParts));
    const Fraction least = lowerBounds(problem, Objective::LongestSpan, BoundEffort::Instant).front().value;
    return written(bestOnV(instance, least, sequences));
}

Result<Schedule> improved(const Plan& problem, const RepeatedPattern& pattern, const char* method) {
    const Instance instance = instanceOf(problem);
    return improved(problem, instance, squeezedSequences(pattern, instance), method,
                    [&](const Sequences& sequences) { return scheduleOf(problem, sequences); });
}

} // namespace

Result<Schedule> makeVMin(const Plan& problem, const Choices&) {
    return improved(problem, vMinPattern(problem.schedule.ranks()), "V-Min");
}

Result<Schedule> makeVHalf(const Plan& problem, const Choices&) {
    return improved(problem, vHalfPattern(problem.schedule.ranks()), "V-Half");
}

Result<Schedule> makeOneForwardOneBackwardV(const Plan& problem, const Choices&) {
    Plan whole = problem;
    whole.costs.weightParts = 1;
    const Instance instance = fusedInstance(instanceOf(whole));
    return improved(problem, instance, fusedSequences(instance), "1F1B-V",
                    [&](const Sequences& sequences) { return fused(scheduleOf(whole, sequences)); });
}

} // namespace lanewright
