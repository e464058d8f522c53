// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exhaustive.h"

#include "tests/support/slow_costs.h"

#include <algorithm>
#include <vector>

namespace lanewright::test {

namespace {

constexpr Time kNever = -(Time{1} << 60);
constexpr int kMostPieces = 48;

/// An op, and all there is to know of it.
struct Piece {
    OpKind kind = OpKind::F;
    int part = 0;
    int direction = 0;
    int stage = 0;
    int microbatch = 0;
    int rank = 0;
    Time length = 0;
    Bytes change = 0;
};

/// A piece that must have ended, and how long what it yields travels.
struct Need {
    int piece = 0;
    Time travel = 0;
};

/// What a rank runs at a stretch: one piece, or a pair, which may take its W along.
struct Stretch {
    std::vector<int> pieces = {};
    Time length = 0;

    bool holds(int piece) const { return std::ranges::find(pieces, piece) != pieces.end(); }
};

using Line = std::vector<Stretch>; ///< one rank's order

class Pieces {
public:
    Pieces(const Plan& problem, Microbatches which) : m_problem(problem) {
        for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
            for (int stage = 0; stage < problem.schedule.stages(); ++stage)
                addAll(stage, microbatch);
        m_needs.resize(m_pieces.size());
        for (int piece = 0; piece < size(); ++piece)
            writeNeeds(piece);
        close(which);
    }

    int size() const { return static_cast<int>(m_pieces.size()); }
    const Piece& operator[](int piece) const { return m_pieces[piece]; }
    const std::vector<Need>& needsOf(int piece) const { return m_needs[piece]; }
    /// True when the first must come before the second in every order.
    bool comesBefore(int first, int second) const { return m_before[first][second] != 0; }

    /// The pair of the two, with W or without; none when they make no pair.
    std::optional<Stretch> pair(int forward, int backward, bool withWeight) const {
        const Piece& own = m_pieces[forward];
        const Piece& other = m_pieces[backward];
        if ((!costsOf(own).overlapped && !m_problem.costs.pairs.areGiven()) || own.kind != OpKind::F ||
            other.kind != OpKind::B || own.rank != other.rank || comesBefore(forward, backward) ||
            comesBefore(backward, forward))
            return {};
        const Op front{.kind = OpKind::F, .stage = own.stage, .microbatch = own.microbatch};
        const Op back{
            .kind = withWeight ? OpKind::BW : OpKind::B, .stage = other.stage, .microbatch = other.microbatch};
        Stretch stretch{{forward, backward}, slowTime(m_problem.schedule, m_problem.costs, pairOf(front, back))};
        for (int piece = 0; withWeight && piece < size(); ++piece)
            if (const Piece& weight = m_pieces[piece];
                weight.kind == OpKind::W && weight.stage == other.stage && weight.microbatch == other.microbatch)
                stretch.pieces.push_back(piece);
        return stretch;
    }

private:
    const StageCosts& costsOf(const Piece& piece) const { return m_problem.costs.of(piece.direction, piece.stage); }

    void addAll(int stage, int microbatch) {
        const int direction = m_problem.schedule.direction(microbatch);
        const StageMemory memory = slowMemory(m_problem.costs, m_problem.memory, direction, stage, microbatch);
        Piece piece{.direction = direction, .stage = stage, .microbatch = microbatch};
        piece.rank = m_problem.schedule.placement.directions[direction][stage];
        const StageCosts& costs = costsOf(piece);
        const auto add = [&](OpKind kind, int part, Time length, Bytes change) {
            piece.kind = kind;
            piece.part = part;
            piece.length = length;
            piece.change = change;
            m_pieces.push_back(piece);
        };
        const auto time = [&](OpKind kind, int part = 0) {
            const Op op{kind, part, stage, microbatch};
            return slowTime(m_problem.schedule, m_problem.costs, Block{.op = op});
        };
        add(OpKind::F, 0, time(OpKind::F), memory.forward);
        if (costs.recompute)
            add(OpKind::R, 0, time(OpKind::R), memory.recompute);
        add(OpKind::B, 0, time(OpKind::B), memory.backwardInput);
        const int parts = m_problem.costs.weightParts;
        for (int part = 0; part < parts; ++part)
            add(OpKind::W, part, time(OpKind::W, part), shareOf(memory.backwardWeight, part, parts));
    }

    int find(OpKind kind, int stage, int microbatch) const {
        for (int piece = 0; piece < size(); ++piece)
            if (m_pieces[piece].kind == kind && m_pieces[piece].stage == stage &&
                m_pieces[piece].microbatch == microbatch)
                return piece;
        return -1;
    }

    void writeNeeds(int piece) {
        const Piece& own = m_pieces[piece];
        const auto need = [&](OpKind kind, int stage) {
            const int other = find(kind, stage, own.microbatch);
            const int from = m_pieces[other].rank;
            const int over = std::min(own.stage, stage);
            m_needs[piece].push_back({other, slowTravel(m_problem.costs, over, own.microbatch, from, own.rank)});
        };
        switch (own.kind) {
        case OpKind::F:
            if (own.stage > 0)
                need(OpKind::F, own.stage - 1);
            return;
        case OpKind::R: need(OpKind::F, own.stage); return;
        case OpKind::B:
            need(costsOf(own).recompute ? OpKind::R : OpKind::F, own.stage);
            if (own.stage < m_problem.schedule.stages() - 1)
                need(OpKind::B, own.stage + 1);
            return;
        case OpKind::W: need(OpKind::B, own.stage); return;
        case OpKind::BW: return;
        }
    }

    void close(Microbatches which) {
        m_before.assign(m_pieces.size(), std::vector<char>(m_pieces.size(), 0));
        for (int piece = 0; piece < size(); ++piece) {
            for (const Need& need : m_needs[piece])
                m_before[need.piece][piece] = 1;
            for (int later = 0; later < size(); ++later)
                if (which == Microbatches::InTurn && areAlike(m_pieces[piece], m_pieces[later]) &&
                    m_pieces[piece].microbatch < m_pieces[later].microbatch)
                    m_before[piece][later] = 1;
        }
        for (int by = 0; by < size(); ++by)
            for (int from = 0; from < size(); ++from)
                for (int to = 0; to < size(); ++to)
                    m_before[from][to] |= static_cast<char>(m_before[from][by] & m_before[by][to]);
    }

    static bool areAlike(const Piece& a, const Piece& b) {
        return a.kind == b.kind && a.part == b.part && a.direction == b.direction && a.stage == b.stage;
    }

    const Plan& m_problem;
    std::vector<Piece> m_pieces;
    std::vector<std::vector<Need>> m_needs;
    std::vector<std::vector<char>> m_before;
};

/// All orders of one rank that keep its limit.
class Lines {
public:
    Lines(const Pieces& pieces, int rank, std::optional<Bytes> limit, std::int64_t most)
        : m_pieces(pieces), m_limit(limit), m_most(most), m_done(pieces.size(), 0) {
        for (int piece = 0; piece < pieces.size(); ++piece)
            if (pieces[piece].rank == rank)
                m_own.push_back(piece);
        extend(0);
    }

    bool tooMany() const { return static_cast<std::int64_t>(m_lines.size()) > m_most; }
    std::vector<Line> take() { return std::move(m_lines); }

private:
    bool isNext(int piece) const {
        return !m_done[piece] && std::ranges::all_of(m_own, [&](int other) {
            return m_done[other] || !m_pieces.comesBefore(other, piece);
        });
    }

    void extend(Bytes held) {
        if (tooMany())
            return;
        if (std::ranges::all_of(m_own, [&](int piece) { return m_done[piece] != 0; })) {
            m_lines.push_back(m_line);
            return;
        }
        for (const int piece : m_own) {
            if (!isNext(piece))
                continue;
            append({{piece}, m_pieces[piece].length}, held);
            for (const int other : m_own)
                for (const bool withWeight : {false, true})
                    if (const auto pair = m_pieces.pair(piece, other, withWeight); pair && isNext(other))
                        append(*pair, held);
        }
    }

    /// What is allocated is so from the start of the stretch, what is freed only at its end.
    void append(const Stretch& stretch, Bytes held) {
        Bytes during = held;
        Bytes after = held;
        for (const int piece : stretch.pieces) {
            during += std::max<Bytes>(m_pieces[piece].change, 0);
            after += m_pieces[piece].change;
        }
        if (m_limit && during > *m_limit)
            return;
        for (const int piece : stretch.pieces)
            m_done[piece] = 1;
        m_line.push_back(stretch);
        extend(after);
        m_line.pop_back();
        for (const int piece : stretch.pieces)
            m_done[piece] = 0;
    }

    const Pieces& m_pieces;
    std::optional<Bytes> m_limit;
    std::int64_t m_most;
    std::vector<int> m_own;
    std::vector<char> m_done; ///< per piece
    Line m_line;
    std::vector<Line> m_lines;
};

/// Times one order of all ranks.
class Clockwork {
public:
    Clockwork(const Pieces& pieces, int ranks)
        : m_pieces(pieces), m_next(ranks), m_end(pieces.size()), m_first(ranks), m_last(ranks) {}

    /// False when ranks wait for each other.
    bool sort(const std::vector<const Line*>& lines) {
        m_turns.clear();
        std::ranges::fill(m_next, 0);
        std::ranges::fill(m_end, kNever);
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t rank = 0; rank < lines.size(); ++rank)
                while (m_next[rank] < lines[rank]->size() && isReady((*lines[rank])[m_next[rank]])) {
                    const Stretch& stretch = (*lines[rank])[m_next[rank]++];
                    for (const int piece : stretch.pieces)
                        m_end[piece] = 0;
                    m_turns.push_back({static_cast<int>(rank), &stretch});
                    moved = true;
                }
        }
        return std::ranges::none_of(m_end, [](Time end) { return end == kNever; });
    }

    /// All as early as it can be when every rank is free from `free` on; never, where that is never. No B of a rank
    /// starts before `decision`, where there is one.
    void run(const std::vector<Time>& free, const std::vector<Time>& decision = {}) {
        m_last = free;
        std::ranges::fill(m_first, kNever);
        std::vector<char> begun(free.size(), 0);
        for (const Turn& turn : m_turns) {
            Time start = m_last[turn.rank];
            for (const int piece : turn.stretch->pieces)
                for (const Need& need : m_pieces.needsOf(piece))
                    if (!turn.stretch->holds(need.piece) && m_end[need.piece] > kNever)
                        start = std::max(start, m_end[need.piece] + need.travel);
            for (const int piece : turn.stretch->pieces)
                if (!decision.empty() && m_pieces[piece].kind == OpKind::B)
                    start = std::max(start, decision[turn.rank]);
            const Time end = start > kNever ? start + turn.stretch->length : kNever;
            for (const int piece : turn.stretch->pieces)
                m_end[piece] = end;
            if (!begun[turn.rank])
                m_first[turn.rank] = start;
            begun[turn.rank] = 1;
            m_last[turn.rank] = end;
        }
    }

    Time first(int rank) const { return m_first[rank]; }
    Time last(int rank) const { return m_last[rank]; }

private:
    struct Turn {
        int rank = 0;
        const Stretch* stretch = nullptr;
    };

    bool isReady(const Stretch& stretch) const {
        for (const int piece : stretch.pieces)
            for (const Need& need : m_pieces.needsOf(piece))
                if (m_end[need.piece] == kNever && !stretch.holds(need.piece))
                    return false;
        return true;
    }

    const Pieces& m_pieces;
    std::vector<std::size_t> m_next; ///< per rank
    std::vector<Time> m_end;         ///< per piece
    std::vector<Time> m_first;       ///< per rank
    std::vector<Time> m_last;
    std::vector<Turn> m_turns;
};

using Paths = std::vector<std::vector<Time>>; ///< from a rank's first start to a rank's last end

/// Raises `mean` to that of the largest circle of ranks that begins with `way`.
void goRound(const Paths& paths, std::vector<int>& way, Time length, Fraction& mean) {
    const int here = way.back();
    if (const Time back = paths[here][way.front()]; back > kNever)
        mean = std::max(mean, fractionOf(length + back, static_cast<Time>(way.size())));
    for (int next = way.front() + 1; next < static_cast<int>(paths.size()); ++next)
        if (paths[here][next] > kNever && std::ranges::find(way, next) == way.end()) {
            way.push_back(next);
            goRound(paths, way, length + paths[here][next], mean);
            way.pop_back();
        }
}

class Judge {
public:
    Judge(const Plan& problem, const Pieces& pieces)
        : m_problem(problem), m_clock(pieces, problem.schedule.placement.ranks),
          m_ranks(problem.schedule.placement.ranks), m_step(m_ranks, 0) {
        const Placement& placement = problem.schedule.placement;
        for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction)
            for (int stage = 0; stage < placement.stages(); ++stage) {
                const StageCosts& costs = problem.costs.of(direction, stage);
                m_step[placement.directions[direction][stage]] += costs.optimizer + costs.allReduce;
            }
    }

    void judge(const std::vector<const Line*>& lines, AllOrders& all) {
        ++all.tried;
        if (!m_clock.sort(lines))
            return;
        const std::array<Fraction, 4> values = valuesOf(lines);
        for (std::size_t each = 0; each < values.size(); ++each)
            all.least[each] = all.anyFits ? std::min(all.least[each], values[each]) : values[each];
        all.anyFits = true;
    }

private:
    Time hop(int from, int to) const { return m_problem.costs.transfer.between(from, to); }

    /// When each rank knows the norm of itself and those before it.
    std::vector<Time> norms() const {
        std::vector<Time> norms;
        for (int rank = 0; rank < m_ranks; ++rank) {
            norms.push_back(m_clock.last(rank));
            if (rank > 0 && norms[rank - 1] > kNever)
                norms[rank] = std::max(norms[rank], norms[rank - 1] + hop(rank - 1, rank));
        }
        return norms;
    }

    /// When each rank knows the decision, counted from the whole norm.
    std::vector<Time> decisions() const {
        std::vector<Time> decisions(m_ranks, 0);
        for (int rank = m_ranks - 2; rank >= 0; --rank)
            decisions[rank] = decisions[rank + 1] + hop(rank + 1, rank);
        return decisions;
    }

    Fraction synchronous() {
        std::vector<Time> free = decisions();
        for (int rank = 0; rank < m_ranks; ++rank)
            free[rank] += m_step[rank];
        m_clock.run(free);
        return {norms().back(), 1};
    }

    /// Circles through ranks, from when they are free, and through the whole norm.
    Fraction postValidated() {
        Paths paths;
        for (int from = 0; from <= m_ranks; ++from) {
            std::vector<Time> free(m_ranks, kNever);
            if (from < m_ranks)
                free[from] = 0;
            m_clock.run(free, from < m_ranks ? std::vector<Time>{} : decisions());
            std::vector<Time> row = norms();
            row.push_back(row.back());
            for (int to = 0; to < m_ranks; ++to)
                if (row[to] > kNever)
                    row[to] += m_step[to];
            paths.push_back(std::move(row));
        }
        Fraction mean;
        for (int node = 0; node <= m_ranks; ++node) {
            std::vector<int> way{node};
            goRound(paths, way, 0, mean);
        }
        return mean;
    }

    /// By `kObjectives`.
    std::array<Fraction, 4> valuesOf(const std::vector<const Line*>& lines) {
        m_clock.run(std::vector<Time>(m_ranks, 0));
        Time begin = -kNever;
        Time end = 0;
        Time span = 0;
        for (int rank = 0; rank < m_ranks; ++rank) {
            if (lines[rank]->empty())
                continue;
            begin = std::min(begin, m_clock.first(rank));
            end = std::max(end, m_clock.last(rank));
            span = std::max(span, m_clock.last(rank) - m_clock.first(rank));
        }
        Paths paths(m_ranks, std::vector<Time>(m_ranks, kNever));
        for (int from = 0; from < m_ranks; ++from) {
            std::vector<Time> free(m_ranks, kNever);
            free[from] = 0;
            m_clock.run(free);
            for (int to = 0; to < m_ranks; ++to)
                paths[from][to] = m_clock.last(to);
        }
        Fraction period;
        for (int rank = 0; rank < m_ranks; ++rank) {
            std::vector<int> way{rank};
            goRound(paths, way, 0, period);
        }
        const bool waits = m_problem.optimizerMode == OptimizerMode::Synchronous;
        return {waits ? synchronous() : postValidated(), Fraction{end - begin, 1}, period, Fraction{span, 1}};
    }

    const Plan& m_problem;
    Clockwork m_clock;
    int m_ranks;
    std::vector<Time> m_step;
};

void combine(const std::vector<std::vector<Line>>& lines, std::vector<const Line*>& chosen, Judge& judge,
             AllOrders& all) {
    if (chosen.size() == lines.size()) {
        judge.judge(chosen, all);
        return;
    }
    for (const Line& line : lines[chosen.size()]) {
        chosen.push_back(&line);
        combine(lines, chosen, judge, all);
        chosen.pop_back();
    }
}

} // namespace

std::optional<AllOrders> tryAllOrders(const Plan& problem, std::int64_t most, Microbatches which) {
    const int ranks = problem.schedule.placement.ranks;
    const int perCopy = problem.costs.weightParts + 3;
    if (perCopy * problem.schedule.stages() * problem.schedule.microbatches > kMostPieces)
        return {};
    const Pieces pieces(problem, which);
    std::vector<std::vector<Line>> lines;
    double orders = 1;
    for (int rank = 0; rank < ranks; ++rank) {
        Lines own(pieces, rank, problem.memory.limitOf(rank), most);
        lines.push_back(own.take());
        if (lines.back().empty())
            return AllOrders{};
        orders *= static_cast<double>(lines.back().size());
    }
    if (orders > static_cast<double>(most))
        return {};
    AllOrders all;
    Judge judge(problem, pieces);
    std::vector<const Line*> chosen;
    combine(lines, chosen, judge, all);
    return all;
}

} // namespace lanewright::test
