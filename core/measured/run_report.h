// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/run.h"

#include <cstdint>
#include <vector>

namespace lanewright {

/// What a run shows to somebody who has not seen one before: how long its steps took beside the plan, what the loss
/// did, and which blocks are farthest from where the plan has them.
struct RunReport {
    /// A step that was measured whole.
    struct Step {
        int step = 0;
        double loss = 0;
        Time took = 0; ///< from its first op to the end of its last

        friend bool operator==(const Step&, const Step&) = default;
    };
    /// A block that is off its planned place.
    struct Off {
        Op op = {};
        Message text = {}; ///< `F1.2 on rank 1: starts 3.1 ms late (waited for F0.2 of rank 0, which ran 2 ms longer)`

        friend bool operator==(const Off&, const Off&) = default;
    };
    std::vector<Step> steps = {};
    Time planned = 0;               ///< what a step takes by the plan, on the run's clock; 0: the plan says no time
    std::vector<Message> pace = {}; ///< how plan and clock belong together, and what a step took
    std::vector<Message> loss = {}; ///< none where no step ended
    Message offness = {};           ///< how far all blocks are off at most
    std::vector<Off> farthest = {}; ///< two at most, the farthest first

    friend bool operator==(const RunReport&, const RunReport&) = default;
};

/// `A GPT of 4 layers with 68 thousand parameters learns to guess the next letter of …, on 4 ranks, in steps of 8
/// microbatches.`
Message trainedText(const ModelSpec& model, std::int64_t parameters, const Schedule& schedule);

/// The report of a run. `shown` is the step whose blocks are looked at; null: none was measured whole. Where `stretch`
/// is above 1 the plan that a person sees counts in units, and that of the run has each as so many ms
/// (`core/lesson/stretch_lesson`). A run that was not held to a plan in units is measured by itself: there a unit is
/// what its ops took for it on average.
RunReport reportOf(const Run& run, const StepRecord* shown, int stretch);

} // namespace lanewright
