// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/cupti.h"

#include "engine/accelerator/device.h"
#include "engine/cuda/library.h"
#include "engine/device/clock.h"
#include "tests/engine/cuda/fakes/fake_cupti.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace lanewright::engine::cuda {
namespace {

const std::string kFile = LANEWRIGHT_FAKE_CUPTI;

/// The calls by which tests speak to the library that the code under test opens, fresh.
struct Fake {
    decltype(&fakeCuptiReset) reset = nullptr;
    decltype(&fakeCuptiRefuse) refuse = nullptr;
    decltype(&fakeCuptiLaunch) launch = nullptr;
    decltype(&fakeCuptiNow) now = nullptr;
    decltype(&fakeCuptiDrop) drop = nullptr;
    decltype(&fakeCuptiBuffers) buffers = nullptr;
    decltype(&fakeCuptiKinds) kinds = nullptr;
    decltype(&fakeCuptiAsked) asked = nullptr;

    Fake() {
        void* const library = dlopen(kFile.c_str(), RTLD_NOW | RTLD_LOCAL);
        EXPECT_NE(library, nullptr) << dlerror();
        EXPECT_TRUE(fetch(reset, library, "fakeCuptiReset") && fetch(refuse, library, "fakeCuptiRefuse") &&
                    fetch(launch, library, "fakeCuptiLaunch") && fetch(now, library, "fakeCuptiNow") &&
                    fetch(drop, library, "fakeCuptiDrop") && fetch(buffers, library, "fakeCuptiBuffers") &&
                    fetch(kinds, library, "fakeCuptiKinds") && fetch(asked, library, "fakeCuptiAsked"));
        reset();
    }
    void kernel(const char* name, std::uint64_t start, std::uint64_t end) const {
        launch(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, name, start, end);
    }
};

Result<std::unique_ptr<KernelTrace>> traceOf(std::size_t most = 1000) {
    const Result<Cupti> cupti = openCupti({"/nowhere/libcupti.so", kFile});
    EXPECT_TRUE(cupti);
    return traceBy(*cupti, most);
}

std::string refusalOf(const Result<std::unique_ptr<KernelTrace>>& trace) {
    return trace ? "" : trace.error().message.text();
}

/// "name" from mark, start and end, in the order of the traces.
std::vector<std::tuple<std::string, int, Time, Time>> told(const KernelTraces& traces) {
    std::vector<std::tuple<std::string, int, Time, Time>> all;
    for (const TracedKernel& each : traces.kernels)
        all.emplace_back(traces.names.at(static_cast<std::size_t>(each.name)), each.mark, each.start, each.end);
    return all;
}

TEST(CuptiTrace, TellsWhatEachKernelAndCopyWasEnqueuedUnder) {
    const Fake fake;
    const auto trace = traceOf();
    ASSERT_TRUE(trace) << refusalOf(trace);
    (*trace)->begin();
    fake.kernel("_Z5otherv", 1, 2); // nobody's
    (*trace)->enter(7);
    fake.kernel("_ZN3gpu10normKernelIfEEvPf", 10, 20);
    (*trace)->enter(8);
    fake.launch(CUPTI_ACTIVITY_KIND_MEMCPY, "", 20, 25);
    (*trace)->leave();
    fake.kernel("_ZN3gpu10normKernelIfEEvPf", 30, 45);
    fake.launch(CUPTI_ACTIVITY_KIND_MEMSET, "", 45, 46);
    (*trace)->leave();
    fake.kernel("_Z5otherv", 50, 60);
    const KernelTraces traces = (*trace)->end();
    using Told = std::tuple<std::string, int, Time, Time>;
    EXPECT_EQ(told(traces), (std::vector<Told>{{"normKernel<float>", 7, 10, 20},
                                               {"memcpyDtoD", 8, 20, 25},
                                               {"normKernel<float>", 7, 30, 45},
                                               {"memset", 7, 45, 46}}));
    EXPECT_EQ(traces.leftOut, 0);
    EXPECT_EQ(fake.buffers(), 0) << "all buffers came back";
    EXPECT_EQ(fake.kinds(), 0) << "nothing is recorded any more";
}

TEST(CuptiTrace, CostsNothingBetweenTwoSteps) {
    const Fake fake;
    const auto trace = traceOf();
    ASSERT_TRUE(trace) << refusalOf(trace);
    EXPECT_EQ(fake.kinds(), 0);
    fake.kernel("_Z5earlyv", 1, 2);
    EXPECT_EQ(fake.asked(), 0) << "no memory is asked for";
    (*trace)->begin();
    (*trace)->enter(0);
    fake.kernel("_Z4pastv", 1, 2);
    (*trace)->leave();
    EXPECT_EQ((*trace)->end().kernels.size(), 1U);
    const int asked = fake.asked();
    fake.kernel("_Z7betweenv", 1, 2);
    EXPECT_EQ(fake.asked(), asked);
    (*trace)->begin();
    EXPECT_EQ((*trace)->end().kernels.size(), 0U) << "of the step before nothing is left";
}

TEST(CuptiTrace, KeepsEveryKernelOfManyBuffersAndSaysWhatItLeftOut) {
    constexpr int kKernels = 20'000;
    const Fake fake;
    for (const std::size_t most : {std::size_t{1'000'000}, std::size_t{100}}) {
        const auto trace = traceOf(most);
        ASSERT_TRUE(trace) << refusalOf(trace);
        (*trace)->begin();
        for (int kernel = 0; kernel < kKernels; ++kernel) {
            (*trace)->enter(kernel);
            fake.kernel("_Z4stepv", static_cast<std::uint64_t>(kernel), static_cast<std::uint64_t>(kernel) + 1);
            (*trace)->leave();
        }
        fake.drop(5);
        const KernelTraces traces = (*trace)->end();
        const std::size_t kept = std::min<std::size_t>(most, kKernels);
        ASSERT_EQ(traces.kernels.size(), kept);
        EXPECT_EQ(traces.leftOut, static_cast<std::int64_t>(kKernels - kept) + 5);
        for (std::size_t at = 0; at < kept; ++at)
            ASSERT_EQ(traces.kernels[at].mark, static_cast<int>(at));
        EXPECT_EQ(traces.names, (std::vector<std::string>{"step"}));
        EXPECT_GT(fake.asked(), 3);
        EXPECT_EQ(fake.buffers(), 0);
    }
}

TEST(CuptiTrace, LeavesOutAKernelThatHasNotEnded) {
    const Fake fake;
    const auto trace = traceOf();
    ASSERT_TRUE(trace) << refusalOf(trace);
    (*trace)->begin();
    (*trace)->enter(1);
    fake.kernel("_Z4openv", 0, 0);
    (*trace)->leave();
    const KernelTraces traces = (*trace)->end();
    EXPECT_TRUE(traces.kernels.empty());
    EXPECT_EQ(traces.leftOut, 1);
}

TEST(CuptiTrace, GivesCuptiTheClockOfTheHost) {
    const Fake fake;
    const auto trace = traceOf();
    ASSERT_TRUE(trace) << refusalOf(trace);
    const Time before = now();
    const auto shown = static_cast<Time>(fake.now());
    EXPECT_LE(before, shown);
    EXPECT_LE(shown, now());
}

TEST(CuptiTrace, SaysInOneSentenceWhatIsInTheWay) {
    const std::map<CUptiResult, std::string> expected = {
        {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED,
         "another tool, such as Nsight, traces the engine, and only one can; run without that tool, or without "
         "tracing kernels"},
        {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES,
         "the NVIDIA driver lets only administrators trace kernels; the option NVreg_RestrictProfilingToAdminUsers=0 "
         "of its module nvidia lets everybody"},
        {CUPTI_ERROR_HARDWARE_BUSY, "kernels can't be traced: CUPTI says CUPTI_ERROR_HARDWARE_BUSY"}};
    for (const auto& [status, sentence] : expected)
        for (const char* const call : {"subscribe", "registerClock", "registerCallbacks", "enable", "disable"}) {
            SCOPED_TRACE(call);
            const Fake fake;
            fake.refuse(call, status);
            EXPECT_EQ(refusalOf(traceOf()), sentence);
        }
    const Fake fake;
    const auto first = traceOf();
    EXPECT_EQ(refusalOf(traceOf()), expected.at(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED))
        << "also when the other is of our own";
}

TEST(CuptiTrace, SaysWhatHappensToItWhileItRuns) {
    for (const char* const call : {"enable", "push", "disable", "flush", "nextRecord"}) {
        SCOPED_TRACE(call);
        const Fake fake;
        const auto trace = traceOf();
        ASSERT_TRUE(trace) << refusalOf(trace);
        fake.refuse(call, CUPTI_ERROR_HARDWARE_BUSY);
        std::string reason;
        try {
            (*trace)->begin();
            (*trace)->enter(0);
            fake.kernel("_Z4stepv", 1, 2);
            (*trace)->leave();
            (*trace)->end();
        } catch (const Failure& failure) {
            reason = failure.what();
        }
        EXPECT_EQ(reason, "kernels can't be traced: CUPTI says CUPTI_ERROR_HARDWARE_BUSY");
    }
}

TEST(Cupti, SaysThatItIsMissingOrTooOld) {
    const Result<Cupti> missing = openCupti({"/nowhere/libcupti.so"});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message.text(), "CUPTI is missing (libcupti.so." + std::to_string(CUDA_VERSION / 1000) +
                                                  "), so kernels can't be traced; CUDA's toolkit brings it");
    const Result<Cupti> other = openCupti({"libm.so.6"});
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message.text(), "CUPTI is too old to trace kernels: it must be of CUDA " +
                                                std::to_string(CUDA_VERSION / 1000) + " or newer");
}

TEST(Cupti, OfThisMachineTracesOrSaysInOneSentenceWhyNot) {
    const Result<Cupti> cupti = openCupti(usualCupti());
    const auto trace = cupti ? traceBy(*cupti, 10) : Result<std::unique_ptr<KernelTrace>>{cupti.error()};
    const std::string sentence = refusalOf(trace);
    EXPECT_NE(static_cast<bool>(trace), !sentence.empty());
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
}

} // namespace
} // namespace lanewright::engine::cuda
