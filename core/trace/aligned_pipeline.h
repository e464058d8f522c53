// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/trace/clock_fit.h"
#include "core/trace/traced_pipelines.h"

#include <map>
#include <vector>

namespace lanewright {

/// What makes the clocks of some steps one.
struct StepClock {
    ClockFit fit = {};
    std::vector<Time> origins = {};

    Time at(int rank, Time time) const { return commonTime(fit, origins, rank, time); }
};

/// A pipeline on one clock.
struct AlignedPipeline {
    StepClock shared = {};                ///< one clock for all steps; where they share none that of the first
    std::map<int, StepClock> ofStep = {}; ///< where steps share no clock, by number; without those that no clocks fit
    std::vector<Time> uncertainty = {};   ///< how far each rank's clock may be off, over all steps
    int misfits = 0;                      ///< steps that no clocks fit

    /// The clock of a step; null where none fits.
    const StepClock* clockOf(int number) const {
        if (ofStep.empty())
            return &shared;
        const auto found = ofStep.find(number);
        return found == ofStep.end() ? nullptr : &found->second;
    }
};

/// Fits the clocks of a pipeline's ranks by what crosses between them. With `clockPerStep` each rank's clock begins
/// anew with each step; steps that no clocks fit are left out then. Fails where no clocks fit any step.
Result<AlignedPipeline> aligned(const TracedPipeline& pipeline, int stages, bool clockPerStep);

} // namespace lanewright
