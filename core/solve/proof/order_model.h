// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"
#include "core/solve/proof/distances.h"

#include <optional>
#include <vector>

/// "Is there an order of at most this value?" as numbers and switches. Inside core/solve only.
namespace lanewright {

/// A switch or its opposite: `2 * variable`, plus 1 for the opposite. Variable 0 is always on.
using Literal = int;
constexpr Literal kYes = 0;
constexpr Literal kNo = 1;
constexpr Literal opposite(Literal literal) { return literal ^ 1; }

/// Ops of one kind of one chunk: alike, on one rank, and so run in the order of their numbers.
struct Series {
    int rank = 0;
    int chunk = 0; ///< in `Instance::chunks`
    OpKind kind = OpKind::F;
    int first = 0; ///< number of its first op
    int count = 0;
    int perMicrobatch = 1;
    /// How the rank's memory has changed once so many of its ops have run; what is allocated counts from its start.
    std::vector<Bytes> change = {};

    bool allocates() const { return change.back() > 0; }
    int last() const { return first + count - 1; }
    friend bool operator==(const Series&, const Series&) = default;
};

/// Two ops of a rank of which either may run first: the switch on means `first`. Variables that stand for something
/// else have none (−1).
struct Choice {
    int first = -1;
    int second = -1;

    friend bool operator==(const Choice&, const Choice&) = default;
};

/// Arcs that always hold, switches for the order of ops, and what the switches owe each other. Only times and switches
/// that fit all of it are an order of at most the value.
struct OrderModel {
    int ops = 0;
    std::vector<Series> series = {};
    std::vector<Time> lengths = {}; ///< per op
    std::vector<Arc> arcs = {};
    std::vector<Choice> choices = {Choice{}};       ///< by variable
    std::vector<std::vector<Literal>> clauses = {}; ///< at least one literal of each is on
    std::vector<Literal> order = {};                ///< `[a * ops + b]`: a runs before b, where they share a rank

    Literal before(int a, int b) const { return order[static_cast<std::size_t>(a) * ops + b]; }
    /// What holds where `first` runs before `second`.
    Arc follows(int first, int second) const { return {first, second, lengths[first]}; }
    /// True when `first` can't run before `second`.
    bool isTooLate(const Distances& distances, int first, int second) const {
        return distances(second, first) + lengths[first] > 0;
    }
    friend bool operator==(const OrderModel&, const OrderModel&) = default;
};

/// The largest value below `below` that the objective can have.
Fraction nextBelow(const Instance& instance, Objective objective, const Fraction& below);

/// The model of the orders with at most that value, with the order of ops settled that times between them settle. None
/// when it would be too large. Where the value can't be had by any order, `clauses` holds an empty clause. It has every
/// order, R anywhere, and some that are none: parts of W are as long as the shortest of them.
///
/// The longest span has a model of its own only where the placement alone tells when each rank starts; elsewhere it is
/// that of the period, which is never longer.
std::optional<OrderModel> orderModel(const Instance& instance, Objective objective, const Fraction& value);

/// The sequences of a model whose variables stand as `isOn` says, which leave out where its R stand.
Sequences sequencesOf(const Instance& instance, const OrderModel& model, const std::vector<bool>& isOn);

} // namespace lanewright
