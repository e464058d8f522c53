// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/timer.h"

#include "core/base/random.h"
#include "core/check/validate.h"
#include "core/sequence/list_rule.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/effort.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace lanewright::test {
namespace {

struct Fixture {
    Plan plan;
    Instance instance;
    OpTable table;

    explicit Fixture(Plan from)
        : plan(std::move(from)), instance(instanceOf(plan)), table(tableOf(instance, FreeWeights::LeftOut)) {}
    Plan written(const Sequences& sequences) const {
        Plan result = plan;
        result.schedule = scheduleOf(plan, withFreeWeights(table, instance, sequences));
        return result;
    }
};

/// R waits for no gradient in a written order, but does in ours; so no recomputing here. Nor links that queue.
constexpr RandomShape kExact{.gaps = false, .pairs = false, .recompute = false, .serial = false};

/// Holds what orders cost against their values. A period may be longer than each rank's own way, by a circle through
/// several ranks, but hardly ever is.
class Comparison {
public:
    void add(const Cost& cost, const Plan& plan, const Metrics& metrics, Objective objective, std::uint64_t seed) {
        const double value = valueOf(metrics, objective).value();
        if (withoutOptimizer(objective, plan.optimizerMode) != Objective::Period) {
            EXPECT_DOUBLE_EQ(cost.value, value) << "seed " << seed;
            return;
        }
        EXPECT_LE(cost.value, value + 1e-3) << "seed " << seed;
        ++m_periods;
        m_longer += cost.value + 1e-3 < value ? 1 : 0;
    }
    ~Comparison() { EXPECT_LE(m_longer * 20, m_periods) << m_longer << " of " << m_periods; }

private:
    int m_periods = 0;
    int m_longer = 0;
};

TEST(Timer, AgreesWithSimulateAndMeasureOnAnyPlacement) {
    Comparison comparison;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const Fixture all(randomPlan(seed, kExact));
        const Result<Sequences> whole = sequencesOf(all.plan);
        ASSERT_TRUE(whole);
        const Sequences sequences = withoutFreeWeights(all.table, *whole);
        const Plan plan = all.written(sequences);
        const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
        for (const Objective objective : kObjectives) {
            comparison.add(Timer(all.table, objective)(sequences), plan, metrics, objective, seed);
        }
    }
}

// In turn by each one's times, and apart in whichever order they stand.
TEST(Timer, AgreesWithSimulateWhereMicrobatchesDiffer) {
    RandomShape shape = kExact;
    shape.unequal = true;
    int unequal = 0;
    Comparison comparison;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const Plan given = randomPlan(seed, shape);
        if (!given.costs.microbatches.table()[static_cast<std::size_t>(OpKind::BW)].empty())
            continue; // B and W apart take what BW leaves them in an instance
        unequal += given.costs.microbatches.areEqual() ? 0 : 1;
        for (const Unequal as : {Unequal::Mean, Unequal::Apart}) {
            const Instance instance = instanceOf(given, as);
            OpTable table = tableOf(instance, FreeWeights::Kept);
            const Result<Sequences> sequences = sequencesOf(given, instance);
            ASSERT_TRUE(sequences) << "seed " << seed;
            Plan plan = given;
            plan.schedule = scheduleOf(given, instance, *sequences);
            const Timeline timeline = simulate(plan.schedule, plan.costs);
            if (!reachesEnd(plan.schedule, timeline))
                continue; // in turn, ranks that ran microbatches in another order may wait for each other
            const Metrics metrics = measure(plan, timeline);
            for (const Objective objective : kObjectives)
                comparison.add(Timer(table, objective)(*sequences), plan, metrics, objective, seed);
            const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
            for (int rank = 0; rank < table.ranks(); ++rank) {
                if (as == Unequal::Mean || (*sequences)[rank].empty())
                    continue;
                table.limit[rank] = peaks[rank];
                EXPECT_TRUE(isLegal(table, rank, (*sequences)[rank])) << "seed " << seed;
                --table.limit[rank];
                EXPECT_FALSE(isLegal(table, rank, (*sequences)[rank])) << "seed " << seed;
            }
        }
    }
    EXPECT_GE(unequal, 100);
}

TEST(Timer, SeesRanksThatWaitForEachOther) {
    Plan plan = linearPlan(2, 2, "");
    plan.schedule.order.clear();
    const Fixture all(plan);
    const Code f = 0;
    const Code b = 1;
    const Code w = 2;
    Timer timer(all.table, Objective::Makespan);
    // Rank 0 wants B0 before F1, rank 1 both F before its first B.
    EXPECT_TRUE(timer({{f, b, w, f, b, w}, {f, f, b, w, b, w}}).stalls());
    EXPECT_FALSE(timer({{f, f, b, w, b, w}, {f, f, b, w, b, w}}).stalls());
}

// Whoever asks often would else take the one "no" from who asks rarely, and both would go on.
TEST(Allowance, OnceOverStaysOver) {
    const Effort late{.until = Clock::now() - std::chrono::seconds(1)};
    Allowance ofTime(late);
    EXPECT_FALSE(ofTime.spend(1'000'000));
    EXPECT_FALSE(ofTime.spend(1));
    const Effort little{.ops = 10};
    Allowance ofOps(little);
    EXPECT_TRUE(ofOps.spend(10));
    EXPECT_FALSE(ofOps.spend(1));
    EXPECT_FALSE(ofOps.spend(1));
}

TEST(Allowance, EndsWithTheOpsOrWithTheTimeWhicheverIsFirst) {
    const Clock::time_point now = Clock::now();
    Allowance counted({.until = now + std::chrono::hours(1), .ops = 10});
    EXPECT_TRUE(counted.spend(10));
    EXPECT_FALSE(counted.spend(1));
    Allowance late({.until = now - std::chrono::seconds(1), .ops = std::int64_t{1} << 40});
    EXPECT_FALSE(late.spend(1'000'000));
}

TEST(Effort, IsSharedByOpsWhereTheyAreCounted) {
    const Effort whole{.until = Clock::now() + std::chrono::hours(1), .ops = 1000};
    EXPECT_EQ(partOf(whole, 0.25).ops, 250);
    EXPECT_EQ(partOf(whole, 0.25).until, whole.until);
    EXPECT_EQ(after(whole, 300).ops, 700);
    EXPECT_TRUE(after(whole, 3000).isUsedUp());
    Allowance allowance(whole);
    allowance.spend(400);
    EXPECT_EQ(allowance.asMuchOf(whole).ops, 400);
    EXPECT_EQ(allowance.asMuchOf(after(whole, 800)).ops, 200) << "no more than there is";
    EXPECT_DOUBLE_EQ(allowance.share(), 0.4);
}

} // namespace
} // namespace lanewright::test
