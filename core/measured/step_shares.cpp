// SPDX-License-Identifier: Apache-2.0
#include "core/measured/step_shares.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/measured/job_replays.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

namespace lanewright {

namespace {

/// What the replays of the chain take away, each with all before it.
enum class Without : std::uint8_t { Jitter, Microbatches, Rank, Link, Stages, Communication, Outside };

double timeWithout(JobReplays& replays, Without causes) {
    const OpFactors& factors = replays.factors();
    return replays.replayed([&](const Action& action, std::size_t step) {
        switch (action.kind) {
        case ActionKind::Compute: {
            if (causes >= Without::Stages)
                return wholeTime(factors.familyMean(action.family));
            double time = factors.stageMean(action.family, action.stage);
            if (causes < Without::Microbatches)
                time *= factors.ofMicrobatch(step, action.replica, action.microbatch);
            return wholeTime(causes < Without::Rank ? time * factors.ofRank(action.replica, action.rank) : time);
        }
        case ActionKind::Transfer:
            if (causes >= Without::Communication)
                return Time{0};
            return causes >= Without::Link ? replays.usualTime(action) : action.length;
        case ActionKind::Outside: return causes >= Without::Outside ? Time{0} : action.length;
        }
        return Time{0};
    });
}

/// What ranks compute when ops take the means of their families.
struct RankWork {
    double most = 0;
    double mean = 0;
};

RankWork rankWorkOf(const JobGraph& job, const OpFactors& factors) {
    RankWork work;
    const auto ranks = static_cast<double>(job.replicas.size() * static_cast<std::size_t>(job.ranks));
    for (const StepGraph& step : job.steps) {
        std::map<std::pair<int, int>, double> byRank;
        for (const Action& action : step.actions)
            if (action.kind == ActionKind::Compute)
                byRank[{action.replica, action.rank}] +=
                    static_cast<double>(wholeTime(factors.familyMean(action.family)));
        double most = 0;
        for (const auto& [rank, own] : byRank) {
            most = std::max(most, own);
            work.mean += own / ranks;
        }
        work.most += most;
    }
    const auto steps = static_cast<double>(job.steps.size());
    return {work.most / steps, work.mean / steps};
}

} // namespace

StepShares stepShares(const JobGraph& job, const LostByCause& lost, const JobGraph* reordered,
                      const LeastTime& leastOf) {
    JobReplays replays(job);
    StepShares shares;
    shares.times.emplace_back(LossCause::Launch, lost.replayed - lost.withoutLaunch);
    double before = lost.withoutLaunch;
    const auto take = [&](LossCause cause, double after) {
        shares.times.emplace_back(cause, before - after);
        before = after;
    };
    take(LossCause::Jitter, timeWithout(replays, Without::Jitter));
    take(LossCause::Microbatches, timeWithout(replays, Without::Microbatches));
    take(LossCause::Rank, timeWithout(replays, Without::Rank));
    take(LossCause::Link, timeWithout(replays, Without::Link));
    take(LossCause::Stages, timeWithout(replays, Without::Stages));
    take(LossCause::Communication, timeWithout(replays, Without::Communication));
    take(LossCause::Outside, timeWithout(replays, Without::Outside));
    if (reordered) {
        JobReplays better(*reordered);
        take(LossCause::Order, std::min(before, timeWithout(better, Without::Outside)));
    }
    const RankWork work = rankWorkOf(job, replays.factors());
    shares.work = work.mean;
    shares.times.emplace_back(LossCause::Stages, work.most - work.mean);
    shares.times.emplace_back(LossCause::FillAndDrain, before - work.most);
    if (leastOf) {
        const auto meanOf = [&](int family) { return wholeTime(replays.factors().familyMean(family)); };
        shares.unavoidable = leastOf(mapped(countedUp(static_cast<int>(job.families.size())), meanOf)) - work.most;
    }
    return shares;
}

} // namespace lanewright
