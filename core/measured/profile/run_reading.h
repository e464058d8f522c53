// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"

#include <vector>

/// What the steps and spans of a run mean, by who measured it.
namespace lanewright {

/// The steps that speak for the run: all but the first, whose ops find cold caches, unless it is the only one. Of a job
/// that somebody else's recorder measured, which chose its steps, only one that is numbered 0 is left out.
std::vector<const StepRecord*> warmStepsOf(const Run& run);

/// Whether the run says what its ranks' hosts were busy with values: those of PyTorch on CPUs, which posts each between
/// two ops, by our recorder and by its own profiler. Our engine's host times are part of its ops, and GPUs do not wait
/// for theirs.
bool hostsAreBusy(const Run& run);

/// Whether it is the time in which a host posts a value or waits to have sent it, where `hostsAreBusy`.
bool isOfHost(const SideSpan& span);

/// Whether the run's receives last until their values are there. Some recorders note instead when a receive was posted,
/// which may be long before the value is even made: those say nothing of how long values travel. Ours does.
bool receivesAreTransfers(const Run& run);

/// What the spans of a run mean.
struct Reading {
    bool gapsCount = true;        ///< what a rank does between an op and its next wait or op belongs to the op
    bool receivesCount = true;    ///< receives last until their values are there
    bool waitsAreWindows = false; ///< a wait begins where the op was due, whether its value was there or not
    bool hostsAreBusy = false;    ///< sends and receives are what ranks were busy with
    bool waitsInside = false;     ///< ops may hold waits that nobody saw: their starts tell nothing of values
    bool isPlanned = false;       ///< lengths are the plan's
};
Reading readingOf(const Run& run);

} // namespace lanewright
