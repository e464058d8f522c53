// SPDX-License-Identifier: Apache-2.0
#include "tests/core/bounds/bounds_cases.h"

#include "tests/support/cells.h"
#include "tests/support/repository.h"

#include <cstdlib>
#include <fstream>
#include <iostream>

namespace lanewright::test {

namespace {

/// The value of a stage: one for all, or one each.
std::string of(const std::string& cell, int stage) {
    const std::vector<std::string> values = cut(cell, ';');
    return values.size() == 1 ? values[0] : values[static_cast<std::size_t>(stage)];
}

BoundCase caseFrom(const std::vector<std::string>& column) {
    const int ranks = std::stoi(column[1]);
    BoundCase result{.id = column[0], .ofPeriod = column[11] == "b", .infeasible = column[12] == "infeasible"};
    Plan& plan = result.problem;
    plan.schedule = {.placement = linear(ranks), .microbatches = std::stoi(column[2])};
    plan.costs = lanewright::uniform(ranks, {}, std::stoll(column[6]));
    plan.memory = uniformMemory(ranks, ranks, {});
    plan.memory.limit.resize(ranks);
    result.uniform = true;
    for (int stage = 0; stage < ranks; ++stage) {
        StageCosts& cost = plan.costs.stages[0][stage];
        cost.forward = std::stoll(of(column[3], stage));
        cost.backwardInput = std::stoll(of(column[4], stage));
        cost.backwardWeight = std::stoll(of(column[5], stage));
        StageMemory& memory = plan.memory.stages[0][stage];
        memory.forward = std::stoll(of(column[7], stage));
        memory.backwardInput = -std::stoll(of(column[8], stage));
        memory.backwardWeight = -std::stoll(of(column[9], stage));
        if (const std::string limit = of(column[10], stage); limit != "inf")
            plan.memory.limit[stage] = std::stoll(limit);
        result.uniform = result.uniform && cost == plan.costs.stages[0][0];
    }
    if (!result.infeasible) {
        const std::vector<std::string> best = cut(column[12], '/');
        result.best = {std::stoll(best[0]), best.size() > 1 ? std::stoll(best[1]) : 1};
        result.proved = std::stoll(column[13]);
    }
    return result;
}

} // namespace

std::vector<BoundCase> boundCases(const std::string& name) {
    std::ifstream file(inRepository("tests/data/bounds/" + name));
    std::vector<BoundCase> all;
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with('#') && !line.starts_with("id,"))
            all.push_back(caseFrom(cut(line, ',')));
    if (all.empty()) {
        std::cerr << "no cases in " << name << "\n";
        std::abort();
    }
    return all;
}

} // namespace lanewright::test
