// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/refuter.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanewright::bounds {

/// Destructive improvement: raises a bound by refuting one value after the other (`Refuter`), in steps that grow while
/// that is easy. What is spent on a value that is not refuted is mostly lost, so each gets a budget, and larger ones
/// come when nothing more comes of those before.
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
    static constexpr Time kNone = std::numeric_limits<Time>::max();

    bool reaches(Time next, At at, std::int64_t budget);
    Time stride(Time step, At at, std::int64_t budget);
    void close(Time step, At at, std::int64_t budget);
    bool climb(Time step, At at, std::int64_t budget);
    int tryTogether();
    Time nextOfTogether(Time step) const;
    Time partOfWay(double steps) const;
    Time partOfLeast(Time steps) const;

    Refuter& m_refuter;
    Time m_grain;
    Time m_least;  ///< the bound, in grains
    Looks m_looks; ///< at ops, in all
    Bound m_best;
    Fraction m_most; ///< nothing above is worth it
    const BoundProgress& m_raised;
    bool m_wantsMore = false; ///< a value may be refuted yet by who looks longer
    Time m_lastStep = 0;      ///< to the value that was refuted last
    double m_lastShare = 0;   ///< the share of its budget that it took
    Time m_hard = kNone;      ///< the least by looks together that was too far since one was refuted that had been
};

} // namespace lanewright::bounds
