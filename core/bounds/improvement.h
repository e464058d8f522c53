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
        Time grain = 1;          ///< all values are multiples of it
        Time least = 0;          ///< the bound that is known, in grains
        std::size_t starts = 1;  ///< from so many ops ways are looked at
        std::int64_t effort = 0; ///< ops that may be looked at in all
    };

    /// `known` is the bound that is known, as `refuteValues` has it, and no value above `most` is tried until `raised`
    /// says another. `refuter`, `stop` and `raised` outlive this.
    Improvement(Refuter& refuter, const Given& given, const Bound& known, const Fraction& most,
                const std::stop_token& stop, const BoundProgress& raised);

    /// Ends when stopped, without effort, or where no budget would refute more.
    void run();

private:
    using Looks = Refuter::Looks;
    static constexpr Time kNone = std::numeric_limits<Time>::max();

    bool isOver() const { return m_effort <= 0 || m_stop.stop_requested(); }
    bool reaches(Time next, Looks looks, std::int64_t budget);
    Time stride(Time step, Looks looks, std::int64_t budget);
    void close(Time step, Looks looks, std::int64_t budget);
    bool climb(Time step, Looks looks, std::int64_t budget);
    std::size_t tryTogether();
    Time nextOfTogether(Time step) const;
    Time partOfWay(double steps) const;
    Time partOfLeast(Time steps) const;

    Refuter& m_refuter;
    Time m_grain;
    Time m_least;         ///< the bound, in grains
    std::size_t m_starts; ///< looks at ranks together are tried from so many
    std::int64_t m_effort;
    Bound m_best;
    Fraction m_most; ///< nothing above is worth it
    const std::stop_token& m_stop;
    const BoundProgress& m_raised;
    bool m_wantsMore = false; ///< a value may be refuted yet by who looks longer
    Time m_lastStep = 0;      ///< to the value that was refuted last
    double m_lastShare = 0;   ///< the share of its budget that it took
    Time m_hard = kNone;      ///< the least by looks together that was too far since one was refuted that had been
};

} // namespace lanewright::bounds
