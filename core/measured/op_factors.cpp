// SPDX-License-Identifier: Apache-2.0
#include "core/measured/op_factors.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace lanewright {

namespace {

constexpr double kLeastSlow = 0.02; ///< a rank that is less behind is not called slow
constexpr double kErrors = 4;       ///< nor one that is fewer standard errors behind

/// A sum of times and what it would be if all were typical.
struct TimeSum {
    double time = 0;
    double typical = 0;

    double value() const { return typical > 0 ? time / typical : 1; }
};

/// The spread of the mean of these samples.
double standardError(const std::vector<TimeSum>& samples) {
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (const TimeSum& sample : samples)
        if (sample.typical > 0) {
            sum += sample.value();
            squares += sample.value() * sample.value();
            ++count;
        }
    if (count < 2)
        return 0;
    const double mean = sum / count;
    return std::sqrt(std::max(0.0, squares / count - mean * mean) / (count - 1));
}

/// What there is to know of one rank of one replica.
struct RankSamples {
    std::map<std::pair<int, int>, TimeSum> byCopy = {}; ///< by stage, then direction
    std::vector<TimeSum> byMicrobatch = {};
    std::vector<TimeSum> byStep = {};

    double error() const { return std::max(standardError(byMicrobatch), standardError(byStep)); }
};

std::vector<RankSamples> rankSamplesOf(const JobGraph& job, const OpFactors& factors) {
    const RankSamples none{.byMicrobatch = std::vector<TimeSum>(static_cast<std::size_t>(factors.microbatches())),
                           .byStep = std::vector<TimeSum>(job.steps.size())};
    std::vector<RankSamples> ranks(job.replicas.size() * static_cast<std::size_t>(job.ranks), none);
    for (std::size_t step = 0; step < job.steps.size(); ++step)
        for (const Action& action : job.steps[step].actions) {
            if (action.kind != ActionKind::Compute)
                continue;
            RankSamples& rank = ranks[static_cast<std::size_t>(action.replica) * job.ranks + action.rank];
            for (TimeSum* const sum : {&rank.byCopy[{action.stage, action.direction}], &rank.byStep[step],
                                       &rank.byMicrobatch[action.microbatch]}) {
                sum->time += static_cast<double>(action.length);
                sum->typical += factors.stageMean(action.family, action.stage);
            }
        }
    return ranks;
}

/// How many times longer than with its twins all of a rank takes. `typical`: of a copy, by stage.
double besideTwins(const RankSamples& rank, const std::map<int, double>& typical) {
    TimeSum all;
    for (const auto& [copy, sum] : rank.byCopy) {
        all.time += sum.time;
        all.typical += sum.typical * typical.at(copy.first);
    }
    return all.value();
}

/// How many times longer than usual the shortest of the rank's stages takes. `works`: by stage, of the usual one.
double besideOthers(const RankSamples& rank, const std::vector<double>& works) {
    double least = rank.byCopy.empty() ? 1 : std::numeric_limits<double>::max();
    for (const auto& [copy, sum] : rank.byCopy)
        least = std::min(least, works[copy.first]);
    return least;
}

/// The sums of a microbatch in a step.
struct MicrobatchSums : TimeSum {
    double typicalSquares = 0;
    double squares = 0; ///< time / typical, times typical
    int ops = 0;
};

/// By replica, then microbatch.
std::vector<MicrobatchSums> microbatchSums(const JobGraph& job, const StepGraph& step, const OpFactors& factors) {
    std::vector<MicrobatchSums> sums(job.replicas.size() * static_cast<std::size_t>(factors.microbatches()));
    for (const Action& action : step.actions) {
        const double typical = action.kind == ActionKind::Compute ? factors.stageMean(action.family, action.stage) : 0;
        if (typical <= 0)
            continue;
        const std::size_t at = static_cast<std::size_t>(action.replica) * factors.microbatches() + action.microbatch;
        const double time = static_cast<double>(action.length) / factors.ofRank(action.replica, action.rank);
        sums[at].time += time;
        sums[at].typical += typical;
        sums[at].typicalSquares += typical * typical;
        sums[at].squares += time * time / typical;
        ++sums[at].ops;
    }
    return sums;
}

/// How the factors of microbatches differ from 1, and how much jitter does.
struct FactorSpread {
    double between = 0; ///< the variance of factors
    double within = 0;  ///< that of an op about the factor of its microbatch
    double freedom = 0;
    double leverage = 0;

    void add(const MicrobatchSums& sum) {
        between += (sum.value() - 1) * (sum.value() - 1);
        leverage += sum.typicalSquares / (sum.typical * sum.typical);
        within += sum.ops * std::max(0.0, sum.squares / sum.typical - sum.value() * sum.value());
        freedom += sum.ops - 1;
    }
    /// The part of it that jitter does not make. Where each microbatch has a single op nobody can tell a long one from
    /// a late one: that is jitter.
    double shareOfFactors() const {
        const double noise = freedom > 0 ? within / freedom * leverage : between;
        return std::clamp(1 - noise / between, 0.0, 1.0);
    }
};

/// By stage what a copy of it takes that nothing slows down; empty where a stage has a single copy.
std::map<int, double> typicalOfTwins(const std::vector<RankSamples>& ranks) {
    std::map<int, std::vector<double>> copies;
    for (const RankSamples& rank : ranks)
        for (const auto& [copy, sum] : rank.byCopy)
            copies[copy.first].push_back(sum.value());
    std::map<int, double> typical;
    for (auto& [stage, values] : copies) {
        if (values.size() < 2)
            return {};
        typical[stage] = lowerMedian(values);
    }
    return typical;
}

/// By stage its work over that of the usual one.
std::vector<double> relativeWorks(const OpFactors& factors, int stages) {
    std::vector<double> works = mapped(countedUp(stages), [&](int stage) { return factors.stageWork(stage); });
    const double usual = works.empty() ? 0 : lowerMedian(std::vector(works));
    for (double& work : works)
        work = usual > 0 ? work / usual : 1;
    return works;
}

} // namespace

OpFactors::OpFactors(const JobGraph& job) : m_ranks(job.ranks), m_stages(job.stages) {
    for (const StepGraph& step : job.steps)
        for (const Action& action : step.actions)
            m_microbatches = std::max(m_microbatches, action.microbatch + 1);
    m_rank.assign(job.replicas.size() * static_cast<std::size_t>(m_ranks), 1);
    findStages(job);
    findSlowRanks(job);
    findStages(job);
    findMicrobatches(job);
}

double OpFactors::stageWork(int stage) const {
    double work = 0;
    for (std::size_t family = 0; family < m_family.size(); ++family)
        work += stageMean(static_cast<int>(family), stage);
    return work;
}

void OpFactors::findStages(const JobGraph& job) {
    m_family.assign(job.families.size(), 0);
    m_stage.assign(job.families.size() * static_cast<std::size_t>(m_stages), 0);
    std::vector<double> ofFamily(m_family.size(), 0);
    std::vector<double> ofStage(m_stage.size(), 0);
    for (const StepGraph& step : job.steps)
        for (const Action& action : step.actions) {
            if (action.kind != ActionKind::Compute)
                continue;
            const double time = static_cast<double>(action.length) / ofRank(action.replica, action.rank);
            m_family[action.family] += time;
            m_stage[cellOf(action.family, action.stage)] += time;
            ++ofFamily[action.family];
            ++ofStage[cellOf(action.family, action.stage)];
        }
    for (std::size_t at = 0; at < m_family.size(); ++at)
        m_family[at] /= std::max(1.0, ofFamily[at]);
    for (std::size_t at = 0; at < m_stage.size(); ++at)
        m_stage[at] /= std::max(1.0, ofStage[at]);
}

void OpFactors::findSlowRanks(const JobGraph& job) {
    const std::vector<RankSamples> ranks = rankSamplesOf(job, *this);
    const std::map<int, double> typical = typicalOfTwins(ranks);
    const bool severalStages =
        std::ranges::all_of(ranks, [](const RankSamples& rank) { return rank.byCopy.size() > 1; });
    if (typical.empty() && !severalStages)
        return;
    const std::vector<double> works = relativeWorks(*this, m_stages);
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        const double slow = typical.empty() ? besideOthers(ranks[at], works) : besideTwins(ranks[at], typical);
        if (slow - 1 > std::max(kLeastSlow, kErrors * ranks[at].error()))
            m_rank[at] = slow;
    }
}

void OpFactors::findMicrobatches(const JobGraph& job) {
    const std::size_t each = job.replicas.size() * static_cast<std::size_t>(m_microbatches);
    m_microbatch.assign(job.steps.size(), std::vector<double>(each, 1));
    FactorSpread spread;
    for (std::size_t step = 0; step < job.steps.size(); ++step) {
        const std::vector<MicrobatchSums> sums = microbatchSums(job, job.steps[step], *this);
        for (std::size_t at = 0; at < each; ++at)
            if (sums[at].ops > 0) {
                m_microbatch[step][at] = sums[at].value();
                spread.add(sums[at]);
            }
    }
    if (spread.between <= 0)
        return;
    const double share = spread.shareOfFactors();
    for (std::vector<double>& step : m_microbatch)
        for (double& factor : step)
            factor = 1 + share * (factor - 1);
}

} // namespace lanewright
