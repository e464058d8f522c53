// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/order_traits.h"

#include <algorithm>
#include <array>

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

/// Walks along the row of a rank.
class RowReader {
public:
    RowReader(const Schedule& schedule, int weightParts, OrderTraits& traits)
        : m_schedule(schedule), m_parts(weightParts), m_traits(traits),
          m_done(schedule.placement.directions.size() * static_cast<std::size_t>(schedule.stages())) {}

    void read(int rank, const Row& row) {
        m_held = 0;
        m_most = 0;
        m_warmUp = 0;
        m_backwards = 0;
        m_turn = true;
        for (const Block& block : row) {
            add(rank, block.op);
            if (block.paired)
                add(rank, *block.paired);
            m_traits.pairs += block.paired ? 1 : 0;
        }
        m_traits.warmUp.push_back(m_warmUp);
        m_traits.inFlight.push_back(m_most);
        m_traits.alternates = m_traits.alternates && m_turn;
    }

    bool everyOpRan() const {
        for (std::size_t copy = 0; copy < m_done.size(); ++copy) {
            const auto direction = static_cast<int>(copy) / m_schedule.stages();
            int microbatches = 0;
            for (int microbatch = 0; microbatch < m_schedule.microbatches; ++microbatch)
                microbatches += m_schedule.direction(microbatch) == direction ? 1 : 0;
            if (m_done[copy].forwards != microbatches || m_done[copy].backwards != microbatches ||
                m_done[copy].weights != microbatches * m_parts)
                return false;
        }
        return true;
    }

private:
    struct Done {
        int forwards = 0;
        int backwards = 0;
        int weights = 0; ///< parts
    };

    void add(int rank, const Op& op) {
        const int direction = m_schedule.direction(op.microbatch);
        m_traits.complete = m_traits.complete && m_schedule.placement.rankOf(direction, op.stage) == rank;
        Done& done = m_done[static_cast<std::size_t>(direction) * m_schedule.stages() + op.stage];
        switch (op.kind) {
        case OpKind::F: return addForward(done);
        case OpKind::B: ++m_traits.apart; return addBackward(done);
        case OpKind::BW:
            ++m_traits.fused;
            done.weights += m_parts;
            return addBackward(done);
        case OpKind::W:
            m_traits.weightLag = std::max(m_traits.weightLag, done.backwards - done.weights / m_parts - 1);
            ++done.weights;
            return;
        case OpKind::R: return;
        }
    }
    void addForward(Done& done) {
        ++done.forwards;
        m_most = std::max(m_most, ++m_held);
        if (m_backwards == 0)
            ++m_warmUp;
        else if (m_held > m_warmUp)
            m_turn = false;
    }
    void addBackward(Done& done) {
        ++done.backwards;
        ++m_backwards;
        // Two backwards in a row are the cool-down: no forward follows them.
        if (m_held-- < m_warmUp && done.forwards < m_schedule.microbatches)
            m_turn = false;
    }

    const Schedule& m_schedule;
    int m_parts;
    OrderTraits& m_traits;
    std::vector<Done> m_done;
    int m_held = 0;
    int m_most = 0;
    int m_warmUp = 0;
    int m_backwards = 0;
    bool m_turn = true;
};

int mostChunks(const Placement& placement) {
    std::vector<int> chunks(std::max(placement.ranks, 1));
    for (const std::vector<int>& direction : placement.directions)
        for (const int rank : direction)
            ++chunks[rank];
    return *std::ranges::max_element(chunks);
}

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
    OrderTraits traits{.shape = shapeOf(schedule.placement), .chunks = mostChunks(schedule.placement)};
    traits.alternates = traits.shape == PlacementShape::OneChunk;
    RowReader reader(schedule, std::max(1, weightParts), traits);
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        reader.read(rank, schedule.order[rank]);
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
