// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_graph.h"

#include "core/measured/collectives.h"
#include "core/measured/drafted_step.h"
#include "core/measured/guessed_ways.h"
#include "core/measured/profile/run_reading.h"
#include "core/measured/value_ways.h"
#include "core/model/block_ops.h"
#include "core/model/placement.h"
#include "core/model/text.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

/// Clocks and rounding may let what follows begin a little before what it follows has ended.
constexpr Time kSlack = 100'000;

/// What a rank did outside the pipeline.
struct OutsideSpan {
    SideKind kind = SideKind::Other;
    int family = 0;
    int stage = -1;
    Time start = 0;
    Time end = 0;
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
    DraftedStep& draft;
    const StepRecord& record;
    int replica = 0;
    Time offset = 0;                           ///< added to its times
    Timeline wall = {};                        ///< in the order that ranks keep
    std::vector<std::vector<int>> blocks = {}; ///< the actions of the spans of each lane
    HostActions hosts = {};
};

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

    Result<JobGraph> graphs() && {
        const std::vector<ReplicaSteps> replicas = replicaStepsOf(m_run);
        std::vector<StepsByNumber> byNumber(replicas.size());
        for (std::size_t replica = 0; replica < replicas.size(); ++replica) {
            m_job.replicas.push_back(replicas[replica].replica);
            for (const StepRecord& record : *replicas[replica].steps)
                byNumber[replica].emplace(record.step, &record);
        }
        for (const StepRecord* const step : warmStepsOf(m_run)) {
            DraftedStep draft{.step = step->step};
            std::vector<ReplicaStep> parts = partsOf(draft, byNumber);
            for (ReplicaStep& part : parts)
                addReplica(part);
            if (parts.empty())
                ++m_job.leftOut;
            else
                m_drafts.push_back(std::move(draft));
        }
        if (m_drafts.empty())
            return Error{
                say(phrase("measured", "no step of the run has all of its ops, so there is nothing to replay"))};
        settleGuessedWays(m_drafts);
        groupCollectives(m_drafts, m_sideKind);
        for (DraftedStep& draft : m_drafts) {
            Result<StepGraph> graph = std::move(draft.graph).finish(draft.step);
            if (!graph)
                return graph.error();
            m_job.steps.push_back(std::move(*graph));
        }
        return std::move(m_job);
    }

private:
    using StepsByNumber = std::map<int, const StepRecord*>;

    /// What each replica did in the step; none where one lacks ops of the schedule or blocks of the order.
    std::vector<ReplicaStep> partsOf(DraftedStep& draft, const std::vector<StepsByNumber>& replicas) const {
        std::vector<ReplicaStep> parts;
        parts.reserve(replicas.size());
        for (const StepsByNumber& own : replicas) {
            const auto found = own.find(draft.step);
            if (found == own.end() || !isWhole(m_schedule, *found->second))
                return {};
            const StepRecord& record = *found->second;
            std::optional<Timeline> wall = m_order ? reordered(record.wall, *m_order) : record.wall;
            if (!wall)
                return {};
            parts.push_back({.draft = draft,
                             .record = record,
                             .replica = static_cast<int>(parts.size()),
                             .offset = parts.empty() ? 0 : record.start - parts.front().record.start,
                             .wall = *std::move(wall)});
        }
        return parts;
    }

    void addReplica(ReplicaStep& step) {
        step.blocks.resize(step.wall.lanes.size());
        const std::vector<std::vector<OutsideSpan>> outside = outsideOf(step.record);
        for (int rank = 0; rank < static_cast<int>(step.wall.lanes.size()); ++rank) {
            addBlocks(step, rank);
            addOutside(step, rank, outside[rank]);
            if (m_hostsAreBusy)
                addHost(step, rank);
        }
        const Makers makers(m_run.plan, step.wall, step.blocks);
        const MeasuredWays measured = m_receivesCount ? MeasuredWays(step.record) : MeasuredWays();
        forEachSlot(step.wall.lanes,
                    [&](const Slot& slot, const Span& span) { addValuesTo(step, slot, span, makers, measured); });
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
    void addValuesTo(ReplicaStep& step, const Slot& slot, const Span& span, const Makers& makers,
                     const MeasuredWays& measured) {
        const int block = step.blocks[slot.rank][slot.position];
        const Time start = step.draft.graph.at(block).start;
        std::vector<ValueWay> ways = makers.waysTo(span, slot.rank, block);
        for (ValueWay& way : ways)
            noteSend(step, slot.rank, way);
        if (mayWaitWithin(span))
            std::erase_if(ways, [&](const ValueWay& way) { return way.left > start; });
        const Time free = freeBefore(step, slot);
        markWaitedFor(ways, free, start);
        for (const ValueWay& way : ways)
            addValue(step, way, measured.of(way.made, slot.rank));
        if (slot.position > 0)
            noteLateness(step, slot, ways, start - free);
    }

    /// Says of a way to the rank how the value was sent. A send that lasts beyond the beginning of the op which uses
    /// the value had handed it over before.
    static void noteSend(const ReplicaStep& step, int rank, ValueWay& way) {
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
        const auto busy = step.hosts.before.find(blocks[slot.position]);
        return busy == step.hosts.before.end() ? ended : std::max(ended, busy->second);
    }

    /// The rank stood waiting for those values that came last, where that was after it was free.
    static void markWaitedFor(std::vector<ValueWay>& ways, Time free, Time start) {
        Time latest = free;
        for (const ValueWay& way : ways)
            latest = std::max(latest, way.left);
        for (ValueWay& way : ways)
            way.waitedFor = way.left > free && way.left == latest && start >= way.left;
    }

    /// Keeps how late the block was where all that it needs was made before the block in front began, and so had come
    /// before that ended.
    static void noteLateness(ReplicaStep& step, const Slot& slot, const std::vector<ValueWay>& ways, Time late) {
        const GraphBuilder& graph = step.draft.graph;
        const Time begin = graph.at(step.blocks[slot.rank][slot.position - 1]).start;
        if (std::ranges::all_of(ways, [&](const ValueWay& way) { return graph.at(way.maker).end() <= begin; }))
            step.draft.lateness[{step.replica, slot.rank}].push_back(std::max<Time>(0, late));
    }

    void addValue(ReplicaStep& step, const ValueWay& way, const WaySpans& spans) {
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

    const Run& m_run;
    const Schedule& m_schedule;
    const Schedule* m_order;
    bool m_receivesCount;
    bool m_hostsAreBusy;
    JobGraph m_job = {};
    std::map<std::pair<ActionKind, std::string>, int> m_families = {};
    std::vector<int> m_onlyStage = {};     ///< per rank; −1: it has several
    std::vector<SideKind> m_sideKind = {}; ///< per family; Other of all that is no collective
    std::vector<DraftedStep> m_drafts = {};
};

} // namespace

Result<JobGraph> jobGraphOf(const Run& run, const Schedule* order) { return RunGraphs(run, order).graphs(); }

} // namespace lanewright
