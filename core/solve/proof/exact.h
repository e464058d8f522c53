// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

#include <functional>
#include <stop_token>

namespace lanewright {

/// What an exhaustive search for something better found.
enum class Exact {
    Better,  ///< sequences that were taken
    None,    ///< a proof that no order has a value below
    Unknown, ///< stopped, out of time, too large, or out of reach of this build
};

/// Looks for sequences of the instance with a value below `below`, on links of pure latency, that keep
/// `Instance::kept`, and hands `take` what it finds. That says whether they have such a value, which a model in which R
/// runs earlier than in sequences does not guarantee.
///
/// `None` holds for every order that keeps it, on serial links too, whatever it does with its R; where pairs could be
/// shorter than their parts there is no such proof. It works for at most `seconds` and ends soon after `stop` is
/// requested. Without z3 it settles only what follows from plain reasoning over the times between ops. Whoever asks has
/// looked at bounds.
Exact searchBelow(const Instance& instance, Objective objective, const Fraction& below,
                  const std::function<bool(const Sequences&)>& take, const std::stop_token& stop, double seconds);

} // namespace lanewright
