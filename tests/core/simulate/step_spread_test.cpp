// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/step_spread.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

TEST(StepSpread, AnOpIsMeasuredOncePerStepFromThatStepsStart) {
    std::vector<Timeline> steps(11);
    std::vector<const Timeline*> pointers;
    for (int i = 0; i < 11; ++i) {
        // The steps come one after the other; in each F1.0 starts i later than in the first.
        const Time begin = 100 * i;
        steps[i].lanes = {{{op("F0.0"), {}, begin, begin + 10}},
                          {{op("F1.0"), {}, begin + 10 + i, begin + 20 + 3 * i}}};
        pointers.push_back(&steps[i]);
    }
    const auto spreads = spreadsOf(pointers);
    ASSERT_EQ(spreads.size(), 2U);
    EXPECT_EQ(spreads.at(op("F0.0")), (OpSpread{{0, 0, 0}, {10, 10, 10}, 11}));
    EXPECT_EQ(spreads.at(op("F1.0")), (OpSpread{{11, 15, 19}, {12, 20, 28}, 11}));
}

TEST(StepSpread, OfOneStepLowAndHighAreTheSame) {
    EXPECT_EQ(spreadOf({7}), (Spread{7, 7, 7}));
    EXPECT_EQ(spreadOf({}), Spread{});
}
