// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"

#include "core/model/text.h"

#include <cstdio>
#include <cstdlib>

namespace lanewright::test {

namespace {

template <typename T>
T valueOf(const Result<T>& result) {
    if (result)
        return *result;
    std::fprintf(stderr, "the test's own text is wrong: %s %s\n", result.error().where.text().c_str(),
                 result.error().message.text().c_str());
    std::abort();
}

} // namespace

std::vector<Row> rows(std::string_view text) { return valueOf(rowsFromText(text)); }

std::string textOf(const Row& row) {
    std::string text;
    for (const Block& block : row)
        text += (text.empty() ? "" : " ") + toText(block);
    return text;
}

Op op(std::string_view word) { return valueOf(opFromText(word)); }

Costs unitCosts(int stages, Time transfer) {
    return uniform(stages, {.forward = unit(), .backwardInput = unit(), .backwardWeight = unit()}, transfer);
}

MemoryCosts unitMemory(int stages, int ranks, Bytes freedByB, std::optional<Bytes> limit) {
    const StageMemory each{
        .forward = kMemoryUnit, .backwardInput = -freedByB, .backwardWeight = freedByB - kMemoryUnit};
    return uniformMemory(stages, ranks, each, limit);
}

Schedule linearSchedule(int ranks, int microbatches, std::string_view order) {
    return {.placement = linear(ranks), .microbatches = microbatches, .order = rows(order)};
}

Plan linearPlan(int ranks, int microbatches, std::string_view order) {
    return {.schedule = linearSchedule(ranks, microbatches, order),
            .costs = unitCosts(ranks),
            .memory = unitMemory(ranks, ranks)};
}

Plan smallPlan(Time transfer) {
    Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 BW1.0 F1.1 BW1.1
    )");
    plan.costs.transfer.every = transfer;
    return plan;
}

std::string_view zbH1Rows() {
    return R"(
        F0.0 F0.1 F0.2 F0.3 B0.0 W0.0 F0.4 B0.1 W0.1 F0.5 B0.2 W0.2 F0.6 B0.3 W0.3 F0.7 B0.4 W0.4 B0.5 W0.5 B0.6 W0.6 B0.7 W0.7
        F1.0 F1.1 F1.2 B1.0 F1.3 B1.1 W1.0 F1.4 B1.2 W1.1 F1.5 B1.3 W1.2 F1.6 B1.4 W1.3 F1.7 B1.5 W1.4 B1.6 W1.5 B1.7 W1.6 W1.7
        F2.0 F2.1 B2.0 F2.2 B2.1 F2.3 B2.2 W2.0 F2.4 B2.3 W2.1 F2.5 B2.4 W2.2 F2.6 B2.5 W2.3 F2.7 B2.6 W2.4 B2.7 W2.5 W2.6 W2.7
        F3.0 B3.0 F3.1 B3.1 F3.2 B3.2 F3.3 B3.3 W3.0 F3.4 B3.4 W3.1 F3.5 B3.5 W3.2 F3.6 B3.6 W3.3 F3.7 B3.7 W3.4 W3.5 W3.6 W3.7
    )";
}

} // namespace lanewright::test
