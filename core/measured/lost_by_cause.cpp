// SPDX-License-Identifier: Apache-2.0
#include "core/measured/lost_by_cause.h"

#include "core/base/mapped.h"
#include "core/base/median.h"
#include "core/measured/job_replays.h"
#include "core/measured/step_shares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr double kLeastShare = 0.0005; ///< a cause that costs less is not named

/// Replays all steps of a job under one condition after another.
class Attribution {
public:
    explicit Attribution(const JobGraph& job) : m_job(job), m_replays(job), m_typical(typicalTimes(job)) {}

    /// Means over all steps of `measured(step)`.
    double measured() const {
        return mean([](const StepGraph& step) { return step.measured; });
    }

    /// Only actions of which `keeps(action)` holds keep their own times.
    double typicalBut(const auto& keeps) {
        return m_replays.replayed([&](const Action& action, std::size_t) {
            return keeps(action) ? action.length : m_typical[action.family];
        });
    }

    double withoutLaunch() { return m_replays.replayed(&own); }
    double withLaunch() {
        return m_replays.replayed(&own, [](const Action& action) { return action.launch; });
    }

    LostByCause answer(const JobGraph* reordered, const LeastTime& leastOf) {
        m_lost.steps = static_cast<int>(m_job.steps.size());
        m_lost.leftOut = m_job.leftOut;
        m_lost.replicas = m_job.replicas;
        if (m_job.steps.empty())
            return m_lost;
        m_lost.step = measured();
        m_lost.replayed = withLaunch();
        m_lost.withoutLaunch = withoutLaunch();
        m_base = m_replays.ofStep(); // the replay just made's
        m_lost.ideal = typicalBut([](const Action&) { return false; });
        addSlowdowns();
        addOpCauses();
        addTransferCauses();
        addLaunch();
        addOutside();
        if (reordered)
            addCause(LossCause::Order, m_lost.withoutLaunch - Attribution(*reordered).withoutLaunch(), {});
        addShares(stepShares(m_job, m_lost, reordered, leastOf));
        std::erase_if(m_lost.causes,
                      [](const Loss& loss) { return std::abs(loss.share) < kLeastShare && loss.alone < kLeastShare; });
        m_lost.unnamed = m_lost.step > 0 ? 1 - m_lost.work : 0;
        for (const Loss& loss : m_lost.causes)
            m_lost.unnamed -= loss.share;
        std::ranges::stable_sort(m_lost.causes, std::greater<>{}, &Loss::share);
        return m_lost;
    }

private:
    Loss& lossOf(LossCause cause) {
        const auto found = std::ranges::find(m_lost.causes, cause, &Loss::cause);
        return found != m_lost.causes.end() ? *found : m_lost.causes.emplace_back(Loss{.cause = cause});
    }

    static Time own(const Action& action, std::size_t) { return action.length; }

    double mean(const auto& of) const {
        const double sum = summed(m_job.steps, [&](const StepGraph& step) { return static_cast<double>(of(step)); });
        return m_job.steps.empty() ? 0 : sum / static_cast<double>(m_job.steps.size());
    }

    void addSlowdowns() {
        const auto over = [&](double time) { return m_lost.ideal > 0 ? time / m_lost.ideal : 1; };
        for (int family = 0; family < static_cast<int>(m_job.families.size()); ++family)
            if (m_job.families[family].kind == ActionKind::Compute)
                m_lost.byKind.push_back({m_job.families[family].name, over(typicalBut([&](const Action& action) {
                                             return action.family == family;
                                         }))});
        for (int stage = 0; stage < m_job.stages; ++stage)
            m_lost.byStage.push_back(over(typicalBut([&](const Action& action) { return action.stage == stage; })));
        for (int replica = 0; replica < static_cast<int>(m_job.replicas.size()); ++replica) {
            m_lost.byReplica.push_back(
                over(typicalBut([&](const Action& action) { return action.replica == replica; })));
            for (int rank = 0; rank < m_job.ranks; ++rank)
                m_lost.byRank.push_back(over(typicalBut(
                    [&](const Action& action) { return action.replica == replica && action.rank == rank; })));
        }
    }

    void addShares(const StepShares& shares) {
        if (m_lost.step <= 0)
            return;
        for (const auto& [cause, time] : shares.times)
            lossOf(cause).share += time / m_lost.step;
        m_lost.work = shares.work / m_lost.step;
        Loss& own = lossOf(LossCause::FillAndDrain);
        own.alone = own.share;
        own.unavoidable = std::clamp(shares.unavoidable / m_lost.step, 0.0, std::max(0.0, own.share));
    }

    void addCause(LossCause cause, double time, LossPlace where) {
        Loss& loss = lossOf(cause);
        loss.alone = m_lost.step > 0 ? time / m_lost.step : 0;
        loss.where = std::move(where);
    }

    void addOpCauses() {
        const auto computes = [](const Action& action) { return action.kind == ActionKind::Compute; };
        const auto with = [&](const auto& timeOf) {
            return m_lost.withoutLaunch - m_replays.replayed([&](const Action& action, std::size_t step) {
                return computes(action) ? wholeTime(timeOf(action, step)) : action.length;
            });
        };
        const auto time = [](const Action& action) { return static_cast<double>(action.length); };
        const auto ofMicrobatch = [&](const Action& action, std::size_t step) {
            return m_replays.factors().ofMicrobatch(step, action.replica, action.microbatch);
        };
        const auto ofRank = [&](const Action& action) {
            return m_replays.factors().ofRank(action.replica, action.rank);
        };
        addCause(LossCause::Stages, with([&](const Action& action, std::size_t) {
                     const double mean = m_replays.factors().stageMean(action.family, action.stage);
                     return mean > 0 ? time(action) * m_replays.factors().familyMean(action.family) / mean
                                     : time(action);
                 }),
                 heaviestStage());
        addCause(LossCause::Rank,
                 with([&](const Action& action, std::size_t) { return time(action) / ofRank(action); }), slowestRank());
        addCause(LossCause::Microbatches, with([&](const Action& action, std::size_t step) {
                     const double factor = ofMicrobatch(action, step);
                     return factor > 0 ? time(action) / factor : time(action);
                 }),
                 longestMicrobatch());
        const double jitter = with([&](const Action& action, std::size_t step) {
            return m_replays.factors().stageMean(action.family, action.stage) * ofMicrobatch(action, step) *
                   ofRank(action);
        });
        // Right behind the replay without jitter, which it looks at.
        addCause(LossCause::Jitter, jitter, {.step = worstStep(m_base)});
    }

    void addTransferCauses() {
        const auto travels = [](const Action& action) { return action.kind == ActionKind::Transfer; };
        const double usually = m_replays.replayed([&](const Action& action, std::size_t) {
            return travels(action) ? m_replays.usualTime(action) : action.length;
        });
        const double never = m_replays.replayed(
            [&](const Action& action, std::size_t) { return travels(action) ? Time{0} : action.length; });
        const auto [replica, from, to] = m_replays.slowLinks().worst;
        if (replica >= 0)
            addCause(LossCause::Link, m_lost.withoutLaunch - usually,
                     {.replica = m_job.replicas[replica], .rank = from, .peer = to});
        addCause(LossCause::Communication, usually - never, {});
    }

    void addLaunch() {
        LossPlace place;
        if (m_lost.replayed - m_lost.withoutLaunch < kLeastShare * m_lost.step)
            return;
        double most = 0;
        for (int replica = 0; replica < static_cast<int>(m_job.replicas.size()); ++replica)
            for (int rank = 0; rank < m_job.ranks; ++rank) {
                const double step = m_replays.replayed(&own, [&](const Action& action) {
                    return action.replica == replica && action.rank == rank ? action.launch : 0;
                });
                if (step > most) {
                    most = step;
                    place = {.replica = m_job.replicas[replica], .rank = rank};
                }
            }
        addCause(LossCause::Launch, m_lost.replayed - m_lost.withoutLaunch, place);
    }

    void addOutside() {
        const auto isOutside = [](const Action& action) { return action.kind == ActionKind::Outside; };
        LossPlace place;
        double most = 0;
        for (int family = 0; family < static_cast<int>(m_job.families.size()); ++family) {
            if (m_job.families[family].kind != ActionKind::Outside)
                continue;
            const double saved = m_lost.withoutLaunch - m_replays.replayed([&](const Action& action, std::size_t) {
                return action.family == family ? Time{0} : action.length;
            });
            if (saved > most) {
                most = saved;
                place.name = m_job.families[family].name;
            }
        }
        const double without = m_replays.replayed(
            [&](const Action& action, std::size_t) { return isOutside(action) ? Time{0} : action.length; });
        addCause(LossCause::Outside, m_lost.withoutLaunch - without, place);
    }

    LossPlace heaviestStage() const {
        LossPlace place{.stage = 0};
        for (int stage = 1; stage < m_job.stages; ++stage)
            if (m_replays.factors().stageWork(stage) > m_replays.factors().stageWork(place.stage))
                place.stage = stage;
        std::set<int> ranks;
        for (const Action& action : m_job.steps.front().actions)
            if (action.kind == ActionKind::Compute && action.stage == place.stage)
                ranks.insert(action.rank);
        if (ranks.size() == 1)
            place.rank = *ranks.begin();
        return place;
    }

    LossPlace slowestRank() const {
        int slowest = 0;
        int slowReplica = 0;
        for (int replica = 0; replica < static_cast<int>(m_job.replicas.size()); ++replica)
            for (int rank = 0; rank < m_job.ranks; ++rank)
                if (m_replays.factors().ofRank(replica, rank) > m_replays.factors().ofRank(slowReplica, slowest))
                    std::tie(slowReplica, slowest) = std::pair{replica, rank};
        LossPlace place{.replica = m_job.replicas[slowReplica], .rank = slowest};
        bool whole = m_job.ranks > 1;
        for (int rank = 0; rank < m_job.ranks; ++rank)
            whole = whole && m_replays.factors().ofRank(slowReplica, rank) > 1;
        if (whole)
            place.rank = -1;
        return place;
    }

    LossPlace longestMicrobatch() const {
        double most = 0;
        LossPlace place;
        std::map<std::pair<int, int>, int> longestIn; // by replica and microbatch: in how many steps
        for (std::size_t step = 0; step < m_job.steps.size(); ++step) {
            std::pair<int, int> longest{0, 0};
            for (int replica = 0; replica < static_cast<int>(m_job.replicas.size()); ++replica)
                for (int microbatch = 0; microbatch < m_replays.factors().microbatches(); ++microbatch)
                    if (m_replays.factors().ofMicrobatch(step, replica, microbatch) >
                        m_replays.factors().ofMicrobatch(step, longest.first, longest.second))
                        longest = {replica, microbatch};
            ++longestIn[longest];
            const double factor = m_replays.factors().ofMicrobatch(step, longest.first, longest.second);
            if (factor > most) {
                most = factor;
                place = {.replica = m_job.replicas[longest.first],
                         .microbatch = longest.second,
                         .step = m_job.steps[step].step};
            }
        }
        if (longestIn.size() == 1)
            place.step = -1;
        return place;
    }

    /// The step that the last replay made shorter by most than it was in `than`.
    int worstStep(const std::vector<Time>& than) const {
        std::size_t worst = 0;
        for (std::size_t step = 1; step < than.size(); ++step)
            if (than[step] - m_replays.ofStep()[step] > than[worst] - m_replays.ofStep()[worst])
                worst = step;
        return m_job.steps[worst].step;
    }

    const JobGraph& m_job;
    JobReplays m_replays;
    std::vector<Time> m_typical;
    LostByCause m_lost = {};
    std::vector<Time> m_base = {}; ///< per step: without launch delays
};

} // namespace

std::string_view toText(LossCause cause) {
    switch (cause) {
    case LossCause::FillAndDrain: return "fill_and_drain";
    case LossCause::Stages: return "stages";
    case LossCause::Microbatches: return "microbatches";
    case LossCause::Rank: return "rank";
    case LossCause::Link: return "link";
    case LossCause::Communication: return "communication";
    case LossCause::Order: return "order";
    case LossCause::Jitter: return "jitter";
    case LossCause::Launch: return "launch";
    case LossCause::Between: return "between_ops";
    case LossCause::Outside: return "outside";
    }
    return "?";
}

std::string_view toText(LossFix fix) {
    switch (fix) {
    case LossFix::SplitBackward: return "split_backward";
    case LossFix::MoreMicrobatches: return "more_microbatches";
    case LossFix::Interleave: return "interleave";
    case LossFix::CutAnew: return "cut_anew";
    case LossFix::OrderMicrobatches: return "order_microbatches";
    case LossFix::DealMicrobatches: return "deal_microbatches";
    case LossFix::OtherOrder: return "other_order";
    case LossFix::Solve: return "solve";
    }
    return "?";
}

std::vector<Time> typicalTimes(const JobGraph& job) {
    std::vector<std::vector<Time>> times(job.families.size());
    for (const StepGraph& step : job.steps)
        for (const Action& action : step.actions)
            times[action.family].push_back(action.length);
    std::vector<Time> typical;
    for (std::size_t family = 0; family < times.size(); ++family) {
        const double sum = summed(times[family], [](Time time) { return static_cast<double>(time); });
        if (times[family].empty())
            typical.push_back(0);
        else if (job.families[family].byMean)
            typical.push_back(wholeTime(sum / static_cast<double>(times[family].size())));
        else
            typical.push_back(middleMedian(times[family]));
    }
    return typical;
}

LostByCause lostByCause(const JobGraph& job, const JobGraph* reordered, const LeastTime& leastOf) {
    return Attribution(job).answer(reordered, leastOf);
}

} // namespace lanewright
