// SPDX-License-Identifier: Apache-2.0
#include "core/io/capabilities.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

TEST(Capabilities, ComeBackAsTheyWereWritten) {
    const CapabilityReport report{.mpi = true,
                                  .backends = {"cpu", "cuda"},
                                  .gpus = {{.name = "a \"GPU\"",
                                            .driver = "580.1",
                                            .capability = "9.0",
                                            .processors = 132,
                                            .memory = 80'000'000'000}},
                                  .missing = {{"other", "it is not there"}}};
    const Result<CapabilityReport> back = capabilitiesFromJson(capabilitiesToJson(report));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, report);
    EXPECT_TRUE(back->has("cuda"));
    EXPECT_FALSE(back->has("other"));
    EXPECT_EQ(back->reasonFor("other"), "it is not there");
    EXPECT_EQ(back->reasonFor("cuda"), "");
}

TEST(Capabilities, AreNotReadFromWhatIsNoAnswer) {
    EXPECT_FALSE(capabilitiesFromJson(""));
    EXPECT_FALSE(capabilitiesFromJson("[1]"));
    EXPECT_TRUE(capabilitiesFromJson(R"({"gpus": [{"memory": "much", "name": 3}], "mpi": 1})"));
}

} // namespace
} // namespace lanewright
