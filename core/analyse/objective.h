// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyse/metrics.h"

#include <array>
#include <optional>
#include <string_view>

namespace lanewright {

/// The number that generators and solvers make small.
enum class Objective : std::uint8_t {
    Period,      ///< `Metrics::period`
    Makespan,    ///< `Metrics::makespan`
    LongestSpan, ///< `Metrics::longestSpan`
};

inline constexpr std::array<Objective, 3> kObjectives{Objective::Period, Objective::Makespan, Objective::LongestSpan};

/// Its JSON key: `"period"`, `"makespan"`, `"longest_span"`.
std::string_view toText(Objective objective);
/// Reads what `toText` writes.
std::optional<Objective> objectiveFromText(std::string_view text);

/// The objective's value; where the period is not known, the longest span, which is never below it.
Fraction valueOf(const Metrics& metrics, Objective objective);

} // namespace lanewright
