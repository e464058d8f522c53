// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/bounds.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/proof/exact.h"
#include "tests/core/bounds/bounds_cases.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <CLI/CLI.hpp>

namespace lanewright::test {
namespace {

struct Row {
    int cases = 0;
    int bound = 0;    ///< proved by a bound
    int searched = 0; ///< proved by search
    int reached = 0;  ///< found by search
    double seconds = 0;
    double longest = 0;
};

void add(Row& row, const BoundCase& each, double limit) {
    const Objective objective = each.ofPeriod ? Objective::Period : Objective::Makespan;
    const bool isBound = lowerBounds(each.problem, objective).front().value == each.best;
    const auto start = std::chrono::steady_clock::now();
    const Fraction above = fractionOf(each.best.numerator * 1000 + 1, each.best.denominator * 1000);
    const auto asks = [&](const Fraction& below) {
        const auto take = [&](const Sequences& sequences) {
            Plan plan = each.problem;
            plan.schedule = scheduleOf(each.problem, sequences);
            return valueOf(measure(plan, simulate(plan.schedule, plan.costs)), objective) < below;
        };
        return searchBelow(instanceOf(each.problem), objective, below, take, {}, limit);
    };
    const bool isProved = isBound || asks(each.best) == Exact::None;
    const bool isReached = asks(above) == Exact::Better;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    ++row.cases;
    row.bound += isBound;
    row.searched += isProved && !isBound;
    row.reached += isReached;
    row.seconds += seconds.count();
    row.longest = std::max(row.longest, seconds.count());
    if (!isProved || !isReached)
        std::fprintf(stderr, "%s: %s, %s after %.2f s\n", each.id.c_str(), isProved ? "proved" : "open",
                     isReached ? "reached" : "not reached", seconds.count());
}

void print(const char* name, const Row& row) {
    std::printf("| %s | %d | %d | %d | %d | %d | %.1f s | %.2f s |\n", name, row.cases, row.bound, row.searched,
                row.cases - row.bound - row.searched, row.reached, row.seconds, row.longest);
}

} // namespace
} // namespace lanewright::test

int main(int argc, char** argv) {
    using namespace lanewright::test;
    CLI::App app{
        "Counts of how many problems the exact search proves that the best value is the least, and reaches it, "
        "and how fast"};
    double limit = 5;
    std::string name;
    app.add_option("SECONDS", limit, "for each case and question")->check(CLI::Range(0.01, 1e6))->capture_default_str();
    app.add_option("NAME", name, "only cases whose names begin so");
    CLI11_PARSE(app, argc, argv);
    Row small;
    Row large;
    for (const BoundCase& each : boundCases("optima.csv")) {
        const lanewright::Schedule& shape = each.problem.schedule;
        if (!each.infeasible && each.id.starts_with(name))
            add(shape.ranks() * shape.microbatches > 24 ? large : small, each, limit);
    }
    std::puts("| set | cases | proved by a bound | proved by search | open | reached | all together | longest |\n"
              "|---|---:|---:|---:|---:|---:|---:|---:|");
    print("up to 24 microbatches on all ranks together", small);
    print("more", large);
    return 0;
}
