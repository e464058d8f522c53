// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/compare.h"
#include "core/explain/reasons.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lanewright {

/// Says why ops of a measured timeline start earlier or later than planned. What needs a look at every block is done
/// once, when an op is first asked for that is not on time. Keeps references; asked by one thread at a time.
class SlipReasons {
public:
    /// `measured` is a timeline of `ran`, and `comparison` holds it against a plan.
    SlipReasons(const Plan& ran, const Timeline& measured, const Comparison& comparison)
        : m_ran(&ran), m_measured(&measured), m_comparison(&comparison) {}

    /// `on time`, or what the op waited for and how late that was: `waited for F0.2 of rank 0, which ran 3 ms longer`.
    /// Empty where the op was not measured.
    Message of(const Deviation& each) const;
    /// Whether a slip is too small a part of the planned makespan to be worth a word.
    bool isOnTime(Time slip) const;

private:
    Message lateness(const Op& op) const;

    const Plan* m_ran;
    const Timeline* m_measured;
    const Comparison* m_comparison;
    mutable std::optional<Reasons> m_reasons;
    mutable std::vector<std::size_t> m_byOp; ///< deviations by their op
};

} // namespace lanewright
