// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

namespace lanewright {

/// Whether a proof holds for the plan's problem, by its `Argument`: each number of it is worked out anew, from the
/// costs, the placement and the limits alone, and must not be more than that; together they must reach the bound.
///
/// Shares no code with the searches and bounds that made it, searches nothing and takes O(ops · chunks of a rank), with
/// pairs of microbatches that differ O(ops²). Fails with one sentence and the number at which it does; also for a proof
/// without an argument, which nobody can follow but who made it.
///
/// Why it holds. A rank's first op is an F of one of its stages, which comes no sooner than the shortest way of
/// forwards to it (`before`). It runs all of its ops, each once, B and W apart or as BW, and a pair saves no more than
/// its F does with the backward of the rank that suits it best (`work`). Before its first backward it has nothing but F
/// and R to run, as many as find room, while that backward needs the way of its microbatch to the last stage and back:
/// the rest of that it waits (`wait`). After its last op comes what must follow it (`after`). A longest span or a
/// period begins with the rank's first op and ends with its last; of an iteration that ends in a norm of all ranks, the
/// way of the norm follows, and the decision and the optimizer's step come before. Not seen, and so refused: waits
/// where microbatches differ, where pairs are shorter than their parts, and where the limit is a device's.
Result<Done> checkProof(const Plan& plan, const Proof& proof);

} // namespace lanewright
