// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/loss_fixes.h"
#include "core/measured/lost_by_cause.h"

#include <QString>

/// Causes of lost time, and fixes of them, in words.
namespace lanewright::app {

/// `Microbatches differ`.
QString causeText(LossCause cause);
/// What is meant by it, and what a person can do where no schedule helps: for a tooltip. Of runs whose ranks shared
/// cores, that nothing is advised.
QString causeHelp(LossCause cause, const Run& run);
/// `stage 3, rank 3`; `replicas`: the job has several. Empty where the cause is nowhere in particular.
QString whereText(const LossPlace& where, bool replicas);

/// On a button: `Deal microbatches anew`.
QString fixText(LossFix fix);
QString fixHelp(LossFix fix);
/// `planned: 19.3 % shorter, memory as it is`.
QString effectText(const FixEffect& effect, MemoryUnit unit);
/// What was done, as a title and as the name of a variant: `Dealt anew, step 403`.
QString triedText(const TriedFix& tried);
/// A mean of times, which is no whole number of ticks.
QString meanText(double ticks, TimeUnit unit);
/// What it would win, in one sentence or two, in `unit`.
QString gainText(const TriedFix& tried, TimeUnit unit);

} // namespace lanewright::app
