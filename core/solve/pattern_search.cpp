// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pattern_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostPatterns = 8;
constexpr int kDraws = 60;       ///< patterns drawn, the best of which is changed
constexpr int kMostUnit = 6;     ///< microbatches of a pattern
constexpr double kSlowest = 1.6; ///< the longest turn drawn, of the shortest
/// How hot it is, in mean lengths of an op. A change counts for all microbatches, so it is hotter than where single ops
/// are moved.
constexpr double kHottestChange = 1;
constexpr double kCoolestChange = 0.05;
/// How often the temperature is looked at.
constexpr int kPatternBeat = 64;

/// When a step would run, were its rank free: the part of a turn that has gone by.
struct Timed {
    double phase = 0;
    PatternStep step = {};
};

/// The steps of each rank in the order in which they would run.
Pattern patternOf(std::vector<std::vector<Timed>>& ranks) {
    Pattern pattern;
    for (std::vector<Timed>& timed : ranks) {
        std::ranges::stable_sort(timed, {}, &Timed::phase);
        PatternRow& steps = pattern.emplace_back();
        for (const Timed& each : timed)
            steps.push_back(each.step);
    }
    return pattern;
}

/// Moves a step by so many places, over the ends of turns too.
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
    std::array<int, 48> few = {};
    std::vector<int> many;
    const int codes = table.firstCell[rank + 1] - table.firstCell[rank];
    int* count = few.data();
    if (codes > static_cast<int>(few.size())) {
        many.assign(codes, 0);
        count = many.data();
    }
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

bool PatternSearch::isFor(const Frame& frame) {
    const std::vector<int>& counts = frame.instance.microbatches;
    return frame.problem.costs.microbatches.areEqual() && *std::ranges::min_element(counts) >= 4;
}

PatternSearch::PatternSearch(const Frame& frame)
    : m_frame(frame), m_table(frame.table), m_timer(frame.table, frame.objective), m_unit(meanOpLength(frame.table)),
      m_most(std::min(kMostUnit, *std::ranges::min_element(frame.instance.microbatches) / 2)),
      m_sequences(frame.table.ranks()), m_before(frame.table.ranks()) {
    const Instance& instance = frame.instance;
    for (const std::vector<int>& chunks : instance.onRank) {
        Time work = 0;
        for (const int chunk : chunks)
            work += instance.chunks[chunk].work();
        m_leastTurn = std::max(m_leastTurn, static_cast<double>(work));
    }
}

/// Microbatches one after the other at one distance, each on its way at once but for some waits.
Pattern PatternSearch::drawn(Random& random) const {
    const Instance& instance = m_frame.instance;
    const std::vector<int> places = instance.places();
    const int unit = std::min(m_most, random.chance(60) ? random.between(1, 3) : random.between(1, kMostUnit));
    const double distance = m_leastTurn * (1 + (kSlowest - 1) * random.unit() * random.unit());
    const int waits = random.chance(30) ? 0 : random.below(60);
    const int weightWaits = random.below(100);
    const auto wait = [&](int chance) { return random.chance(chance) ? random.unit() * 2 * m_unit : 0; };
    std::vector<std::vector<Timed>> timed(m_sequences.size());
    const auto add = [&](int chunk, OpKind kind, double start) {
        const int rank = instance.chunks[chunk].rank;
        const Code code = codeOf(places[chunk], kind);
        if (m_table.cell(rank, code).count == 0)
            return;
        for (int each = 0; each < unit; ++each) {
            const double turns = (start + each * distance) / (unit * distance);
            const double whole = std::floor(turns);
            timed[rank].push_back({turns - whole, {code, static_cast<int>(whole)}});
        }
    };
    for (int direction = 0; direction < static_cast<int>(instance.microbatches.size()); ++direction) {
        const int first = direction * instance.stages;
        const int last = first + instance.stages - 1;
        double now = direction == 0 ? 0 : random.unit() * distance;
        for (int chunk = first; chunk <= last; ++chunk) {
            const Chunk& own = instance.chunks[chunk];
            now += wait(waits);
            add(chunk, OpKind::F, now);
            now += static_cast<double>(own.forward + own.down);
        }
        for (int chunk = last; chunk >= first; --chunk) {
            const Chunk& own = instance.chunks[chunk];
            now += wait(waits) + (chunk == last ? 0 : static_cast<double>(own.up));
            add(chunk, OpKind::B, now);
            now += static_cast<double>(own.backward);
            add(chunk, OpKind::W, now + wait(weightWaits) * random.between(1, 4));
        }
    }
    return patternOf(timed);
}

/// Writes its sequences. False where they don't keep the limits.
bool PatternSearch::read(const Pattern& pattern) {
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        if (!writeOut(m_table, rank, pattern[rank], m_sequences[rank]) || !isLegal(m_table, rank, m_sequences[rank]))
            return false;
    return true;
}

void PatternSearch::keep(const Pattern& pattern, double energy) {
    const auto at = std::ranges::find_if(m_known, [&](const Known& each) { return energy < each.energy; });
    if (std::ranges::any_of(m_known, [&](const Known& each) { return each.pattern == pattern; }))
        return;
    m_known.insert(at, {pattern, energy});
    if (m_known.size() > kMostPatterns)
        m_known.pop_back();
}

/// The best of those drawn; empty where none keeps the limits.
Pattern PatternSearch::begin(Allowance& allowance, Random& random) {
    Pattern best;
    double least = Cost::kStalls;
    for (int draw = 0; draw < kDraws && allowance.spend(4 * m_table.ops()); ++draw) {
        Pattern pattern = drawn(random);
        if (!read(pattern))
            continue;
        if (const Cost cost = m_timer(m_sequences); cost.energy < least) {
            least = cost.energy;
            best = std::move(pattern);
        }
    }
    return best;
}

/// Moves a step of one rank, or the same of several ranks in a row, and some of another. False where a rank would pass
/// its limit.
bool PatternSearch::change(Pattern& pattern, Random& random) {
    m_changed.clear();
    m_rows.clear();
    const int ranks = static_cast<int>(pattern.size());
    const int rank = random.below(ranks);
    const int size = static_cast<int>(pattern[rank].size());
    if (size < 2)
        return false;
    const int last = random.chance(75) ? rank : std::min(ranks - 1, rank + random.between(1, ranks));
    const bool twice = random.chance(25);
    const int from = random.below(size);
    const Code code = pattern[rank][from].code;
    const int far = random.chance(80) ? random.between(1, 3) : random.between(2, 2 * size);
    const int by = random.chance(50) ? far : -far;
    bool fits = true;
    for (int each = rank; each <= last && fits; ++each) {
        PatternRow& row = pattern[each];
        const auto at = each == rank ? row.begin() + from : std::ranges::find(row, code, &PatternStep::code);
        if (row.size() < 2 || at == row.end())
            continue;
        m_changed.push_back(each);
        m_rows.push_back(row);
        shift(row, static_cast<int>(at - row.begin()), by);
        if (twice)
            shift(row, random.below(static_cast<int>(row.size())), random.chance(50) ? 1 : -1);
        m_before[each].swap(m_sequences[each]);
        fits = writeOut(m_table, each, row, m_sequences[each]) && isLegal(m_table, each, m_sequences[each]);
    }
    return fits;
}

void PatternSearch::takeBack(Pattern& pattern) {
    for (std::size_t each = 0; each < m_changed.size(); ++each) {
        const int rank = m_changed[each];
        pattern[rank] = std::move(m_rows[each]);
        m_sequences[rank].swap(m_before[rank]);
    }
}

/// `pattern` becomes the best.
Draft PatternSearch::anneal(Pattern& pattern, const Effort& effort, Random& random) {
    Allowance allowance(effort);
    read(pattern);
    Draft best{m_sequences, m_timer(m_sequences)};
    Cost current = best.cost;
    Pattern trial = pattern;
    double heat = 0;
    for (int step = 0; best.cost.value > effort.goal && allowance.spend(2 * m_table.ops()); ++step) {
        if (step % kPatternBeat == 0)
            heat =
                m_unit * kHottestChange * std::pow(kCoolestChange / kHottestChange, std::min(1.0, allowance.share()));
        if (!change(trial, random)) {
            takeBack(trial);
            continue;
        }
        const double limit = current.energy - heat * std::log(1 - random.unit());
        const Cost cost = m_timer(m_sequences, limit);
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

/// Now with a new pattern, now with one that is known.
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
