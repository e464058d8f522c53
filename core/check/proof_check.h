// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

namespace lanewright {

/// Whether a proof holds for the plan's problem, by its `Argument`: each number of it is worked out anew, from the
/// costs, the placement and the limits alone, and must not be more than that; together they must reach the bound.
///
/// Shares no code with the searches and bounds that made it, searches nothing and takes O(ops · chunks of a rank).
/// Fails with one sentence and the number at which it does; also for a proof without an argument, which nobody can
/// follow but who made it.
///
/// Why it holds, of all that a rank runs: its first op is an F of one of its stages, which comes no sooner than the
/// shortest way of forwards to it (`before`). It runs all of its ops, each once, B and W apart or as BW (`work`).
/// Before its first backward it has nothing but F and R to run, as many as find room, while that backward needs the way
/// of its microbatch to the last stage and back: the rest of that it waits (`wait`). After the last F of a rank of one
/// stage that F's B needs the same way, in which the rank has only B and W to run of the others under way, and W of
/// those before, as many as find room (`waitLast`); it waits twice where memory makes a B come before the last F. After
/// its last op comes what must follow it (`after`). A longest span or a period begins with the rank's first op and ends
/// with its last; of an iteration that ends in a norm of all ranks, the way of the norm follows, and the decision and
/// the optimizer's step come before.
///
/// Of the F and B of one direction from a stage on (`part`), the first is an F of that stage and the last a B of it.
/// The ways down to it and back up come before and after, of a period those from the first F of an earlier stage and to
/// the last W of that. Of W some must run before the last B where not all find room to wait.
///
/// Not seen, and so refused: waits where microbatches differ, pairs with times of their own, limits of a device.
Result<Done> checkProof(const Plan& plan, const Proof& proof);

/// Whether an order of the plan, its own or a variant's, is valid and takes less than the plan's proof says: the proof
/// is false, or of other costs. False without a proof.
bool isDisproved(const Plan& plan);

} // namespace lanewright
