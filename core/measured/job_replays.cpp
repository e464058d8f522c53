// SPDX-License-Identifier: Apache-2.0
#include "core/measured/job_replays.h"

#include "core/base/median.h"

#include <utility>

namespace lanewright {

namespace {

constexpr double kSlowLink = 1.5; ///< so many times the usual time of a link

ReplicaLink linkOf(const Action& action) { return {action.replica, action.peer, action.rank}; }

SlowLinks slowLinksOf(const JobGraph& job) {
    std::map<ReplicaLink, std::vector<Time>> times;
    for (const StepGraph& step : job.steps)
        for (const Action& action : step.actions)
            if (action.kind == ActionKind::Transfer && action.peer >= 0)
                times[linkOf(action)].push_back(action.length);
    SlowLinks slow;
    std::vector<Time> medians;
    std::map<ReplicaLink, Time> ofLink;
    for (auto& [link, samples] : times) {
        medians.push_back(middleMedian(samples));
        ofLink[link] = medians.back();
    }
    if (medians.size() < 2)
        return slow;
    const auto usual = static_cast<double>(lowerMedian(medians));
    double least = 1;
    for (const auto& [link, time] : ofLink)
        if (static_cast<double>(time) > kSlowLink * usual) {
            const double factor = usual / static_cast<double>(time);
            slow.factor[link] = factor;
            if (factor < least)
                std::tie(least, slow.worst) = std::pair{factor, link};
        }
    return slow;
}

} // namespace

JobReplays::JobReplays(const JobGraph& job) : m_job(job), m_factors(job), m_slowLinks(slowLinksOf(job)) {}

Time JobReplays::usualTime(const Action& action) const {
    const auto slow = m_slowLinks.factor.find(linkOf(action));
    return slow == m_slowLinks.factor.end() ? action.length
                                            : wholeTime(static_cast<double>(action.length) * slow->second);
}

} // namespace lanewright
