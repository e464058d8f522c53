// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/lost_by_cause.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <optional>
#include <string>
#include <vector>

/// What fixes of lost time give and what they cost in memory, as far as that is known without a search.
namespace lanewright {

/// A fix of fill and drain as a generator makes it, with mean times of the job.
struct MadeFix {
    LossFix fix = LossFix::SplitBackward;
    std::string by = {}; ///< the generator
    Plan ran = {};       ///< the order that ran, with times to be held against those of `plan`
    Plan plan = {};
    int times = 1; ///< how many times the microbatches of `ran` the plan has

    double before() const; ///< makespans in ticks, `after` of as many microbatches as ran
    double after() const;
};

/// Those that are shorter than what ran; what holds no more memory first, then what gives more. None of orders with
/// pairs, R, several directions, or B and BW beside each other. Times are the means of stages, memory is what the run
/// measured, else what its plan says. A backward that was measured in one is split as the plan's costs split it, in
/// halves where they don't. Ends in time linear in ops.
std::vector<MadeFix> madeFixes(const Run& run, const JobGraph& job);

/// The most activations that a rank of the plan holds, in bytes.
Bytes mostMemory(const Plan& plan);

/// The same of an order of the run's ops, by what the run measured, else by what its plan says.
Bytes mostMemoryIn(const Run& run, const Schedule& order);
/// In which that is said.
MemoryUnit memoryUnitOf(const Run& run);

/// Puts beside each cause its fixes with what they give. `better` is the order that was found for cause `Order`.
void addEffects(LostByCause& lost, const Run& run, const JobGraph& job, const std::optional<Schedule>& better);

/// How long the pipeline takes at least when ops take these times, by family, and values none: the largest lower bound
/// of a makespan without limits of memory.
LeastTime leastTimeOf(const Run& run, const JobGraph& job);

} // namespace lanewright
