// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/message.h"
#include "core/model/objective.h"
#include "core/model/plan.h"
#include "core/model/proof.h"
#include "core/simulate/metrics.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// A value that no schedule of a problem goes below, and why.
struct Bound {
    std::string name = {};                 ///< stable: `"work"`, `"one-machine"`, …
    Fraction value = {};                   ///< in ticks
    int rank = -1;                         ///< that it speaks of; −1: of several
    Message reason = {};                   ///< one sentence: `rank 3: its work plus the wait for its first backward`
    std::optional<Argument> argument = {}; ///< in numbers, where those of one rank say it: for `checkProof`
    friend bool operator==(const Bound&, const Bound&) = default;
};

/// How much time a bound may take.
enum class BoundEffort : std::uint8_t {
    Instant, ///< closed forms, O(stages² + ranks · microbatches): for who asks a hundred times
    Quick,   ///< and those that look at every op, where that takes 20 ms at most: for who answers a person at once
    Full,    ///< the whole family, to a fixpoint or for some seconds: for who waits, and can be stopped
};

/// Which directions microbatches that differ may have.
enum class Dealing : std::uint8_t {
    AsGiven, ///< each its own
    Anew,    ///< any, each direction as many as it has
};

/// Lower bounds of the objective for every schedule of the problem (its placement, costs and memory limits; its order,
/// if any, is ignored), one per name, the largest first; never empty. They hold for pure latency and so for serial
/// links, and for overlapped pairs where costs make those shorter than their parts.
///
/// Where microbatches differ, each is the larger of two: that of the problem with the least times, transfers and memory
/// of any microbatch, in which microbatches are alike and so run in turn, and that of the problem as it is, each
/// microbatch a path of its own, without that argument. Where they may be dealt anew it is the first, with the cheapest
/// set of microbatches on each rank, and `deal`: what replicas take on the average.
///
/// A stopped call returns what it has, within a hundredth of a second. A problem that can't run at all (`checkRoom`)
/// has the bounds that hold without its limits.
std::vector<Bound> lowerBounds(const Plan& problem, Objective objective, BoundEffort effort = BoundEffort::Full,
                               const std::stop_token& stop = {}, Dealing dealing = Dealing::AsGiven);

/// Told of each bound; says up to which value it is worth going on, 0 to stop.
using BoundProgress = std::function<Fraction(const Bound&)>;

/// The name of what `refuteValues` finds.
constexpr std::string_view kRefuted = "refuted";

/// Raises the largest of those bounds further, by refuting values one after the other: seconds to minutes.
/// `largest` is that bound. `raised` is called for it at once, for each that is better, and with the best before each
/// value that is tried. `effort` is how many ops may be looked at, so that the same comes out on every machine.
///
/// Only where microbatches are equal and the problem is small enough; else `raised` is called once.
void refuteValues(const Plan& problem, Objective objective, const Bound& largest, std::int64_t effort,
                  const std::stop_token& stop, const BoundProgress& raised);

/// The name of a bound that was found before, or by a search: `by` says by what.
constexpr std::string_view kProved = "proof";
Bound provedBy(std::string_view by, const Fraction& value);

/// The largest of `bounds` (not empty) that stands where a valid order takes `value`: all but that of a proof, which
/// such an order disproves by taking less.
const Bound& largestUnder(const std::vector<Bound>& bounds, const Fraction& value);

/// What a better order could win of an iteration at most.
struct Avoidable {
    Fraction time = {}; ///< iteration time − its lower bound
    double share = 0;   ///< what part of the iteration time that is

    friend bool operator==(const Avoidable&, const Avoidable&) = default;
};

/// `lowerBound` is of the iteration time. None where that is not known; 0 where it is below the bound, which is wrong
/// then.
std::optional<Avoidable> avoidableOf(const Metrics& metrics, const Fraction& lowerBound);

/// How far `value` is above `bound`: value / bound − 1; 0 where both are 0.
double gapOf(const Fraction& value, const Fraction& bound);

} // namespace lanewright
