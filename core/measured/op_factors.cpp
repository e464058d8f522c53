// SPDX-License-Identifier: Apache-2.0
#include "core/measured/op_factors.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
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

/// The sums of a microbatch in a step.
struct MicrobatchSums {
    double time = 0;
    double typical = 0;
    double typicalSquares = 0;
    double squares = 0; ///< time / typical, times typical
    int ops = 0;
};

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
    std::vector<RankSamples> ranks(m_rank.size());
    for (RankSamples& rank : ranks) {
        rank.byMicrobatch.resize(m_microbatches);
        rank.byStep.resize(job.steps.size());
    }
    for (std::size_t step = 0; step < job.steps.size(); ++step)
        for (const Action& action : job.steps[step].actions) {
            if (action.kind != ActionKind::Compute)
                continue;
            RankSamples& rank = ranks[static_cast<std::size_t>(action.replica) * m_ranks + action.rank];
            for (TimeSum* const sum : {&rank.byCopy[{action.stage, action.direction}], &rank.byStep[step],
                                       &rank.byMicrobatch[action.microbatch]}) {
                sum->time += static_cast<double>(action.length);
                sum->typical += stageMean(action.family, action.stage);
            }
        }
    // What a copy of each stage takes that nothing slows down.
    std::map<int, std::vector<double>> copies;
    std::vector<double> works;
    bool severalStages = true;
    for (const RankSamples& rank : ranks) {
        severalStages = severalStages && rank.byCopy.size() > 1;
        for (const auto& [copy, sum] : rank.byCopy)
            copies[copy.first].push_back(sum.value());
    }
    const bool twins =
        !copies.empty() && std::ranges::all_of(copies, [](const auto& stage) { return stage.second.size() > 1; });
    works.reserve(works.size() + static_cast<std::size_t>(m_stages));
    for (int stage = 0; stage < m_stages; ++stage)
        works.push_back(stageWork(stage));
    if (!twins && !severalStages)
        return;
    const double usual = works.empty() ? 0 : lowerMedian(std::vector(works));
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        TimeSum all;
        double least = ranks[at].byCopy.empty() ? 1 : 1e300;
        for (const auto& [copy, sum] : ranks[at].byCopy) {
            all.time += sum.time;
            all.typical += sum.typical * lowerMedian(copies[copy.first]);
            least = std::min(least, usual > 0 ? works[copy.first] / usual : 1);
        }
        const double slow = twins ? all.value() : least;
        if (slow - 1 > std::max(kLeastSlow, kErrors * ranks[at].error()))
            m_rank[at] = slow;
    }
}

void OpFactors::findMicrobatches(const JobGraph& job) {
    const std::size_t each = job.replicas.size() * static_cast<std::size_t>(m_microbatches);
    m_microbatch.assign(job.steps.size(), std::vector<double>(each, 1));
    double between = 0; // the variance of factors, and how much of it jitter makes
    double noise = 0;
    double within = 0; // the variance of an op about the factor of its microbatch
    double freedom = 0;
    double count = 0;
    double leverage = 0;
    std::vector<MicrobatchSums> sums;
    for (std::size_t step = 0; step < job.steps.size(); ++step) {
        sums.assign(each, {});
        for (const Action& action : job.steps[step].actions) {
            const double typical = action.kind == ActionKind::Compute ? stageMean(action.family, action.stage) : 0;
            if (typical <= 0)
                continue;
            MicrobatchSums& sum = sums[static_cast<std::size_t>(action.replica) * m_microbatches + action.microbatch];
            const double time = static_cast<double>(action.length) / ofRank(action.replica, action.rank);
            sum.time += time;
            sum.typical += typical;
            sum.typicalSquares += typical * typical;
            sum.squares += time * time / typical;
            ++sum.ops;
        }
        for (std::size_t at = 0; at < each; ++at) {
            const MicrobatchSums& sum = sums[at];
            if (sum.ops == 0)
                continue;
            const double factor = sum.time / sum.typical;
            m_microbatch[step][at] = factor;
            between += (factor - 1) * (factor - 1);
            leverage += sum.typicalSquares / (sum.typical * sum.typical);
            within += sum.ops * std::max(0.0, sum.squares / sum.typical - factor * factor);
            freedom += sum.ops - 1;
            ++count;
        }
    }
    if (count == 0 || between <= 0)
        return;
    // Where each microbatch has a single op nobody can tell a long one from a late one: that is jitter.
    noise = freedom > 0 ? within / freedom * leverage : between;
    const double share = std::clamp(1 - noise / between, 0.0, 1.0);
    for (std::vector<double>& step : m_microbatch)
        for (double& factor : step)
            factor = 1 + share * (factor - 1);
}

} // namespace lanewright
