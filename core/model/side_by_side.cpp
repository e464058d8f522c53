// SPDX-License-Identifier: Apache-2.0
#include "core/model/side_by_side.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Where a walk along the diagonal stops: at a conflict before these segments, or once one chain is over.
struct Stop {
    std::size_t one = 0;
    std::size_t other = 0;
    Time oneLeft = 0; ///< from where the walk began to the beginning of that segment
    Time otherLeft = 0;
    bool conflict = false;
};

/// Runs both chains from the beginnings of two segments until both want the same resource.
Stop walk(const Chain& a, const Chain& b, std::size_t i, std::size_t j) {
    Stop stop{i, j};
    while (stop.one < a.size() && stop.other < b.size()) {
        if (a[stop.one].resource == b[stop.other].resource) {
            stop.conflict = true;
            return stop;
        }
        // Both run. Whichever ends first moves on, and the other goes on with its segment.
        const Time endOne = stop.oneLeft + a[stop.one].time;
        const Time endOther = stop.otherLeft + b[stop.other].time;
        if (endOne <= endOther) {
            stop.oneLeft = endOne;
            ++stop.one;
        }
        if (endOther <= endOne) {
            stop.otherLeft = endOther;
            ++stop.other;
        }
    }
    return stop;
}

Chain withoutEmpty(const Chain& chain) {
    Chain kept;
    kept.reserve(chain.size());
    for (const Segment& segment : chain)
        if (segment.time > 0)
            kept.push_back(segment);
    return kept;
}

std::vector<Time> remainders(const Chain& chain) {
    std::vector<Time> left(chain.size() + 1, 0);
    for (std::size_t at = chain.size(); at > 0; --at)
        left[at - 1] = left[at] + chain[at - 1].time;
    return left;
}

/// The segments from one to another run without a break from `start`; the last one is added first.
void addBackwards(std::vector<PlacedSegment>& placed, const Chain& chain, std::size_t first, std::size_t last,
                  Time start) {
    Time end = start;
    for (std::size_t at = first; at < last; ++at)
        end += chain[at].time;
    for (std::size_t at = last; at > first; --at) {
        const Segment& segment = chain[at - 1];
        placed.push_back({segment.resource, end - segment.time, end});
        end -= segment.time;
    }
}

} // namespace

SideBySide::SideBySide(const Chain& one, const Chain& other)
    : m_one(withoutEmpty(one)), m_other(withoutEmpty(other)), m_oneLeft(remainders(m_one)),
      m_otherLeft(remainders(m_other)), m_width(m_other.size() + 1), m_corners((m_one.size() + 1) * m_width) {
    m_corners[0].reached = 0;
    for (std::size_t at = 0; at < m_corners.size(); ++at)
        if (m_corners[at].reached != kNever)
            leave(at);
}

void SideBySide::leave(std::size_t at) {
    const std::size_t i = at / m_width;
    const std::size_t j = at % m_width;
    const Time now = m_corners[at].reached;
    const Stop stop = walk(m_one, m_other, i, j);
    if (!stop.conflict) {
        const Time end = now + std::max(m_oneLeft[i], m_otherLeft[j]);
        if (end < m_end) {
            m_end = end;
            m_last = at;
        }
        return;
    }
    const auto reach = [&](std::size_t one, std::size_t other) {
        Corner& corner = m_corners[one * m_width + other];
        const Time then = now + std::max(m_oneLeft[i] - m_oneLeft[one], m_otherLeft[j] - m_otherLeft[other]);
        if (then < corner.reached)
            corner = {then, at};
    };
    reach(stop.one + 1, stop.other);
    reach(stop.one, stop.other + 1);
}

PlacedChains SideBySide::placed() const {
    PlacedChains result;
    std::size_t one = m_one.size();
    std::size_t other = m_other.size();
    // From the last corner back: between two of them both chains run from the moment of the first one.
    for (std::size_t at = m_last;; at = m_corners[at].from) {
        addBackwards(result.one, m_one, at / m_width, one, m_corners[at].reached);
        addBackwards(result.other, m_other, at % m_width, other, m_corners[at].reached);
        one = at / m_width;
        other = at % m_width;
        if (at == 0)
            break;
    }
    std::ranges::reverse(result.one);
    std::ranges::reverse(result.other);
    return result;
}

} // namespace lanewright
