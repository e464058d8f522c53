// SPDX-License-Identifier: Apache-2.0
#include "core/base/fraction.h"

#include "core/base/wide.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

/// The mean of a walk.
struct Mean {
    Wide length = 0;
    Wide arcs = 1;
};

bool less(const Mean& a, const Mean& b) { return a.length * b.arcs < b.length * a.arcs; }

Fraction lowest(Wide numerator, Wide denominator) {
    Wide divisor = numerator < 0 ? -numerator : numerator;
    for (Wide rest = denominator; rest != 0;) {
        divisor %= rest;
        std::swap(divisor, rest);
    }
    return {static_cast<Time>(numerator / divisor), static_cast<Time>(denominator / divisor)};
}

} // namespace

std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) {
    const Wide left = static_cast<Wide>(a.numerator) * b.denominator;
    const Wide right = static_cast<Wide>(b.numerator) * a.denominator;
    if (left < right)
        return std::strong_ordering::less;
    return left > right ? std::strong_ordering::greater : std::strong_ordering::equal;
}

Fraction operator-(const Fraction& a, const Fraction& b) {
    const Wide left = static_cast<Wide>(a.numerator) * b.denominator;
    const Wide right = static_cast<Wide>(b.numerator) * a.denominator;
    return lowest(left - right, static_cast<Wide>(a.denominator) * b.denominator);
}

Fraction fractionOf(Time numerator, Time denominator) { return lowest(numerator, denominator); }

Fraction largestCycleMean(const std::vector<std::vector<Time>>& paths) {
    const std::size_t nodes = paths.size();
    // longest[k][v]: of all walks of k arcs that end in v.
    std::vector<std::vector<Wide>> longest(nodes + 1, std::vector<Wide>(nodes, 0));
    for (std::size_t arcs = 1; arcs <= nodes; ++arcs)
        for (std::size_t to = 0; to < nodes; ++to) {
            Wide best = longest[arcs - 1][to] + paths[to][to];
            for (std::size_t from = 0; from < nodes; ++from)
                if (paths[from][to] > kNoPath)
                    best = std::max(best, longest[arcs - 1][from] + paths[from][to]);
            longest[arcs][to] = best;
        }
    Mean largest;
    for (std::size_t node = 0; node < nodes; ++node) {
        Mean smallest{longest[nodes][node], static_cast<Wide>(nodes)};
        for (std::size_t arcs = 1; arcs < nodes; ++arcs) {
            const Mean mean{longest[nodes][node] - longest[arcs][node], static_cast<Wide>(nodes - arcs)};
            if (less(mean, smallest))
                smallest = mean;
        }
        if (less(largest, smallest))
            largest = smallest;
    }
    return lowest(largest.length, largest.arcs);
}

} // namespace lanewright
