// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <compare>
#include <vector>

namespace lanewright {

/// A number of ticks that need not be whole: `numerator / denominator`, in lowest terms, denominator > 0.
struct Fraction {
    Time numerator = 0;
    Time denominator = 1;

    double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
    friend bool operator==(const Fraction&, const Fraction&) = default;
    /// Exact.
    friend std::strong_ordering operator<=>(const Fraction& a, const Fraction& b);
};

/// Exact, in lowest terms.
Fraction operator-(const Fraction& a, const Fraction& b);

/// In lowest terms; the denominator is above 0.
Fraction fractionOf(Time numerator, Time denominator);

/// Where there is no path from one node to another: anything at or below this.
constexpr Time kNoPath = -(Time{1} << 60);

/// The largest mean of a circle in a graph: Karp, "A characterization of the minimum cycle mean in a digraph" (1978),
/// where every node is a start. `paths[from][to]` is the length of the arc, or `kNoPath`; each node has an arc to
/// itself. O(nodes³).
Fraction largestCycleMean(const std::vector<std::vector<Time>>& paths);

} // namespace lanewright
