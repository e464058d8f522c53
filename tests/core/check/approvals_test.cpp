// SPDX-License-Identifier: Apache-2.0
#include "core/check/approvals.h"

#include "core/model/text.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

Finding crossedAt(const char* op, int rank) {
    return {.code = "crossed", .severity = Severity::Warning, .rank = rank, .op = *opFromText(op)};
}

} // namespace

TEST(Approvals, AFindingIsApprovedByItsCodeAtItsOpOrOnItsRank) {
    const Plan plan{.approved = {{"crossed", "F1.0", "the trainer has tags"}, {"gap", "rank 1", "on purpose"}}};
    ASSERT_NE(approvalOf(plan, crossedAt("F1.0", 1)), nullptr);
    EXPECT_EQ(approvalOf(plan, crossedAt("F1.0", 1))->why, "the trainer has tags");
    EXPECT_EQ(approvalOf(plan, crossedAt("F1.1", 1)), nullptr);
    Finding gap = crossedAt("F1.1", 1);
    gap.code = "gap";
    EXPECT_NE(approvalOf(plan, gap), nullptr);
    gap.rank = 0;
    EXPECT_EQ(approvalOf(plan, gap), nullptr);
}

TEST(Approvals, WhatIsAboutTheWholeHasNoPlace) {
    const Plan plan{.approved = {{"untagged", "", ""}}};
    EXPECT_NE(approvalOf(plan, {.code = "untagged", .severity = Severity::Warning}), nullptr);
    EXPECT_EQ(approvalOf(plan, {.code = "untagged", .severity = Severity::Warning, .rank = 0}), nullptr);
    EXPECT_EQ(whereOf({.code = "untagged", .rank = 2}, 1), "rank 2");
}

TEST(Approvals, NoApprovalMakesABrokenOrderWhole) {
    for (const char* code : {"incomplete", "deadlock", "precedence", "memory"})
        EXPECT_FALSE(canBeApproved({.code = code, .severity = Severity::Error})) << code;
    EXPECT_TRUE(canBeApproved({.code = "crossed", .severity = Severity::Error}));
    EXPECT_TRUE(canBeApproved({.code = "rendezvous", .severity = Severity::Warning}));
}
