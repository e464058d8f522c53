// SPDX-License-Identifier: Apache-2.0
#include "core/solve/windows.h"

#include <algorithm>
#include <limits>

namespace lanewright {

namespace {

constexpr Time kNoArrival = std::numeric_limits<Time>::max();
/// The most orders of one window that are tried.
constexpr int kMostOrders = 300;
constexpr int kLongestWindow = 9; ///< codes of a window on one rank
constexpr int kMostRanks = 4;     ///< a window along the clock reaches over so many
constexpr int kLeastOps = 4;      ///< its length, in mean lengths of an op
constexpr int kMostWindowOps = 16;

} // namespace

Windows::Windows(const OpTable& table, Objective objective)
    : m_table(table), m_timer(table, objective), m_drawing(table, objective),
      m_unit(static_cast<Time>(meanOpLength(table))), m_count(table.cells.size()) {}

Draft Windows::run(const Draft& start, const Effort& effort, Random& random) {
    m_current = start;
    m_drawn = false;
    Allowance allowance(effort);
    double best = start.cost.value;
    while (m_current.cost.value > effort.goal && allowance.spend(m_table.ops() + 8)) {
        const bool better = random.chance(50) ? tryOrders(allowance, random) : dealAgain(allowance, random);
        if (!better)
            continue;
        m_drawn = false;
        if (m_current.cost.value < best && effort.found)
            effort.found(m_current.sequences, m_current.cost);
        best = std::min(best, m_current.cost.value);
    }
    return m_current;
}

/// How many different orders the codes have; more than `kMostOrders` counts as one more.
int Windows::ordersOf(const Sequence& sequence, int from, int length) const {
    std::int64_t orders = 1;
    for (int i = 0; i < length; ++i) {
        // The orders of the first i + 1 codes: those of i, times the places, shared by the codes of the same kind.
        const auto same = std::count(sequence.begin() + from, sequence.begin() + from + i + 1, sequence[from + i]);
        orders = orders * (i + 1) / same;
        if (orders > std::int64_t{kMostOrders} * kLongestWindow)
            return kMostOrders + 1;
    }
    return static_cast<int>(std::min<std::int64_t>(orders, kMostOrders + 1));
}

/// All orders of a few codes in a row. True when one is taken.
bool Windows::tryOrders(Allowance& allowance, Random& random) {
    const int rank = random.below(m_table.ranks());
    const Sequence& sequence = m_current.sequences[rank];
    const auto size = static_cast<int>(sequence.size());
    if (size < 2)
        return false;
    const int from = random.below(size - 1);
    int length = std::min(kLongestWindow, size - from);
    while (length > 2 && ordersOf(sequence, from, length) > kMostOrders)
        --length;
    m_sequences = m_current.sequences;
    Sequence& trial = m_sequences[rank];
    const auto begin = trial.begin() + from;
    std::sort(begin, begin + length);
    Draft best = {.cost = m_current.cost};
    do {
        if (!allowance.spend(m_table.ops()))
            break;
        if (!isLegal(m_table, rank, trial))
            continue;
        if (const Cost cost = m_timer(m_sequences, best.cost.energy); cost.energy < best.cost.energy)
            best = {m_sequences, cost};
    } while (std::next_permutation(begin, begin + length));
    if (best.sequences.empty())
        return false;
    m_current = std::move(best);
    return true;
}

/// Deals a window along the clock. True when that is taken: sideways too, so that the next window meets something new.
bool Windows::dealAgain(Allowance& allowance, Random& random) {
    if (!cutSlices(random) || !fillSlices())
        return false;
    m_sequences = m_current.sequences;
    bool changed = false;
    for (const Slice& slice : m_slices) {
        Sequence& sequence = m_sequences[slice.rank];
        const auto place = sequence.begin() + slice.from;
        changed = changed || !std::equal(slice.codes.begin(), slice.codes.end(), place);
        std::ranges::copy(slice.codes, place);
    }
    if (!changed || !allowance.spend(m_table.ops()))
        return false;
    const Cost cost = m_timer(m_sequences, m_current.cost.energy);
    if (cost.stalls() || cost.energy > m_current.cost.energy)
        return false;
    m_current = {m_sequences, cost};
    return true;
}

bool Windows::cutSlices(Random& random) {
    if (!m_drawn && !m_drawing.draw(m_current.sequences))
        return false;
    m_drawn = true;
    m_slices.clear();
    const int first = random.below(m_table.ranks());
    const int last = std::min(m_table.ranks() - 1, first + random.below(kMostRanks));
    const std::vector<Time>& starts = m_drawing.starts()[first];
    if (starts.empty())
        return false;
    const Time from = starts[random.below(static_cast<int>(starts.size()))];
    const Time to = from + m_unit * random.between(kLeastOps, kMostWindowOps) + 1;
    m_arrivals = m_drawing.arrivals();
    for (int rank = first; rank <= last; ++rank)
        cutSlice(rank, from, to, random);
    return true;
}

/// What the rank starts in [from, to), with all that is known at its begin.
void Windows::cutSlice(int rank, Time from, Time to, Random& random) {
    const std::vector<Time>& starts = m_drawing.starts()[rank];
    const Sequence& sequence = m_current.sequences[rank];
    const int base = m_table.firstCell[rank];
    const int codes = m_table.firstCell[rank + 1] - base;
    Slice slice{.rank = rank, .left = std::vector<int>(codes), .taste = std::vector<Time>(codes)};
    slice.from = static_cast<int>(std::ranges::lower_bound(starts, from) - starts.begin());
    slice.to = static_cast<int>(std::ranges::lower_bound(starts, to) - starts.begin());
    std::fill_n(m_count.begin() + base, codes, 0);
    for (int position = 0; position < slice.from; ++position) {
        const Cell& cell = m_table.cell(rank, sequence[position]);
        const int index = m_count[base + sequence[position]]++;
        slice.held += cell.changeOf(index);
        slice.free = starts[position] + cell.timeOf(index);
    }
    for (int position = slice.from; position < slice.to; ++position) {
        const Code code = sequence[position];
        const Cell& cell = m_table.cell(rank, code);
        const int index = m_count[base + code] + slice.left[code]++;
        if (cell.arrivals >= 0)
            m_arrivals[cell.arrivals + index] = kNoArrival;
    }
    for (Time& taste : slice.taste)
        taste = m_unit * random.below(9) / 4;
    m_slices.push_back(std::move(slice));
}

/// When the next code of the code could start, as far as that is known.
Time Windows::readyAt(const Slice& slice, Code code) const {
    const int own = m_table.firstCell[slice.rank] + code;
    const Cell& cell = m_table.cells[own];
    const int index = m_count[own];
    if (slice.left[code] == 0 || slice.held + cell.rise > m_table.limit[slice.rank])
        return kNoArrival;
    if (cell.follows >= 0 && m_count[m_table.firstCell[slice.rank] + cell.follows] <= index / cell.parts)
        return kNoArrival;
    if (cell.source < 0)
        return slice.free;
    const Time arrival = m_arrivals[m_table.cells[cell.source].arrivals + index];
    return arrival == kNoArrival ? kNoArrival : std::max(slice.free, arrival);
}

Windows::Choice Windows::choose(const Slice& slice) const {
    Choice best;
    Time least = kNoArrival;
    for (int code = 0; code < static_cast<int>(slice.left.size()); ++code) {
        const Time ready = readyAt(slice, static_cast<Code>(code));
        if (ready == kNoArrival || ready + slice.taste[code] >= least)
            continue;
        least = ready + slice.taste[code];
        best = {code, ready};
    }
    return best;
}

void Windows::take(Slice& slice, const Choice& choice) {
    const auto code = static_cast<Code>(choice.code);
    const Cell& cell = m_table.cell(slice.rank, code);
    const int index = m_count[m_table.firstCell[slice.rank] + code]++;
    --slice.left[code];
    slice.codes.push_back(code);
    slice.held += cell.changeOf(index);
    slice.free = choice.start + cell.timeOf(index);
    if (cell.arrivals >= 0)
        m_arrivals[cell.arrivals + index] = slice.free + cell.travelOf(index);
}

/// Always the op that starts first. False when what is left can't go on.
bool Windows::fillSlices() {
    int left = 0;
    for (const Slice& slice : m_slices)
        left += slice.to - slice.from;
    for (; left > 0; --left) {
        Slice* first = nullptr;
        Choice earliest;
        for (Slice& slice : m_slices)
            if (const Choice choice = choose(slice); choice.code >= 0 && (!first || choice.start < earliest.start)) {
                first = &slice;
                earliest = choice;
            }
        if (!first)
            return false;
        take(*first, earliest);
    }
    return true;
}

} // namespace lanewright
