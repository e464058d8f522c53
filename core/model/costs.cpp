// SPDX-License-Identifier: Apache-2.0
#include "core/model/costs.h"

#include "core/model/dataflow.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>

namespace lanewright {

std::int64_t shareOf(std::int64_t whole, int part, int parts) {
    // Written so that whole * parts is never formed: it could overflow.
    const std::int64_t each = whole / parts;
    const std::int64_t rest = whole % parts;
    return each + (rest * (part + 1) / parts - rest * part / parts);
}

Time Boundaries::between(int boundary, int from, int to) const {
    if (from == to)
        return 0;
    const Time fixed = time.empty() ? 0 : time[boundary];
    const std::int64_t rate = size.empty() ? 0 : bandwidth.between(from, to);
    return rate == 0 ? fixed : fixed + scaled(size[boundary], {1'000'000'000, rate});
}

const StageCosts& Costs::of(int direction, int stage) const {
    const auto last = static_cast<int>(stages.size()) - 1;
    return stages[std::min(direction, last)][stage];
}

namespace {

/// What the costs of the stage say of a kind of op, all parts of a W together.
Time timeIn(const StageCosts& cost, OpKind kind) {
    switch (kind) {
    case OpKind::F: return cost.forward;
    case OpKind::B: return cost.backwardInput;
    case OpKind::W: return cost.backwardWeight;
    case OpKind::BW: return cost.backwardInput + cost.backwardWeight;
    case OpKind::R: return cost.recompute.value_or(0);
    }
    return 0;
}

} // namespace

Time Costs::duration(const Op& op, int direction, const Placement& placement) const {
    const Time time = whole(op, direction, placement);
    return op.kind == OpKind::W ? shareOf(time, op.part, weightParts) : time;
}

Time Costs::usual(const Op& op, int direction, const Placement& placement) const {
    return timeIn(of(direction, op.stage), op.kind) + hostTime(op, direction, placement);
}

Time Costs::hostTime(const Op& op, int direction, const Placement& placement) const {
    if (host.areNone())
        return 0;
    const int rank = placement.rankOf(direction, op.stage);
    const auto crosses = [&](const Value& value, const Op& other) {
        return crossesRanks(value.kind) && placement.rankOf(direction, other.stage) != rank;
    };
    Time time = 0;
    for (const Value& value : needsOf(op, placement.stages()))
        if (crosses(value, producerOf(value)))
            time += host.receive;
    for (const Value& value : yieldsOf(op, placement.stages()))
        if (crosses(value, consumerOf(value)))
            time += host.send;
    return time;
}

Time Costs::compute(const Op& op, int direction) const {
    const StageCosts& cost = of(direction, op.stage);
    if (microbatches.areEqual())
        return timeIn(cost, op.kind);
    if (op.kind == OpKind::R && !cost.recompute)
        return 0;
    if (const std::optional<Time> given = microbatches.given(op))
        return *given;
    if (op.kind != OpKind::BW)
        return microbatches.timeOf(op, timeIn(cost, op.kind));
    // The sum of the two as they are rounded, so that BW takes as long as B and then W.
    Op half = op;
    half.kind = OpKind::B;
    const Time input = compute(half, direction);
    half.kind = OpKind::W;
    return input + compute(half, direction);
}

Chain chainOf(const Costs& costs, const Op& op, int direction, Time total) {
    const StageSegments& segments = costs.pairs.segments[op.stage];
    const StageCosts& stage = costs.of(direction, op.stage);
    if (op.kind == OpKind::F || op.kind == OpKind::R)
        return stretchedTo(segments.forward, total);
    if (op.kind == OpKind::W)
        return stretchedTo(segments.backwardWeight, total);
    Chain chain = stretchedTo(segments.backwardInput, stage.backwardInput);
    if (op.kind == OpKind::BW) {
        const Chain weight = stretchedTo(segments.backwardWeight, stage.backwardWeight);
        chain.insert(chain.end(), weight.begin(), weight.end());
    }
    return stretchedTo(chain, total);
}

namespace {

/// `pairTime` without host times.
std::optional<Time> computeOfPair(const Costs& costs, const Op& forward, int forwardDirection, const Op& backward,
                                  int backwardDirection) {
    const PairCosts& pairs = costs.pairs;
    const StageCosts& front = costs.of(forwardDirection, forward.stage);
    if (!pairs.areGiven())
        return front.overlapped;
    const StageCosts& back = costs.of(backwardDirection, backward.stage);
    if (!pairs.segments.empty())
        return pairTimeOf(chainOf(costs, forward, forwardDirection, timeIn(front, forward.kind)),
                          chainOf(costs, backward, backwardDirection, timeIn(back, backward.kind)), pairs.sharing);
    const std::vector<std::optional<Time>>& times = backward.kind == OpKind::B ? pairs.withB : pairs.withBW;
    const std::size_t stages = costs.stages.front().size();
    return times.empty() ? std::nullopt : times[forward.stage * stages + backward.stage];
}

/// `durationOf` a pair without host times.
Time computeOfPair(const Schedule& schedule, const Costs& costs, const Op& forward, const Op& backward) {
    const auto direction = [&](const Op& op) { return schedule.direction(op.microbatch); };
    const auto share = [&](const Op& op, Time time) {
        return op.kind == OpKind::W ? shareOf(time, op.part, costs.weightParts) : time;
    };
    const auto one = [&](const Op& op) { return share(op, costs.compute(op, direction(op))); };
    if (!costs.pairs.segments.empty())
        return pairTimeOf(chainOf(costs, forward, direction(forward), one(forward)),
                          chainOf(costs, backward, direction(backward), one(backward)), costs.pairs.sharing);
    const std::optional<Time> pair = computeOfPair(costs, forward, direction(forward), backward, direction(backward));
    if (!pair)
        return one(forward) + one(backward);
    if (costs.microbatches.areEqual())
        return *pair;
    const auto alike = [&](const Op& op) { return share(op, timeIn(costs.of(direction(op), op.stage), op.kind)); };
    const Time sum = alike(forward) + alike(backward);
    return sum == 0 ? *pair : scaled(*pair, {one(forward) + one(backward), sum});
}

} // namespace

std::optional<Time> pairTime(const Costs& costs, const Placement& placement, const Op& forward, int forwardDirection,
                             const Op& backward, int backwardDirection) {
    std::optional<Time> time = computeOfPair(costs, forward, forwardDirection, backward, backwardDirection);
    if (time)
        *time += costs.hostTime(forward, forwardDirection, placement) +
                 costs.hostTime(backward, backwardDirection, placement);
    return time;
}

Time durationOf(const Schedule& schedule, const Costs& costs, const Block& block) {
    if (!block.paired)
        return costs.duration(block.op, schedule.direction(block.op.microbatch), schedule.placement);
    const Op& forward = block.op;
    const Op& backward = *block.paired;
    assert(!isBackward(forward.kind) || backward.kind != OpKind::F);
    const auto host = [&](const Op& op) {
        return costs.hostTime(op, schedule.direction(op.microbatch), schedule.placement);
    };
    return computeOfPair(schedule, costs, forward, backward) + host(forward) + host(backward);
}

std::vector<std::pair<int, int>> waysAmong(const std::vector<std::pair<int, int>>& ways, std::span<const int> ranks) {
    std::vector<std::pair<int, int>> own;
    for (const auto& [from, to] : ways) {
        const auto sender = std::ranges::find(ranks, from);
        const auto receiver = std::ranges::find(ranks, to);
        if (sender != ranks.end() && receiver != ranks.end())
            own.emplace_back(static_cast<int>(sender - ranks.begin()), static_cast<int>(receiver - ranks.begin()));
    }
    return own;
}

Costs uniform(int stages, const StageCosts& each, Time transfer) {
    return Costs{.stages = {std::vector<StageCosts>(stages, each)}, .transfer = {.every = transfer}};
}

namespace {

void addShare(StageCosts& sum, const StageCosts& stage, int part, int parts) {
    for (Time StageCosts::*const time : {&StageCosts::forward, &StageCosts::backwardInput, &StageCosts::backwardWeight,
                                         &StageCosts::optimizer, &StageCosts::allReduce})
        sum.*time += shareOf(stage.*time, part, parts);
    if (stage.recompute)
        sum.recompute = sum.recompute.value_or(0) + shareOf(*stage.recompute, part, parts);
    // A pair of joined stages is as fast as we know only where all of them say so.
    if (sum.overlapped && stage.overlapped)
        *sum.overlapped += shareOf(*stage.overlapped, part, parts);
    else
        sum.overlapped.reset();
}

void append(Chain& chain, const Chain& more) { chain.insert(chain.end(), more.begin(), more.end()); }

/// Segments of a joined stage follow each other, those of a backward in the other order; a share has all of them.
std::vector<StageSegments> segmentsOn(const Costs& old, const Pieces& pieces) {
    std::vector<StageSegments> segments;
    for (const std::vector<MicrobatchCosts::Piece>& stage : pieces) {
        StageSegments sum;
        const auto partOf = [&](const MicrobatchCosts::Piece& piece, Chain StageSegments::*kind, Time whole) {
            const StageSegments& own = old.pairs.segments[piece.stage];
            return stretchedTo(own.*kind, shareOf(whole, piece.part, piece.parts));
        };
        for (const MicrobatchCosts::Piece& piece : stage)
            append(sum.forward, partOf(piece, &StageSegments::forward, old.of(0, piece.stage).forward));
        for (auto piece = stage.rbegin(); piece != stage.rend(); ++piece) {
            const StageCosts& costs = old.of(0, piece->stage);
            append(sum.backwardInput, partOf(*piece, &StageSegments::backwardInput, costs.backwardInput));
            append(sum.backwardWeight, partOf(*piece, &StageSegments::backwardWeight, costs.backwardWeight));
        }
        segments.push_back(std::move(sum));
    }
    return segments;
}

/// A pair of joined stages takes what their pairs take, chunk by chunk, where all of them say so; one of shares its
/// share.
std::vector<std::optional<Time>> matrixOn(const std::vector<std::optional<Time>>& old, std::size_t oldStages,
                                          const Pieces& pieces) {
    std::vector<std::optional<Time>> matrix;
    for (std::size_t forward = 0; forward < (old.empty() ? 0 : pieces.size()); ++forward)
        for (const std::vector<MicrobatchCosts::Piece>& backward : pieces) {
            std::optional<Time> sum;
            if (pieces[forward].size() == backward.size())
                sum = 0;
            for (std::size_t at = 0; sum && at < backward.size(); ++at) {
                const MicrobatchCosts::Piece& front = pieces[forward][at];
                const MicrobatchCosts::Piece& back = backward[at];
                const std::optional<Time>& time =
                    old[static_cast<std::size_t>(front.stage) * oldStages + static_cast<std::size_t>(back.stage)];
                if (time && front.parts == back.parts)
                    *sum += shareOf(*time, front.part, front.parts);
                else
                    sum.reset();
            }
            matrix.push_back(sum);
        }
    return matrix;
}

/// Between new stages lies the boundary behind the old stage that the upper one ends in, or where that is cut through,
/// the same one: a message within a stage is as large as the stage's own. Within the last stage, the last boundary; a
/// stage of no pieces hands on what it gets.
template <typename Amount>
std::vector<Amount> boundariesOn(const std::vector<Amount>& old, const Pieces& pieces) {
    std::vector<Amount> cut;
    const std::size_t count = old.empty() ? 0 : pieces.size() - 1;
    cut.reserve(count);
    std::size_t behind = 0;
    for (std::size_t stage = 0; stage < count; ++stage) {
        if (!pieces[stage].empty())
            behind = std::min(static_cast<std::size_t>(pieces[stage].back().stage), old.size() - 1);
        cut.push_back(old[behind]);
    }
    return cut;
}

} // namespace

Costs Costs::onStages(const Pieces& pieces) const {
    constexpr StageCosts kNone{.forward = 0, .backwardInput = 0, .backwardWeight = 0, .overlapped = 0};
    Costs cut = *this;
    cut.stages = {std::vector<StageCosts>(pieces.size(), kNone)};
    for (std::size_t stage = 0; stage < pieces.size(); ++stage)
        for (const auto& [old, part, parts] : pieces[stage])
            addShare(cut.stages[0][stage], of(0, old), part, parts);
    const std::size_t old = stages.front().size();
    cut.pairs = {.withB = matrixOn(pairs.withB, old, pieces),
                 .withBW = matrixOn(pairs.withBW, old, pieces),
                 .segments = pairs.segments.empty() ? std::vector<StageSegments>{} : segmentsOn(*this, pieces),
                 .sharing = pairs.sharing};
    cut.boundary.time = boundariesOn(boundary.time, pieces);
    cut.boundary.size = boundariesOn(boundary.size, pieces);
    if (cut.boundary.size.empty()) // one stage has no boundary, and nothing says how large the messages of more are
        cut.boundary.bandwidth = {};
    return cut;
}

} // namespace lanewright
