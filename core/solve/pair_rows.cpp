// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pair_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

namespace lanewright {

namespace {

/// What a pair of two chunks takes; the sum where it has no time of its own.
Time pairLength(const Plan& problem, const Chunk& forward, const Chunk& backward, bool fused) {
    const Op front{.kind = OpKind::F, .stage = forward.stage};
    const Op back{.kind = fused ? OpKind::BW : OpKind::B, .stage = backward.stage};
    const Time apart = forward.forward + backward.backward + (fused ? backward.weight : 0);
    return pairTime(problem.costs, problem.schedule.placement, front, forward.direction, back, backward.direction)
        .value_or(apart);
}

bool suits(const Plan& plan, const Instance& instance) {
    return plan.costs.microbatches.areEqual() && !instance.apart &&
           std::ranges::none_of(instance.chunks, [](const Chunk& chunk) { return chunk.recompute.has_value(); });
}

/// Per direction its microbatches, in order.
std::vector<std::vector<int>> dealOf(const Plan& problem, const Instance& instance) {
    std::vector<std::vector<int>> dealt(instance.microbatches.size());
    for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
        dealt[static_cast<std::size_t>(problem.schedule.direction(microbatch))].push_back(microbatch);
    return dealt;
}

/// The number of a chunk among those of its rank.
Code placeFor(const Instance& instance, const std::vector<int>& places, int direction, int stage, OpKind kind) {
    return codeOf(places[direction * instance.stages + stage], kind);
}

} // namespace

bool pairsPay(const Plan& problem) {
    const Instance instance = instanceOf(problem);
    if (!suits(problem, instance))
        return false;
    for (const std::vector<int>& chunks : instance.onRank)
        for (const int forward : chunks)
            for (const int backward : chunks)
                for (const bool fused : {false, true}) {
                    const Chunk& front = instance.chunks[static_cast<std::size_t>(forward)];
                    const Chunk& back = instance.chunks[static_cast<std::size_t>(backward)];
                    if (pairLength(problem, front, back, fused) <
                        front.forward + back.backward + (fused ? back.weight : 0))
                        return true;
                }
    return false;
}

std::optional<PairRows> pairRowsOf(const Plan& plan, const Instance& instance) {
    if (!suits(plan, instance) || static_cast<int>(plan.schedule.order.size()) != instance.ranks())
        return {};
    const std::vector<int> places = instance.places();
    PairRows rows(plan.schedule.order.size());
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        const auto code = [&](const Op& op, OpKind kind) {
            return placeFor(instance, places, plan.schedule.direction(op.microbatch), op.stage, kind);
        };
        for (const Block& block : plan.schedule.order[rank]) {
            if (plan.schedule.rankOf(block.op) != static_cast<int>(rank))
                return {};
            if (block.paired) {
                if (!arePairKinds(block.op.kind, block.paired->kind))
                    return {};
                const bool fused = block.paired->kind == OpKind::BW;
                rows[rank].push_back({code(block.op, OpKind::F), code(*block.paired, OpKind::B), fused});
            } else if (block.op.kind == OpKind::BW) {
                rows[rank].push_back({code(block.op, OpKind::B)});
                rows[rank].push_back({code(block.op, OpKind::W)});
            } else if (block.op.kind == OpKind::R)
                return {};
            else if (block.op.kind != OpKind::W || block.op.part == plan.costs.weightParts - 1)
                rows[rank].push_back({code(block.op, block.op.kind)});
        }
    }
    return rows;
}

Schedule scheduleOf(const Plan& problem, const Instance& instance, const PairRows& rows) {
    const std::vector<std::vector<int>> dealt = dealOf(problem, instance);
    Schedule schedule = problem.schedule;
    schedule.order.assign(rows.size(), {});
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        const std::vector<int>& chunks = instance.onRank[rank];
        std::vector<std::array<int, 2>> done(chunks.size(), {0, 0});
        std::vector<std::vector<int>> waiting(chunks.size()); // W that have no turn yet
        const auto opOf = [&](Code code, OpKind kind, int index) {
            const Chunk& chunk =
                instance.chunks[static_cast<std::size_t>(chunks[static_cast<std::size_t>(placeOf(code))])];
            return Op{.kind = kind,
                      .stage = chunk.stage,
                      .microbatch = dealt[static_cast<std::size_t>(chunk.direction)][static_cast<std::size_t>(index)]};
        };
        for (const PairBlock& block : rows[rank]) {
            const auto place = static_cast<std::size_t>(placeOf(block.op));
            Row& row = schedule.order[rank];
            if (kindOf(block.op) == OpKind::W) {
                const int index = waiting[place].front();
                waiting[place].erase(waiting[place].begin());
                for (int part = 0; part < instance.weightParts; ++part) {
                    Op weight = opOf(block.op, OpKind::W, index);
                    weight.part = part;
                    row.push_back({.op = weight});
                }
                continue;
            }
            if (kindOf(block.op) == OpKind::B) {
                waiting[place].push_back(done[place][1]);
                row.push_back({.op = opOf(block.op, OpKind::B, done[place][1]++)});
                continue;
            }
            const Op forward = opOf(block.op, OpKind::F, done[place][0]++);
            if (!block.isPair()) {
                row.push_back({.op = forward});
                continue;
            }
            const auto back = static_cast<std::size_t>(placeOf(block.partner));
            const int index = done[back][1]++;
            if (!block.fused)
                waiting[back].push_back(index);
            row.push_back(pairOf(forward, opOf(block.partner, block.fused ? OpKind::BW : OpKind::B, index)));
        }
    }
    return schedule;
}

PairTimer::PairTimer(const Plan& problem, const Instance& instance, Objective objective)
    : m_instance(instance), m_objective(withoutOptimizer(objective, problem.optimizerMode)) {
    m_most = *std::ranges::max_element(instance.microbatches);
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        std::vector<Time>& pairs = m_pairs.emplace_back();
        for (const int forward : instance.onRank[static_cast<std::size_t>(rank)])
            for (const int backward : instance.onRank[static_cast<std::size_t>(rank)])
                for (const bool fused : {false, true})
                    pairs.push_back(pairLength(problem, instance.chunks[static_cast<std::size_t>(forward)],
                                               instance.chunks[static_cast<std::size_t>(backward)], fused));
    }
    const std::size_t cells = instance.chunks.size() * static_cast<std::size_t>(m_most);
    m_forwardBy.resize(cells);
    m_gradientBy.resize(cells);
    m_starts.resize(static_cast<std::size_t>(instance.ranks()));
    m_latest.resize(static_cast<std::size_t>(instance.ranks()));
}

Time PairTimer::lengthOf(int rank, const PairBlock& block) const {
    const Chunk& chunk = m_instance.chunks[static_cast<std::size_t>(chunkAt(rank, block.op))];
    if (block.isPair())
        return m_pairs[rank][(placeOf(block.op) * places(rank) + placeOf(block.partner)) * 2 + (block.fused ? 1 : 0)];
    const OpKind kind = kindOf(block.op);
    return kind == OpKind::F ? chunk.forward : kind == OpKind::B ? chunk.backward : chunk.weight;
}

bool PairTimer::isLegal(int rank, const PairRow& row) {
    m_count.assign(static_cast<std::size_t>(places(rank)) * kKinds, 0);
    const Bytes limit = m_instance.limit[static_cast<std::size_t>(rank)];
    Bytes held = 0;
    const auto chunkOf = [&](Code code) -> const Chunk& {
        return m_instance.chunks[static_cast<std::size_t>(chunkAt(rank, code))];
    };
    // True when one more of the code may run: each B after the F, each W after the B of its microbatch.
    const auto count = [&](int place, int kind) {
        int* done = &m_count[place * kKinds];
        return ++done[kind] <= (kind == 0 ? std::numeric_limits<int>::max() : done[kind - 1]);
    };
    for (const PairBlock& block : row) {
        const int place = placeOf(block.op);
        const OpKind kind = kindOf(block.op);
        if (block.isPair() && (!count(placeOf(block.partner), 1) || (block.fused && !count(placeOf(block.partner), 2))))
            return false;
        if (!count(place, kind == OpKind::F ? 0 : kind == OpKind::B ? 1 : 2))
            return false;
        const Chunk& own = chunkOf(block.op);
        held += kind == OpKind::F ? own.forwardMemory : kind == OpKind::B ? own.backwardMemory : own.weightMemory;
        if (held > limit)
            return false;
        if (block.isPair())
            held += chunkOf(block.partner).backwardMemory + (block.fused ? chunkOf(block.partner).weightMemory : 0);
    }
    for (int place = 0; place < places(rank); ++place) {
        const int chunk = m_instance.onRank[static_cast<std::size_t>(rank)][static_cast<std::size_t>(place)];
        for (int kind = 0; kind < kKinds; ++kind)
            if (m_count[place * kKinds + kind] != m_instance.microbatchesOf(chunk))
                return false;
    }
    return true;
}

bool PairTimer::arrives(int rank, const PairBlock& block, Time& start) const {
    const auto look = [&](Code code) {
        const int chunk = chunkAt(rank, code);
        if (kindOf(code) == OpKind::W)
            return true;
        const bool forward = kindOf(code) == OpKind::F;
        if (forward ? m_instance.before(chunk) < 0 : m_instance.after(chunk) < 0)
            return true;
        const std::vector<int>& done = forward ? m_forwards : m_backwards;
        const std::size_t at = cell(chunk, done[static_cast<std::size_t>(chunk)]);
        const Time there = forward ? m_forwardThere[at] : m_gradientThere[at];
        start = std::max(start, there);
        return there >= 0;
    };
    return look(block.op) && (!block.isPair() || look(block.partner));
}

void PairTimer::finish(int rank, int position, const PairBlock& block, Time end) {
    const auto leave = [&](Code code) {
        const int chunk = chunkAt(rank, code);
        if (kindOf(code) == OpKind::W)
            return;
        const bool forward = kindOf(code) == OpKind::F;
        const int index = (forward ? m_forwards : m_backwards)[static_cast<std::size_t>(chunk)]++;
        (forward ? m_forwardBy : m_gradientBy)[cell(chunk, index)] = {rank, position};
        const int next = forward ? m_instance.after(chunk) : m_instance.before(chunk);
        if (next < 0)
            return;
        const Time travel = forward ? m_instance.chunks[static_cast<std::size_t>(chunk)].down
                                    : m_instance.chunks[static_cast<std::size_t>(next)].up;
        (forward ? m_forwardThere : m_gradientThere)[cell(next, index)] = end + travel;
        const int receiver = m_instance.chunks[static_cast<std::size_t>(next)].rank;
        if (receiver != rank)
            m_stack.push_back(receiver);
    };
    leave(block.op);
    if (block.isPair())
        leave(block.partner);
}

PairTimer::Cost PairTimer::operator()(const PairRows& rows) {
    const std::size_t cells = m_forwardBy.size();
    m_forwardThere.assign(cells, -1);
    m_gradientThere.assign(cells, -1);
    m_forwards.assign(m_instance.chunks.size(), 0);
    m_backwards.assign(m_instance.chunks.size(), 0);
    m_position.assign(rows.size(), 0);
    m_free.assign(rows.size(), 0);
    m_turns.clear();
    m_stack.clear();
    std::size_t blocks = 0;
    for (int rank = static_cast<int>(rows.size()) - 1; rank >= 0; --rank) {
        m_stack.push_back(rank);
        m_starts[static_cast<std::size_t>(rank)].resize(rows[static_cast<std::size_t>(rank)].size());
        blocks += rows[static_cast<std::size_t>(rank)].size();
    }
    while (!m_stack.empty()) {
        const int rank = m_stack.back();
        m_stack.pop_back();
        const auto at = static_cast<std::size_t>(rank);
        int& position = m_position[at];
        for (; position < static_cast<int>(rows[at].size()); ++position) {
            const PairBlock& block = rows[at][static_cast<std::size_t>(position)];
            Time start = m_free[at];
            if (!arrives(rank, block, start))
                break;
            const Time end = start + lengthOf(rank, block);
            m_starts[at][static_cast<std::size_t>(position)] = start;
            m_free[at] = end;
            m_turns.push_back({rank, position});
            finish(rank, position, block, end);
        }
    }
    if (m_turns.size() < blocks)
        return {};
    Cost cost{.value = 0};
    for (const Time end : m_free) {
        cost.value = std::max(cost.value, end);
        cost.ends += end;
    }
    if (m_objective == Objective::Period)
        cost.value = leastSpan(rows);
    if (m_objective == Objective::LongestSpan) {
        cost.value = 0;
        for (std::size_t rank = 0; rank < rows.size(); ++rank)
            if (!rows[rank].empty())
                cost.value = std::max(cost.value, m_free[rank] - m_starts[rank].front());
    }
    return cost;
}

Time PairTimer::leastSpan(const PairRows& rows) {
    // Back through the blocks: each as late as the next on its rank, and those that wait for it, allow.
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        m_latest[rank].assign(rows[rank].size(), Cost::kStalls);
    std::ranges::fill(m_forwards, 0);
    std::ranges::fill(m_backwards, 0);
    std::vector<int>& forwards = m_forwards;
    std::vector<int>& backwards = m_backwards;
    for (std::size_t chunk = 0; chunk < m_instance.chunks.size(); ++chunk)
        forwards[chunk] = backwards[chunk] = m_instance.microbatchesOf(static_cast<int>(chunk));
    std::vector<Time> first(rows.size(), 0);
    for (std::size_t turn = m_turns.size(); turn > 0; --turn) {
        const Place& place = m_turns[turn - 1];
        const auto rank = static_cast<std::size_t>(place.rank);
        const auto position = static_cast<std::size_t>(place.position);
        const PairBlock& block = rows[rank][position];
        Time& latest = m_latest[rank][position];
        latest = std::min(latest, position + 1 < rows[rank].size() ? first[rank] : m_free[rank]);
        const Time start = latest - lengthOf(place.rank, block);
        first[rank] = start;
        const auto demand = [&](Code code) {
            const int chunk = chunkAt(place.rank, code);
            if (kindOf(code) == OpKind::W)
                return;
            const bool forward = kindOf(code) == OpKind::F;
            const int index = --(forward ? forwards : backwards)[static_cast<std::size_t>(chunk)];
            const int from = forward ? m_instance.before(chunk) : m_instance.after(chunk);
            if (from < 0)
                return;
            const Place& by = (forward ? m_forwardBy : m_gradientBy)[cell(from, index)];
            const Time travel = forward ? m_instance.chunks[static_cast<std::size_t>(from)].down
                                        : m_instance.chunks[static_cast<std::size_t>(chunk)].up;
            Time& other = m_latest[static_cast<std::size_t>(by.rank)][static_cast<std::size_t>(by.position)];
            other = std::min(other, start - travel);
        };
        demand(block.op);
        if (block.isPair())
            demand(block.partner);
    }
    Time longest = 0;
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        if (!rows[rank].empty())
            longest = std::max(longest, m_free[rank] - first[rank]);
    return longest;
}

std::vector<PairTimer::Place> PairTimer::criticalPlaces(const PairRows& rows) const {
    std::vector<Place> places;
    const auto latest = std::ranges::max_element(m_free);
    if (latest == m_free.end() || rows[static_cast<std::size_t>(latest - m_free.begin())].empty())
        return places;
    const int lastRank = static_cast<int>(latest - m_free.begin());
    std::vector<std::vector<std::array<int, 2>>> index(rows.size()); // where the F and the B of each block stand
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        std::vector<std::array<int, 2>> done(m_instance.onRank[rank].size(), {0, 0});
        for (const PairBlock& block : rows[rank]) {
            std::array<int, 2> own{-1, -1};
            if (kindOf(block.op) == OpKind::F)
                own[0] = done[static_cast<std::size_t>(placeOf(block.op))][0]++;
            if (kindOf(block.op) == OpKind::B)
                own[1] = done[static_cast<std::size_t>(placeOf(block.op))][1]++;
            if (block.isPair())
                own[1] = done[static_cast<std::size_t>(placeOf(block.partner))][1]++;
            index[rank].push_back(own);
        }
    }
    Place at{lastRank, static_cast<int>(rows[static_cast<std::size_t>(lastRank)].size()) - 1};
    for (;;) {
        places.push_back(at);
        const auto rank = static_cast<std::size_t>(at.rank);
        const auto position = static_cast<std::size_t>(at.position);
        const Time start = m_starts[rank][position];
        if (at.position > 0 && m_starts[rank][position - 1] + lengthOf(at.rank, rows[rank][position - 1]) == start) {
            --at.position;
            continue;
        }
        const PairBlock& block = rows[rank][position];
        const auto producer = [&](Code code, int turn) -> std::optional<Place> {
            const int chunk = chunkAt(at.rank, code);
            const bool forward = kindOf(code) == OpKind::F;
            const int from = forward ? m_instance.before(chunk) : m_instance.after(chunk);
            if (kindOf(code) == OpKind::W || from < 0 ||
                (forward ? m_forwardThere : m_gradientThere)[cell(chunk, turn)] != start)
                return {};
            return (forward ? m_forwardBy : m_gradientBy)[cell(from, turn)];
        };
        std::optional<Place> next = producer(block.op, index[rank][position][kindOf(block.op) == OpKind::F ? 0 : 1]);
        if (!next && block.isPair())
            next = producer(block.partner, index[rank][position][1]);
        if (!next)
            return places;
        at = *next;
    }
}

} // namespace lanewright
