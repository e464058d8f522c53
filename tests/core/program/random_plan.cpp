// SPDX-License-Identifier: Apache-2.0
#include "tests/core/program/random_plan.h"

#include "core/model/dataflow.h"

#include <algorithm>
#include <set>

namespace lanewright::test {

namespace {

class Dice {
public:
    explicit Dice(std::mt19937& random) : m_random(random) {}
    int upTo(int most) { return static_cast<int>(m_random() % static_cast<unsigned>(most + 1)); }
    bool oneIn(int many) { return upTo(many - 1) == 0; }

private:
    std::mt19937& m_random;
};

Placement randomPlacement(Dice& dice) {
    const int ranks = 1 + dice.upTo(5);
    const int stages = 1 + dice.upTo(9);
    Placement placement{.ranks = ranks, .directions = {{}}};
    for (int stage = 0; stage < stages; ++stage)
        placement.directions[0].push_back(dice.upTo(ranks - 1));
    if (dice.oneIn(2))
        placement = looped(ranks, ranks * (1 + dice.upTo(1)));
    if (dice.oneIn(3)) {
        std::vector<int> back = placement.directions[0];
        std::ranges::reverse(back);
        placement.directions.push_back(back);
    }
    return placement;
}

Costs randomCosts(Dice& dice, int stages) {
    Costs costs{.stages = {{}},
                .transfer = {.every = dice.upTo(3)},
                .links = dice.oneIn(2) ? Links::Serial : Links::Latency,
                .weightParts = 1 + dice.upTo(2)};
    for (int stage = 0; stage < stages; ++stage) {
        StageCosts each{.forward = dice.upTo(5), .backwardInput = dice.upTo(5), .backwardWeight = dice.upTo(5)};
        if (dice.oneIn(4))
            each.recompute = dice.upTo(5);
        costs.stages[0].push_back(each);
    }
    return costs;
}

/// Draws an order: keeps the ops that are not placed, and places any of those whose values are there.
class Drawer {
public:
    Drawer(Dice& dice, Plan& plan) : m_dice(dice), m_plan(plan) {
        for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
            for (int stage = 0; stage < plan.schedule.stages(); ++stage)
                addOps(stage, microbatch);
    }

    void draw() {
        m_plan.schedule.order.resize(m_plan.schedule.ranks());
        while (!m_left.empty()) {
            const Op op = take([](const Op&) { return true; });
            Block block{.op = op, .gap = m_dice.oneIn(10) ? m_dice.upTo(4) : 0};
            const int rank = m_plan.schedule.rankOf(op);
            if (m_dice.oneIn(3) && (op.kind == OpKind::F || isBackward(op.kind)))
                if (const auto partner = partnerOf(op, rank))
                    block = pairOf(op, *partner, block.gap);
            settle(block.op);
            if (block.paired)
                settle(*block.paired);
            m_plan.schedule.order[rank].push_back(block);
        }
    }

private:
    bool recomputes(int stage) const { return m_plan.costs.recomputes(0, stage); }

    void addOps(int stage, int microbatch) {
        const auto add = [&](OpKind kind, int part = 0) { m_left.push_back({kind, part, stage, microbatch}); };
        add(OpKind::F);
        if (recomputes(stage))
            add(OpKind::R);
        if (m_dice.oneIn(3))
            return add(OpKind::BW);
        add(OpKind::B);
        for (int part = 0; part < m_plan.costs.weightParts; ++part)
            add(OpKind::W, part);
    }

    bool isReady(const Op& op) const {
        const Values needs = needsOf(op, m_plan.schedule.stages(), recomputes(op.stage));
        return std::ranges::all_of(needs, [&](const Value& need) { return m_values.contains(need); });
    }

    /// Removes one of the ops that are ready and suit.
    template <typename Suits>
    Op take(const Suits& suits) {
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < m_left.size(); ++i)
            if (suits(m_left[i]) && isReady(m_left[i]))
                ready.push_back(i);
        if (ready.empty())
            return {.stage = -1};
        const std::size_t chosen = ready[m_dice.upTo(static_cast<int>(ready.size()) - 1)];
        const Op op = m_left[chosen];
        m_left.erase(m_left.begin() + static_cast<std::ptrdiff_t>(chosen));
        return op;
    }

    std::optional<Op> partnerOf(const Op& op, int rank) {
        const Op partner = take([&](const Op& other) {
            return other.microbatch != op.microbatch && m_plan.schedule.rankOf(other) == rank &&
                   (op.kind == OpKind::F ? isBackward(other.kind) : other.kind == OpKind::F);
        });
        return partner.stage < 0 ? std::nullopt : std::optional(partner);
    }

    void settle(const Op& op) {
        for (const Value& value : yieldsOf(op, m_plan.schedule.stages(), recomputes(op.stage)))
            m_values.insert(value);
    }

    Dice& m_dice;
    Plan& m_plan;
    std::vector<Op> m_left = {};
    std::set<Value> m_values = {};
};

} // namespace

Plan randomPlan(std::mt19937& random) {
    Dice dice{random};
    Plan plan;
    plan.schedule.placement = randomPlacement(dice);
    plan.schedule.microbatches = static_cast<int>(plan.schedule.placement.directions.size()) + dice.upTo(6);
    plan.costs = randomCosts(dice, plan.schedule.stages());
    plan.memory = uniformMemory(plan.schedule.stages(), plan.schedule.ranks(), {});
    Drawer{dice, plan}.draw();
    return plan;
}

} // namespace lanewright::test
