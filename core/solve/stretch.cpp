// SPDX-License-Identifier: Apache-2.0
#include "core/solve/stretch.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace lanewright {

namespace {

/// A part of a sequence, [from, to), that holds the same number of microbatches of every code.
struct Part {
    int from = 0;
    int to = 0;
};

/// The part of one rank that starts behind its F number `forward` of the first chunk, or as near as it can, and holds
/// `microbatches` of everything.
class Parts {
public:
    Parts(const OpTable& table, int rank, const Sequence& sequence) : m_table(table), m_rank(rank) {
        const int kinds = table.firstCell[rank + 1] - table.firstCell[rank];
        std::vector<int> count(kinds, 0);
        m_counts.push_back(count);
        for (int position = 0; position < static_cast<int>(sequence.size()); ++position) {
            ++count[sequence[position]];
            m_counts.push_back(count);
            if (sequence[position] == 0)
                m_forwards.push_back(position);
        }
    }

    std::optional<Part> find(int forward, int microbatches) const {
        for (int away = 0; away <= 2 * kFar; ++away) {
            const int number = forward + (away % 2 == 0 ? away / 2 : -(away + 1) / 2);
            if (number < 0 || number + microbatches >= static_cast<int>(m_forwards.size()))
                continue;
            const int last = m_forwards[number + microbatches];
            const int begin = number == 0 ? 0 : m_forwards[number - 1] + 1;
            for (int from = m_forwards[number]; from >= begin; --from)
                for (int to = last; to > (number + microbatches == 0 ? 0 : m_forwards[number + microbatches - 1]); --to)
                    if (holds(from, to, microbatches))
                        return Part{from, to};
        }
        return {};
    }

private:
    static constexpr int kFar = 2;

    bool holds(int from, int to, int microbatches) const {
        for (std::size_t code = 0; code < m_counts[from].size(); ++code) {
            const Cell& cell = m_table.cell(m_rank, static_cast<Code>(code));
            const int wanted = cell.count == 0 ? 0 : microbatches * cell.parts;
            if (m_counts[to][code] - m_counts[from][code] != wanted)
                return false;
        }
        return true;
    }

    const OpTable& m_table;
    int m_rank;
    std::vector<std::vector<int>> m_counts; ///< per position: codes before it
    std::vector<int> m_forwards;            ///< positions of F of the first chunk
};

std::optional<Sequences> drawnOut(const std::vector<Parts>& parts, const Sequences& sequences, const OpTable& large,
                                  int forward, int microbatches, int times) {
    Sequences result(sequences.size());
    for (int rank = 0; rank < large.ranks(); ++rank) {
        const std::optional<Part> part = parts[rank].find(forward, microbatches);
        if (!part)
            return {};
        const Sequence& sequence = sequences[rank];
        Sequence& drawn = result[rank];
        drawn.assign(sequence.begin(), sequence.begin() + part->from);
        for (int i = 0; i <= times; ++i)
            drawn.insert(drawn.end(), sequence.begin() + part->from, sequence.begin() + part->to);
        drawn.insert(drawn.end(), sequence.begin() + part->to, sequence.end());
        if (!isLegal(large, rank, drawn))
            return {};
    }
    return result;
}

} // namespace

Draft stretched(const OpTable& small, const Sequences& sequences, const OpTable& large, Timer& timer, int longest,
                Allowance& allowance) {
    Draft best;
    if (small.ranks() == 0 || sequences.front().empty())
        return best;
    std::vector<Parts> parts;
    for (int rank = 0; rank < small.ranks(); ++rank) {
        if (sequences[rank].empty())
            return best;
        parts.emplace_back(small, rank, sequences[rank]);
    }
    const int few = small.cell(0, 0).count;
    const int missing = large.cell(0, 0).count - few;
    for (int microbatches = 1; microbatches <= longest && missing > 0; ++microbatches) {
        if (missing % microbatches != 0)
            continue;
        for (int forward = 0; forward + microbatches < few; ++forward)
            if (auto drawn = drawnOut(parts, sequences, large, forward, microbatches, missing / microbatches)) {
                if (const Cost cost = timer(*drawn); cost.energy < best.cost.energy)
                    best = {*std::move(drawn), cost};
                if (!allowance.spend(2 * large.ops()))
                    return best;
            }
    }
    return best;
}

} // namespace lanewright
