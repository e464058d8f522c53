// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/order_comparison.h"

#include "core/model/text.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr int kMostReread = 1'000'000; ///< ops; beyond, an order is read as it stands alone
constexpr int kMostMoved = 64;         ///< blocks, in an order that is still called after another

constexpr Phrase kBoth = phrase("list", "%1; %2");

Message joined(Message one, Message other) {
    if (one.empty() || other.empty())
        return one.empty() ? other : one;
    return say(kBoth, std::move(one), std::move(other));
}

Message plainly(Message name) { return name; }

int countOf(const std::vector<BlockSequence>& sequences) {
    std::size_t blocks = 0;
    for (const BlockSequence& sequence : sequences)
        blocks += sequence.size();
    return static_cast<int>(blocks);
}

/// Whether ops of one kind, stage and direction follow each other by their microbatches.
bool areInOrder(const Schedule& schedule) {
    std::map<std::tuple<OpKind, int, int>, std::pair<int, int>> last;
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            for (const MaybeOp& op : {MaybeOp(block.op), block.paired}) {
                if (!op)
                    continue;
                const std::pair<int, int> now{op->microbatch, op->part};
                auto [known, isFirst] =
                    last.try_emplace({op->kind, op->stage, schedule.direction(op->microbatch)}, now);
                if (!isFirst && now < known->second)
                    return false;
                known->second = now;
            }
    return true;
}

} // namespace

OrderComparison::OrderComparison(const Plan& plan, const OrderTraits& traits, const PlanNames& names)
    : m_plan(plan), m_traits(traits), m_names(names), m_parts(std::max(1, plan.costs.weightParts)),
      m_blocks(blockSequences(plan.schedule, Reading::Blocks, m_parts)) {
    const int blocks = countOf(m_blocks);
    m_most = std::clamp(blocks / 12, 2, kMostMoved);
    if (blocks > kMostReread)
        return;
    m_apart = blockSequences(plan.schedule, Reading::Apart, m_parts);
    m_withoutW = blockSequences(plan.schedule, Reading::WithoutW, m_parts);
}

const std::vector<BlockSequence>& OrderComparison::sequences(Reading reading) const {
    switch (reading) {
    case Reading::Blocks: return m_blocks;
    case Reading::Apart: return m_apart;
    case Reading::WithoutW: return m_withoutW;
    }
    return m_blocks;
}

std::vector<Renaming> OrderComparison::renamings(const Schedule& made) const {
    std::vector<Renaming> all{sameNames(made)};
    const MicrobatchCosts& costs = m_plan.costs.microbatches;
    for (const int stage : {0, made.stages() - 1}) {
        Renaming names = namesByForwards(m_plan.schedule, made, stage);
        if (std::ranges::find(all, names) == all.end() && (costs.areEqual() || costs.picked(names) == costs))
            all.push_back(std::move(names));
    }
    return all;
}

/// None where it is too far, whatever microbatches are called.
std::optional<OrderComparison::Nearness> OrderComparison::nearness(const Schedule& made, Reading reading) const {
    const std::vector<BlockSequence>& own = sequences(reading);
    const std::optional<int> anyhow = movedBlocks(own, made, reading, m_parts, nullptr, m_most);
    if (!anyhow)
        return {};
    Nearness nearest{.reading = reading, .anyhow = *anyhow, .moved = *anyhow, .isRenamed = false};
    for (Renaming& names : renamings(made)) {
        const int most = nearest.isRenamed ? nearest.moved - 1 : m_most;
        if (const auto moved = movedBlocks(own, made, reading, m_parts, &names, most)) {
            nearest.moved = *moved;
            nearest.isRenamed = true;
            nearest.names = std::move(names);
        }
        if (nearest.isSame())
            break;
    }
    if (!nearest.isRenamed)
        nearest.names = sameNames(made);
    return nearest;
}

void OrderComparison::tryOn(const MadeOrder& candidate) {
    using enum Likeness;
    const Schedule& made = candidate.plan.schedule;
    std::optional<Nearness> blocks = nearness(made, Reading::Blocks);
    if (blocks && blocks->anyhow == 0) {
        blocks->likeness = blocks->isSame() && gap().empty() ? Same : NearlySame;
        return keep(*blocks, candidate, plainly);
    }
    if (std::optional<Nearness> apart = nearness(made, Reading::Apart)) {
        apart->likeness = apart->isSame() ? OtherBlocks : NearOtherBlocks;
        keep(*apart, candidate, [&](Message name) { return otherBlocks(candidate, std::move(name)); });
    }
    std::optional<Nearness> withoutW = nearness(made, Reading::WithoutW);
    if (blocks) {
        blocks->likeness = withoutW && withoutW->isSame() ? NearInW : Near;
        keep(*blocks, candidate, plainly);
    }
    // Without its W an order of single blocks is soon like one of pairs.
    const auto pairsAlike = [&] { return (m_traits.pairs == 0) == (traitsOf(made, m_parts).pairs == 0); };
    if (withoutW && (withoutW->isSame() || pairsAlike())) {
        withoutW->likeness = withoutW->isSame() ? OtherW : NearOtherW;
        keep(*withoutW, candidate, [&](Message name) { return otherW(candidate, std::move(name)); });
    }
}

std::optional<Recognition> OrderComparison::best() const {
    return m_likeness == Likeness::None ? std::nullopt : std::optional<Recognition>(m_best);
}

/// `differing` says of a name what is different.
template <typename Differing>
void OrderComparison::keep(const Nearness& near, const MadeOrder& candidate, const Differing& differing) {
    if (near.likeness > m_likeness || (near.likeness == m_likeness && near.moved >= m_best.moved))
        return;
    m_likeness = near.likeness;
    const bool isLike = !near.isSame() || near.likeness == Likeness::NearlySame;
    m_best = {.name = std::string{candidate.generator->name},
              .title = differing(isLike ? say(phrase("recognition", "%1-like"), candidate.title) : candidate.title),
              .detail = detailOf(near, candidate.plan.schedule),
              .exact = near.likeness == Likeness::Same,
              .moved = near.moved};
}

/// How much of the order is another, and where first; empty where nothing is that the title does not say.
Message OrderComparison::detailOf(const Nearness& near, const Schedule& made) const {
    if (near.isSame())
        return near.likeness == Likeness::NearlySame ? gap() : Message();
    const int missing =
        std::max(0, countOf(blockSequences(made, near.reading, m_parts)) - countOf(sequences(near.reading)));
    const int moved = near.moved - missing;
    const bool ownOrder = !near.isRenamed && !areInOrder(m_plan.schedule);
    Message detail;
    if (missing > 0)
        detail = sayCounted(countedPhrase("recognition", "%1 blocks missing", "%1 block missing"), missing, missing);
    // Which were moved can't be told where the names of microbatches don't match: so many were, whatever they are
    // called.
    if (moved > 0)
        detail =
            joined(std::move(detail),
                   near.isRenamed || ownOrder
                       ? sayCounted(countedPhrase("recognition", "%1 blocks moved", "%1 block moved"), moved, moved)
                       : sayCounted(countedPhrase("recognition", "at least %1 blocks moved", "at least %1 block moved"),
                                    moved, moved));
    // Where microbatches differ in costs, their order is named beside all else.
    if (ownOrder && m_plan.costs.microbatches.areEqual())
        detail = joined(std::move(detail), say(phrase("recognition", "microbatches in an order of their own")));
    const auto first = firstDifference(sequences(near.reading), made, near.reading, m_parts, near.names);
    return first ? joined(std::move(detail), firstOf(*first)) : detail;
}

/// Where the order waits without need, as that of no generator does; empty where nowhere.
Message OrderComparison::gap() const {
    const std::vector<Row>& order = m_plan.schedule.order;
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        for (const Block& block : order[rank])
            if (block.gap != 0)
                return say(phrase("recognition", "a gap before %1 on rank %2"), named(block), m_names.ranks[rank]);
    return {};
}

std::string OrderComparison::named(Block block) const {
    const auto rename = [&](Op& op) { op.microbatch = m_names.microbatches[static_cast<std::size_t>(op.microbatch)]; };
    rename(block.op);
    if (block.paired)
        rename(*block.paired);
    return toText(block, m_parts);
}

Message OrderComparison::firstOf(const OrderDifference& difference) const {
    const int rank = m_names.ranks[static_cast<std::size_t>(difference.rank)];
    if (!difference.is)
        return say(phrase("recognition", "first on rank %1: %2 is missing"), rank, named(*difference.other));
    if (!difference.other)
        return say(phrase("recognition", "first on rank %1: %2 is one too many"), rank, named(*difference.is));
    return say(phrase("recognition", "first on rank %1: %2 in the place of %3"), rank, named(*difference.is),
               named(*difference.other));
}

/// The name with how the blocks of the order differ from a candidate's that runs the same ops in the same order.
Message OrderComparison::otherBlocks(const MadeOrder& candidate, Message name) const {
    const OrderTraits theirs = traitsOf(candidate.plan.schedule, m_parts);
    const bool pairs = m_traits.pairs != theirs.pairs;
    if (pairs && m_traits.pairs == 0)
        name = say(phrase("recognition", "%1 without its pairs"), std::move(name));
    else if (m_traits.pairs < theirs.pairs)
        name = say(phrase("recognition", "%1 without some of its pairs"), std::move(name));
    else if (pairs)
        name = say(phrase("recognition", "%1 with overlapped pairs"), std::move(name));
    if (m_traits.fused < theirs.fused)
        return say(pairs ? phrase("recognition", "%1 and with B and W apart")
                         : phrase("recognition", "%1 with B and W apart"),
                   std::move(name));
    if (m_traits.fused > theirs.fused)
        return say(pairs ? phrase("recognition", "%1 and with B and W in one")
                         : phrase("recognition", "%1 with B and W in one"),
                   std::move(name));
    return name;
}

Message OrderComparison::otherW(const MadeOrder& candidate, Message name) const {
    if (m_traits.apart == 0)
        return say(candidate.generator->name == "zb-h2"
                       ? phrase("recognition", "%1 with B and W in one, which is eager 1F1B")
                       : phrase("recognition", "%1 with B and W in one"),
                   std::move(name));
    if (candidate.generator->splitsBackward)
        return say(phrase("recognition", "%1 with W placed otherwise"), std::move(name));
    if (m_traits.weightLag <= 0)
        return say(phrase("recognition", "%1 with B and W apart"), std::move(name));
    return sayCounted(countedPhrase("recognition", "%1 with W delayed, by up to %2 microbatches",
                                    "%1 with W delayed, by up to %2 microbatch"),
                      m_traits.weightLag, std::move(name), m_traits.weightLag);
}

} // namespace lanewright
