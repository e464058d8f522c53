// SPDX-License-Identifier: Apache-2.0
#include "core/model/dataflow.h"

#include "core/model/text.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <set>

using namespace lanewright;
using test::op;

namespace {

/// The values as a set of (kind, stage, microbatch), so that their order does not matter.
std::set<Value> setOf(const Values& values) { return {values.begin(), values.end()}; }

} // namespace

using enum ValueKind;

TEST(Dataflow, AForwardNeedsTheForwardOfTheStageBefore) {
    EXPECT_EQ(setOf(needsOf(op("F0.3"), 4)), (std::set<Value>{}));
    EXPECT_EQ(setOf(needsOf(op("F2.3"), 4)), (std::set<Value>{{Activation, 1, 3}}));
}

TEST(Dataflow, ABackwardNeedsItsForwardAndTheStageBehind) {
    EXPECT_EQ(setOf(needsOf(op("B1.3"), 4)), (std::set<Value>{{Stash, 1, 3}, {Gradient, 2, 3}}));
    EXPECT_EQ(setOf(needsOf(op("BW1.3"), 4)), setOf(needsOf(op("B1.3"), 4)));
    // The last stage makes its gradient from the loss.
    EXPECT_EQ(setOf(needsOf(op("B3.3"), 4)), (std::set<Value>{{Stash, 3, 3}}));
}

TEST(Dataflow, AWeightGradientNeedsItsOwnBackwardOnly) {
    EXPECT_EQ(setOf(needsOf(op("W1.3"), 4)), (std::set<Value>{{Residue, 1, 3}}));
    EXPECT_EQ(yieldsOf(op("W1.3"), 4).size(), 0);
}

TEST(Dataflow, WhereAStageRecomputesTheStashComesFromR) {
    EXPECT_EQ(setOf(yieldsOf(op("F1.0"), 4, true)), (std::set<Value>{{Seed, 1, 0}, {Activation, 1, 0}}));
    EXPECT_EQ(setOf(needsOf(op("R1.0"), 4, true)), (std::set<Value>{{Seed, 1, 0}}));
    EXPECT_EQ(setOf(yieldsOf(op("R1.0"), 4, true)), (std::set<Value>{{Stash, 1, 0}}));
}

TEST(Dataflow, EveryNeedHasAProducerThatYieldsIt) {
    for (const bool recomputes : {false, true})
        for (const char* text : {"F0.1", "F2.1", "B0.1", "B2.1", "BW1.1", "W1.1", "R1.1"})
            for (const Value& value : needsOf(op(text), 3, recomputes))
                EXPECT_TRUE(setOf(yieldsOf(producerOf(value, false, recomputes), 3, recomputes)).contains(value))
                    << text;
}
