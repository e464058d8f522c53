// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

/// Who is next. Inside core/solve only.
namespace lanewright {

/// Deals turns to methods, so that most go where something is gained. A method that gained nothing waits twice as long
/// for its next turn, up to a limit; one that gained waits as long as at first. After the delays of CaDiCaL (A. Biere
/// et al.: CaDiCaL 2.0. CAV 2024), which lets what did not help rest ever longer, and stride scheduling (C.
/// Waldspurger, W. Weihl: OSDI 1994) for the shares. It looks at gains alone, never at a clock, so that a run repeats
/// exactly.
class Dealer {
public:
    /// Per method: how many turns it has while others have one, where all gain alike; 0: none, ever.
    explicit Dealer(const std::vector<int>& turns) {
        for (const int each : turns)
            m_methods.push_back({.turns = each, .due = each > 0 ? 1.0 / each : kNever});
    }

    bool isEmpty() const {
        return std::ranges::all_of(m_methods, [](const Turns& each) { return each.turns == 0; });
    }
    /// The method that is due first; of several the first. Not where it is empty.
    std::size_t next() {
        const auto first = std::ranges::min_element(m_methods, {}, &Turns::due);
        m_now = first->due;
        first->due += first->wait / first->turns;
        return static_cast<std::size_t>(first - m_methods.begin());
    }

    /// What came of a turn.
    void tell(std::size_t method, bool gained) {
        Turns& turns = m_methods[method];
        turns.wait = gained ? 1 : std::min(2 * turns.wait, kLongestWait);
        if (gained)
            turns.due = std::min(turns.due, m_now + 1.0 / turns.turns);
    }

private:
    /// More would starve what needs several turns until it gains; less would hardly prefer anything.
    static constexpr double kLongestWait = 4;
    static constexpr double kNever = 1e300;

    struct Turns {
        int turns = 0;
        double due = 0;
        double wait = 1;
    };

    std::vector<Turns> m_methods = {};
    double m_now = 0;
};

} // namespace lanewright
