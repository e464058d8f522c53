// SPDX-License-Identifier: Apache-2.0
#include "core/edit/place.h"

#include "core/edit/edits.h"
#include "core/edit/fill.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

/// So many blocks are simulated for one call, about a second.
constexpr std::int64_t kMostWork = 60'000'000;

/// The way of a microbatch through the stages: down with F, up with B, and every W behind its B.
std::tuple<int, int, int, int, int> wayOf(const Op& op) {
    switch (op.kind) {
    case OpKind::F: return {op.microbatch, 0, op.stage, 0, 0};
    case OpKind::R: return {op.microbatch, 1, -op.stage, 0, 0};
    case OpKind::B:
    case OpKind::BW: return {op.microbatch, 1, -op.stage, 1, 0};
    case OpKind::W: return {op.microbatch, 1, -op.stage, 2, op.part};
    }
    return {};
}

/// Places from `first` to `last`, both included.
struct Places {
    int first = 0;
    int last = 0;
};

/// Between the ops of the same microbatch and stage that come before and behind it; everywhere when those are the wrong
/// way round.
Places placesFor(const Row& row, const Op& op) {
    const int end = static_cast<int>(row.size());
    Places places{0, end};
    for (int position = 0; position < end; ++position)
        for (const Op& other : opsIn(row[position])) {
            if (other.stage != op.stage || other.microbatch != op.microbatch)
                continue;
            if (wayOf(other) < wayOf(op))
                places.first = std::max(places.first, position + 1);
            else
                places.last = std::min(places.last, position);
        }
    return places.first <= places.last ? places : Places{0, end};
}

/// Lower is better.
using Score = std::tuple<std::int64_t, Bytes, Time, Time>;

/// Tries places for one op after the other in a schedule that grows.
class Placer {
public:
    explicit Placer(const Plan& plan) : m_plan(plan), m_schedule(plan.schedule) {
        if (m_schedule.order.empty())
            m_schedule.order.resize(m_schedule.ranks());
        m_blocks = blockCount(m_schedule.order);
    }

    /// Leaves the op where it does best. `work`: so many blocks may be simulated.
    void place(const Op& op, std::int64_t work) {
        Row& row = m_schedule.order[m_schedule.rankOf(op)];
        const Places places = placesFor(row, op);
        const std::int64_t tries = std::max<std::int64_t>(1, work / (m_blocks + 1));
        const int stride = static_cast<int>((places.last - places.first) / tries) + 1;
        int best = places.last;
        std::optional<Score> bestScore;
        for (int place = places.last; place >= places.first; place -= stride) {
            row.insert(row.begin() + place, Block{.op = op});
            const Score score = scoreOf(op, place);
            row.erase(row.begin() + place);
            if (!bestScore || score < *bestScore) {
                bestScore = score;
                best = place;
            }
        }
        row.insert(row.begin() + best, Block{.op = op});
        ++m_blocks;
    }

    Schedule take() { return std::move(m_schedule); }

private:
    Score scoreOf(const Op& op, int place) {
        simulate(m_schedule, m_plan.costs, m_timeline);
        const int rank = m_schedule.rankOf(op);
        const std::int64_t idle = m_blocks + 1 - blockCount(m_timeline.lanes);
        const Lane& lane = m_timeline.lanes[rank];
        const Time end = place < static_cast<int>(lane.size()) ? lane[place].end : 0;
        return {idle, overLimit(rank), extentOf(m_timeline).end, end};
    }

    Bytes overLimit(int rank) const {
        const std::optional<Bytes> limit = m_plan.memory.limitOf(rank);
        if (!limit)
            return 0;
        return std::max<Bytes>(0, peakMemory(m_schedule, m_plan.memory, m_plan.costs.weightParts)[rank] - *limit);
    }

    const Plan& m_plan;
    Schedule m_schedule;
    Timeline m_timeline;
    std::int64_t m_blocks = 0;
};

} // namespace

Result<Schedule> placeOps(const Plan& plan, const std::vector<Op>& ops, const PlaceCourse& course) {
    const Error stopped{say(phrase("refusal", "placing was stopped"))};
    const std::set<Op> there = opsOfAll(plan.schedule.order);
    Schedule empty = plan.schedule;
    empty.order.clear();
    std::vector<Op> inTurn;
    inTurn.reserve(ops.size());
    for (const Op& op : ops) {
        if (Result<Schedule> tried = insertOp(empty, op, 0); !tried)
            return tried.error();
        if (!there.contains(op))
            inTurn.push_back(op);
    }
    std::ranges::sort(inTurn, {}, wayOf);
    if (inTurn.size() > kMostTried) {
        std::optional<Schedule> filled = filledAlongTheClock(plan, inTurn, course);
        return filled ? Result<Schedule>(*std::move(filled)) : stopped;
    }
    Placer placer(plan);
    const int all = static_cast<int>(inTurn.size());
    const std::int64_t share = kMostWork / std::max(1, all);
    for (int placed = 0; placed < all; ++placed) {
        if (course.stop.stop_requested())
            return stopped;
        placer.place(inTurn[placed], share);
        if (course.progress)
            course.progress(placed + 1, all);
    }
    return placer.take();
}

} // namespace lanewright
