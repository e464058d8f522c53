// SPDX-License-Identifier: Apache-2.0
#include "tests/support/limit_trials.h"

#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/simulate/memory.h"
#include "tests/support/exhaustive.h"
#include "tests/support/random_plan.h"
#include "tests/support/tiny_problem.h"

#include <optional>
#include <regex>

namespace lanewright::test {

namespace {

/// Every third problem is tiny.
constexpr int kTinyEvery = 3;
constexpr std::int64_t kMostOrders = 20'000;

/// Up to 12 ranks with one or two stages each and up to 40 microbatches, unequal, each rank with a limit of its own.
Plan largerProblem(std::uint64_t seed) {
    Dice dice(seed);
    RandomShape shape{.mostRanks = 12, .mostChunks = 2, .mostMicrobatches = 1, .twoDirections = false, .gaps = false};
    Plan plan = randomPlan(dice.next(), shape);
    Schedule& schedule = plan.schedule;
    schedule.order.clear();
    schedule.microbatches = dice.chance(20) ? dice.roll(1, 3) : dice.roll(1, 40);
    std::vector<Bytes> one(schedule.ranks(), 0);
    for (int stage = 0; stage < schedule.stages(); ++stage) {
        const StageMemory& memory = plan.memory.of(0, stage);
        one[schedule.placement.rankOf(0, stage)] += memory.forward + memory.recompute;
    }
    const int most = dice.roll(0, 2) == 0 ? 150 : 250 * schedule.ranks();
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        plan.memory.limit.emplace_back();
        if (dice.chance(80))
            plan.memory.limit[rank] = one[rank] * dice.roll(dice.chance(5) ? 50 : 100, most) / 100;
    }
    return plan;
}

/// What a refusal says: `…; the least limit that would do is 7 B`, or `… needs a memory limit of at least 7 B on …`.
struct Refusal {
    int rank = 0;
    Bytes least = 0;
};

std::optional<Refusal> refusalFrom(const Error& error) {
    // The problems count memory in bytes.
    static const std::regex rank("rank ([0-9]+)");
    static const std::regex op(" [FRB][0-9]+\\.[0-9]+");
    static const std::regex least("(?:least limit that would do is|memory limit of at least) ([0-9]+) B");
    const std::string words = error.message.text();
    std::smatch ofRank;
    std::smatch ofLeast;
    if (!std::regex_search(words, ofRank, rank) || !std::regex_search(words, op) ||
        !std::regex_search(words, ofLeast, least))
        return {};
    return Refusal{std::stoi(ofRank[1]), std::stoll(ofLeast[1])};
}

/// True of the generators that find an order wherever there is one; others have one form, or a few, to offer.
bool isAutomatic(const Generator& generator) { return generator.takesObjective; }

class Trial {
public:
    Trial(LimitTrials& trials, std::uint64_t seed, bool tiny) : m_trials(trials), m_seed(seed), m_tiny(tiny) {
        m_problem = tiny ? tinyProblem(seed) : largerProblem(seed);
        m_problem.memoryUnit = MemoryUnit::B;
    }

    void run(const Generator& generator) {
        m_name = generator.name;
        LimitRecord& record = m_trials.records[m_name];
        const Result<Plan> plan = generate(generator.name, m_problem);
        if (plan) {
            ++record.made;
            expectWithinLimits(*plan);
        } else if (const std::optional<Refusal> refusal = refusalFrom(plan.error())) {
            ++record.refused;
            expectTrue(generator, *refusal);
        } else if (plan.error().where == "ranks") {
            return; // the method is not for so many ranks, whatever the limits
        } else {
            ++record.unknown;
            fault("refused without naming rank, op and least limit: " + plan.error().message.text());
        }
        if (m_tiny && isAutomatic(generator))
            expectRight(generator, plan.ok(), record);
    }

private:
    void fault(const std::string& what) {
        m_trials.faults.push_back("seed " + std::to_string(m_seed) + ", " + m_name + ": " + what);
    }

    void expectWithinLimits(const Plan& plan) {
        for (const Finding& finding : validate(plan))
            if (finding.severity == Severity::Error)
                return fault("made an order with an error: " + finding.message.text());
        const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
        for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
            if (peaks[rank] > plan.memory.limitOf(rank).value_or(peaks[rank]))
                fault("overran the limit of rank " + std::to_string(rank));
    }

    /// The least limit that it names will do, and one byte less won't.
    void expectTrue(const Generator& generator, const Refusal& refusal) {
        Plan next = m_problem;
        const auto refusedAgain = [&](Bytes limit) {
            next.memory.limit[refusal.rank] = limit;
            const Result<Plan> plan = generate(generator.name, next);
            const std::optional<Refusal> again = plan ? std::nullopt : refusalFrom(plan.error());
            return again && again->rank == refusal.rank;
        };
        if (refusedAgain(refusal.least))
            fault("named too low a limit for rank " + std::to_string(refusal.rank));
        if (!refusedAgain(refusal.least - 1))
            fault("named too high a limit for rank " + std::to_string(refusal.rank));
    }

    /// It refuses when no order fits, and only then.
    void expectRight(const Generator& generator, bool made, LimitRecord& record) {
        // The smaller of both limits holds: the problem's own, and the one that the method implies.
        Plan problem = generator.prepare(m_problem);
        for (std::size_t rank = 0; rank < problem.memory.limit.size(); ++rank)
            if (const std::optional<Bytes> own = m_problem.memory.limitOf(static_cast<int>(rank)))
                problem.memory.limit[rank] = std::min(*own, problem.memory.limit[rank].value_or(*own));
        const std::optional<AllOrders> all = tryAllOrders(problem, kMostOrders);
        if (!all)
            return;
        ++record.searched;
        if (all->anyFits && !made)
            fault("refused a problem of which " + std::to_string(all->tried) + " orders were tried and one fits");
        if (!all->anyFits && made)
            fault("made an order where none fits");
    }

    LimitTrials& m_trials;
    std::uint64_t m_seed;
    bool m_tiny;
    Plan m_problem;
    std::string m_name;
};

} // namespace

LimitTrials tryLimits(std::uint64_t firstSeed, int problems) {
    LimitTrials trials;
    for (int each = 0; each < problems; ++each) {
        const std::uint64_t seed = firstSeed + static_cast<std::uint64_t>(each);
        const bool tiny = each % kTinyEvery == 0;
        ++trials.problems;
        trials.tiny += tiny;
        Trial trial(trials, seed, tiny);
        for (const Generator& generator : generators())
            if (generator.followsCosts)
                trial.run(generator);
    }
    return trials;
}

} // namespace lanewright::test
