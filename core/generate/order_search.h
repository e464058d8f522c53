// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/sequence/list_rule.h"
#include "core/sequence/timer.h"
#include "core/sequence/weight_filler.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// What the automatic methods share: many orders are tried, the best is kept. Inside core/generate only.
namespace lanewright {

/// One microbatch after the other, which keeps every limit that can be kept. The instance has one direction.
Sequences serialSequences(const Instance& instance);

/// How many ops the sequences of an instance with one direction have in all.
std::int64_t opsOf(const Instance& instance);

/// Tries a rule; false when no more are wanted.
using OfferRule = std::function<bool(ListRule rule)>;
/// Offers rules of list scheduling for an instance, one after the other.
using RuleTable = void (*)(const Instance& instance, const OfferRule& offer);

/// Keeps the best of the orders it is offered; of equals the first. Keeps references.
class OrderSearch {
public:
    /// No order is below `least` in the objective.
    OrderSearch(const Instance& instance, Objective objective, const Fraction& least);

    /// True when no order can be better in the objective.
    bool isDone() const;

    /// Where orders are written before they are offered.
    Sequences& draft() { return m_draft; }
    /// Times the draft and keeps it if it is the best so far and keeps the limits. Afterwards the draft may be
    /// anything.
    void offer();
    /// Offers the draft as it is, then with its W placed anew by each of these rules.
    void offerFilled(std::span<const FillRule> rules);

    /// Offers what list scheduling makes by the rules, with W whole and in its parts, until about `budget` ops are
    /// placed.
    void offerLists(RuleTable rules, std::int64_t budget);

    const Sequences& best() const { return m_best; }
    const Instance& instance() const { return m_instance; }

private:
    Cutoff cutoff() const;

    const Instance& m_instance;
    Objective m_objective;
    Fraction m_least;
    OpTable m_table;
    Timer m_timer;
    WeightFiller m_filler;
    bool m_found = false;
    Sequences m_draft;
    Sequences m_pattern; ///< the order whose W are placed anew
    Sequences m_best;
    OrderCost m_cost;
};

/// The best order of what is tried within the problem's limits, in which every rank must have room for a microbatch.
Result<Schedule> bestOrder(const Plan& problem, Objective objective, const std::function<void(OrderSearch&)>& tryAll);

} // namespace lanewright
