// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/compare.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <vector>

/// Which step of a run is shown and compared, where nobody chose one.
namespace lanewright::app {

/// The representative step; of a run that goes on or was cut short the latest one with anything in it. Null: none.
const StepRecord* stepShownOf(const Run& run);

/// The steps that are whole, in their order.
std::vector<const StepRecord*> wholeStepsOf(const Run& run);
/// The same of another replica's steps.
std::vector<const StepRecord*> wholeStepsOf(const Run& run, const std::vector<StepRecord>& own);

/// The steps of that replica; the run's own where it has no such replica.
const std::vector<StepRecord>& stepsOfReplica(const Run& run, int replica);

/// The step that is held against the plan while `shown` is: itself, or the last whole one while only a part of it is
/// there. Null until a whole step is.
const StepRecord* comparedStepOf(const Run& run, const StepRecord* shown);

/// The run's step held against the plan; empty where there is none.
Comparison compareStep(const Plan& plan, const Timeline& planned, const Run* run, const StepRecord* step);

} // namespace lanewright::app
