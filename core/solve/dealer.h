// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

/// Deals turns to search methods, so that most turns go to methods that gain. Inside core/solve only.
namespace lanewright {

/// Stride scheduling (C. Waldspurger, W. Weihl: Lottery Scheduling. OSDI 1994): a method with n turns is due every 1/n
/// of a time that only turns move on. A method that gained nothing waits twice as long for its next turn, up to a
/// limit; one that gained waits as long as at first (after the delays of CaDiCaL: A. Biere et al.: CaDiCaL 2.0. CAV
/// 2024). No clock is read, so that a run repeats exactly.
class Dealer {
public:
    /// `turns` has for each method its number of turns while one with 1 has a single turn; 0: it never has one.
    explicit Dealer(const std::vector<int>& turns) {
        for (const int each : turns)
            m_methods.push_back({.turns = each, .due = each > 0 ? 1.0 / each : kNever});
    }

    bool isEmpty() const {
        return std::ranges::all_of(m_methods, [](const Turns& each) { return each.turns == 0; });
    }
    /// The method that is due first; of several, the first in the list. Only where `isEmpty` is false.
    std::size_t next() {
        const auto first = std::ranges::min_element(m_methods, {}, &Turns::due);
        m_now = first->due;
        first->due += first->wait / first->turns;
        return static_cast<std::size_t>(first - m_methods.begin());
    }

    /// Notes whether the turn of a method gained anything.
    void tell(std::size_t method, bool gained) {
        Turns& turns = m_methods[method];
        turns.wait = gained ? 1 : std::min(2 * turns.wait, kLongestWait);
        if (gained)
            turns.due = std::min(turns.due, m_now + 1.0 / turns.turns);
    }

private:
    /// How many times as long as at first a method may wait. With more, a method that needs several turns to gain gets
    /// too few; with less, methods that gain hardly get more than others.
    static constexpr double kLongestWait = 4;
    static constexpr double kNever = 1e300;

    struct Turns {
        int turns = 0;
        double due = 0;  ///< when the method is to have its next turn
        double wait = 1; ///< how many times as long as at first it waits after a turn
    };

    std::vector<Turns> m_methods = {};
    double m_now = 0; ///< when the last turn was due
};

} // namespace lanewright
