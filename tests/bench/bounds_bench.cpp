// SPDX-License-Identifier: Apache-2.0
// Counts how often the bounds meet the best schedule that is known, and prints a table:
//     bench_bounds
#include "core/bounds/bounds.h"
#include "tests/core/bounds/bounds_cases.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace lanewright::test {
namespace {

struct Row {
    int cases = 0;
    int closed = 0; ///< met by the closed forms alone
    int met = 0;    ///< met by the whole family
    int above = 0;  ///< bounds above what somebody reached: a fault
    double worst = 0;
    double longest = 0; ///< seconds
};

void add(Row& row, const BoundCase& each) {
    if (each.infeasible)
        return;
    const Objective objective = each.ofPeriod ? Objective::Period : Objective::Makespan;
    const auto start = std::chrono::steady_clock::now();
    const Fraction bound = lowerBounds(each.problem, objective).front().value;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    ++row.cases;
    row.closed += lowerBounds(each.problem, objective, BoundEffort::Instant).front().value == each.best;
    row.met += bound == each.best;
    row.above += bound > each.best;
    row.worst = std::max(row.worst, gapOf(each.best, bound));
    row.longest = std::max(row.longest, seconds.count());
    if (bound != each.best)
        std::fprintf(stderr, "%s: %.4f %% above the bound\n", each.id.c_str(), 100 * gapOf(each.best, bound));
}

void print(const char* name, const Row& row) {
    std::printf("| %s | %d | %d | %d | %d | %.2f %% | %.2f s |\n", name, row.cases, row.closed, row.met, row.above,
                100 * row.worst, row.longest);
}

} // namespace
} // namespace lanewright::test

int main() {
    using namespace lanewright::test;
    Row uniform;
    Row unequal;
    Row optima;
    for (const BoundCase& each : boundCases("zero_bubble.csv"))
        add(each.uniform ? uniform : unequal, each);
    for (const BoundCase& each : boundCases("optima.csv"))
        add(optima, each);
    std::puts("| set | cases | met by closed forms | met by all bounds | bounds above | largest gap | longest time |\n"
              "|---|---:|---:|---:|---:|---:|---:|");
    print("Zero Bubble settings, equal stages", uniform);
    print("Zero Bubble settings, unequal stages", unequal);
    print("proved optima", optima);
    return uniform.above + unequal.above + optima.above == 0 ? 0 : 1;
}
