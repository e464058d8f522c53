// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_graph.h"

#include "core/base/median.h"
#include "core/measured/profile/run_reading.h"
#include "core/model/dataflow.h"
#include "core/model/placement.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

/// Clocks and rounding may let what follows begin a little before what it follows has ended.
constexpr Time kSlack = 100'000;
/// Spans of a collective belong together where they meet in so many of all cases.
constexpr double kMeet = 0.75;

/// Which ranks take part in a collective together.
enum class Scope : std::uint8_t { Job, Replica, Twins, Alone };

/// Something outside the pipeline, among all of its family.
struct OutsideAction {
    int action = 0;
    int family = 0;
    int occurrence = 0; ///< the how manieth of the family on its rank in the step
    int replica = 0;
    int rank = 0;
};

/// The way of a value that nobody measured: at most as long as the action says.
struct GuessedWay {
    int action = 0;
    bool waitedFor = false; ///< the rank stood waiting for it, so it took all that time
};

/// A step before what is typical of the job is known.
struct Draft {
    int step = 0;
    GraphBuilder graph = {};
    std::vector<GuessedWay> guessed = {};
    std::vector<OutsideAction> outside = {};
    /// By replica and rank: how late blocks began that certainly had all they needed.
    std::map<std::pair<int, int>, std::vector<Time>> late = {};
};

/// What a rank did outside the pipeline.
struct OutsideSpan {
    SideKind kind = SideKind::Other;
    int family = 0;
    int stage = -1;
    Time start = 0;
    Time end = 0;
};

using Link = std::tuple<int, int, int>; ///< replica, sender, receiver

/// A value that is made on one rank and used on another.
struct Way {
    ValueKind kind = ValueKind::Activation;
    Op made = {};
    int maker = 0; ///< action
    int user = 0;  ///< action
    bool waitedFor = false;
};

/// What is known of the way of a value; null where it was not measured.
struct WaySpans {
    const SideSpan* sent = nullptr;
    const SideSpan* received = nullptr;
};

/// Which block makes each value. Keeps a reference to the plan.
class Makers {
public:
    /// `blocks` are the actions of the spans of each lane.
    Makers(const Plan& plan, const Timeline& wall, const std::vector<std::vector<int>>& blocks) : m_plan(plan) {
        m_makers.resize(static_cast<std::size_t>(kValueKinds) * plan.schedule.stages() * plan.schedule.microbatches);
        for (std::size_t rank = 0; rank < wall.lanes.size(); ++rank)
            for (std::size_t at = 0; at < wall.lanes[rank].size(); ++at)
                for (const Op& op : opsIn(wall.lanes[rank][at]))
                    for (const Value& value : yieldsOf(op, plan.schedule.stages(), recomputes(op)))
                        m_makers[placeOf(value)] = {op, static_cast<int>(rank), blocks[rank][at]};
    }

    /// The ways of values from other ranks to the block.
    std::vector<Way> waysTo(const Span& span, int rank, int block) const {
        std::vector<Way> ways;
        for (const Op& op : opsIn(span))
            for (const Value& value : needsOf(op, m_plan.schedule.stages(), recomputes(op)))
                if (const Maker& maker = m_makers[placeOf(value)];
                    crossesRanks(value.kind) && maker.rank >= 0 && maker.rank != rank)
                    ways.push_back({.kind = value.kind, .made = maker.op, .maker = maker.block, .user = block});
        return ways;
    }

private:
    struct Maker {
        Op op = {};
        int rank = -1;
        int block = -1;
    };

    bool recomputes(const Op& op) const {
        return m_plan.costs.recomputes(m_plan.schedule.direction(op.microbatch), op.stage);
    }
    std::size_t placeOf(const Value& value) const {
        return static_cast<std::size_t>(indexOf(value, m_plan.schedule.stages(), m_plan.schedule.microbatches));
    }

    const Plan& m_plan;
    std::vector<Maker> m_makers = {};
};

/// The sends and receives of a step.
class MeasuredWays {
public:
    MeasuredWays() = default;
    explicit MeasuredWays(const StepRecord& record) {
        for (const SideSpan& span : record.side)
            if (span.op && span.kind == SideKind::Send)
                m_ways[{*span.op, span.peer}].sent = &span;
            else if (span.op && span.kind == SideKind::Receive)
                m_ways[{*span.op, span.rank}].received = &span;
    }
    WaySpans of(const Op& made, int receiver) const {
        const auto found = m_ways.find({made, receiver});
        return found == m_ways.end() ? WaySpans{} : found->second;
    }

private:
    std::map<std::pair<Op, int>, WaySpans> m_ways = {};
};

/// Actions; −1: there is none.
struct SendActions {
    int send = -1;
    int before = -1;
};

/// What the hosts of a replica did with values, where the run says it.
struct HostActions {
    /// By the op that made the value and its receiver: the send, and what the host did with values before it.
    std::map<std::pair<Op, int>, SendActions> sends = {};
    std::map<int, Time> before = {}; ///< by block: until when its host was busy in front of it
};

/// One record for each replica, of the same step.
using Records = std::vector<const StepRecord*>;

/// The lanes with their spans in the order of the schedule's rows. None where a block was not measured.
std::optional<Timeline> reordered(const Timeline& wall, const Schedule& order) {
    Timeline timeline;
    if (order.order.size() != wall.lanes.size())
        return {};
    for (std::size_t rank = 0; rank < wall.lanes.size(); ++rank) {
        std::map<Op, const Span*> spans;
        for (const Span& span : wall.lanes[rank])
            spans.emplace(span.op, &span);
        Lane lane;
        for (const Block& block : order.order[rank]) {
            const auto found = spans.find(block.op);
            if (found == spans.end() || found->second->paired != block.paired)
                return {};
            lane.push_back(*found->second);
        }
        if (lane.size() != wall.lanes[rank].size())
            return {};
        timeline.lanes.push_back(std::move(lane));
    }
    return timeline;
}

/// How many blocks of the lane, up to the last of them, had ended at that time: the lane may stand in another order
/// than the one it ran in.
std::size_t endedBefore(const Lane& lane, Time time) {
    std::size_t next = 0;
    for (std::size_t at = 0; at < lane.size(); ++at)
        if (lane[at].end <= time + std::min(kSlack, lane[at].length() / 10))
            next = at + 1;
    return next;
}

/// Makes the graphs of a run. Keeps references.
class RunGraphs {
public:
    RunGraphs(const Run& run, const Schedule* order)
        : m_run(run), m_schedule(run.plan.schedule), m_order(order), m_receivesCount(receivesAreTransfers(run)),
          m_hostsAreBusy(hostsAreBusy(run)) {
        m_job.ranks = m_schedule.ranks();
        m_job.stages = m_schedule.stages();
        for (int rank = 0; rank < m_job.ranks; ++rank) {
            const std::vector<StageCopy> copies = copiesOn(m_schedule.placement, rank);
            m_onlyStage.push_back(copies.size() == 1 ? copies.front().stage : -1);
        }
    }

    Result<JobGraph> take() && {
        const std::vector<ReplicaSteps> replicas = replicaStepsOf(m_run);
        std::vector<std::map<int, const StepRecord*>> byNumber(replicas.size());
        for (std::size_t replica = 0; replica < replicas.size(); ++replica) {
            m_job.replicas.push_back(replicas[replica].replica);
            for (const StepRecord& record : *replicas[replica].steps)
                byNumber[replica].emplace(record.step, &record);
        }
        for (const StepRecord* const step : warmStepsOf(m_run)) {
            Records records;
            for (const auto& own : byNumber)
                if (const auto found = own.find(step->step); found != own.end() &&
                                                             isWhole(m_schedule, *found->second) &&
                                                             (!m_order || reordered(found->second->wall, *m_order)))
                    records.push_back(found->second);
            if (records.size() == replicas.size())
                addStep(records);
            else
                ++m_job.leftOut;
        }
        if (m_drafts.empty())
            return Error{
                say(phrase("measured", "no step of the run has all of its ops, so there is nothing to replay"))};
        settleWays();
        settleGroups();
        for (Draft& draft : m_drafts) {
            Result<StepGraph> graph = std::move(draft.graph).finish(draft.step);
            if (!graph)
                return graph.error();
            m_job.steps.push_back(std::move(*graph));
        }
        return std::move(m_job);
    }

private:
    void addStep(const Records& records) {
        Draft draft{.step = records.front()->step};
        for (std::size_t replica = 0; replica < records.size(); ++replica)
            addReplica(draft, static_cast<int>(replica), *records[replica],
                       records[replica]->start - records.front()->start);
        m_drafts.push_back(std::move(draft));
    }

    void addReplica(Draft& draft, int replica, const StepRecord& record, Time offset) {
        const Timeline wall = m_order ? *reordered(record.wall, *m_order) : record.wall;
        std::vector<std::vector<OutsideSpan>> outside = outsideOf(record);
        std::vector<std::vector<int>> blocks(wall.lanes.size());
        HostActions hosts;
        for (std::size_t rank = 0; rank < wall.lanes.size(); ++rank) {
            int before = -1;
            for (const Span& span : wall.lanes[rank]) {
                std::string name{toText(span.op.kind)};
                if (span.paired)
                    name += "+" + std::string{toText(span.paired->kind)};
                const int family = familyOf(name, ActionKind::Compute, true);
                if (!span.paired)
                    m_job.families[family].op = span.op.kind;
                const int block = draft.graph.add({.kind = ActionKind::Compute,
                                                   .family = family,
                                                   .replica = replica,
                                                   .rank = static_cast<int>(rank),
                                                   .stage = span.op.stage,
                                                   .direction = m_schedule.direction(span.op.microbatch),
                                                   .microbatch = span.op.microbatch,
                                                   .start = span.start + offset,
                                                   .length = span.length()});
                draft.graph.need(block, before);
                blocks[rank].push_back(block);
                before = block;
            }
            addOutside(draft, replica, static_cast<int>(rank), outside[rank], wall.lanes[rank], blocks[rank], offset);
            if (m_hostsAreBusy)
                addHost(draft, replica, static_cast<int>(rank), record.side, wall.lanes[rank], blocks[rank], offset,
                        hosts);
        }
        addValues(draft, record, wall, offset, blocks, hosts);
    }

    void addValues(Draft& draft, const StepRecord& record, const Timeline& wall, Time offset,
                   const std::vector<std::vector<int>>& blocks, const HostActions& hosts) {
        // A send that lasts beyond the beginning of the op which uses the value had handed it over before.
        const auto sendOf = [&](const Way& way, std::size_t rank) {
            const auto found = hosts.sends.find({way.made, static_cast<int>(rank)});
            if (found == hosts.sends.end())
                return -1;
            const auto& [send, before] = found->second;
            return draft.graph.at(send).end() <= draft.graph.at(way.user).start ? send : before;
        };
        const Makers makers(m_run.plan, wall, blocks);
        const MeasuredWays measured = m_receivesCount ? MeasuredWays(record) : MeasuredWays();
        for (std::size_t rank = 0; rank < wall.lanes.size(); ++rank)
            for (std::size_t at = 0; at < wall.lanes[rank].size(); ++at) {
                const int block = blocks[rank][at];
                std::vector<Way> ways = makers.waysTo(wall.lanes[rank][at], static_cast<int>(rank), block);
                Time free = at == 0 ? std::numeric_limits<Time>::min() : draft.graph.at(blocks[rank][at - 1]).end();
                if (const auto host = hosts.before.find(block); host != hosts.before.end())
                    free = std::max(free, host->second);
                const auto leftAt = [&](const Way& way) {
                    const int send = sendOf(way, rank);
                    const Time made = draft.graph.at(way.maker).end();
                    return send < 0 ? made : std::max(made, draft.graph.at(send).end());
                };
                if (mayWaitWithin(wall.lanes[rank][at]))
                    std::erase_if(ways, [&](const Way& way) { return leftAt(way) > draft.graph.at(block).start; });
                Time latest = free;
                for (const Way& way : ways)
                    latest = std::max(latest, leftAt(way));
                for (Way way : ways) {
                    const Time left = leftAt(way);
                    way.waitedFor = left > free && left == latest && draft.graph.at(block).start >= left;
                    addValue(draft, way, measured.of(way.made, static_cast<int>(rank)), sendOf(way, rank), offset);
                }
                // What was made before the block in front began had come before that ended.
                const auto longThere = [&](const Way& way) {
                    return draft.graph.at(way.maker).end() <= draft.graph.at(blocks[rank][at - 1]).start;
                };
                if (at > 0 && std::ranges::all_of(ways, longThere)) {
                    const Action& here = draft.graph.at(block);
                    draft.late[{here.replica, here.rank}].push_back(std::max<Time>(0, here.start - free));
                }
            }
    }

    /// `send`: the action that sent the value; −1: none is known.
    void addValue(Draft& draft, const Way& way, const WaySpans& spans, int send, Time offset) {
        const Action from = draft.graph.at(way.maker);
        const Time left = send < 0 ? from.end() : std::max(from.end(), draft.graph.at(send).end());
        const Action to = draft.graph.at(way.user);
        const char* const name = way.kind == ValueKind::Activation ? "activation" : "gradient";
        Action travel{.kind = ActionKind::Transfer,
                      .family = familyOf(name, ActionKind::Transfer, false),
                      .replica = to.replica,
                      .rank = to.rank,
                      .peer = from.rank,
                      .stage = to.stage,
                      .direction = to.direction,
                      .microbatch = to.microbatch,
                      .start = left,
                      .length = std::max<Time>(0, to.start - left)};
        const SideSpan* const last = spans.received ? spans.received : spans.sent;
        if (last && last->end + offset >= from.end()) {
            const Time both = std::max(last->start, spans.sent ? spans.sent->start : last->start);
            const Time end = last->end + offset;
            travel.start = std::clamp(both + offset, from.end(), end);
            travel.length = end - travel.start;
        } else {
            draft.guessed.push_back({draft.graph.size(), way.waitedFor});
        }
        const int action = draft.graph.add(travel);
        draft.graph.need(action, way.maker);
        draft.graph.need(action, send);
        draft.graph.need(way.user, action);
    }

    void addOutside(Draft& draft, int replica, int rank, const std::vector<OutsideSpan>& spans, const Lane& lane,
                    const std::vector<int>& blocks, Time offset) {
        std::map<int, int> seen;
        std::vector<int> added;
        for (const OutsideSpan& span : spans) {
            const int action = draft.graph.add({.kind = ActionKind::Outside,
                                                .family = span.family,
                                                .replica = replica,
                                                .rank = rank,
                                                .stage = span.stage >= 0 ? span.stage : m_onlyStage[rank],
                                                .start = span.start + offset,
                                                .length = span.end - span.start});
            // The last that had ended: spans of one rank may run beside each other.
            const auto before = std::find_if(added.rbegin(), added.rend(), [&](int other) {
                return draft.graph.at(other).end() <= span.start + offset + kSlack;
            });
            if (before != added.rend())
                draft.graph.need(action, *before);
            added.push_back(action);
            draft.outside.push_back({action, span.family, seen[span.family]++, replica, rank});
            if (span.kind != SideKind::Gather) {
                const std::size_t next = endedBefore(lane, span.start);
                draft.graph.need(action, next > 0 ? blocks[next - 1] : -1);
                continue;
            }
            // The first block that needs what was gathered.
            for (std::size_t at = 0; at < lane.size(); ++at)
                if ((span.stage < 0 || lane[at].op.stage == span.stage) && lane[at].start + kSlack >= span.end) {
                    draft.graph.need(blocks[at], action);
                    break;
                }
        }
    }

    /// A host that posts a value, or waits to have sent it, does nothing else: the block behind comes after that.
    void addHost(Draft& draft, int replica, int rank, const std::vector<SideSpan>& side, const Lane& lane,
                 const std::vector<int>& blocks, Time offset, HostActions& hosts) {
        int before = -1;
        for (const SideSpan& span : side) {
            if (span.rank != rank || !isOfHost(span))
                continue;
            const std::string name{span.kind == SideKind::Receive ? "receive" : "send"};
            const int action = draft.graph.add({.kind = ActionKind::Transfer,
                                                .family = familyOf(name, ActionKind::Transfer, true),
                                                .replica = replica,
                                                .rank = rank,
                                                .start = span.start + offset,
                                                .length = span.end - span.start});
            draft.graph.need(action, before);
            if (span.kind == SideKind::Send && span.op)
                hosts.sends.emplace(std::pair{*span.op, span.peer}, SendActions{action, before});
            before = action;
            const std::size_t next = endedBefore(lane, span.start);
            draft.graph.need(action, next > 0 ? blocks[next - 1] : -1);
            if (next < blocks.size()) {
                draft.graph.need(blocks[next], action);
                hosts.before[blocks[next]] = draft.graph.at(action).end();
            }
        }
    }

    /// Whether what the block needs may have come after it began, so that it holds the wait: that of the later op of a
    /// pair, or where nobody could tell waits from ops.
    bool mayWaitWithin(const Span& span) const {
        return span.paired || (m_run.recorder && m_run.recorder->waitsInside);
    }
    std::vector<std::vector<OutsideSpan>> outsideOf(const StepRecord& record) {
        std::vector<std::vector<OutsideSpan>> outside(record.wall.lanes.size());
        for (const SideSpan& span : record.side) {
            if (span.kind == SideKind::Send || span.kind == SideKind::Receive || span.kind == SideKind::Other)
                continue;
            const std::string name = span.name.empty() ? std::string{toText(span.kind)} : span.name;
            const int family = familyOf(name, ActionKind::Outside, span.kind == SideKind::Host);
            m_sideKind[family] = span.kind;
            outside[span.rank].push_back({span.kind, family, span.stage, span.start, span.end});
        }
        for (const Activity& activity : record.others)
            if (activity.kind == ActivityKind::Optimizer) {
                const int family = familyOf("optimizer", ActionKind::Outside, true);
                m_sideKind[family] = SideKind::Host;
                outside[activity.rank].push_back({SideKind::Host, family, -1, activity.start, activity.end});
            }
        for (std::vector<OutsideSpan>& spans : outside)
            std::ranges::stable_sort(spans, {}, &OutsideSpan::start);
        return outside;
    }

    int familyOf(const std::string& name, ActionKind kind, bool byMean) {
        const auto [found, isNew] = m_families.try_emplace({kind, name}, static_cast<int>(m_job.families.size()));
        if (isNew) {
            m_job.families.push_back({name, kind, byMean});
            m_sideKind.push_back(SideKind::Other);
        }
        return found->second;
    }

    /// Ways that nobody measured take what values of their link took that a rank stood waiting for, less what a block
    /// of that rank is late even where it waits for nobody.
    void settleWays() {
        std::map<std::pair<int, int>, std::vector<Time>> gaps;
        for (const Draft& draft : m_drafts)
            for (const auto& [rank, late] : draft.late)
                gaps[rank].insert(gaps[rank].end(), late.begin(), late.end());
        std::map<std::pair<int, int>, Time> late;
        for (auto& [rank, times] : gaps)
            late[rank] = upperMedian(times);
        std::map<Link, std::vector<Time>> samples;
        const auto linkOf = [](const Action& way) { return Link{way.replica, way.peer, way.rank}; };
        for (Draft& draft : m_drafts)
            for (const GuessedWay& guess : draft.guessed)
                if (guess.waitedFor) {
                    const Action& way = draft.graph.at(guess.action);
                    samples[linkOf(way)].push_back(std::max<Time>(0, way.length - late[{way.replica, way.rank}]));
                }
        std::map<Link, Time> usual;
        std::vector<Time> all;
        all.reserve(samples.size());
        for (auto& [link, times] : samples)
            all.push_back(usual[link] = upperMedian(times));
        const Time elsewhere = all.empty() ? 0 : upperMedian(all);
        for (Draft& draft : m_drafts)
            for (const GuessedWay& guess : draft.guessed) {
                Action& way = draft.graph.at(guess.action);
                const auto known = usual.find(linkOf(way));
                way.length = std::min(way.length, known == usual.end() ? elsewhere : known->second);
            }
    }

    void settleGroups() {
        std::vector<Scope> scopes;
        scopes.reserve(m_job.families.size());
        for (int family = 0; family < static_cast<int>(m_job.families.size()); ++family)
            scopes.push_back(m_job.families[family].kind == ActionKind::Outside ? scopeOf(family) : Scope::Alone);
        for (Draft& draft : m_drafts) {
            std::map<std::tuple<int, int, int, int>, int> groups;
            for (const OutsideAction& each : draft.outside) {
                const Scope scope = scopes[each.family];
                if (scope == Scope::Alone)
                    continue;
                const auto group =
                    groups.try_emplace({each.family, each.occurrence, scope == Scope::Replica ? each.replica : -1,
                                        scope == Scope::Twins ? each.rank : -1},
                                       static_cast<int>(groups.size()));
                draft.graph.at(each.action).group = group.first->second;
            }
        }
    }

    Scope scopeOf(int family) const {
        switch (m_sideKind[family]) {
        case SideKind::Gather:
        case SideKind::Reduce: return meeting(family, Scope::Twins) >= kMeet ? Scope::Twins : Scope::Alone;
        case SideKind::Collective:
            for (const Scope scope : {Scope::Job, Scope::Replica, Scope::Twins})
                if (meeting(family, scope) >= kMeet)
                    return scope;
            return Scope::Alone;
        case SideKind::Send:
        case SideKind::Receive:
        case SideKind::Host:
        case SideKind::Other: break;
        }
        return Scope::Alone;
    }

    /// How many of the family's collectives meet, were they of that scope; 0 where none has two members.
    double meeting(int family, Scope scope) const {
        int together = 0;
        int count = 0;
        struct Meeting {
            Time start = std::numeric_limits<Time>::min();
            Time end = std::numeric_limits<Time>::max();
            int members = 0;
        };
        for (const Draft& draft : m_drafts) {
            std::map<std::tuple<int, int, int>, Meeting> meetings;
            for (const OutsideAction& each : draft.outside) {
                if (each.family != family)
                    continue;
                Meeting& meeting = meetings[{each.occurrence, scope == Scope::Replica ? each.replica : -1,
                                             scope == Scope::Twins ? each.rank : -1}];
                meeting.start = std::max(meeting.start, draft.graph.at(each.action).start);
                meeting.end = std::min(meeting.end, draft.graph.at(each.action).end());
                ++meeting.members;
            }
            for (const auto& [key, meeting] : meetings) {
                count += meeting.members > 1 ? 1 : 0;
                together += meeting.members > 1 && meeting.start < meeting.end ? 1 : 0;
            }
        }
        return count > 0 ? static_cast<double>(together) / count : 0;
    }

    const Run& m_run;
    const Schedule& m_schedule;
    const Schedule* m_order;
    bool m_receivesCount;
    bool m_hostsAreBusy;
    JobGraph m_job = {};
    std::map<std::pair<ActionKind, std::string>, int> m_families = {};
    std::vector<int> m_onlyStage = {};     ///< per rank; −1: it has several
    std::vector<SideKind> m_sideKind = {}; ///< per family of what lies outside
    std::vector<Draft> m_drafts = {};
};

} // namespace

Result<JobGraph> jobGraphOf(const Run& run, const Schedule* order) { return RunGraphs(run, order).take(); }

} // namespace lanewright
