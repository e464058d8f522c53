// SPDX-License-Identifier: Apache-2.0
#include "core/trace/clock_fit.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/base/printed.h"
#include "core/model/text.h"
#include "core/model/totals.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

constexpr double kMostDrift = 500e-6;  ///< that a clock can have
constexpr double kUnseenDrift = 50e-6; ///< that may be left
constexpr int kMostCorrections = 400;
constexpr double kSurest = 1000; ///< ns, added to bounds on offsets: the surest steps weigh no more than so
constexpr Time kFar = std::numeric_limits<Time>::max() / 4;

/// o_from − o_to ≤ slack, from the tightest of the values that say so.
struct ClockLink {
    int from = 0;
    int to = 0;
    Time slack = 0;
    const Crossing* by = nullptr;
};

double sinceOrigin(Time time, Time origin) { return static_cast<double>(time - origin); }

/// The slack that a value leaves, by these slopes, between clocks that begin at their origins.
Time slackOf(const Crossing& crossing, const std::vector<double>& slopes, const std::vector<Time>& origins) {
    const double drift = slopes[crossing.to] * sinceOrigin(crossing.used, origins[crossing.to]) -
                         slopes[crossing.from] * sinceOrigin(crossing.made, origins[crossing.from]);
    return (crossing.used - origins[crossing.to]) - (crossing.made - origins[crossing.from]) + std::llround(drift);
}

std::vector<ClockLink> linksOf(const std::vector<const Crossing*>& crossings, const std::vector<double>& slopes,
                               const std::vector<Time>& origins) {
    std::map<std::pair<int, int>, ClockLink> links;
    for (const Crossing* crossing : crossings) {
        const ClockLink link{
            .from = crossing->from, .to = crossing->to, .slack = slackOf(*crossing, slopes, origins), .by = crossing};
        const auto [found, isNew] = links.try_emplace({link.from, link.to}, link);
        if (!isNew && link.slack < found->second.slack)
            found->second = link;
    }
    return mapped(links, [](const auto& each) { return each.second; });
}

/// The links of a cycle whose slacks sum up to less than 0, in the direction of the values; empty where there is none.
/// Bellman and Ford: a way that still gets shorter after as many rounds as there are ranks goes around one.
std::vector<ClockLink> negativeCycle(const std::vector<ClockLink>& links, int ranks) {
    std::vector<Time> length(ranks, 0);
    std::vector<const ClockLink*> last(ranks, nullptr);
    int shortened = -1;
    for (int round = 0; round <= ranks; ++round) {
        shortened = -1;
        for (const ClockLink& link : links)
            if (length[link.to] + link.slack < length[link.from]) {
                length[link.from] = length[link.to] + link.slack;
                last[link.from] = &link;
                shortened = link.from;
            }
        if (shortened < 0)
            return {};
    }
    int rank = shortened;
    for (int each = 0; each < ranks; ++each)
        rank = last[rank]->to;
    std::vector<ClockLink> cycle;
    for (int at = rank; cycle.empty() || at != rank; at = last[at]->to)
        cycle.push_back(*last[at]);
    return cycle;
}

/// The shortest ways between rank 0 and all others; `outward` bounds offsets from above, else from below.
std::vector<Time> ways(const std::vector<ClockLink>& links, int ranks, bool outward) {
    std::vector<Time> length(ranks, kFar);
    length[0] = 0;
    bool shortened = true;
    for (int round = 0; round < ranks && shortened; ++round) {
        shortened = false;
        for (const ClockLink& link : links) {
            const int near = outward ? link.to : link.from;
            const int far = outward ? link.from : link.to;
            if (length[near] != kFar && length[near] + link.slack < length[far]) {
                length[far] = length[near] + link.slack;
                shortened = true;
            }
        }
    }
    return length;
}

/// Where each rank's offset may lie.
struct OffsetBounds {
    std::vector<Time> least = {};
    std::vector<Time> most = {};
};

OffsetBounds boundsOf(const std::vector<ClockLink>& links, int ranks) {
    OffsetBounds bounds{.least = ways(links, ranks, false), .most = ways(links, ranks, true)};
    for (Time& least : bounds.least)
        least = -least;
    return bounds;
}

bool isOpen(const OffsetBounds& bounds, int rank) { return bounds.least[rank] == -kFar || bounds.most[rank] == kFar; }

/// The middle; where one side says nothing, the other end.
Time middleOf(const OffsetBounds& bounds, int rank) {
    if (!isOpen(bounds, rank))
        return bounds.least[rank] + (bounds.most[rank] - bounds.least[rank]) / 2;
    return bounds.most[rank] != kFar ? bounds.most[rank] : bounds.least[rank] != -kFar ? bounds.least[rank] : 0;
}

Error misfit(const std::vector<ClockLink>& cycle) {
    Time sum = 0;
    std::string around;
    std::size_t shown = 0;
    for (const ClockLink& link : cycle) {
        sum += link.slack;
        if (++shown > 4)
            continue;
        around += (around.empty() ? "" : ", ") + toText(link.by->producer) + " → " + toText(link.by->consumer);
    }
    if (shown > 4)
        around += ", …";
    return {say(phrase("trace", "no clocks fit these ranks: around %1 values would arrive %2 before they were made; "
                                "are the steps of all ranks the same, and each rank's stages its own?"),
                around, numbers::said(printed("%.3f ms", static_cast<double>(-sum) / 1e6))),
            "step " + std::to_string(cycle.front().by->step)};
}

/// The line of least squares through points that are known to within some bound.
class WeightedLine {
public:
    void add(double x, Time y, double bound) {
        const double loose = bound + kSurest;
        const double weight = kSurest * kSurest / (loose * loose);
        if (m_weight == 0)
            m_first = y;
        const auto up = static_cast<double>(y - m_first);
        m_weight += weight;
        m_x += weight * x;
        m_y += weight * up;
        m_xx += weight * x * x;
        m_xy += weight * x * up;
    }

    /// 0 where the points are too few to tell.
    double slope() const {
        const double spread = m_weight * m_xx - m_x * m_x;
        return spread > 0 ? (m_weight * m_xy - m_x * m_y) / spread : 0;
    }

private:
    Time m_first = 0; ///< heights count from it, so that doubles hold them
    double m_weight = 0, m_x = 0, m_y = 0, m_xx = 0, m_xy = 0;
};

class Fitter {
public:
    Fitter(const std::vector<Crossing>& crossings, const std::vector<Time>& origins)
        : m_origins(&origins), m_ranks(static_cast<int>(origins.size())), m_slopes(origins.size(), 0) {
        for (const Crossing& crossing : crossings) {
            m_all.push_back(&crossing);
            m_steps[crossing.step].push_back(&crossing);
        }
        for (const auto& [step, own] : m_steps)
            for (const Crossing* crossing : own)
                m_length = std::max(m_length, sinceOrigin(crossing->used, origins[crossing->to]));
    }

    Result<ClockFit> fit(bool rawMayStay) {
        if (rawMayStay &&
            std::ranges::all_of(m_all, [](const Crossing* crossing) { return crossing->made <= crossing->used; }))
            return fitOf(ClockSource::Raw, originsApart());
        const std::vector<ClockLink> cycle = negativeCycle(links(), m_ranks);
        if (!cycle.empty() && m_steps.size() > 1) {
            m_slopes = slopesOfLines();
            if (!correct())
                return misfit(cycle);
        } else if (!cycle.empty()) {
            return misfit(cycle);
        }
        const OffsetBounds bounds = boundsOf(links(), m_ranks);
        const auto offsetOf = [&](int rank) { return middleOf(bounds, rank); };
        return fitOf(ClockSource::Dependencies, mapped(countedUp(m_ranks), offsetOf));
    }

private:
    std::vector<ClockLink> links() const { return linksOf(m_all, m_slopes, *m_origins); }

    /// Offsets between clocks that begin at their origins, of clocks that are to stay as they are.
    std::vector<Time> originsApart() const {
        return mapped(*m_origins, [this](Time origin) { return origin - m_origins->front(); });
    }

    /// Per rank the slope of a line through the offsets that each step has by itself, the surer ones weighing more.
    std::vector<double> slopesOfLines() const {
        const std::vector<double> level(m_origins->size(), 0);
        std::vector<WeightedLine> lines(m_origins->size());
        for (const auto& [step, own] : m_steps) {
            const std::vector<ClockLink> single = linksOf(own, level, *m_origins);
            if (!negativeCycle(single, m_ranks).empty())
                continue;
            const OffsetBounds bounds = boundsOf(single, m_ranks);
            const Crossing& sample = *own.front();
            const double x = sinceOrigin(sample.used, (*m_origins)[sample.to]);
            for (int rank = 1; rank < m_ranks; ++rank)
                if (!isOpen(bounds, rank))
                    lines[rank].add(x, middleOf(bounds, rank),
                                    static_cast<double>(bounds.most[rank] - bounds.least[rank]) / 2);
        }
        return mapped(lines,
                      [](const WeightedLine& line) { return std::clamp(line.slope(), -kMostDrift, kMostDrift); });
    }

    /// Moves the slopes until no cycle is left; false where none do.
    bool correct() {
        for (int attempt = 0; attempt < kMostCorrections; ++attempt) {
            const std::vector<ClockLink> cycle = negativeCycle(links(), m_ranks);
            if (cycle.empty())
                return true;
            std::vector<double> gradient(m_slopes.size(), 0);
            double sum = 0;
            for (const ClockLink& link : cycle) {
                sum += static_cast<double>(link.slack);
                gradient[link.to] += sinceOrigin(link.by->used, (*m_origins)[link.to]);
                gradient[link.from] -= sinceOrigin(link.by->made, (*m_origins)[link.from]);
            }
            gradient[0] = 0;
            const double square = summed(gradient, [](double part) { return part * part; });
            if (square == 0)
                return false;
            // A little beyond the border, so that the cycle does not come back by rounding.
            const double far = (-sum + 1 + 10.0 * static_cast<double>(cycle.size())) / square;
            for (std::size_t rank = 0; rank < m_slopes.size(); ++rank) {
                m_slopes[rank] += far * gradient[rank];
                if (std::abs(m_slopes[rank]) > kMostDrift)
                    return false;
            }
        }
        return false;
    }

    /// How far each rank's offset may be off: by all steps together, with what drift may be left, or by the worst of
    /// the steps alone, whichever is less.
    std::vector<Time> uncertaintyOf(const std::vector<Time>& offsets) const {
        const auto add = [&](const OffsetBounds& bounds, std::vector<Time>& most) {
            for (int rank = 1; rank < m_ranks; ++rank)
                most[rank] =
                    isOpen(bounds, rank)
                        ? kMaxTime
                        : std::max({most[rank], bounds.most[rank] - offsets[rank], offsets[rank] - bounds.least[rank]});
        };
        std::vector<Time> together(offsets.size(), 0);
        add(boundsOf(links(), m_ranks), together);
        std::vector<Time> alone(offsets.size(), 0);
        for (const auto& [step, own] : m_steps)
            add(boundsOf(linksOf(own, m_slopes, *m_origins), m_ranks), alone);
        const auto drift = static_cast<Time>(kUnseenDrift * m_length);
        for (int rank = 1; rank < m_ranks; ++rank)
            together[rank] = std::clamp<Time>(std::min(together[rank] + drift, alone[rank]), 0, kMaxTime);
        return together;
    }

    ClockFit fitOf(ClockSource source, const std::vector<Time>& offsets) const {
        ClockFit fit{.clocks = {.source = source, .offset = offsets}, .uncertainty = uncertaintyOf(offsets)};
        const std::vector<Time> apart = originsApart();
        for (std::size_t rank = 0; rank < apart.size(); ++rank)
            fit.clocks.offset[rank] -= apart[rank];
        for (const double slope : m_slopes)
            fit.clocks.drift.push_back(slope * 1e6);
        return fit;
    }

    const std::vector<Time>* m_origins;
    int m_ranks;
    std::vector<double> m_slopes;
    std::vector<const Crossing*> m_all = {};
    std::map<int, std::vector<const Crossing*>> m_steps = {};
    double m_length = 0;
};

} // namespace

Result<ClockFit> fitClocks(const std::vector<Crossing>& crossings, const std::vector<Time>& origins, bool rawMayStay) {
    return Fitter{crossings, origins}.fit(rawMayStay);
}

Time commonTime(const ClockFit& fit, const std::vector<Time>& origins, int rank, Time time) {
    const double drift = fit.clocks.drift[rank] * 1e-6 * sinceOrigin(time, origins[rank]);
    return time + fit.clocks.offset[rank] + std::llround(drift);
}

} // namespace lanewright
