// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/order_comparison.h"

#include "core/generate/recognise/block_sequence.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr int kMostReread = 1'000'000; ///< ops; beyond, an order is read as it stands alone
constexpr int kMostMoved = 64;         ///< blocks, in an order that is still called after another

/// Whether ops of one kind, stage and direction follow each other by their microbatches.
bool areInOrder(const Schedule& schedule) {
    std::map<std::tuple<OpKind, int, int>, std::pair<int, int>> last;
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            for (const Op& op : opsIn(block)) {
                std::pair<int, int>& before = last[{op.kind, op.stage, schedule.direction(op.microbatch)}];
                const std::pair<int, int> now{op.microbatch, op.part};
                if (now < before)
                    return false;
                before = now;
            }
    return true;
}

/// What a generator makes of the plan's problem.
struct MadeOrder {
    const Generator* generator = nullptr;
    Message title = {};
    Schedule schedule = {};
};

std::optional<MadeOrder> madeBy(const Asked& asked, Plan problem) {
    const auto& [generator, choices] = asked;
    const Plan suited = generator->prepare(problem);
    if (suited.schedule.placement != problem.schedule.placement)
        return {};
    // Limits would only refuse an order that is there already. A method that implies limits is known by those.
    if (!generator->followsCosts || suited.memory.limit != problem.memory.limit)
        problem.memory.limit.clear();
    Result<Plan> made = generate(generator->name, problem, choices);
    if (!made)
        return {};
    Message title = titleOf(*generator);
    if (choices.group)
        title = say(phrase("recognition", "%1, groups of %2"), title, *choices.group);
    return MadeOrder{generator, std::move(title), std::move(made->schedule)};
}

/// The better comes first.
enum class Likeness : std::uint8_t {
    Same,
    NearlySame, ///< but for microbatches or gaps
    OtherBlocks,
    NearInW,
    OtherW,
    Near,
    NearOtherBlocks,
    NearOtherW,
    None,
};

/// How near a candidate is under the renaming by which it is nearest.
struct Nearness {
    Reading reading = Reading::Blocks;
    int anyhow = 0; ///< blocks that stand elsewhere whichever microbatch they are of
    int moved = 0;
    bool isRenamed = true; ///< else microbatches stand so differently that they are not looked at
    Renaming names = {};

    bool isSame() const { return moved == 0 && isRenamed; }
};

/// Compares an order with candidates, one after the other, and keeps the best name for it.
class OrderComparison {
public:
    OrderComparison(const PlanPart& part, const OrderTraits& traits)
        : m_part(part), m_plan(part.plan), m_traits(traits), m_parts(std::max(1, part.plan.costs.weightParts)),
          m_own(static_cast<std::size_t>(part.plan.schedule.microbatches)) {
        std::iota(m_own.begin(), m_own.end(), 0);
    }

    bool isExact() const { return m_best.exact; }

    std::optional<Recognition> best() const {
        return m_likeness == Likeness::None ? std::nullopt : std::optional<Recognition>(m_best);
    }

    void tryOn(const MadeOrder& candidate) {
        using enum Likeness;
        const std::optional<Nearness> blocks = nearness(candidate.schedule, Reading::Blocks);
        if (blocks && blocks->anyhow == 0)
            return keep(blocks->isSame() && gap().empty() ? Same : NearlySame, *blocks, candidate);
        if (const std::optional<Nearness> apart = nearness(candidate.schedule, Reading::Apart))
            keep(apart->isSame() ? OtherBlocks : NearOtherBlocks, *apart, candidate);
        const std::optional<Nearness> withoutW = nearness(candidate.schedule, Reading::WithoutW);
        const bool isSameWithoutW = withoutW && withoutW->isSame();
        if (blocks)
            keep(isSameWithoutW ? NearInW : Near, *blocks, candidate);
        // Without its W an order of single blocks is soon like one of pairs.
        const auto pairsAlike = [&] {
            return (m_traits.pairs == 0) == (traitsOf(candidate.schedule, m_parts).pairs == 0);
        };
        if (withoutW && (isSameWithoutW || pairsAlike()))
            keep(isSameWithoutW ? OtherW : NearOtherW, *withoutW, candidate);
    }

private:
    ReadOrder own(Reading reading) const { return {m_plan.schedule, reading, m_parts, &m_own}; }

    /// None where it is too far, whatever microbatches are called.
    std::optional<Nearness> nearness(const Schedule& made, Reading reading) const {
        if (reading != Reading::Blocks && m_blocks > kMostReread)
            return {};
        const std::optional<int> anyhow =
            movedBlocks({m_plan.schedule, reading, m_parts}, {made, reading, m_parts}, m_most);
        if (!anyhow)
            return {};
        Nearness nearest{.reading = reading, .anyhow = *anyhow, .moved = *anyhow, .isRenamed = false, .names = m_own};
        const MicrobatchCosts& costs = m_plan.costs.microbatches;
        std::vector<Renaming> tried;
        for (Renaming names : {m_own, namesByForwards(m_plan.schedule, made, 0),
                               namesByForwards(m_plan.schedule, made, made.stages() - 1)}) {
            const bool isKnown = std::ranges::find(tried, names) != tried.end();
            if (nearest.isSame() || isKnown || (names != m_own && !costs.areEqual() && costs.picked(names) != costs))
                continue;
            tried.push_back(names);
            const int most = nearest.isRenamed ? nearest.moved - 1 : m_most;
            if (const auto moved = movedBlocks(own(reading), {made, reading, m_parts, &names}, most)) {
                nearest.moved = *moved;
                nearest.isRenamed = true;
                nearest.names = std::move(names);
            }
        }
        return nearest;
    }

    void keep(Likeness likeness, const Nearness& near, const MadeOrder& candidate) {
        if (likeness > m_likeness || (likeness == m_likeness && near.moved >= m_best.moved))
            return;
        m_likeness = likeness;
        const bool isLike = !near.isSame() || likeness == Likeness::NearlySame;
        m_best = {.name = std::string{candidate.generator->name},
                  .title = titleAfter(candidate, near.reading, isLike),
                  .detail = isLike ? detailOf(near, candidate.schedule) : Message(),
                  .exact = likeness == Likeness::Same,
                  .moved = near.moved};
    }

    Message titleAfter(const MadeOrder& candidate, Reading reading, bool isLike) const {
        Message name = isLike ? say(phrase("recognition", "%1-like"), candidate.title) : candidate.title;
        if (reading == Reading::Blocks)
            return name;
        return reading == Reading::Apart ? otherBlocks(candidate, std::move(name)) : otherW(candidate, std::move(name));
    }

    /// How much of the order is another, and where first; empty where nothing is that the title does not say.
    Message detailOf(const Nearness& near, const Schedule& made) const {
        if (near.isSame())
            return gap();
        const ReadOrder theirs{made, near.reading, m_parts, &near.names};
        const int missing = std::max(0, blockCount(theirs) - blockCount(own(near.reading)));
        const int moved = near.moved - missing;
        const bool ownOrder = !near.isRenamed && !areInOrder(m_plan.schedule);
        Message detail;
        if (missing > 0)
            detail =
                sayCounted(countedPhrase("recognition", "%1 blocks missing", "%1 block missing"), missing, missing);
        // Which were moved can't be told where the names of microbatches don't match: so many were, whatever they are
        // called.
        if (moved > 0)
            detail = joined(
                std::move(detail),
                sayCounted(near.isRenamed || ownOrder
                               ? countedPhrase("recognition", "%1 blocks moved", "%1 block moved")
                               : countedPhrase("recognition", "at least %1 blocks moved", "at least %1 block moved"),
                           moved, moved));
        // Where microbatches differ in costs, their order is named beside all else.
        if (ownOrder && m_plan.costs.microbatches.areEqual())
            detail = joined(std::move(detail), say(phrase("recognition", "microbatches in an order of their own")));
        return joined(std::move(detail), firstOf(own(near.reading), theirs));
    }

    /// Where the order waits without need, as that of no generator does; empty where nowhere.
    Message gap() const {
        const std::vector<Row>& order = m_plan.schedule.order;
        for (std::size_t rank = 0; rank < order.size(); ++rank)
            for (const Block& block : order[rank])
                if (block.gap != 0)
                    return say(phrase("recognition", "a gap before %1 on rank %2"), named(block), m_part.ranks[rank]);
        return {};
    }

    std::string named(Block block) const {
        changeOps(block, [&](Op& op) { op.microbatch = m_part.microbatches[static_cast<std::size_t>(op.microbatch)]; });
        return toText(block, m_parts);
    }

    /// The first place, by rank and then in its row, where the order is another.
    Message firstOf(const ReadOrder& order, const ReadOrder& other) const {
        for (std::size_t at = 0; at < m_part.ranks.size(); ++at) {
            const Row ours = order.row(static_cast<int>(at));
            const Row theirs = other.row(static_cast<int>(at));
            const auto [is, was] = std::ranges::mismatch(ours, theirs);
            const int rank = m_part.ranks[at];
            if (is != ours.end() && was != theirs.end())
                return say(phrase("recognition", "first on rank %1: %2 in the place of %3"), rank, named(*is),
                           named(*was));
            if (is != ours.end())
                return say(phrase("recognition", "first on rank %1: %2 is one too many"), rank, named(*is));
            if (was != theirs.end())
                return say(phrase("recognition", "first on rank %1: %2 is missing"), rank, named(*was));
        }
        return {};
    }

    /// The name with how the blocks of the order differ from a candidate's that runs the same ops in the same order.
    Message otherBlocks(const MadeOrder& candidate, Message name) const {
        const OrderTraits theirs = traitsOf(candidate.schedule, m_parts);
        const bool pairs = m_traits.pairs != theirs.pairs;
        if (pairs && m_traits.pairs == 0)
            name = say(phrase("recognition", "%1 without its pairs"), std::move(name));
        else if (m_traits.pairs < theirs.pairs)
            name = say(phrase("recognition", "%1 without some of its pairs"), std::move(name));
        else if (pairs)
            name = say(phrase("recognition", "%1 with overlapped pairs"), std::move(name));
        if (m_traits.fused == theirs.fused)
            return name;
        const Phrase apart =
            pairs ? phrase("recognition", "%1 and with B and W apart") : phrase("recognition", "%1 with B and W apart");
        const Phrase inOne = pairs ? phrase("recognition", "%1 and with B and W in one")
                                   : phrase("recognition", "%1 with B and W in one");
        return say(m_traits.fused < theirs.fused ? apart : inOne, std::move(name));
    }

    Message otherW(const MadeOrder& candidate, Message name) const {
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

    const PlanPart& m_part;
    const Plan& m_plan;
    const OrderTraits& m_traits;
    int m_parts;
    Renaming m_own;
    int m_blocks = blockCount({.schedule = m_plan.schedule});
    int m_most = std::clamp(m_blocks / 12, 2, kMostMoved);
    Likeness m_likeness = Likeness::None;
    Recognition m_best = {};
};

} // namespace

std::optional<Recognition> nearestOf(const PlanPart& part, const OrderTraits& traits, const Plan& problem,
                                     const std::vector<Asked>& asked) {
    OrderComparison comparison(part, traits);
    for (const Asked& each : asked) {
        if (const std::optional<MadeOrder> candidate = madeBy(each, problem))
            comparison.tryOn(*candidate);
        if (comparison.isExact())
            break;
    }
    return comparison.best();
}

} // namespace lanewright
