// SPDX-License-Identifier: Apache-2.0
#include "core/solve/anneal.h"

#include <algorithm>
#include <cmath>

namespace lanewright {

namespace {

/// The longest way is found anew after so many accepted changes.
constexpr int kCriticalAge = 12;
constexpr int kNear = 6;
/// How often temperature and clock are looked at.
constexpr int kBeat = 64;

/// Takes the code at `from` out and puts it in at `to`.
void move(Sequence& sequence, int from, int to) {
    if (to > from)
        std::rotate(sequence.begin() + from, sequence.begin() + from + 1, sequence.begin() + to + 1);
    else
        std::rotate(sequence.begin() + to, sequence.begin() + from, sequence.begin() + from + 1);
}

} // namespace

Annealing::Annealing(const OpTable& table, Objective objective)
    : m_table(table), m_timer(table, objective), m_drawing(table, objective) {}

Draft Annealing::run(const Draft& start, const Cooling& cooling, const Effort& effort, Random& random) {
    m_sequences = start.sequences;
    m_stale = true;
    Draft best = start;
    Cost current = start.cost;
    Allowance allowance(effort);
    const std::int64_t ops = m_table.ops() + 8;
    const double unit = meanOpLength(m_table);
    double heat = cooling.from * unit;
    for (int step = 0; best.cost.value > effort.goal; ++step) {
        if (!allowance.spend(ops))
            break;
        if (step % kBeat == 0)
            heat = unit * cooling.from * std::pow(cooling.to / cooling.from, std::min(1.0, allowance.share()));
        m_undo.clear();
        if (!change(random)) {
            undo();
            continue;
        }
        const double limit = current.energy - heat * std::log(1 - random.unit());
        const Cost cost = m_timer(m_sequences, limit);
        if (cost.stalls() || cost.energy > limit) {
            undo();
            continue;
        }
        current = cost;
        m_stale = m_stale || ++m_sinceCritical >= kCriticalAge;
        if (cost.value < best.cost.value || (cost.value == best.cost.value && cost.energy < best.cost.energy)) {
            const bool better = cost.value < best.cost.value;
            best = {m_sequences, cost};
            if (better && effort.found)
                effort.found(best.sequences, best.cost);
        }
    }
    return best;
}

bool Annealing::change(Random& random) {
    const int die = random.below(100);
    if (die < 8)
        return changeRun(random);
    const bool changed = die < 50 ? changeCritical(random) : changeOne(random.below(m_table.ranks()), random);
    if (!changed)
        return false;
    if (random.chance(30))
        changeOne(random.below(m_table.ranks()), random);
    return true;
}

int Annealing::reach(Random& random) const {
    const int far = random.chance(85) ? random.between(1, kNear) : random.between(kNear, 8 * kNear);
    return random.chance(50) ? far : -far;
}

bool Annealing::changeOne(int rank, Random& random) {
    const int length = static_cast<int>(m_sequences[rank].size());
    if (length < 3)
        return false;
    const int from = random.below(length);
    return shift(rank, from, from + reach(random));
}

/// Moves the code in front of those between, or behind them. False, and nothing is changed, when that would change
/// nothing or not be legal.
bool Annealing::shift(int rank, int from, int to) {
    Sequence& sequence = m_sequences[rank];
    const int length = static_cast<int>(sequence.size());
    to = std::clamp(to, 0, length - 1);
    const Code code = sequence[from];
    // Past its own kind nothing changes, so it ends in front of the run of them.
    const int step = to > from ? 1 : -1;
    while (to != from && sequence[to] == code)
        to -= step;
    if (to == from)
        return false;
    move(sequence, from, to);
    if (!isLegal(m_table, rank, sequence)) {
        move(sequence, to, from);
        return false;
    }
    m_undo.push_back({rank, from, to});
    return true;
}

void Annealing::undo() {
    for (auto undo = m_undo.rbegin(); undo != m_undo.rend(); ++undo)
        move(m_sequences[undo->rank], undo->to, undo->from);
    m_undo.clear();
}

bool Annealing::changeCritical(Random& random) {
    if (m_stale)
        findCritical();
    if (m_critical.empty())
        return false;
    const Place place = m_critical[random.below(static_cast<int>(m_critical.size()))];
    const int length = static_cast<int>(m_sequences[place.rank].size());
    if (place.position >= length)
        return false;
    return shift(place.rank, place.position, place.position + reach(random));
}

int Annealing::positionOf(int rank, Code code, int index) const {
    int seen = 0;
    const Sequence& sequence = m_sequences[rank];
    for (int position = 0; position < static_cast<int>(sequence.size()); ++position)
        if (sequence[position] == code && seen++ == index)
            return position;
    return -1;
}

/// The same move for one op on several ranks in a row, or for several ops of one kind on one rank.
bool Annealing::changeRun(Random& random) {
    const int rank = random.below(m_table.ranks());
    const int length = static_cast<int>(m_sequences[rank].size());
    if (length < 3)
        return false;
    const int from = random.below(length);
    const Code code = m_sequences[rank][from];
    const int index = static_cast<int>(std::count(m_sequences[rank].begin(), m_sequences[rank].begin() + from, code));
    const int by = reach(random);
    if (!shift(rank, from, from + by))
        return false;
    const int more = random.between(1, 7);
    const bool down = random.chance(50);
    const int drift = random.chance(30) ? random.between(-1, 1) : 0;
    for (int i = 1; i <= more; ++i) {
        const int other = down ? rank + i : rank;
        const int number = down ? index + drift * i : index + i;
        if (other >= m_table.ranks() || code >= m_table.firstCell[other + 1] - m_table.firstCell[other])
            break;
        const int position = number < 0 ? -1 : positionOf(other, code, number);
        if (position < 0)
            break;
        shift(other, position, position + by);
    }
    return true;
}

/// The rank that defines the cost.
int Annealing::costliest() const {
    int worst = 0;
    Time most = -1;
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        if (m_sequences[rank].empty())
            continue;
        if (const Time span = m_drawing.costOf(rank); span > most) {
            most = span;
            worst = rank;
        }
    }
    return worst;
}

/// Walks back from the last op of the costliest rank, each time to the op that held the last one up.
void Annealing::findCritical() {
    m_critical.clear();
    m_stale = false;
    m_sinceCritical = 0;
    if (!m_drawing.draw(m_sequences))
        return;
    // Where the k-th code of each cell stands.
    std::vector<std::vector<int>> positions(m_table.cells.size());
    std::vector<int> home(m_table.cells.size(), 0);
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        for (int position = 0; position < static_cast<int>(m_sequences[rank].size()); ++position) {
            const int cell = m_table.firstCell[rank] + m_sequences[rank][position];
            positions[cell].push_back(position);
            home[cell] = rank;
        }
    const auto& starts = m_drawing.starts();
    int rank = costliest();
    int position = static_cast<int>(m_sequences[rank].size()) - 1;
    while (position >= 0) {
        m_critical.push_back({rank, position});
        const int own = m_table.firstCell[rank] + m_sequences[rank][position];
        const Cell& cell = m_table.cells[own];
        const auto found = std::ranges::lower_bound(positions[own], position);
        const int index = static_cast<int>(found - positions[own].begin());
        const Time start = starts[rank][position];
        if (cell.source >= 0) {
            const Cell& source = m_table.cells[cell.source];
            const int sender = home[cell.source];
            const int sent = positions[cell.source][index];
            if (starts[sender][sent] + source.timeOf(index) + source.travelOf(index) == start) {
                rank = sender;
                position = sent;
                continue;
            }
        }
        --position;
    }
}

} // namespace lanewright
