// SPDX-License-Identifier: Apache-2.0
#include "tests/support/limit_trials.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

/// `bench_limits` tries many times as many.
TEST(Limits, AreKeptOrRefusedTrulyByEveryAutomaticGenerator) {
    const LimitTrials tried = tryLimits(1, static_cast<int>(trials(30)));
    for (const std::string& fault : tried.faults)
        ADD_FAILURE() << fault;
    for (const char* name : {"zb-auto", "zb-1p", "zb-2p"}) {
        const LimitRecord& record = tried.records.at(name);
        EXPECT_EQ(record.made + record.refused, tried.problems) << name;
        EXPECT_GE(record.searched, tried.tiny / 3) << name;
    }
    const LimitRecord& any = tried.records.at("zb-auto");
    EXPECT_GE(any.made, tried.problems / 4) << "limits that nobody can keep prove nothing";
    EXPECT_GE(any.refused, tried.problems / 20) << "limits that everybody keeps prove nothing";
}

} // namespace
} // namespace lanewright::test
