// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/optimizer.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanewright {

/// The number that planners, generators and solvers make small.
enum class Objective : std::uint8_t {
    Iteration,   ///< `Metrics::iterationTime`, in the plan's optimizer mode
    Makespan,    ///< `Metrics::makespan`
    Period,      ///< `Metrics::period`
    LongestSpan, ///< `Metrics::longestSpan`
};

inline constexpr std::array<Objective, 4> kObjectives{Objective::Iteration, Objective::Makespan, Objective::Period,
                                                      Objective::LongestSpan};

/// Its JSON key: `"iteration"`, `"makespan"`, `"period"`, `"longest_span"`.
std::string_view toText(Objective objective);
/// Reads what `toText` writes.
std::optional<Objective> objectiveFromText(std::string_view text);

/// What those go by that know no optimizer: for the iteration time the makespan, or post-validated the period.
Objective withoutOptimizer(Objective objective, OptimizerMode mode);

} // namespace lanewright
