// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"
#include "core/trace/aligned_pipeline.h"
#include "core/trace/op_places.h"

#include <vector>

namespace lanewright {

/// A step as runs hold it.
struct WrittenStep {
    StepRecord record = {};
    int clipped = 0; ///< ops that were cut
};

/// Writes one step of a pipeline: blocks, waits, halves of pairs, messages and transfers, on the common clock and from
/// the step's own zero, its first op, which is the record's start. An op that overlaps the one in front of it on its
/// rank is cut. `steps`: what each rank did in the step.
WrittenStep writtenStep(const StepClock& clock, int number, const std::vector<const TracedStep*>& steps, int stages,
                        bool isGpu);

} // namespace lanewright
