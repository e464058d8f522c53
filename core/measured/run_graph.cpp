// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_graph.h"

#include "core/base/median.h"
#include "core/measured/profile/run_reading.h"
#include "core/model/dataflow.h"
#include "core/model/placement.h"
#include "core/model/text.h"
#include "core/simulate/block_ops.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// A rank of one of the job's replicas.
struct RankOfReplica {
    int replica = 0;
    int rank = 0;

    friend auto operator<=>(const RankOfReplica&, const RankOfReplica&) = default;
};

/// A step before what is typical of the job is known.
struct Draft {
    int step = 0;
    GraphBuilder graph = {};
    std::vector<GuessedWay> guessed = {};
    std::vector<OutsideAction> outside = {};
    /// How late blocks began that certainly had all they needed.
    std::map<RankOfReplica, std::vector<Time>> lateness = {};
};

/// What a rank did outside the pipeline.
struct OutsideSpan {
    SideKind kind = SideKind::Other;
    int family = 0;
    int stage = -1;
    Time start = 0;
    Time end = 0;
};

/// From a rank of a replica to another.
struct Link {
    int replica = 0;
    int sender = 0;
    int receiver = 0;

    static Link of(const Action& way) { return {way.replica, way.peer, way.rank}; }
    friend auto operator<=>(const Link&, const Link&) = default;
};

/// One call of a collective, in which the actions of several ranks take part; −1: those of all replicas, or ranks.
struct CollectiveCall {
    int family = 0;
    int occurrence = 0;
    int replica = -1;
    int rank = -1;

    friend auto operator<=>(const CollectiveCall&, const CollectiveCall&) = default;
};

/// The call that the action takes part in, were calls of that scope.
CollectiveCall callOf(const OutsideAction& each, Scope scope) {
    CollectiveCall call{.family = each.family, .occurrence = each.occurrence};
    if (scope == Scope::Replica)
        call.replica = each.replica;
    if (scope == Scope::Twins)
        call.rank = each.rank;
    return call;
}

/// The time that all who take part in a call have in common.
struct CommonTime {
    Time start = std::numeric_limits<Time>::min();
    Time end = std::numeric_limits<Time>::max();
    int members = 0;

    void add(const Action& action) {
        start = std::max(start, action.start);
        end = std::min(end, action.end());
        ++members;
    }
};

template <typename Key>
std::map<Key, Time> mediansOf(std::map<Key, std::vector<Time>> samples) {
    std::map<Key, Time> medians;
    for (auto& [key, times] : samples)
        medians.emplace(key, upperMedian(times));
    return medians;
}

/// The time of the key; `otherwise` where it has none.
template <typename Key>
Time timeOr(const std::map<Key, Time>& times, const Key& key, Time otherwise) {
    const auto found = times.find(key);
    return found == times.end() ? otherwise : found->second;
}

/// A value that is made on one rank and used on another.
struct Way {
    ValueKind kind = ValueKind::Activation;
    Op made = {};
    int maker = 0; ///< action
    int user = 0;  ///< action
    int send = -1; ///< the action that sent the value; −1: none is known
    Time left = 0; ///< when it was made and sent
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

/// One replica's part of a step, while its actions are added.
struct ReplicaStep {
    Draft& draft;
    const StepRecord& record;
    int replica = 0;
    Time offset = 0;                           ///< added to its times
    Timeline wall = {};                        ///< in the order that ranks keep
    std::vector<std::vector<int>> blocks = {}; ///< the actions of the spans of each lane
    HostActions hosts = {};
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
        ReplicaStep step{.draft = draft,
                         .record = record,
                         .replica = replica,
                         .offset = offset,
                         .wall = m_order ? *reordered(record.wall, *m_order) : record.wall};
        step.blocks.resize(step.wall.lanes.size());
        const std::vector<std::vector<OutsideSpan>> outside = outsideOf(record);
        for (int rank = 0; rank < static_cast<int>(step.wall.lanes.size()); ++rank) {
            addBlocks(step, rank);
            addOutside(step, rank, outside[rank]);
            if (m_hostsAreBusy)
                addHost(step, rank);
        }
        const Makers makers(m_run.plan, step.wall, step.blocks);
        const MeasuredWays measured = m_receivesCount ? MeasuredWays(record) : MeasuredWays();
        forEachSlot(step.wall.lanes, [&](const Slot& slot, const Span&) { addValuesTo(step, slot, makers, measured); });
    }

    /// The rank's blocks, each of which waits for the one in front of it.
    void addBlocks(ReplicaStep& step, int rank) {
        int before = -1;
        for (const Span& span : step.wall.lanes[rank]) {
            const int block = step.draft.graph.add({.kind = ActionKind::Compute,
                                                    .family = familyOfBlock(span),
                                                    .replica = step.replica,
                                                    .rank = rank,
                                                    .stage = span.op.stage,
                                                    .direction = m_schedule.direction(span.op.microbatch),
                                                    .microbatch = span.op.microbatch,
                                                    .start = span.start + step.offset,
                                                    .length = span.length()});
            step.draft.graph.need(block, before);
            step.blocks[rank].push_back(block);
            before = block;
        }
    }

    /// The values from other ranks that the block needs.
    void addValuesTo(ReplicaStep& step, const Slot& slot, const Makers& makers, const MeasuredWays& measured) {
        const Span& span = step.wall.lanes[slot.rank][slot.position];
        const int block = step.blocks[slot.rank][slot.position];
        const Time start = step.draft.graph.at(block).start;
        std::vector<Way> ways = makers.waysTo(span, slot.rank, block);
        for (Way& way : ways)
            noteSend(step, slot.rank, way);
        if (mayWaitWithin(span))
            std::erase_if(ways, [&](const Way& way) { return way.left > start; });
        const Time free = freeBefore(step, slot);
        markWaitedFor(ways, free, start);
        for (const Way& way : ways)
            addValue(step, way, measured.of(way.made, slot.rank));
        if (slot.position > 0)
            noteLateness(step, slot, ways, start - free);
    }

    /// Says of a way to the rank how the value was sent. A send that lasts beyond the beginning of the op which uses
    /// the value had handed it over before.
    static void noteSend(const ReplicaStep& step, int rank, Way& way) {
        const GraphBuilder& graph = step.draft.graph;
        if (const auto found = step.hosts.sends.find({way.made, rank}); found != step.hosts.sends.end()) {
            const auto& [send, before] = found->second;
            way.send = graph.at(send).end() <= graph.at(way.user).start ? send : before;
        }
        way.left = graph.at(way.maker).end();
        if (way.send >= 0)
            way.left = std::max(way.left, graph.at(way.send).end());
    }

    /// When the rank and its host are done with what stands in front of the block.
    static Time freeBefore(const ReplicaStep& step, const Slot& slot) {
        const std::vector<int>& blocks = step.blocks[slot.rank];
        const Time ended = slot.position == 0 ? std::numeric_limits<Time>::min()
                                              : step.draft.graph.at(blocks[slot.position - 1]).end();
        return std::max(ended, timeOr(step.hosts.before, blocks[slot.position], ended));
    }

    /// The rank stood waiting for those values that came last, where that was after it was free.
    static void markWaitedFor(std::vector<Way>& ways, Time free, Time start) {
        Time latest = free;
        for (const Way& way : ways)
            latest = std::max(latest, way.left);
        for (Way& way : ways)
            way.waitedFor = way.left > free && way.left == latest && start >= way.left;
    }

    /// Keeps how late the block was where all that it needs was made before the block in front began, and so had come
    /// before that ended.
    static void noteLateness(ReplicaStep& step, const Slot& slot, const std::vector<Way>& ways, Time late) {
        const GraphBuilder& graph = step.draft.graph;
        const Time begin = graph.at(step.blocks[slot.rank][slot.position - 1]).start;
        if (std::ranges::all_of(ways, [&](const Way& way) { return graph.at(way.maker).end() <= begin; }))
            step.draft.lateness[{step.replica, slot.rank}].push_back(std::max<Time>(0, late));
    }

    void addValue(ReplicaStep& step, const Way& way, const WaySpans& spans) {
        GraphBuilder& graph = step.draft.graph;
        const Action from = graph.at(way.maker);
        const Action to = graph.at(way.user);
        const char* const name = way.kind == ValueKind::Activation ? "activation" : "gradient";
        Action travel{.kind = ActionKind::Transfer,
                      .family = familyOf(name, ActionKind::Transfer, false),
                      .replica = to.replica,
                      .rank = to.rank,
                      .peer = from.rank,
                      .stage = to.stage,
                      .direction = to.direction,
                      .microbatch = to.microbatch,
                      .start = way.left,
                      .length = std::max<Time>(0, to.start - way.left)};
        const SideSpan* const last = spans.received ? spans.received : spans.sent;
        if (last && last->end + step.offset >= from.end()) {
            const Time both = std::max(last->start, spans.sent ? spans.sent->start : last->start);
            const Time end = last->end + step.offset;
            travel.start = std::clamp(both + step.offset, from.end(), end);
            travel.length = end - travel.start;
        } else {
            step.draft.guessed.push_back({graph.size(), way.waitedFor});
        }
        const int action = graph.add(travel);
        graph.need(action, way.maker);
        graph.need(action, way.send);
        graph.need(way.user, action);
    }

    void addOutside(ReplicaStep& step, int rank, const std::vector<OutsideSpan>& spans) {
        GraphBuilder& graph = step.draft.graph;
        std::map<int, int> seen;
        std::vector<int> added;
        for (const OutsideSpan& span : spans) {
            const int action = graph.add({.kind = ActionKind::Outside,
                                          .family = span.family,
                                          .replica = step.replica,
                                          .rank = rank,
                                          .stage = span.stage >= 0 ? span.stage : m_onlyStage[rank],
                                          .start = span.start + step.offset,
                                          .length = span.end - span.start});
            // The last that had ended: spans of one rank may run beside each other.
            const auto before = std::find_if(added.rbegin(), added.rend(), [&](int other) {
                return graph.at(other).end() <= span.start + step.offset + kSlack;
            });
            if (before != added.rend())
                graph.need(action, *before);
            added.push_back(action);
            step.draft.outside.push_back({action, span.family, seen[span.family]++, step.replica, rank});
            if (span.kind == SideKind::Gather)
                letWaitFor(step, rank, span, action);
            else
                needBlockBefore(step, rank, span.start, action);
        }
    }

    /// The first block that needs what was gathered waits for it.
    static void letWaitFor(ReplicaStep& step, int rank, const OutsideSpan& gather, int action) {
        const Lane& lane = step.wall.lanes[rank];
        const auto user = std::ranges::find_if(lane, [&](const Span& block) {
            return (gather.stage < 0 || block.op.stage == gather.stage) && block.start + kSlack >= gather.end;
        });
        if (user != lane.end())
            step.draft.graph.need(step.blocks[rank][user - lane.begin()], action);
    }

    /// Lets the action wait for the last of the rank's blocks that had ended at that time. Returns the place of the
    /// next.
    static std::size_t needBlockBefore(ReplicaStep& step, int rank, Time time, int action) {
        const std::size_t next = endedBefore(step.wall.lanes[rank], time);
        if (next > 0)
            step.draft.graph.need(action, step.blocks[rank][next - 1]);
        return next;
    }

    /// A host that posts a value, or waits to have sent it, does nothing else: the block behind comes after that.
    void addHost(ReplicaStep& step, int rank) {
        GraphBuilder& graph = step.draft.graph;
        const std::vector<int>& blocks = step.blocks[rank];
        int before = -1;
        for (const SideSpan& span : step.record.side) {
            if (span.rank != rank || !isOfHost(span))
                continue;
            const std::string name{span.kind == SideKind::Receive ? "receive" : "send"};
            const int action = graph.add({.kind = ActionKind::Transfer,
                                          .family = familyOf(name, ActionKind::Transfer, true),
                                          .replica = step.replica,
                                          .rank = rank,
                                          .start = span.start + step.offset,
                                          .length = span.end - span.start});
            graph.need(action, before);
            if (span.kind == SideKind::Send && span.op)
                step.hosts.sends.emplace(std::pair{*span.op, span.peer}, SendActions{action, before});
            before = action;
            const std::size_t next = needBlockBefore(step, rank, span.start, action);
            if (next < blocks.size()) {
                graph.need(blocks[next], action);
                step.hosts.before[blocks[next]] = graph.at(action).end();
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

    int familyOfBlock(const Span& span) {
        std::string name{toText(span.op.kind)};
        if (span.paired)
            name += "+" + std::string{toText(span.paired->kind)};
        const int family = familyOf(name, ActionKind::Compute, true);
        if (!span.paired)
            m_job.families[family].op = span.op.kind;
        return family;
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
        const std::map<Link, Time> usual = usualWays(usualLateness());
        std::vector<Time> all;
        all.reserve(usual.size());
        for (const auto& [link, time] : usual)
            all.push_back(time);
        const Time elsewhere = all.empty() ? 0 : upperMedian(all);
        for (Draft& draft : m_drafts)
            for (const GuessedWay& guess : draft.guessed) {
                Action& way = draft.graph.at(guess.action);
                way.length = std::min(way.length, timeOr(usual, Link::of(way), elsewhere));
            }
    }

    std::map<RankOfReplica, Time> usualLateness() const {
        std::map<RankOfReplica, std::vector<Time>> samples;
        for (const Draft& draft : m_drafts)
            for (const auto& [rank, times] : draft.lateness)
                samples[rank].insert(samples[rank].end(), times.begin(), times.end());
        return mediansOf(std::move(samples));
    }

    /// Links without a value that a rank stood waiting for have none. Ranks that `lateness` lacks are never late.
    std::map<Link, Time> usualWays(const std::map<RankOfReplica, Time>& lateness) const {
        std::map<Link, std::vector<Time>> samples;
        for (const Draft& draft : m_drafts)
            for (const GuessedWay& guess : draft.guessed)
                if (guess.waitedFor) {
                    const Action& way = draft.graph.at(guess.action);
                    const Time late = timeOr(lateness, {way.replica, way.rank}, 0);
                    samples[Link::of(way)].push_back(std::max<Time>(0, way.length - late));
                }
        return mediansOf(std::move(samples));
    }

    void settleGroups() {
        std::vector<Scope> scopes;
        scopes.reserve(m_job.families.size());
        for (int family = 0; family < static_cast<int>(m_job.families.size()); ++family)
            scopes.push_back(m_job.families[family].kind == ActionKind::Outside ? scopeOf(family) : Scope::Alone);
        for (Draft& draft : m_drafts) {
            std::map<CollectiveCall, int> groups;
            for (const OutsideAction& each : draft.outside)
                if (const Scope scope = scopes[each.family]; scope != Scope::Alone) {
                    const auto group = groups.try_emplace(callOf(each, scope), static_cast<int>(groups.size())).first;
                    draft.graph.at(each.action).group = group->second;
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

    /// What part of the family's collectives meet, were they of that scope; 0 where none has two members.
    double meeting(int family, Scope scope) const {
        int together = 0;
        int count = 0;
        for (const Draft& draft : m_drafts) {
            std::map<CollectiveCall, CommonTime> calls;
            for (const OutsideAction& each : draft.outside)
                if (each.family == family)
                    calls[callOf(each, scope)].add(draft.graph.at(each.action));
            for (const auto& [call, time] : calls)
                if (time.members > 1) {
                    ++count;
                    together += time.start < time.end ? 1 : 0;
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
