// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_plan.h"

#include "core/model/dataflow.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lanewright::test {

namespace {

Placement randomPlacement(Dice& dice, const RandomShape& shape) {
    const int ranks = dice.roll(1, shape.mostRanks);
    const int stages = ranks * dice.roll(1, shape.mostChunks);
    Placement placement{.ranks = ranks, .directions = {}};
    const int directions = shape.twoDirections && dice.chance(40) ? 2 : 1;
    const bool anywhere = dice.chance(20);
    for (int direction = 0; direction < directions; ++direction) {
        std::vector<int>& path = placement.directions.emplace_back();
        for (int stage = 0; stage < stages; ++stage) {
            const int looped = stage % ranks;
            path.push_back(anywhere ? dice.roll(0, ranks - 1) : direction == 0 ? looped : ranks - 1 - looped);
        }
    }
    return placement;
}

StageCosts randomStage(Dice& dice, const RandomShape& shape) {
    StageCosts costs{.forward = dice.roll(1, 9), .backwardInput = dice.roll(1, 9), .backwardWeight = dice.roll(0, 9)};
    if (shape.recompute && dice.chance(15))
        costs.recompute = dice.roll(0, 9);
    if (dice.chance(50))
        costs.overlapped = dice.roll(1, 15);
    costs.optimizer = dice.roll(0, 3);
    return costs;
}

Chain randomChain(Dice& dice, Time whole) {
    Chain chain;
    for (int left = dice.roll(0, 3); left > 0 && whole > 0; --left) {
        const Time time = left == 1 ? whole : dice.roll(0, static_cast<int>(whole));
        chain.push_back({dice.chance(50) ? Resource::Network : Resource::Compute, time});
        whole -= time;
    }
    return chain;
}

/// Pairs whose time depends on both partners.
PairCosts randomPairs(Dice& dice, const std::vector<StageCosts>& stages) {
    PairCosts pairs;
    if (dice.chance(50)) {
        for (const StageCosts& stage : stages)
            pairs.segments.push_back({.forward = randomChain(dice, stage.forward),
                                      .backwardInput = randomChain(dice, stage.backwardInput),
                                      .backwardWeight = randomChain(dice, stage.backwardWeight)});
        pairs.sharing = dice.chance(50) ? PairCosts::kOne / 100 * dice.roll(0, 100) : 0;
        return pairs;
    }
    const std::size_t entries = stages.size() * stages.size();
    for (std::vector<std::optional<Time>>* list : {&pairs.withB, &pairs.withBW})
        for (std::size_t entry = dice.chance(80) ? entries : 0; entry > 0; --entry)
            list->push_back(dice.chance(15) ? std::nullopt : std::optional<Time>(dice.roll(1, 20)));
    return pairs;
}

Costs randomCosts(Dice& dice, const RandomShape& shape, const Placement& placement) {
    Costs costs;
    const std::size_t lists = dice.chance(50) ? placement.directions.size() : 1;
    for (std::size_t list = 0; list < lists; ++list) {
        std::vector<StageCosts>& stages = costs.stages.emplace_back();
        for (int stage = 0; stage < placement.stages(); ++stage)
            stages.push_back(randomStage(dice, shape));
    }
    costs.transfer.every = dice.chance(50) ? dice.roll(0, shape.longestTransfer) : 0;
    if (dice.chance(30)) {
        costs.transfer.ranks = placement.ranks;
        for (int pair = 0; pair < placement.ranks * placement.ranks; ++pair)
            costs.transfer.matrix.push_back(std::max<Time>(0, dice.roll(-1, shape.longestTransfer)));
    }
    costs.links = shape.serial && dice.chance(30) ? Links::Serial : Links::Latency;
    costs.weightParts = shape.parts && dice.chance(25) ? dice.roll(2, 3) : 1;
    return costs;
}

/// Messages that differ, by their times, by their sizes, or by both.
Boundaries randomBoundaries(Dice& dice, const RandomShape& shape, const Placement& placement) {
    Boundaries boundary;
    const int both = dice.roll(0, 2);
    for (int stage = 0; stage + 1 < placement.stages(); ++stage) {
        if (both != 0)
            boundary.time.push_back(dice.roll(0, shape.longestTransfer));
        if (both != 1)
            boundary.size.push_back(dice.roll(0, 3000));
    }
    constexpr std::int64_t kRate = 100'000'000'000; // so that hundreds of bytes take nanoseconds
    boundary.bandwidth.every = dice.roll(1, 7) * kRate;
    if (dice.chance(40)) {
        boundary.bandwidth.ranks = placement.ranks;
        for (int pair = 0; pair < placement.ranks * placement.ranks; ++pair)
            boundary.bandwidth.matrix.push_back(dice.roll(1, 7) * kRate);
    }
    return boundary;
}

MemoryCosts randomMemory(Dice& dice, const Placement& placement, const Costs& costs) {
    MemoryCosts memory;
    for (const std::vector<StageCosts>& list : costs.stages) {
        std::vector<StageMemory>& stages = memory.stages.emplace_back();
        for (int stage = 0; stage < placement.stages(); ++stage) {
            StageMemory each{.forward = dice.roll(0, 20), .fixed = dice.roll(0, 50)};
            if (list[stage].recompute)
                each.recompute = dice.roll(0, 20);
            each.backwardInput = -dice.roll(0, static_cast<int>(each.forward + each.recompute));
            each.backwardWeight = -(each.forward + each.recompute + each.backwardInput);
            stages.push_back(each);
        }
    }
    return memory;
}

/// Microbatches that differ, in one way or another.
MicrobatchCosts randomMicrobatches(Dice& dice, const Plan& plan) {
    const int count = plan.schedule.microbatches;
    const auto shares = [&] {
        std::vector<std::int64_t> list;
        for (int microbatch = 0; microbatch < count; ++microbatch)
            list.push_back(dice.chance(10) ? 0 : MicrobatchCosts::kOne / 1000 * dice.roll(1, 3000));
        return list;
    };
    const std::vector<std::int64_t> size = dice.chance(60) ? shares() : std::vector<std::int64_t>{};
    if (dice.chance(33))
        return MicrobatchCosts::ofShares(size.empty() || dice.chance(70) ? shares() : std::vector<std::int64_t>{},
                                         size);
    if (dice.chance(50)) {
        MicrobatchCosts::Table table;
        for (std::vector<Time>& times : table)
            for (int entry = dice.chance(60) ? plan.schedule.stages() * count : 0; entry > 0; --entry)
                times.push_back(dice.roll(0, 12));
        return MicrobatchCosts::ofTable(count, std::move(table), size);
    }
    std::vector<int> length;
    for (int microbatch = 0; microbatch < count; ++microbatch)
        length.push_back(dice.roll(1, 4096));
    std::vector<std::int64_t> quadratic;
    for (int list = dice.chance(50) ? plan.schedule.stages() : 1; list > 0; --list)
        quadratic.push_back(MicrobatchCosts::kOne / 100 * dice.roll(0, 100));
    std::vector<int> samples;
    for (int left = dice.chance(50) ? count : 0; left > 0; --left)
        samples.push_back(dice.roll(1, 4));
    return MicrobatchCosts::ofLengths(std::move(length), std::move(quadratic), std::move(samples));
}

/// Runs ops that are ready, one by one, until all have run.
class ListScheduler {
public:
    ListScheduler(Dice& dice, const RandomShape& shape, Plan& plan) : m_dice(&dice), m_shape(&shape), m_plan(&plan) {
        const int fusedPercent = dice.roll(0, 2) * 50;
        for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
            for (int stage = 0; stage < plan.schedule.stages(); ++stage)
                addOps(stage, microbatch, dice.chance(fusedPercent));
    }

    void run() {
        Schedule& schedule = m_plan->schedule;
        schedule.order.assign(schedule.ranks(), {});
        while (!m_left.empty()) {
            std::vector<Op> ready;
            std::ranges::copy_if(m_left, std::back_inserter(ready), [&](const Op& op) { return isReady(op); });
            const Op op = ready[static_cast<std::size_t>(m_dice->roll(0, static_cast<int>(ready.size()) - 1))];
            Block block{.op = op};
            if (m_shape->pairs && m_dice->chance(40))
                if (const std::optional<Op> partner = partnerOf(op, ready))
                    block = pairOf(op, *partner);
            if (m_shape->gaps && m_dice->chance(10))
                block.gap = m_dice->roll(1, 6);
            schedule.order[schedule.rankOf(op)].push_back(block);
            perform(block.op);
            if (block.paired)
                perform(*block.paired);
        }
    }

private:
    bool recomputes(const Op& op) const {
        return m_plan->costs.recomputes(m_plan->schedule.direction(op.microbatch), op.stage);
    }

    void addOps(int stage, int microbatch, bool fused) {
        const auto add = [&](OpKind kind, int part = 0) { m_left.push_back({kind, part, stage, microbatch}); };
        add(OpKind::F);
        if (recomputes({OpKind::F, 0, stage, microbatch}))
            add(OpKind::R);
        add(fused ? OpKind::BW : OpKind::B);
        for (int part = 0; !fused && part < m_plan->costs.weightParts; ++part)
            add(OpKind::W, part);
    }

    bool isReady(const Op& op) const {
        const Values needs = needsOf(op, m_plan->schedule.stages(), recomputes(op));
        return std::ranges::all_of(needs, [&](const Value& value) { return m_there.contains(value); });
    }

    std::optional<Op> partnerOf(const Op& op, const std::vector<Op>& ready) const {
        const Schedule& schedule = m_plan->schedule;
        for (const Op& other : ready) {
            const bool fits =
                (op.kind == OpKind::F && isBackward(other.kind)) || (isBackward(op.kind) && other.kind == OpKind::F);
            if (fits && other.microbatch != op.microbatch && schedule.rankOf(other) == schedule.rankOf(op))
                return other;
        }
        return {};
    }

    void perform(const Op& op) {
        for (const Value& value : yieldsOf(op, m_plan->schedule.stages(), recomputes(op)))
            m_there.insert(value);
        std::erase(m_left, op);
    }

    Dice* m_dice;
    const RandomShape* m_shape;
    Plan* m_plan;
    std::vector<Op> m_left;
    std::set<Value> m_there;
};

void breakOnce(Dice& dice, Plan& plan) {
    std::vector<Row>& order = plan.schedule.order;
    Row& row = order[static_cast<std::size_t>(dice.roll(0, plan.schedule.ranks() - 1))];
    if (row.empty())
        return;
    const auto pick = [&](const Row& from) { return dice.roll(0, static_cast<int>(from.size()) - 1); };
    const int at = pick(row);
    Row& other = order[static_cast<std::size_t>(dice.roll(0, plan.schedule.ranks() - 1))];
    const int to = dice.roll(0, static_cast<int>(other.size()));
    const Block block = row[at];
    switch (dice.roll(0, 5)) {
    case 0:
    case 1: std::swap(row[at], row[pick(row)]); break;
    case 2: row.erase(row.begin() + at); break;
    case 3: other.insert(other.begin() + to, block); break;
    case 4:
        row.erase(row.begin() + at);
        other.insert(other.begin() + std::min(to, static_cast<int>(other.size())), block);
        break;
    case 5: row[at] = pairOf(row[at].op, row[pick(row)].op, row[at].gap); break;
    }
}

} // namespace

std::uint64_t Dice::next() {
    // SplitMix64 (Steele, Lea, Flood 2014).
    m_state += 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = m_state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

Plan randomPlan(std::uint64_t seed, const RandomShape& shape) {
    Dice dice(seed);
    Plan plan;
    plan.schedule.placement = randomPlacement(dice, shape);
    plan.schedule.microbatches = dice.roll(1, shape.mostMicrobatches);
    if (plan.schedule.placement.directions.size() > 1 && dice.chance(50))
        for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
            plan.schedule.directionOf.push_back(dice.roll(0, 1));
    plan.costs = randomCosts(dice, shape, plan.schedule.placement);
    plan.memory = randomMemory(dice, plan.schedule.placement, plan.costs);
    // These have dice of their own, so that all else is as without them.
    if (Dice own(seed + 0x9A12); shape.pairsByBoth && own.chance(25)) {
        plan.costs.pairs = randomPairs(own, plan.costs.stages.front());
        for (std::vector<StageCosts>& stages : plan.costs.stages)
            for (StageCosts& stage : stages)
                if (plan.costs.pairs.areGiven())
                    stage.overlapped.reset();
    }
    if (Dice own(seed + 0xB0DE); shape.boundary && own.chance(30))
        plan.costs.boundary = randomBoundaries(own, shape, plan.schedule.placement);
    if (Dice own(seed + 0x4057); shape.host && own.chance(30))
        plan.costs.host = {.send = own.roll(0, 4), .receive = own.roll(0, 4)};
    if (Dice own(seed + 0x0DD5); shape.unequal)
        setMicrobatches(plan, randomMicrobatches(own, plan));
    ListScheduler(dice, shape, plan).run();
    plan.optimizerMode = dice.chance(50) ? OptimizerMode::Synchronous : OptimizerMode::PostValidated;
    return plan;
}

Plan brokenPlan(std::uint64_t seed, const RandomShape& shape) {
    Plan plan = randomPlan(seed, shape);
    Dice dice(seed + 0x5EED);
    for (int times = dice.roll(1, 4); times > 0; --times)
        breakOnce(dice, plan);
    return plan;
}

} // namespace lanewright::test
