// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/order_traits.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// Reads one row after the other and counts for each copy of a stage what has run.
class RowReader {
public:
    RowReader(const Schedule& schedule, int weightParts, OrderTraits& traits)
        : m_schedule(schedule), m_parts(weightParts), m_traits(traits),
          m_done(schedule.placement.directions.size(), std::vector<Done>(schedule.stages())) {}

    void read(int rank) {
        m_rank = rank;
        m_held = m_backwards = 0;
        m_traits.warmUp.push_back(0);
        m_traits.inFlight.push_back(0);
        for (const Block& block : m_schedule.order[rank]) {
            for (const Op& op : opsIn(block))
                add(op);
            m_traits.pairs += block.paired ? 1 : 0;
        }
    }

    bool everyOpRan() const {
        std::vector<std::vector<Done>> all(m_done.size(), std::vector<Done>(m_schedule.stages()));
        for (int microbatch = 0; microbatch < m_schedule.microbatches; ++microbatch)
            for (auto& [forwards, backwards, weights] : all[m_schedule.direction(microbatch)])
                ++forwards, ++backwards, weights += m_parts;
        return m_done == all;
    }

private:
    /// What has run of a copy of a stage.
    struct Done {
        int forwards = 0;
        int backwards = 0;
        int weights = 0; ///< parts

        friend bool operator==(const Done&, const Done&) = default;
    };

    void add(const Op& op) {
        const auto [direction, stage] = m_schedule.copyOf(op);
        m_traits.complete = m_traits.complete && m_schedule.placement.rankOf(direction, stage) == m_rank;
        Done& done = m_done[direction][stage];
        int& warmUp = m_traits.warmUp.back();
        if (op.kind == OpKind::F) {
            ++done.forwards;
            warmUp += m_backwards == 0 ? 1 : 0;
            m_traits.inFlight.back() = std::max(m_traits.inFlight.back(), ++m_held);
            m_traits.alternates = m_traits.alternates && m_held <= warmUp;
        }
        if (isBackward(op.kind)) {
            ++(op.kind == OpKind::B ? m_traits.apart : m_traits.fused);
            ++done.backwards;
            ++m_backwards;
            // Two backwards in a row are the cool-down: no forward follows them.
            m_traits.alternates = m_traits.alternates && (m_held >= warmUp || done.forwards >= m_schedule.microbatches);
            --m_held;
        }
        if (op.kind == OpKind::W)
            m_traits.weightLag = std::max(m_traits.weightLag, done.backwards - done.weights / m_parts - 1);
        done.weights += op.kind == OpKind::BW ? m_parts : (op.kind == OpKind::W ? 1 : 0);
    }

    const Schedule& m_schedule;
    int m_parts;
    OrderTraits& m_traits;
    std::vector<std::vector<Done>> m_done; ///< `[direction][stage]`
    int m_rank = 0;
    int m_held = 0;
    int m_backwards = 0;
};

Message describe(const Placement& placement) {
    const int ranks = placement.ranks;
    const int stages = placement.stages();
    if (placement == linear(ranks))
        return say(phrase("recognition", "one chunk per rank"));
    if (placement == twoWays(ranks))
        return say(phrase("recognition", "two directions"));
    if (stages % ranks == 0 && placement == looped(ranks, stages))
        return say(phrase("recognition", "%1 chunks per rank in a loop"), stages / ranks);
    if (stages % ranks != 0 || placement != zigzag(ranks, stages))
        return say(phrase("recognition", "a placement of its own"));
    return stages == 2 * ranks ? say(phrase("recognition", "2 chunks per rank in a V"))
                               : say(phrase("recognition", "%1 chunks per rank in a zigzag"), stages / ranks);
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
    OrderTraits traits{.alternates = schedule.placement == linear(schedule.ranks())};
    RowReader reader(schedule, std::max(1, weightParts), traits);
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        reader.read(rank);
    traits.complete = traits.complete && reader.everyOpRan();
    return traits;
}

Message describe(const Placement& placement, const OrderTraits& traits) {
    Message words = joined(describe(placement), describeBackwards(traits));
    if (traits.pairs > 0)
        words = joined(std::move(words),
                       sayCounted(countedPhrase("recognition", "%1 overlapped pairs", "%1 overlapped pair"),
                                  traits.pairs, traits.pairs));
    return joined(std::move(words), say(phrase("recognition", "at most %1 in flight"), listed(traits.inFlight)));
}

Message joined(Message one, Message other) {
    if (one.empty() || other.empty())
        return one.empty() ? other : one;
    return say(phrase("list", "%1; %2"), std::move(one), std::move(other));
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
