// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

#include <stop_token>

namespace lanewright {

/// What an exhaustive search for something better found.
struct Exact {
    enum class Answer {
        Better,  ///< sequences whose value is below
        None,    ///< a proof that no order has a value below
        Unknown, ///< stopped, out of time, too large, or out of reach of this build
    };
    Answer answer = Answer::Unknown;
    Sequences sequences = {}; ///< where it is `Better`

    friend bool operator==(const Exact&, const Exact&) = default;
};

/// Looks for sequences of the instance with a value below `below`, on links of pure latency, that keep
/// `Instance::kept`.
///
/// `None` holds for every order that keeps it, on serial links too, whatever it does with its R; where pairs could be
/// shorter than their parts there is no such proof. `Better` was timed as `scheduleOf` would write it, on links of pure
/// latency. Works for at most `seconds` and ends soon after `stop` is requested. Without z3 it settles only what
/// follows from plain reasoning over the times between ops.
Exact searchBelow(const Instance& instance, Objective objective, const Fraction& below, const std::stop_token& stop,
                  double seconds);

} // namespace lanewright
