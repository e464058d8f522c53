// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalogue.h"

/// The families of the catalogue, one table each, and the makers in them. Inside core/generate only. A maker takes a
/// problem that its generator prepared and has checked, and fails only where a memory limit can't be kept.
namespace lanewright {

/// Generators that share a placement.
struct Family {
    std::span<const Generator> members;
    Plan (*prepare)(const Plan& problem) = nullptr; ///< that of members that name none
    bool takesChunks = false;                       ///< all members do
};

/// The source of all combined methods.
inline constexpr std::string_view kCombined = "NVIDIA: Megatron-LM, combined_1f1b (overlap-moe-expert-parallel-comm, "
                                              "delay-wgrad-compute), 2025; overlapped pairs "
                                              "are those of DeepSeek-V3, arXiv:2412.19437";

Family oneChunkFamily(); ///< one stage per rank
Family loopFamily();     ///< several chunks per rank, all in one direction of rank numbers
Family vFamily();        ///< several chunks per rank, down and back up
Family twoWayFamily();   ///< two directions, and their folded half

using Maker = Result<Schedule>(const Plan& problem, const Choices& choices);

Maker makeGpipe, makeZbAuto;
/// The paper's own constructions where they were made for the problem, equal stages and their longest span, so that its
/// numbers come out; else `makeZbAuto`.
Maker makeZbFold;
Maker makeLoopedBfs;
Maker makeZbv, makeZbvFixed, makeOneForwardOneBackwardV, makeVMin, makeVHalf;
Maker makeHanayo, makeChimera, makeDualPipe, makeDualPipeV;

} // namespace lanewright
