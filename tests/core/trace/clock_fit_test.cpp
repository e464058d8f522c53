// SPDX-License-Identifier: Apache-2.0
#include "core/trace/clock_fit.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace lanewright;

namespace {

/// What a job of `ranks` ranks showed on clocks that are off and drift, with the truth beside it.
struct Job {
    std::vector<Crossing> crossings = {};
    std::vector<Time> origins = {};
    std::vector<Time> offset = {}; ///< that brings each clock to rank 0's, at its origin
    std::vector<double> drift = {};
};

/// Microbatches go down and up the ranks; each hop takes between 30 and `late` µs.
Job made(int ranks, int steps, Time mostOffset, double mostDrift, unsigned seed, Time late = 300'000) {
    std::mt19937_64 random{seed};
    const auto within = [&](double most) { return std::uniform_real_distribution<double>{-most, most}(random); };
    Job job;
    for (int rank = 0; rank < ranks; ++rank) {
        job.offset.push_back(rank == 0 ? 0 : static_cast<Time>(within(static_cast<double>(mostOffset))));
        job.drift.push_back(rank == 0 ? 0 : within(mostDrift));
        job.origins.push_back(1'000'000'000 - job.offset.back());
    }
    const auto onClock = [&](int rank, Time common) {
        const auto since = static_cast<double>(common - 1'000'000'000);
        return common - job.offset[rank] - std::llround(job.drift[rank] * since);
    };
    const auto cross = [&](int step, int from, int to, Time& now) {
        const Time made = now;
        now += 30'000 + static_cast<Time>(random() % static_cast<std::uint64_t>(late));
        job.crossings.push_back({.from = from,
                                 .to = to,
                                 .made = onClock(from, made),
                                 .used = onClock(to, now),
                                 .producer = {.stage = from},
                                 .consumer = {.stage = to},
                                 .step = step});
        now += 5'000'000;
    };
    for (int step = 0; step < steps; ++step)
        for (int microbatch = 0; microbatch < 6; ++microbatch) {
            Time now = 1'000'000'000 + step * Time{150'000'000} + microbatch * Time{10'000'000};
            for (int rank = 0; rank + 1 < ranks; ++rank)
                cross(step, rank, rank + 1, now);
            for (int rank = ranks - 1; rank > 0; --rank)
                cross(step, rank, rank - 1, now);
        }
    return job;
}

void expectWithinBounds(const Job& job, const ClockFit& fit) {
    for (std::size_t rank = 0; rank < job.offset.size(); ++rank)
        for (const Time at : {Time{0}, Time{150'000'000}, Time{2'000'000'000}}) {
            const double found = static_cast<double>(fit.clocks.offset[rank]) + fit.clocks.drift[rank] * 1e-6 * at;
            const double truth = static_cast<double>(job.offset[rank]) + job.drift[rank] * at;
            EXPECT_LE(std::abs(found - truth), static_cast<double>(fit.uncertainty[rank]) + 1000)
                << rank << " at " << at;
        }
}

void expectNothingArrivesEarly(const Job& job, const ClockFit& fit) {
    for (const Crossing& crossing : job.crossings)
        EXPECT_LE(commonTime(fit, job.origins, crossing.from, crossing.made),
                  commonTime(fit, job.origins, crossing.to, crossing.used) + 2);
}

} // namespace

TEST(ClockFit, ClocksThatFitStayAsTheyAre) {
    const Job job = made(4, 3, 0, 0, 1);
    const Result<ClockFit> fit = fitClocks(job.crossings, job.origins);
    ASSERT_TRUE(fit);
    EXPECT_EQ(fit->clocks.source, ClockSource::Raw);
    EXPECT_EQ(fit->clocks.offset, std::vector<Time>(4, 0));
    expectWithinBounds(job, *fit);
    EXPECT_GT(fit->uncertainty[3], 0);
}

TEST(ClockFit, OffsetsAreFoundWithinTheStatedBound) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Job job = made(4, 10, 50'000'000, 0, seed);
        const Result<ClockFit> fit = fitClocks(job.crossings, job.origins);
        ASSERT_TRUE(fit) << fit.error().message.text();
        EXPECT_EQ(fit->clocks.source, ClockSource::Dependencies);
        expectWithinBounds(job, *fit);
        expectNothingArrivesEarly(job, *fit);
        for (std::size_t rank = 0; rank < 4; ++rank)
            EXPECT_LT(std::abs(fit->clocks.offset[rank] - job.offset[rank]), 100'000);
    }
}

TEST(ClockFit, DriftIsFoundWithinTheStatedBound) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Job job = made(4, 15, 50'000'000, 30e-6, seed);
        const Result<ClockFit> fit = fitClocks(job.crossings, job.origins);
        ASSERT_TRUE(fit) << fit.error().message.text();
        expectWithinBounds(job, *fit);
        expectNothingArrivesEarly(job, *fit);
    }
}

TEST(ClockFit, DriftThatNoOffsetExplainsIsFollowed) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Job job = made(3, 15, 50'000'000, 200e-6, seed, 60'000);
        const Result<ClockFit> fit = fitClocks(job.crossings, job.origins);
        ASSERT_TRUE(fit) << fit.error().message.text();
        expectNothingArrivesEarly(job, *fit);
        for (std::size_t rank = 1; rank < 3; ++rank)
            EXPECT_NEAR(fit->clocks.drift[rank], job.drift[rank] * 1e6, 120) << seed;
    }
}

TEST(ClockFit, AnyOffsetGivesTheSameAnswer) {
    Job job = made(4, 6, 50'000'000, 0, 7);
    const Result<ClockFit> near = fitClocks(job.crossings, job.origins);
    for (Crossing& crossing : job.crossings) {
        crossing.made += crossing.from == 2 ? 5'000'000'000 : 0;
        crossing.used += crossing.to == 2 ? 5'000'000'000 : 0;
    }
    job.origins[2] += 5'000'000'000;
    const Result<ClockFit> far = fitClocks(job.crossings, job.origins);
    ASSERT_TRUE(near && far);
    EXPECT_EQ(far->clocks.offset[2], near->clocks.offset[2] - 5'000'000'000);
    EXPECT_EQ(far->clocks.offset[3], near->clocks.offset[3]);
    EXPECT_EQ(far->uncertainty, near->uncertainty);
}

TEST(ClockFit, StepsPairedOneOffAreRefusedWithTheOpsOfTheCycle) {
    // Ranks 2 and 3 are a step late, and steps are of different lengths.
    Job job = made(4, 6, 0, 0, 3);
    std::vector<Time> length;
    for (int step = 0; step < 6; ++step)
        length.push_back(150'000'000 + (step * 7919 % 13) * Time{1'000'000});
    for (Crossing& crossing : job.crossings) {
        crossing.made += crossing.from >= 2 ? length[crossing.step] : 0;
        crossing.used += crossing.to >= 2 ? length[crossing.step] : 0;
    }
    const Result<ClockFit> fit = fitClocks(job.crossings, job.origins);
    ASSERT_FALSE(fit);
    EXPECT_NE(fit.error().message.text().find("F1.0 → F2.0"), std::string::npos) << fit.error().message.text();
    EXPECT_NE(fit.error().message.text().find("no clocks fit"), std::string::npos);
    EXPECT_EQ(fit.error().where.text().substr(0, 5), "step ");
}

TEST(ClockFit, OneRankHasOneClock) {
    const Result<ClockFit> fit = fitClocks({}, {5});
    ASSERT_TRUE(fit);
    EXPECT_EQ(fit->clocks.source, ClockSource::Raw);
    EXPECT_EQ(fit->uncertainty, std::vector<Time>{0});
}
