// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalogue.h"

/// The makers that the catalogue lists, one file per family. Inside core/generate only. Each takes a problem that its
/// generator prepared and has checked, and fails only where a memory limit can't be kept.
namespace lanewright {

/// The families of the catalogue, one file each: a table and nothing else.
std::span<const Generator> oneChunkFamily(); ///< one stage per rank
std::span<const Generator> loopFamily();     ///< several chunks per rank, all in one direction of rank numbers
std::span<const Generator> vFamily();        ///< several chunks per rank, down and back up
std::span<const Generator> twoWayFamily();   ///< two directions, and their folded half

Result<Schedule> makeGpipe(const Plan& problem, const Choices& choices);
Result<Schedule> makeOneForwardOneBackward(const Plan& problem, const Choices& choices);
Result<Schedule> makeDelayedCoolDown(const Plan& problem, const Choices& choices);
Result<Schedule> makeCombined(const Plan& problem, const Choices& choices);
Result<Schedule> makeCombinedDelayed(const Plan& problem, const Choices& choices);
Result<Schedule> makeZbH1(const Plan& problem, const Choices& choices);
Result<Schedule> makeZbH2(const Plan& problem, const Choices& choices);
Result<Schedule> makeZbAuto(const Plan& problem, const Choices& choices);
/// The paper's own constructions where they were made for the problem, equal stages and their longest span, so that its
/// numbers come out; else `makeZbAuto`.
Result<Schedule> makeZbFold(const Plan& problem, const Choices& choices);
Result<Schedule> makeZbv(const Plan& problem, const Choices& choices);
Result<Schedule> makeZbvFixed(const Plan& problem, const Choices& choices);
Result<Schedule> makeOneForwardOneBackwardV(const Plan& problem, const Choices& choices);
Result<Schedule> makeVMin(const Plan& problem, const Choices& choices);
Result<Schedule> makeVHalf(const Plan& problem, const Choices& choices);

Result<Schedule> makeInterleaved(const Plan& problem, const Choices& choices);
Result<Schedule> makeInterleavedZb(const Plan& problem, const Choices& choices);
Result<Schedule> makeCombinedInterleaved(const Plan& problem, const Choices& choices);
Result<Schedule> makeCombinedInterleavedDelayed(const Plan& problem, const Choices& choices);
Result<Schedule> makeGis(const Plan& problem, const Choices& choices);
Result<Schedule> makeGisH(const Plan& problem, const Choices& choices);
Result<Schedule> makeLoopedBfs(const Plan& problem, const Choices& choices);

Result<Schedule> makeHanayo(const Plan& problem, const Choices& choices);
Result<Schedule> makeChimera(const Plan& problem, const Choices& choices);
Result<Schedule> makeDualPipe(const Plan& problem, const Choices& choices);
Result<Schedule> makeDualPipeV(const Plan& problem, const Choices& choices);

/// Stage i on rank i mod p: as many chunks per rank as the problem has, but at least two.
Plan inLoop(const Plan& problem);
/// Down the ranks and back up, again and again: as many chunks per rank as the problem has, rounded up to even.
Plan inWaves(const Plan& problem);

/// One stage per rank, with the memory limit of 1F1B (p) or twice that (2p) on every rank, in units of what the rank's
/// stage holds for one microbatch.
Plan withOneFold(const Plan& problem);
Plan withTwoFold(const Plan& problem);

} // namespace lanewright
