// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/refuter.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanewright::bounds {

/// Destructive improvement: raises a bound by refuting one value after the other (`Refuter`).
///
/// There are two ways to look, and most of what is spent on a value that is not refuted is lost. So a step of either
/// way has a budget. A step that was refuted is followed by one of twice its size; one that was too far by half of it,
/// with twice the budget. The way goes next of which the next step promises most for what the last one took.
class Improvement {
public:
    struct Given {
        Time grain = 1; ///< all values are multiples of it
        Time least = 0; ///< the bound that is known, in grains
    };

    /// `known` is the bound that is known, as `refuteValues` has it, and no value above `most` is tried until `raised`
    /// says another. `refuter` and `raised` outlive this.
    Improvement(Refuter& refuter, const Given& given, const Bound& known, const Fraction& most, Looks looks,
                const BoundProgress& raised);

    /// Ends when looks are over, or where no budget would refute more.
    void run();

private:
    using At = Refuter::At;

    /// A way to look, and the step that it takes next.
    struct Way {
        At at = At::Ranks;
        Time step = 1;           ///< in grains
        std::int64_t budget = 0; ///< ops looked at for it
        std::int64_t cost = 1;   ///< ops that it is likely to take
        bool isOpen = true;      ///< a value may be refuted yet
        double promise() const { return isOpen ? static_cast<double>(step) / static_cast<double>(cost) : 0; }
    };

    Time wayLeft() const;
    Time firstStep() const;
    bool reaches(Time next, Way& way);
    void tryStep(Way& way);

    Refuter& m_refuter;
    Time m_grain;
    Time m_least;  ///< the bound, in grains
    Looks m_looks; ///< at ops, in all
    Bound m_best;
    Fraction m_most; ///< nothing above is worth it
    const BoundProgress& m_raised;
};

} // namespace lanewright::bounds
