// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/support/cells.h"
#include "tests/support/repository.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

using namespace lanewright;
using test::cut;

/// Orders whose makespan and period were found by exhaustive enumeration and checked by two solvers: a judge of
/// `simulate` and `periodOf` that shares nothing with them.
namespace {

struct Witness {
    std::string id = {};
    Schedule schedule = {};
    Costs costs = {};
    bool ofPeriod = false;
    Fraction optimum = {};
};

/// The k-th F, B and W of a word are those of microbatch k.
Row rowOf(const std::string& word, int stage) {
    std::map<char, int> next;
    Row row;
    for (const char letter : word)
        row.push_back({.op = test::op(letter + std::to_string(stage) + "." + std::to_string(next[letter]++))});
    return row;
}

Witness witnessFrom(const std::string& line) {
    const std::vector<std::string> column = cut(line, ',');
    const int ranks = std::stoi(column[1]);
    Witness witness{.id = column[0], .schedule = {.placement = linear(ranks), .microbatches = std::stoi(column[2])}};
    witness.costs = uniform(ranks, {}, std::stoi(column[6]));
    const std::vector<std::string> words = cut(column[10], '|');
    for (int stage = 0; stage < ranks; ++stage) {
        StageCosts& cost = witness.costs.stages[0][stage];
        cost.forward = std::stoi(cut(column[3], ';')[stage]);
        cost.backwardInput = std::stoi(cut(column[4], ';')[stage]);
        cost.backwardWeight = std::stoi(cut(column[5], ';')[stage]);
        witness.schedule.order.push_back(rowOf(words[stage], stage));
    }
    witness.ofPeriod = column[7] == "b";
    const std::vector<std::string> optimum = cut(column[8], '/');
    witness.optimum = {std::stoi(optimum[0]), optimum.size() > 1 ? std::stoi(optimum[1]) : 1};
    return witness;
}

std::vector<Witness> witnesses() {
    std::ifstream file(test::inRepository("tests/data/analyse/tiny_optima.csv"));
    std::vector<Witness> all;
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with('#') && !line.starts_with("id,"))
            all.push_back(witnessFrom(line));
    return all;
}

} // namespace

TEST(Witnesses, EveryProvedOptimumComesOutOfItsOrder) {
    const std::vector<Witness> all = witnesses();
    ASSERT_GE(all.size(), 70u);
    int fractions = 0;
    for (const Witness& witness : all) {
        const Timeline timeline = simulate(witness.schedule, witness.costs);
        ASSERT_TRUE(reachesEnd(witness.schedule, timeline)) << witness.id;
        const Fraction found = witness.ofPeriod ? *periodOf(witness.schedule, witness.costs, timeline)
                                                : Fraction{extentOf(timeline).length(), 1};
        EXPECT_EQ(found, witness.optimum) << witness.id << ": " << found.numerator << "/" << found.denominator;
        fractions += witness.optimum.denominator > 1;
    }
    EXPECT_GE(fractions, 1) << "the data should hold a period that is no whole number";
}
