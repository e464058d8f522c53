// SPDX-License-Identifier: Apache-2.0
#include "core/edit/fill.h"

#include "core/model/block_ops.h"
#include "core/sequence/rank_clock.h"
#include "core/simulate/dataflow_table.h"
#include "core/simulate/memory.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

/// A block that is to run: one of a row, or an op that is put in.
struct Piece {
    Block block = {};
    int rank = 0;
    int missing = 0; ///< values that are not made yet
    Time ready = 0;  ///< when the last of those that are made is there
};

/// Runs the ranks along the clock with named ops, gaps and pairs, which sequences have no codes for.
class Filler {
public:
    Filler(const Plan& plan, const std::vector<Op>& ops, const PlaceCourse& course)
        : m_plan(plan), m_course(course), m_dataflow(plan.schedule, plan.costs), m_waiting(m_dataflow.values()),
          m_lanes(plan.schedule.ranks()) {
        m_clock.reset(plan.schedule.ranks());
        m_schedule = plan.schedule;
        m_schedule.order.assign(plan.schedule.ranks(), {});
        m_all = static_cast<int>(ops.size());
        m_pieces.reserve(ops.size() + static_cast<std::size_t>(blockCount(plan.schedule.order)));
        for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank)
            for (const Block& block : plan.schedule.order[rank])
                m_lanes[rank].row.push_back(enter(block, static_cast<int>(rank)));
        m_firstFree = static_cast<int>(m_pieces.size());
        for (const Op& op : ops)
            enter({.op = op}, plan.schedule.rankOf(op));
        for (int piece = m_firstFree; piece < static_cast<int>(m_pieces.size()); ++piece)
            offer(piece);
    }

    std::optional<Schedule> run() {
        const auto ask = [this](int rank, Time now) {
            runNext(rank, now);
            return goesOn();
        };
        if (!m_clock.run(ask))
            return {};
        if (m_placed < m_all) {
            m_limited = false;
            for (int rank = 0; rank < static_cast<int>(m_lanes.size()); ++rank)
                m_clock.wake(rank, m_clock.freeAt(rank));
            if (!m_clock.run(ask))
                return {};
        }
        appendRest();
        return std::move(m_schedule);
    }

private:
    static constexpr int kReport = 4096;

    /// What waits on a rank: rows by place, the others by how much they are liked.
    struct Lane {
        std::vector<int> row = {};
        std::size_t next = 0;                                   ///< position in `row`
        std::set<std::tuple<Time, int>> coming = {};            ///< when it will be there, piece
        std::set<std::tuple<int, int, int, int>> liked = {};    ///< kind's turn, microbatch, depth, piece
        std::set<std::tuple<int, int, int, int>> forwards = {}; ///< the same of those that take memory
        Bytes held = 0;
    };

    /// Counts turns, tells now and then how far it is, and says whether it was stopped.
    bool goesOn() {
        if (++m_turns % kReport != 0)
            return true;
        if (m_course.progress)
            m_course.progress(m_placed, m_all);
        return !m_course.stop.stop_requested();
    }

    int enter(const Block& block, int rank) {
        const int piece = static_cast<int>(m_pieces.size());
        m_pieces.push_back({.block = block, .rank = rank});
        for (const Op& op : opsIn(block)) {
            const DataflowEntry& entry = m_dataflow.of(op);
            for (int need = 0; need < entry.needCount; ++need) {
                m_waiting[entry.needs[need] + op.microbatch].push_back(piece);
                ++m_pieces.back().missing;
            }
        }
        return piece;
    }

    /// A piece that is put in and has all values made comes among those that are coming.
    void offer(int piece) {
        const Piece& each = m_pieces[piece];
        if (each.missing > 0)
            return;
        if (piece >= m_firstFree)
            m_lanes[each.rank].coming.emplace(each.ready, piece);
        m_clock.wake(each.rank, each.ready);
    }

    void welcome(Lane& lane, Time now) {
        while (!lane.coming.empty() && std::get<0>(*lane.coming.begin()) <= now) {
            const int piece = std::get<1>(*lane.coming.begin());
            lane.coming.erase(lane.coming.begin());
            const Op& op = m_pieces[piece].block.op;
            const bool takes = memoryChangeOf(m_plan, m_pieces[piece].block) > 0;
            const int turn = isBackward(op.kind) ? 0 : op.kind == OpKind::R ? 1 : op.kind == OpKind::F ? 2 : 3;
            (takes ? lane.forwards : lane.liked).emplace(turn, op.microbatch, -op.stage, piece);
        }
    }

    bool fits(const Lane& lane, int rank, int piece) const {
        const std::optional<Bytes> limit = m_plan.memory.limitOf(rank);
        return !m_limited || !limit || lane.held + memoryChangeOf(m_plan, m_pieces[piece].block) <= *limit;
    }

    /// The piece to run now, taken from where it waited; none: nothing can run.
    int choose(Lane& lane, int rank, Time now) {
        if (lane.next < lane.row.size()) {
            const Piece& head = m_pieces[lane.row[lane.next]];
            if (head.missing == 0 && head.ready <= now)
                return lane.row[lane.next++];
        }
        welcome(lane, now);
        const auto firstOf = [](const auto& set) { return std::get<3>(*set.begin()); };
        const bool forward = !lane.forwards.empty() && fits(lane, rank, firstOf(lane.forwards));
        const bool other = !lane.liked.empty();
        if (!forward && !other)
            return -1;
        auto& from = forward && (!other || *lane.forwards.begin() < *lane.liked.begin()) ? lane.forwards : lane.liked;
        const int piece = firstOf(from);
        from.erase(from.begin());
        return piece;
    }

    void runNext(int rank, Time now) {
        Lane& lane = m_lanes[rank];
        const int piece = choose(lane, rank, now);
        if (piece < 0) {
            if (!lane.coming.empty())
                m_clock.wake(rank, std::get<0>(*lane.coming.begin()));
            return;
        }
        const Block& block = m_pieces[piece].block;
        const Time end = now + block.gap + durationOf(m_plan.schedule, m_plan.costs, block);
        lane.held += memoryChangeOf(m_plan, block);
        m_schedule.order[rank].push_back(block);
        m_placed += piece >= m_firstFree ? 1 : 0;
        m_clock.occupy(rank, end);
        for (const Op& op : opsIn(block)) {
            const DataflowEntry& entry = m_dataflow.of(op);
            for (int yield = 0; yield < entry.yieldCount; ++yield)
                deliver(entry.yields[yield] + op.microbatch, rank, end);
        }
    }

    void deliver(int value, int from, Time end) {
        for (const int piece : std::exchange(m_waiting[value], {})) {
            Piece& each = m_pieces[piece];
            each.ready = std::max(each.ready, end + m_plan.costs.travel(m_dataflow.valueAt(value), from, each.rank));
            --each.missing;
            offer(piece);
        }
    }

    /// What never came to run.
    void appendRest() {
        std::vector<std::set<Op>> there(m_lanes.size());
        for (std::size_t rank = 0; rank < m_lanes.size(); ++rank) {
            for (std::size_t at = m_lanes[rank].next; at < m_lanes[rank].row.size(); ++at)
                m_schedule.order[rank].push_back(m_pieces[m_lanes[rank].row[at]].block);
            for (const Block& block : m_schedule.order[rank])
                there[rank].insert(block.op);
        }
        for (int piece = m_firstFree; m_placed < m_all && piece < static_cast<int>(m_pieces.size()); ++piece)
            if (const Piece& each = m_pieces[piece]; there[each.rank].insert(each.block.op).second)
                m_schedule.order[each.rank].push_back(each.block);
    }

    const Plan& m_plan;
    const PlaceCourse& m_course;
    DataflowTable m_dataflow;
    Schedule m_schedule;
    std::vector<Piece> m_pieces;
    int m_firstFree = 0;                     ///< pieces from here on are put in
    std::vector<std::vector<int>> m_waiting; ///< per value the pieces that need it
    std::vector<Lane> m_lanes;
    RankClock m_clock;
    bool m_limited = true;
    int m_placed = 0;
    int m_all = 0;
    std::int64_t m_turns = 0;
};

} // namespace

std::optional<Schedule> filledAlongTheClock(const Plan& plan, const std::vector<Op>& ops, const PlaceCourse& course) {
    return Filler(plan, ops, course).run();
}

} // namespace lanewright
