// SPDX-License-Identifier: Apache-2.0
#include "tests/support/limit_trials.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

/// `bench_limits` tries many times as many.
TEST(Limits, AreKeptOrRefusedTrulyByEveryAutomaticGenerator) {
    const LimitTrials trials = tryLimits(1, 120);
    for (const std::string& fault : trials.faults)
        ADD_FAILURE() << fault;
    for (const char* name : {"zb-auto", "zb-1p", "zb-2p"}) {
        const LimitRecord& record = trials.records.at(name);
        EXPECT_EQ(record.made + record.refused, trials.problems) << name;
        EXPECT_GE(record.searched, trials.tiny / 3) << name;
    }
    const LimitRecord& any = trials.records.at("zb-auto");
    EXPECT_GE(any.made, trials.problems / 4) << "limits that nobody can keep prove nothing";
    EXPECT_GE(any.refused, trials.problems / 20) << "limits that everybody keeps prove nothing";
}

} // namespace
} // namespace lanewright::test
