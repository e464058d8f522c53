// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/metrics.h"
#include "core/analyse/simulate.h"
#include "core/analyse/validate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
        parts.push_back(part);
    return parts;
}

/// `FFBWBW` on a rank: its k-th F, B and W are those of microbatch k.
Row rowOf(const std::string& word, int stage) {
    Row row;
    int next[3] = {0, 0, 0};
    for (const char letter : word) {
        const OpKind kind = letter == 'F' ? OpKind::F : letter == 'B' ? OpKind::B : OpKind::W;
        row.push_back({.op = {.kind = kind, .stage = stage, .microbatch = next[static_cast<int>(kind)]++}});
    }
    return row;
}

/// One row of `tiny_optima.csv`: an instance with an optimal order, found by exhaustive search and confirmed by
/// solvers.
struct Optimum {
    std::string name = {};
    bool period = false; ///< the value is a period, else a makespan
    Fraction value = {};
    Plan plan = {};
};

std::vector<Optimum> readOptima() {
    std::ifstream file(LANEWRIGHT_TEST_DATA "/tiny_optima.csv");
    std::vector<Optimum> optima;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const std::vector<std::string> cells = split(line, ',');
        const std::vector<std::string> words = split(cells[13], '|');
        if (words.size() < 2)
            continue; // an infeasible instance has no order
        const int ranks = std::stoi(cells[1]);
        Optimum optimum{.name = cells[0], .period = cells[11] == "b"};
        const std::vector<std::string> value = split(cells[12], '/');
        optimum.value = {std::stoll(value[0]), value.size() > 1 ? std::stoll(value[1]) : 1};
        const auto cell = [&](int column, int rank) { return std::stoll(split(cells[column], ';')[rank]); };
        Plan& plan = optimum.plan;
        plan.schedule = {.placement = linear(ranks), .microbatches = std::stoi(cells[2])};
        plan.costs = uniform(ranks, {}, std::stoll(cells[6]));
        plan.memory.stages.emplace_back();
        for (int rank = 0; rank < ranks; ++rank) {
            plan.costs.stages[0][rank] = {
                .forward = cell(3, rank), .backwardInput = cell(4, rank), .backwardWeight = cell(5, rank)};
            plan.memory.stages[0].push_back(
                {.forward = cell(7, rank), .backwardInput = -cell(8, rank), .backwardWeight = -cell(9, rank)});
            if (cells[10] != "inf")
                plan.memory.limit.push_back(cell(10, rank));
            plan.schedule.order.push_back(rowOf(words[rank], rank));
        }
        optima.push_back(std::move(optimum));
    }
    return optima;
}

} // namespace

TEST(TinyOptima, EveryWitnessOrderHasItsCertifiedValueAndKeepsToItsMemory) {
    const std::vector<Optimum> optima = readOptima();
    ASSERT_GT(optima.size(), 60u);
    for (const Optimum& optimum : optima) {
        const Metrics metrics = measure(optimum.plan, simulate(optimum.plan.schedule, optimum.plan.costs));
        const Fraction value = optimum.period ? metrics.period.value() : Fraction{metrics.makespan, 1};
        EXPECT_EQ(value, optimum.value) << optimum.name;
        EXPECT_TRUE(isValid(validate(optimum.plan))) << optimum.name;
    }
}

TEST(TinyOptima, APeriodCanBeAHalf) {
    // Rank 0 to rank 1 and back take 91 together, more than twice the longest way of either rank to itself.
    const Schedule schedule{
        .placement = linear(2), .microbatches = 4, .order = {rowOf("FFFFBWBBWWBW", 0), rowOf("FBWFBFBFBWWW", 1)}};
    Costs costs = uniform(2, {.forward = 7, .backwardInput = 3, .backwardWeight = 1}, 5);
    costs.stages[0][1] = {.forward = 1, .backwardInput = 2, .backwardWeight = 8};
    EXPECT_EQ(periodOf(schedule, costs, simulate(schedule, costs)), (Fraction{91, 2}));
}
