// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/order_parts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanewright {

namespace {

/// Drops literals that are off; a clause with one that is on says nothing.
void addClause(OrderModel& model, std::initializer_list<Literal> literals) {
    std::vector<Literal> clause;
    for (const Literal literal : literals) {
        if (literal == kYes)
            return;
        if (literal != kNo)
            clause.push_back(literal);
    }
    model.clauses.push_back(std::move(clause));
}

/// Keeps a rank within its limit where one op starts: a diagram over how many ops of each other series ran before,
/// in which equal sums meet.
class RoomWriter {
public:
    RoomWriter(OrderModel& model, Bytes limit, int op, std::vector<const Series*> others)
        : m_model(model), m_limit(limit), m_op(op), m_others(std::move(others)), m_least(m_others.size() + 1, 0),
          m_most(m_others.size() + 1, 0) {
        for (auto level = static_cast<int>(m_others.size()) - 1; level >= 0; --level) {
            const auto [fewest, greatest] =
                std::minmax({changeOf(level, minimum(level)), changeOf(level, maximum(level))});
            m_least[level] = m_least[level + 1] + fewest;
            m_most[level] = m_most[level + 1] + greatest;
        }
    }

    void write(Bytes held) { addClause(m_model, {fits(0, held)}); }

private:
    Bytes changeOf(int level, int count) const { return m_others[level]->change[count]; }
    /// On: the k-th op (from 0) of the level's series runs before the op.
    Literal ran(int level, int k) const { return m_model.before(m_others[level]->first + k, m_op); }
    int minimum(int level) const {
        int count = 0;
        while (count < m_others[level]->count && ran(level, count) == kYes)
            ++count;
        return count;
    }
    int maximum(int level) const {
        int count = m_others[level]->count;
        while (count > 0 && ran(level, count - 1) == kNo)
            --count;
        return count;
    }

    /// Must be on where `held` comes from the levels before.
    Literal fits(int level, Bytes held) {
        if (held + m_most[level] <= m_limit)
            return kYes;
        if (held + m_least[level] > m_limit)
            return kNo;
        // Where sizes differ, sums are hardly ever equal, and the diagram gets too large for any search.
        if (m_model.clauses.size() > kMostClauses)
            return kYes;
        const auto [place, isNew] = m_known.try_emplace({level, held}, kNo);
        if (!isNew)
            return place->second;
        const Literal literal =
            level + 1 == static_cast<int>(m_others.size()) ? lastLevel(level, held) : node(level, held);
        return m_known[{level, held}] = literal;
    }

    Literal lastLevel(int level, Bytes held) const {
        const int low = minimum(level);
        const int high = maximum(level);
        if (m_others[level]->allocates()) {
            int count = low;
            while (count < high && held + changeOf(level, count + 1) <= m_limit)
                ++count;
            return opposite(ran(level, count));
        }
        int count = low;
        while (held + changeOf(level, count) > m_limit)
            ++count;
        return ran(level, count - 1);
    }

    Literal node(int level, Bytes held) {
        const int high = maximum(level);
        std::vector<std::pair<Literal, Literal>> steps; ///< when the first is on, so is the second
        for (int count = minimum(level); count <= high; ++count) {
            const bool allocates = m_others[level]->allocates();
            const Literal here = allocates ? (count == 0 ? kYes : ran(level, count - 1))
                                           : (count == high ? kYes : opposite(ran(level, count)));
            steps.emplace_back(here, fits(level + 1, held + changeOf(level, count)));
        }
        const auto literal = static_cast<Literal>(2 * m_model.choices.size());
        m_model.choices.emplace_back();
        for (const auto& [here, then] : steps)
            addClause(m_model, {opposite(literal), opposite(here), then});
        return literal;
    }

    OrderModel& m_model;
    Bytes m_limit;
    int m_op;
    std::vector<const Series*> m_others;
    std::vector<Bytes> m_least; ///< by level: what it and those after it change at least
    std::vector<Bytes> m_most;
    std::map<std::pair<int, Bytes>, Literal> m_known;
};

} // namespace

void addRoom(OrderModel& model, const std::vector<Bytes>& limits) {
    for (const Series& own : model.series) {
        if (!own.allocates() || limits[own.rank] >= Instance::kNoLimit)
            continue;
        std::vector<const Series*> others;
        for (const Series& other : model.series)
            if (other.rank == own.rank && &other != &own && other.change.back() != 0)
                others.push_back(&other);
        for (int k = 0; k < own.count; ++k)
            RoomWriter(model, limits[own.rank], own.first + k, others).write(own.change[k + 1]);
    }
}

void addKept(OrderModel& model, const std::vector<KeptOrder>& kept) {
    const auto numberOf = [&](const SeriesOp& op) {
        const auto isHome = [&](const Series& series) { return series.chunk == op.chunk && series.kind == op.kind; };
        return std::ranges::find_if(model.series, isHome)->first + op.index;
    };
    for (const KeptOrder& each : kept)
        addClause(model, {model.before(numberOf(each.first), numberOf(each.second))});
}

} // namespace lanewright
