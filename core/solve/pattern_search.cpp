// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pattern_search.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

/// How many patterns stay for the next run.
constexpr std::size_t kMostPatterns = 8;
/// How many patterns are drawn for a start, of which the best is taken.
constexpr int kDraws = 60;
/// The most microbatches of a pattern. More express more orders, and have more to search.
constexpr int kMostUnit = 6;
/// The longest distance between microbatches that is drawn, over the shortest possible.
constexpr double kSlowest = 1.6;
/// Temperatures, in mean lengths of an op. A change moves ops of all microbatches, so they are higher than where one op
/// is moved.
constexpr Cooling kCooling{.from = 1, .to = 0.05};
/// The number of changes between two updates of the temperature.
constexpr int kPatternBeat = 64;

/// Moves a step of a row by so many places. Where it passes the end of a turn it goes on in the next, with another lag.
void shift(PatternRow& row, int from, int by) {
    const int size = static_cast<int>(row.size());
    const int place = from + by;
    const int turns = place >= 0 ? place / size : -((size - 1 - place) / size);
    PatternStep step = row[from];
    step.lag += turns;
    row.erase(row.begin() + from);
    row.insert(row.begin() + (place - turns * size), step);
    // What a rank runs is the same whenever its turns begin.
    const int least = std::ranges::min_element(row, {}, &PatternStep::lag)->lag;
    for (PatternStep& each : row)
        each.lag -= least;
}

} // namespace

bool writeOut(const OpTable& table, int rank, const PatternRow& row, Sequence& sequence) {
    sequence.clear();
    std::vector<int> count(table.firstCell[rank + 1] - table.firstCell[rank], 0); // per code
    const auto isLate = [&](const PatternStep& step) { return step.lag > table.cell(rank, step.code).count; };
    if (std::ranges::any_of(row, isLate))
        return false;
    const auto length = static_cast<std::size_t>(table.length[rank]);
    for (int turn = 0; sequence.size() < length; ++turn)
        for (const PatternStep& step : row) {
            const Cell& cell = table.cell(rank, step.code);
            if (step.lag > turn || count[step.code] >= cell.count)
                continue;
            count[step.code] += cell.parts;
            append(sequence, step.code, cell.parts);
        }
    return true;
}

bool PatternSearch::isFor(const SearchFrame& frame) {
    const std::vector<int>& counts = frame.instance.microbatches;
    return frame.problem.costs.microbatches.areEqual() && *std::ranges::min_element(counts) >= 4;
}

PatternSearch::PatternSearch(const SearchFrame& frame)
    : m_frame(frame), m_table(frame.table), m_timer(frame.table, frame.objective), m_unit(meanOpLength(frame.table)),
      m_places(frame.instance.places()),
      m_most(std::min(kMostUnit, *std::ranges::min_element(frame.instance.microbatches) / 2)),
      m_sequences(frame.table.ranks()), m_before(frame.table.ranks()) {
    const Instance& instance = frame.instance;
    for (const std::vector<int>& chunks : instance.onRank) {
        const Time work = summed(chunks, [&](int chunk) { return instance.chunks[chunk].work(); });
        m_leastTurn = std::max(m_leastTurn, static_cast<double>(work));
    }
}

/// Draws a start.
Pattern PatternSearch::drawn(Random& random) const {
    Passage passage;
    passage.unit = std::min(m_most, random.chance(60) ? random.between(1, 3) : random.between(1, kMostUnit));
    passage.distance = m_leastTurn * (1 + (kSlowest - 1) * random.unit() * random.unit());
    passage.opWaits = random.chance(30) ? 0 : random.below(60);
    passage.weightWaits = random.below(100);
    std::vector<std::vector<Timed>> ranks(m_sequences.size());
    for (int direction = 0; direction < static_cast<int>(m_frame.instance.microbatches.size()); ++direction)
        draw(direction, passage, random, ranks);
    Pattern pattern;
    for (std::vector<Timed>& timed : ranks) {
        std::ranges::stable_sort(timed, {}, &Timed::phase);
        PatternRow& steps = pattern.emplace_back();
        for (const Timed& each : timed)
            steps.push_back(each.step);
    }
    return pattern;
}

/// Draws the passage of a direction's microbatches, and gives each rank the steps that follow from it.
void PatternSearch::draw(int direction, const Passage& passage, Random& random,
                         std::vector<std::vector<Timed>>& ranks) const {
    const std::vector<Chunk>& chunks = m_frame.instance.chunks;
    const int first = direction * m_frame.instance.stages;
    const int last = first + m_frame.instance.stages - 1;
    const auto wait = [&](int percent) { return random.chance(percent) ? random.unit() * 2 * m_unit : 0; };
    // A step for each microbatch of a turn; the op of the first one starts at `start`.
    const auto place = [&](int chunk, OpKind kind, double start) {
        const int rank = chunks[chunk].rank;
        const Code code = codeOf(m_places[chunk], kind);
        for (int each = 0; each < passage.unit && m_table.cell(rank, code).count > 0; ++each) {
            const double turns = (start + each * passage.distance) / (passage.unit * passage.distance);
            const double whole = std::floor(turns);
            ranks[rank].push_back({turns - whole, {code, static_cast<int>(whole)}});
        }
    };
    double now = direction == 0 ? 0 : random.unit() * passage.distance;
    for (int chunk = first; chunk <= last; ++chunk) {
        now += wait(passage.opWaits);
        place(chunk, OpKind::F, now);
        now += static_cast<double>(chunks[chunk].forward + chunks[chunk].down);
    }
    for (int chunk = last; chunk >= first; --chunk) {
        now += wait(passage.opWaits) + (chunk == last ? 0 : static_cast<double>(chunks[chunk].up));
        place(chunk, OpKind::B, now);
        now += static_cast<double>(chunks[chunk].backward);
        const double weightWait = wait(passage.weightWaits);
        place(chunk, OpKind::W, now + weightWait * random.between(1, 4));
    }
}

/// Writes the rank's sequence. False where it does not keep the limit.
bool PatternSearch::write(int rank, const PatternRow& row) {
    return writeOut(m_table, rank, row, m_sequences[rank]) && isLegal(m_table, rank, m_sequences[rank]);
}

bool PatternSearch::write(const Pattern& pattern) {
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        if (!write(rank, pattern[rank]))
            return false;
    return true;
}

/// Puts a pattern among the known ones.
void PatternSearch::keep(const Pattern& pattern, double energy) {
    const auto at = std::ranges::find_if(m_known, [&](const Known& each) { return energy < each.energy; });
    if (std::ranges::any_of(m_known, [&](const Known& each) { return each.pattern == pattern; }))
        return;
    m_known.insert(at, {pattern, energy});
    if (m_known.size() > kMostPatterns)
        m_known.pop_back();
}

/// The best of some starts; empty where none keeps the limits.
Pattern PatternSearch::begin(Allowance& allowance, Random& random) {
    Pattern best;
    double least = Cost::kStalls;
    for (int draw = 0; draw < kDraws && allowance.spend(4 * m_table.ops()); ++draw) {
        Pattern pattern = drawn(random);
        if (!write(pattern))
            continue;
        if (const Cost cost = m_timer(m_sequences); cost.energy < least) {
            least = cost.energy;
            best = std::move(pattern);
        }
    }
    return best;
}

/// Moves a step of one rank, or the step with the same code on several ranks in a row; sometimes another step of each
/// too. False where a rank would pass its limit.
bool PatternSearch::change(Pattern& pattern, Random& random) {
    m_changed.clear();
    m_rows.clear();
    const int ranks = static_cast<int>(pattern.size());
    const int first = random.below(ranks);
    const int size = static_cast<int>(pattern[first].size());
    if (size < 2)
        return false;
    const int last = random.chance(75) ? first : std::min(ranks - 1, first + random.between(1, ranks));
    const bool isTwice = random.chance(25);
    const int from = random.below(size);
    const Code code = pattern[first][from].code;
    const int far = random.chance(80) ? random.between(1, 3) : random.between(2, 2 * size);
    const int by = random.chance(50) ? far : -far;
    for (int rank = first; rank <= last; ++rank) {
        PatternRow& row = pattern[rank];
        const auto at = rank == first ? row.begin() + from : std::ranges::find(row, code, &PatternStep::code);
        if (row.size() < 2 || at == row.end())
            continue;
        m_changed.push_back(rank);
        m_rows.push_back(row);
        m_before[rank].swap(m_sequences[rank]);
        shift(row, static_cast<int>(at - row.begin()), by);
        if (isTwice)
            shift(row, random.below(static_cast<int>(row.size())), random.chance(50) ? 1 : -1);
        if (!write(rank, row))
            return false;
    }
    return true;
}

/// Undoes the last change.
void PatternSearch::takeBack(Pattern& pattern) {
    for (std::size_t each = 0; each < m_changed.size(); ++each) {
        const int rank = m_changed[each];
        pattern[rank] = std::move(m_rows[each]);
        m_sequences[rank].swap(m_before[rank]);
    }
}

/// Anneals the pattern, which becomes the best one found.
Draft PatternSearch::anneal(Pattern& pattern, const Effort& effort, Random& random) {
    Allowance allowance(effort);
    write(pattern);
    Draft best{m_sequences, m_timer(m_sequences)};
    Cost current = best.cost;
    Pattern trial = pattern;
    double heat = 0;
    for (int step = 0; best.cost.value > effort.goal && allowance.spend(2 * m_table.ops()); ++step) {
        if (step % kPatternBeat == 0)
            heat = kCooling.at(m_unit, allowance.share());
        double limit = current.energy;
        Cost cost;
        if (change(trial, random)) {
            limit += drawRise(heat, random);
            cost = m_timer(m_sequences, limit);
        }
        if (cost.stalls() || cost.energy > limit) {
            takeBack(trial);
            continue;
        }
        current = cost;
        if (cost.energy >= best.cost.energy)
            continue;
        if (cost.value < best.cost.value && effort.found)
            effort.found(m_sequences, cost);
        best = {m_sequences, cost};
        pattern = trial;
    }
    return best;
}

// Begins with a new pattern or with one that is known.
Draft PatternSearch::run(const Effort& effort, Random& random) {
    Allowance allowance(effort);
    Pattern pattern;
    if (m_known.size() < kMostPatterns / 2 || random.chance(40))
        pattern = begin(allowance, random);
    if (pattern.empty() && !m_known.empty())
        pattern = m_known[random.chance(50) ? 0 : random.below(static_cast<int>(m_known.size()))].pattern;
    if (pattern.empty())
        return {};
    Draft best = anneal(pattern, effort, random);
    keep(pattern, best.cost.energy);
    return best;
}

} // namespace lanewright
