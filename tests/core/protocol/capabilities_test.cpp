// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/capabilities.h"

#include "core/protocol/obstacles.h"

#include <gtest/gtest.h>

#include <array>

namespace lanewright {
namespace {

using namespace obstacle;

constexpr std::array kObstacles = {kNotBuilt,      kNotInstalled, kNoLibrary, kOtherVersion,   kNoDriver,
                                   kOldDriver,     kNoGpu,        kNoSuchGpu, kTooFewGpus,     kTooFewNamed,
                                   kOnHost,        kNcclNotBuilt, kNoNccl,    kOldNccl,        kNoPeers,
                                   kCuptiNotBuilt, kNoCupti,      kOldCupti,  kTracedByOthers, kTracingNotAllowed,
                                   kTracingRefused};

TEST(Capabilities, ComeBackAsTheyWereWritten) {
    const CapabilityReport report{.mpi = true,
                                  .backends = {"cpu", "cuda"},
                                  .gpus = {{.name = "a \"GPU\"",
                                            .driver = "580.1",
                                            .capability = "9.0",
                                            .processors = 132,
                                            .memory = 80'000'000'000,
                                            .peers = {1, 3}}},
                                  .nccl = "2.28.9",
                                  .missing = {{"other", "it is not there"}}};
    const Result<CapabilityReport> back = capabilitiesFromJson(capabilitiesToJson(report));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, report);
    EXPECT_TRUE(back->has("cuda"));
    EXPECT_FALSE(back->has("other"));
    EXPECT_EQ(back->reasonFor("other"), "it is not there");
    EXPECT_EQ(back->reasonFor("cuda"), "");
}

TEST(Capabilities, KeepTheirSentencesFitForOtherLanguages) {
    for (const Phrase& phrase : kObstacles) {
        const CapabilityReport report{.missing = {{"cuda", say(phrase, "\"12.4\"", 13)}}};
        const Result<CapabilityReport> back = capabilitiesFromJson(capabilitiesToJson(report));
        ASSERT_TRUE(back);
        EXPECT_EQ(*back, report);
        const Message reason = back->reasonFor("cuda");
        EXPECT_EQ(reason.phrase(), phrase);
        EXPECT_EQ(reason.arguments().size(), 2U);
    }
    // An engine of another version may say what nobody here has heard of, or says it otherwise.
    const auto later = capabilitiesFromJson(
        R"({"missing": {"cuda": "it is 4"}, "phrases": {"cuda": {"phrase": "it is %1", "args": ["4"]}}})");
    ASSERT_TRUE(later);
    EXPECT_EQ(later->reasonFor("cuda").phrase().text, "it is %1");
    for (const char* const reasons : {R"({"cuda": ["it is %1", 4]})", R"([{"cuda": []}])", R"({"cuda": []})",
                                      R"({"cuda": {"phrase": ""}})", R"({"cuda": {"phrase": "another"}})", "4"}) {
        const auto report =
            capabilitiesFromJson(R"({"missing": {"cuda": "it is 4"}, "phrases": )" + std::string{reasons} + "}");
        ASSERT_TRUE(report) << reasons;
        EXPECT_TRUE(report->reasonFor("cuda").isPlain()) << reasons;
        EXPECT_EQ(report->reasonFor("cuda"), "it is 4") << reasons;
    }
}

TEST(Capabilities, RemarkOnSeveralGpusAlone) {
    CapabilityReport report{.gpus = {{.name = "one"}}, .missing = {{"nccl", say(obstacle::kNoNccl)}}};
    EXPECT_TRUE(remarksOn(report).empty());
    report.gpus.resize(3);
    report.gpus[0].peers = {1};
    const std::vector<Message> remarks = remarksOn(report);
    ASSERT_EQ(remarks.size(), 2U);
    EXPECT_EQ(remarks[0], say(obstacle::kNoNccl));
    EXPECT_EQ(remarks[1], say(obstacle::kNoPeers, "0–2, 1–2"));
}

TEST(Capabilities, AreNotReadFromWhatIsNoAnswer) {
    EXPECT_FALSE(capabilitiesFromJson(""));
    EXPECT_FALSE(capabilitiesFromJson("[1]"));
    EXPECT_TRUE(capabilitiesFromJson(R"({"gpus": [{"memory": "much", "name": 3}], "mpi": 1})"));
}

} // namespace
} // namespace lanewright
