// SPDX-License-Identifier: Apache-2.0
#include "core/model/block_stretches.h"

#include "core/model/side_by_side.h"

#include <algorithm>
#include <cstddef>

namespace lanewright {

namespace {

bool usesNetwork(const Chain& chain) { return lengthOn(Resource::Network, chain) > 0; }

/// Alone an op computes or is exposed.
std::vector<Stretch> alone(const Chain& chain) {
    std::vector<Stretch> stretches;
    Time start = 0;
    for (const Segment& segment : chain) {
        if (segment.time > 0)
            stretches.push_back({segment.resource == Resource::Network ? Spends::Exposed : Spends::Computing, start,
                                 start + segment.time});
        start += segment.time;
    }
    return stretches;
}

/// The stretches of one of two chains. Every moment at which either of them goes on to something else may be a border.
class Stretches {
public:
    Stretches(const SideBySide& chains, std::int64_t sharing)
        : m_chains(chains.placed()), m_sharing(sharing), m_borders{0, chains.end()} {
        for (const std::vector<PlacedSegment>* chain : {&m_chains.one, &m_chains.other})
            for (const PlacedSegment& segment : *chain) {
                m_borders.push_back(segment.start);
                m_borders.push_back(segment.end);
            }
        std::ranges::sort(m_borders);
        const auto twice = std::ranges::unique(m_borders);
        m_borders.erase(twice.begin(), twice.end());
    }

    BlockStretches take() const {
        BlockStretches result;
        Time both = 0;
        for (std::size_t at = 0; at + 1 < m_borders.size(); ++at) {
            const Time from = m_borders[at];
            const PlacedSegment* one = during(m_chains.one, from);
            const PlacedSegment* other = during(m_chains.other, from);
            const Time start = result.length;
            both += one && other ? m_borders[at + 1] - from : 0;
            result.length = m_borders[at + 1] + scaled(both, {m_sharing, PairCosts::kOne});
            add(result.first, {spends(one, other), start, result.length});
            add(result.second, {spends(other, one), start, result.length});
        }
        return result;
    }

private:
    static const PlacedSegment* during(const std::vector<PlacedSegment>& chain, Time time) {
        const auto found = std::ranges::find_if(
            chain, [time](const PlacedSegment& each) { return each.start <= time && time < each.end; });
        return found == chain.end() ? nullptr : &*found;
    }

    static Spends spends(const PlacedSegment* own, const PlacedSegment* beside) {
        if (!own)
            return Spends::Idle;
        if (own->resource == Resource::Compute)
            return Spends::Computing;
        return beside ? Spends::Hidden : Spends::Exposed;
    }

    static void add(std::vector<Stretch>& stretches, const Stretch& next) {
        if (!stretches.empty() && stretches.back().spends == next.spends)
            stretches.back().end = next.end;
        else
            stretches.push_back(next);
    }

    PlacedChains m_chains;
    std::int64_t m_sharing;
    std::vector<Time> m_borders;
};

/// Behind what the block computes, its ops wait for the host.
void addHost(BlockStretches& stretches, Time time) {
    if (time == 0)
        return;
    const Stretch busy{Spends::Idle, stretches.length, stretches.length + time};
    stretches.length = busy.end;
    for (std::vector<Stretch>* each : {&stretches.first, &stretches.second})
        if (!each->empty() && each->back().spends == Spends::Idle)
            each->back().end = busy.end;
        else if (!each->empty())
            each->push_back(busy);
}

} // namespace

std::optional<BlockStretches> stretchesOf(const Schedule& schedule, const Costs& costs, const Block& block) {
    const auto direction = [&](const Op& op) { return schedule.direction(op.microbatch); };
    const auto length = [&](const Op& op) { return costs.duration(op, direction(op), schedule.placement); };
    const auto host = [&](const Op& op) { return costs.hostTime(op, direction(op), schedule.placement); };
    const bool hasSegments = !costs.pairs.segments.empty();
    if (!block.paired && !hasSegments)
        return {};
    if (!hasSegments) {
        const Time whole = durationOf(schedule, costs, block);
        const Time saved = length(block.op) + length(*block.paired) - whole;
        return saved > 0 ? std::optional(BlockStretches{.length = whole, .saved = saved}) : std::nullopt;
    }
    const auto chain = [&](const Op& op) { return chainOf(costs, op, direction(op), length(op) - host(op)); };
    const Chain first = chain(block.op);
    if (!block.paired) {
        if (!usesNetwork(first))
            return {};
        BlockStretches result{.length = length(block.op) - host(block.op), .first = alone(first)};
        addHost(result, host(block.op));
        return result;
    }
    const Chain second = chain(*block.paired);
    if (!usesNetwork(first) && !usesNetwork(second))
        return {};
    BlockStretches result = Stretches(SideBySide(first, second), costs.pairs.sharing).take();
    addHost(result, host(block.op) + host(*block.paired));
    return result;
}

} // namespace lanewright
