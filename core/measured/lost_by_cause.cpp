// SPDX-License-Identifier: Apache-2.0
#include "core/measured/lost_by_cause.h"

#include "core/base/median.h"
#include "core/measured/op_factors.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr double kLeastShare = 0.0005; ///< a cause that costs less is not named
constexpr double kSlowLink = 1.5;      ///< so many times the usual time of a link

Time rounded(double time) { return static_cast<Time>(std::llround(std::max(0.0, time))); }

/// A link of one replica: its place, sender, receiver.
using ReplicaLink = std::tuple<int, int, int>;

ReplicaLink linkOf(const Action& action) { return {action.replica, action.peer, action.rank}; }

/// Links that take far longer than the others, and what they would take.
struct SlowLinks {
    std::map<ReplicaLink, double> factor = {}; ///< usual time / own time
    ReplicaLink worst = {-1, -1, -1};
};

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

/// Replays all steps of a job under one condition after another.
class Attribution {
public:
    explicit Attribution(const JobGraph& job)
        : m_job(job), m_factors(job), m_slowLinks(slowLinksOf(job)), m_typical(typicalTimes(job)) {}

    /// Means over all steps of `measured(step)`.
    double measured() const {
        return mean([](const StepGraph& step) { return step.measured; });
    }

    /// Every action takes `lengthOf(action, place of the step)`, and starts `delayOf(action)` late.
    template <typename Length, typename Delay>
    double replayed(const Length& lengthOf, const Delay& delayOf) {
        double sum = 0;
        m_ofStep.clear();
        for (std::size_t at = 0; at < m_job.steps.size(); ++at) {
            const StepGraph& step = m_job.steps[at];
            m_lengths.clear();
            m_delays.clear();
            for (const Action& action : step.actions) {
                m_lengths.push_back(lengthOf(action, at));
                m_delays.push_back(delayOf(action));
            }
            m_ofStep.push_back(replay(step, m_lengths, m_delays, m_ends));
            sum += static_cast<double>(m_ofStep.back());
        }
        return m_job.steps.empty() ? 0 : sum / static_cast<double>(m_job.steps.size());
    }
    template <typename Length>
    double replayed(const Length& lengthOf) {
        return replayed(lengthOf, [](const Action&) { return Time{0}; });
    }
    /// Only actions of which `keeps(action)` holds keep their own times.
    template <typename Keep>
    double typicalBut(const Keep& keeps) {
        return replayed([&](const Action& action, std::size_t) {
            return keeps(action) ? action.length : m_typical[action.family];
        });
    }

    double withoutLaunch() { return replayed(&own); }
    double withLaunch() {
        return replayed(&own, [](const Action& action) { return action.launch; });
    }

    LostByCause answer(const JobGraph* reordered);

private:
    static Time own(const Action& action, std::size_t) { return action.length; }

    template <typename Number>
    double mean(const Number& of) const {
        double sum = 0;
        for (const StepGraph& step : m_job.steps)
            sum += static_cast<double>(of(step));
        return m_job.steps.empty() ? 0 : sum / static_cast<double>(m_job.steps.size());
    }

    void addSlowdowns(LostByCause& lost);
    void addCause(LossCause cause, double time, LossPlace where);
    void addOpCauses();
    void addTransferCauses();
    void addLaunch();
    void addOutside();
    LossPlace heaviestStage() const;
    LossPlace slowestRank() const;
    LossPlace longestMicrobatch() const;
    int worstStep(const std::vector<Time>& than) const;

    const JobGraph& m_job;
    OpFactors m_factors;
    SlowLinks m_slowLinks;
    std::vector<Time> m_typical;
    LostByCause m_lost = {};
    std::vector<Time> m_base = {};   ///< per step: without launch delays
    std::vector<Time> m_ofStep = {}; ///< what the last replay took
    std::vector<Time> m_lengths = {};
    std::vector<Time> m_delays = {};
    std::vector<Time> m_ends = {};
};

void Attribution::addSlowdowns(LostByCause& lost) {
    const auto over = [&](double time) { return lost.ideal > 0 ? time / lost.ideal : 1; };
    for (int family = 0; family < static_cast<int>(m_job.families.size()); ++family)
        if (m_job.families[family].kind == ActionKind::Compute)
            lost.byKind.push_back({m_job.families[family].name,
                                   over(typicalBut([&](const Action& action) { return action.family == family; }))});
    for (int stage = 0; stage < m_job.stages; ++stage)
        lost.byStage.push_back(over(typicalBut([&](const Action& action) { return action.stage == stage; })));
    for (int replica = 0; replica < static_cast<int>(m_job.replicas.size()); ++replica) {
        lost.byReplica.push_back(over(typicalBut([&](const Action& action) { return action.replica == replica; })));
        for (int rank = 0; rank < m_job.ranks; ++rank)
            lost.byRank.push_back(over(
                typicalBut([&](const Action& action) { return action.replica == replica && action.rank == rank; })));
    }
}

void Attribution::addCause(LossCause cause, double time, LossPlace where) {
    const double share = m_lost.step > 0 ? time / m_lost.step : 0;
    if (share >= kLeastShare)
        m_lost.causes.push_back({cause, share, std::move(where)});
}

LossPlace Attribution::heaviestStage() const {
    LossPlace place{.stage = 0};
    for (int stage = 1; stage < m_job.stages; ++stage)
        if (m_factors.stageWork(stage) > m_factors.stageWork(place.stage))
            place.stage = stage;
    std::set<int> ranks;
    for (const Action& action : m_job.steps.front().actions)
        if (action.kind == ActionKind::Compute && action.stage == place.stage)
            ranks.insert(action.rank);
    if (ranks.size() == 1)
        place.rank = *ranks.begin();
    return place;
}

LossPlace Attribution::slowestRank() const {
    int slowest = 0;
    int slowReplica = 0;
    for (int replica = 0; replica < static_cast<int>(m_job.replicas.size()); ++replica)
        for (int rank = 0; rank < m_job.ranks; ++rank)
            if (m_factors.ofRank(replica, rank) > m_factors.ofRank(slowReplica, slowest))
                std::tie(slowReplica, slowest) = std::pair{replica, rank};
    LossPlace place{.replica = m_job.replicas[slowReplica], .rank = slowest};
    bool whole = m_job.ranks > 1;
    for (int rank = 0; rank < m_job.ranks; ++rank)
        whole = whole && m_factors.ofRank(slowReplica, rank) > 1;
    if (whole)
        place.rank = -1;
    return place;
}

LossPlace Attribution::longestMicrobatch() const {
    double most = 0;
    LossPlace place;
    std::map<std::pair<int, int>, int> longestIn; // by replica and microbatch: in how many steps
    for (std::size_t step = 0; step < m_job.steps.size(); ++step) {
        std::pair<int, int> longest{0, 0};
        for (int replica = 0; replica < static_cast<int>(m_job.replicas.size()); ++replica)
            for (int microbatch = 0; microbatch < m_factors.microbatches(); ++microbatch)
                if (m_factors.ofMicrobatch(step, replica, microbatch) >
                    m_factors.ofMicrobatch(step, longest.first, longest.second))
                    longest = {replica, microbatch};
        ++longestIn[longest];
        const double factor = m_factors.ofMicrobatch(step, longest.first, longest.second);
        if (factor > most) {
            most = factor;
            place = {
                .replica = m_job.replicas[longest.first], .microbatch = longest.second, .step = m_job.steps[step].step};
        }
    }
    if (longestIn.size() == 1)
        place.step = -1;
    return place;
}

/// The step that the last replay made shorter by most than it was in `than`.
int Attribution::worstStep(const std::vector<Time>& than) const {
    std::size_t worst = 0;
    for (std::size_t step = 1; step < than.size(); ++step)
        if (than[step] - m_ofStep[step] > than[worst] - m_ofStep[worst])
            worst = step;
    return m_job.steps[worst].step;
}

void Attribution::addOpCauses() {
    const auto computes = [](const Action& action) { return action.kind == ActionKind::Compute; };
    const auto with = [&](const auto& timeOf) {
        return m_lost.withoutLaunch - replayed([&](const Action& action, std::size_t step) {
                   return computes(action) ? rounded(timeOf(action, step)) : action.length;
               });
    };
    const auto time = [](const Action& action) { return static_cast<double>(action.length); };
    const auto ofMicrobatch = [&](const Action& action, std::size_t step) {
        return m_factors.ofMicrobatch(step, action.replica, action.microbatch);
    };
    const auto ofRank = [&](const Action& action) { return m_factors.ofRank(action.replica, action.rank); };
    addCause(LossCause::Stages, with([&](const Action& action, std::size_t) {
                 const double mean = m_factors.stageMean(action.family, action.stage);
                 return mean > 0 ? time(action) * m_factors.familyMean(action.family) / mean : time(action);
             }),
             heaviestStage());
    addCause(LossCause::Rank, with([&](const Action& action, std::size_t) { return time(action) / ofRank(action); }),
             slowestRank());
    addCause(LossCause::Microbatches, with([&](const Action& action, std::size_t step) {
                 const double factor = ofMicrobatch(action, step);
                 return factor > 0 ? time(action) / factor : time(action);
             }),
             longestMicrobatch());
    const double jitter = with([&](const Action& action, std::size_t step) {
        return m_factors.stageMean(action.family, action.stage) * ofMicrobatch(action, step) * ofRank(action);
    });
    addCause(LossCause::Jitter, jitter, {.step = worstStep(m_base)});
}

void Attribution::addTransferCauses() {
    const auto usual = [&](const Action& action) {
        const auto slow = m_slowLinks.factor.find(linkOf(action));
        return slow == m_slowLinks.factor.end() ? action.length
                                                : rounded(static_cast<double>(action.length) * slow->second);
    };
    const auto travels = [](const Action& action) { return action.kind == ActionKind::Transfer; };
    const double usually =
        replayed([&](const Action& action, std::size_t) { return travels(action) ? usual(action) : action.length; });
    const double never =
        replayed([&](const Action& action, std::size_t) { return travels(action) ? Time{0} : action.length; });
    const auto [replica, from, to] = m_slowLinks.worst;
    if (replica >= 0)
        addCause(LossCause::Link, m_lost.withoutLaunch - usually,
                 {.replica = m_job.replicas[replica], .rank = from, .peer = to});
    addCause(LossCause::Communication, usually - never, {});
}

void Attribution::addLaunch() {
    LossPlace place;
    if (m_lost.replayed - m_lost.withoutLaunch < kLeastShare * m_lost.step)
        return;
    double most = 0;
    for (int replica = 0; replica < static_cast<int>(m_job.replicas.size()); ++replica)
        for (int rank = 0; rank < m_job.ranks; ++rank) {
            const double step = replayed(&own, [&](const Action& action) {
                return action.replica == replica && action.rank == rank ? action.launch : 0;
            });
            if (step > most) {
                most = step;
                place = {.replica = m_job.replicas[replica], .rank = rank};
            }
        }
    addCause(LossCause::Launch, m_lost.replayed - m_lost.withoutLaunch, place);
}

void Attribution::addOutside() {
    const auto isOutside = [](const Action& action) { return action.kind == ActionKind::Outside; };
    LossPlace place;
    double most = 0;
    for (int family = 0; family < static_cast<int>(m_job.families.size()); ++family) {
        if (m_job.families[family].kind != ActionKind::Outside)
            continue;
        const double saved = m_lost.withoutLaunch - replayed([&](const Action& action, std::size_t) {
                                 return action.family == family ? Time{0} : action.length;
                             });
        if (saved > most) {
            most = saved;
            place.name = m_job.families[family].name;
        }
    }
    const double without =
        replayed([&](const Action& action, std::size_t) { return isOutside(action) ? Time{0} : action.length; });
    addCause(LossCause::Outside, m_lost.withoutLaunch - without, place);
}

LostByCause Attribution::answer(const JobGraph* reordered) {
    m_lost.steps = static_cast<int>(m_job.steps.size());
    m_lost.leftOut = m_job.leftOut;
    m_lost.replicas = m_job.replicas;
    if (m_job.steps.empty())
        return m_lost;
    m_lost.step = measured();
    m_lost.replayed = withLaunch();
    m_lost.withoutLaunch = withoutLaunch();
    m_base = m_ofStep;
    m_lost.ideal = typicalBut([](const Action&) { return false; });
    addSlowdowns(m_lost);
    addOpCauses();
    addTransferCauses();
    addLaunch();
    addOutside();
    if (reordered)
        addCause(LossCause::Order, m_lost.withoutLaunch - Attribution(*reordered).withoutLaunch(), {});
    std::ranges::stable_sort(m_lost.causes, std::greater<>{}, &Loss::share);
    return m_lost;
}

} // namespace

std::string_view toText(LossCause cause) {
    switch (cause) {
    case LossCause::Stages: return "stages";
    case LossCause::Microbatches: return "microbatches";
    case LossCause::Rank: return "rank";
    case LossCause::Link: return "link";
    case LossCause::Communication: return "communication";
    case LossCause::Order: return "order";
    case LossCause::Jitter: return "jitter";
    case LossCause::Launch: return "launch";
    case LossCause::Outside: return "outside";
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
        double sum = 0;
        for (const Time time : times[family])
            sum += static_cast<double>(time);
        if (times[family].empty())
            typical.push_back(0);
        else if (job.families[family].byMean)
            typical.push_back(rounded(sum / static_cast<double>(times[family].size())));
        else
            typical.push_back(middleMedian(times[family]));
    }
    return typical;
}

LostByCause lostByCause(const JobGraph& job, const JobGraph* reordered) { return Attribution(job).answer(reordered); }

} // namespace lanewright
