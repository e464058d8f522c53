// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/order_parts.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Draws conclusions to and fro between switches and distances until nothing new follows.
class Settler {
public:
    Settler(OrderModel& model, Distances& distances)
        : m_model(model), m_distances(distances), m_isSet(2 * model.choices.size(), false),
          m_clausesWith(2 * model.choices.size()) {
        m_isSet[kYes] = true;
        for (int clause = 0; clause < static_cast<int>(model.clauses.size()); ++clause)
            for (const Literal literal : model.clauses[clause])
                m_clausesWith[literal].push_back(clause);
    }

    /// False when something can stand neither way.
    bool run() {
        for (int clause = 0; clause < static_cast<int>(m_model.clauses.size()); ++clause)
            if (!settleUnit(clause))
                return false;
        do
            if (!followClauses())
                return false;
        while (followDistances());
        return m_fit;
    }

    /// The clauses that are left, and what is settled as clauses of one literal.
    void write() {
        std::vector<std::vector<Literal>> left;
        for (std::vector<Literal>& clause : m_model.clauses) {
            if (std::ranges::any_of(clause, [&](Literal literal) { return m_isSet[literal]; }))
                continue;
            std::erase_if(clause, [&](Literal literal) { return m_isSet[opposite(literal)]; });
            left.push_back(std::move(clause));
        }
        for (Literal literal = 2; literal < static_cast<Literal>(m_isSet.size()); ++literal)
            if (m_isSet[literal])
                left.push_back({literal});
        m_model.clauses = std::move(left);
    }

private:
    bool isOpen(int variable) const { return !m_isSet[2 * variable] && !m_isSet[2 * variable + 1]; }

    bool set(Literal literal) {
        if (m_isSet[opposite(literal)])
            return m_fit = false;
        if (m_isSet[literal])
            return true;
        m_isSet[literal] = true;
        m_queue.push_back(literal);
        const Choice& choice = m_model.choices[literal / 2];
        if (choice.first < 0)
            return true;
        const int first = literal % 2 == 0 ? choice.first : choice.second;
        const int second = literal % 2 == 0 ? choice.second : choice.first;
        // What opens the first op's way is followed by that op, so the second waits for the whole.
        if (!m_distances.add({m_model.closing[first], second, m_model.lengths[m_model.closing[first]]}))
            m_fit = false;
        return m_fit;
    }

    /// Sets the last literal that can still be on.
    bool settleUnit(int clause) {
        Literal open = kNo;
        for (const Literal literal : m_model.clauses[clause]) {
            if (m_isSet[literal])
                return true;
            if (m_isSet[opposite(literal)])
                continue;
            if (open != kNo)
                return true;
            open = literal;
        }
        return open == kNo ? (m_fit = false) : set(open);
    }

    bool followClauses() {
        while (!m_queue.empty()) {
            const Literal off = opposite(m_queue.back());
            m_queue.pop_back();
            for (const int clause : m_clausesWith[off])
                if (!settleUnit(clause))
                    return false;
        }
        return true;
    }

    /// True when something new came of it.
    bool followDistances() {
        bool isNew = false;
        for (int variable = 1; variable < static_cast<int>(m_model.choices.size()) && m_fit; ++variable) {
            const auto [first, second] = m_model.choices[variable];
            if (first < 0 || !isOpen(variable))
                continue;
            if (tooLate(second, first))
                isNew = set(2 * variable);
            else if (tooLate(first, second))
                isNew = set(2 * variable + 1);
        }
        return isNew && m_fit;
    }

    /// True when `first` can't run before `second`.
    bool tooLate(int first, int second) const {
        const int end = m_model.closing[first];
        return m_distances(second, end) + m_model.lengths[end] > 0;
    }

    OrderModel& m_model;
    Distances& m_distances;
    bool m_fit = true;
    std::vector<bool> m_isSet; ///< per literal
    std::vector<std::vector<int>> m_clausesWith;
    std::vector<Literal> m_queue;
};

} // namespace

void settle(OrderModel& model, Distances& distances) {
    Settler settler(model, distances);
    if (settler.run())
        settler.write();
    else
        model.clauses = {{}};
}

} // namespace lanewright
