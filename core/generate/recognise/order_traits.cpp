// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/order_traits.h"

#include <algorithm>

namespace lanewright {

namespace {

PlacementShape shapeOf(const Placement& placement) {
    const int ranks = placement.ranks;
    const int stages = placement.stages();
    if (ranks < 1 || stages < 1)
        return PlacementShape::Other;
    if (placement.directions.size() == 2)
        return placement == twoWays(ranks) ? PlacementShape::TwoWays : PlacementShape::Other;
    if (placement.directions.size() != 1 || stages % ranks != 0)
        return PlacementShape::Other;
    if (placement == looped(ranks, stages))
        return stages == ranks ? PlacementShape::OneChunk : PlacementShape::Loop;
    return placement == zigzag(ranks, stages) ? PlacementShape::Zigzag : PlacementShape::Other;
}

/// Reads one row after the other and counts for each copy of a stage what has run.
class RowReader {
public:
    RowReader(const Schedule& schedule, int weightParts, OrderTraits& traits)
        : m_schedule(schedule), m_parts(weightParts), m_traits(traits),
          m_done(schedule.placement.directions.size() * static_cast<std::size_t>(schedule.stages())) {}

    void read(int rank) {
        m_warmUp = m_held = m_backwards = 0;
        int most = 0;
        for (const Block& block : m_schedule.order[rank]) {
            m_traits.pairs += block.paired ? 1 : 0;
            for (const MaybeOp& op : {MaybeOp(block.op), block.paired})
                if (op) {
                    add(rank, *op);
                    most = std::max(most, m_held);
                }
        }
        m_traits.warmUp.push_back(m_warmUp);
        m_traits.inFlight.push_back(most);
    }

    bool everyOpRan() const {
        std::vector<Done> all(m_schedule.placement.directions.size());
        for (int microbatch = 0; microbatch < m_schedule.microbatches; ++microbatch) {
            auto& [forwards, backwards, weights] = all[m_schedule.direction(microbatch)];
            ++forwards, ++backwards, weights += m_parts;
        }
        for (std::size_t copy = 0; copy < m_done.size(); ++copy)
            if (m_done[copy] != all[copy / m_schedule.stages()])
                return false;
        return true;
    }

private:
    struct Done {
        int forwards = 0;
        int backwards = 0;
        int weights = 0; ///< parts

        friend bool operator==(const Done&, const Done&) = default;
    };

    void add(int rank, const Op& op) {
        const auto [direction, stage] = m_schedule.copyOf(op);
        m_traits.complete = m_traits.complete && m_schedule.placement.rankOf(direction, stage) == rank;
        Done& done = m_done[static_cast<std::size_t>(direction) * m_schedule.stages() + stage];
        m_traits.apart += op.kind == OpKind::B ? 1 : 0;
        m_traits.fused += op.kind == OpKind::BW ? 1 : 0;
        if (op.kind == OpKind::F) {
            ++done.forwards;
            ++m_held;
            m_warmUp += m_backwards == 0 ? 1 : 0;
            m_traits.alternates = m_traits.alternates && m_held <= m_warmUp;
        }
        if (isBackward(op.kind)) {
            ++done.backwards;
            ++m_backwards;
            // Two backwards in a row are the cool-down: no forward follows them.
            m_traits.alternates =
                m_traits.alternates && (m_held >= m_warmUp || done.forwards >= m_schedule.microbatches);
            --m_held;
        }
        if (op.kind == OpKind::W)
            m_traits.weightLag = std::max(m_traits.weightLag, done.backwards - done.weights / m_parts - 1);
        done.weights += op.kind == OpKind::BW ? m_parts : (op.kind == OpKind::W ? 1 : 0);
    }

    const Schedule& m_schedule;
    int m_parts;
    OrderTraits& m_traits;
    std::vector<Done> m_done;
    int m_held = 0;
    int m_warmUp = 0;
    int m_backwards = 0;
};

Message describeShape(const OrderTraits& traits) {
    switch (traits.shape) {
    case PlacementShape::OneChunk: return say(phrase("recognition", "one chunk per rank"));
    case PlacementShape::Loop: return say(phrase("recognition", "%1 chunks per rank in a loop"), traits.chunks);
    case PlacementShape::Zigzag:
        return traits.chunks == 2 ? say(phrase("recognition", "2 chunks per rank in a V"))
                                  : say(phrase("recognition", "%1 chunks per rank in a zigzag"), traits.chunks);
    case PlacementShape::TwoWays: return say(phrase("recognition", "two directions"));
    case PlacementShape::Other: return say(phrase("recognition", "a placement of its own"));
    }
    return {};
}

Message describeBackwards(const OrderTraits& traits) {
    if (traits.apart == 0)
        return say(phrase("recognition", "B and W in one"));
    if (traits.fused > 0)
        return say(phrase("recognition", "B and W in one at times"));
    if (traits.weightLag <= 0)
        return say(phrase("recognition", "B and W apart, each W behind its B"));
    return sayCounted(countedPhrase("recognition", "B and W apart, W up to %1 microbatches behind its B",
                                    "B and W apart, W up to %1 microbatch behind its B"),
                      traits.weightLag, traits.weightLag);
}

} // namespace

OrderTraits traitsOf(const Schedule& schedule, int weightParts) {
    OrderTraits traits{.shape = shapeOf(schedule.placement)};
    traits.chunks = traits.shape == PlacementShape::Other ? 0 : schedule.stages() / schedule.ranks();
    traits.alternates = traits.shape == PlacementShape::OneChunk;
    RowReader reader(schedule, std::max(1, weightParts), traits);
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        reader.read(rank);
    traits.complete = traits.complete && reader.everyOpRan();
    return traits;
}

Message describe(const OrderTraits& traits) {
    constexpr Phrase kAnd = phrase("list", "%1; %2");
    Message words = say(kAnd, describeShape(traits), describeBackwards(traits));
    if (traits.pairs > 0)
        words = say(kAnd, words,
                    sayCounted(countedPhrase("recognition", "%1 overlapped pairs", "%1 overlapped pair"), traits.pairs,
                               traits.pairs));
    if (!traits.inFlight.empty())
        words = say(kAnd, words, say(phrase("recognition", "at most %1 in flight"), listed(traits.inFlight)));
    return words;
}

std::string listed(const std::vector<int>& numbers) {
    if (std::ranges::adjacent_find(numbers, std::ranges::not_equal_to{}) == numbers.end())
        return numbers.empty() ? std::string{} : std::to_string(numbers.front());
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers.size() > kReadable && i == 3) {
            text += ", …";
            i = numbers.size() - 1;
        }
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    }
    return text;
}

} // namespace lanewright
