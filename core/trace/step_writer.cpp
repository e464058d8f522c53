// SPDX-License-Identifier: Apache-2.0
#include "core/trace/step_writer.h"

#include "core/model/dataflow.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// Writes one step of a pipeline as the record that runs hold: blocks, waits, halves of pairs, messages and transfers,
/// on the common clock and from the step's own zero. An op that overlaps the one in front of it on its rank is cut.
class TracedStepWriter {
public:
    TracedStepWriter(const StepClock& clock, int number, const std::vector<const TracedStep*>& steps, int stages,
                     bool isGpu)
        : m_clock(&clock), m_steps(&steps), m_places(placesIn(steps)), m_stages(stages), m_isGpu(isGpu) {
        std::optional<Time> first;
        for (int rank = 0; rank < static_cast<int>(steps.size()); ++rank)
            for (const TracedOp& op : steps[rank]->ops)
                first = std::min(first.value_or(std::numeric_limits<Time>::max()), clock.at(rank, op.start));
        m_zero = first.value_or(0);
        m_written.record = {.step = number, .start = m_zero};
    }

    WrittenStep write() {
        for (int rank = 0; rank < static_cast<int>(m_steps->size()); ++rank)
            addRank(rank);
        addTransfers();
        std::ranges::stable_sort(m_written.record.side, {}, &SideSpan::start);
        return std::move(m_written);
    }

private:
    Time at(int rank, Time time) const { return m_clock->at(rank, time) - m_zero; }

    void addRank(int rank) {
        const TracedStep& step = *(*m_steps)[rank];
        Lane& lane = m_written.record.wall.lanes.emplace_back();
        for (const TracedOp& op : step.ops)
            addOp(lane, rank, op);
        addLaunches(lane, rank, step.ops);
        for (const Extent& optimizer : step.optimizer)
            note(ActivityKind::Optimizer, rank, at(rank, optimizer.start), at(rank, optimizer.end));
        for (SideSpan span : step.side) {
            span.rank = rank;
            span.stage = span.stage < m_stages ? span.stage : -1;
            span.start = at(rank, span.start);
            span.end = std::max(span.start, at(rank, span.end));
            nameEnds(span);
            m_written.record.side.push_back(std::move(span));
        }
    }

    void addOp(Lane& lane, int rank, const TracedOp& op) {
        const Time free = lane.empty() ? 0 : lane.back().end;
        const Begin begin = beginOf(rank, op, free);
        if (begin.before.end > begin.before.start)
            note(ActivityKind::Part, rank, begin.before.start, begin.before.end, op.op);
        Span span{.op = op.op, .paired = op.paired, .start = begin.start, .end = at(rank, op.end)};
        if (!lane.empty() && span.start < free) {
            ++m_written.clipped;
            span.start = free;
        }
        span.end = std::max(span.end, span.start);
        if (!op.holdsWait) // whose gap in front is none
            addWaits(rank, op, begin.due, span.start);
        addParts(rank, op, span);
        lane.push_back(span);
    }

    /// How an op began.
    struct Begin {
        Time due = 0; ///< from when the rank waited for it
        Time start = 0;
        Extent before = {}; ///< what it did before it waited; nothing where it has no length
    };

    Begin beginOf(int rank, const TracedOp& op, Time free) const {
        Begin begin{.due = std::max(free, op.window == kUnknownTime ? free : at(rank, op.window)),
                    .start = at(rank, op.start)};
        if (op.before.start == kUnknownTime || op.before.end == kUnknownTime || op.paired)
            return begin;
        begin.before = {.start = std::max(free, at(rank, op.before.start)), .end = at(rank, op.before.end)};
        // What it needs lay ready before the rank came to it: then it stood waiting for nothing.
        const std::optional<Time> there = lastThere(rank, op.op);
        if (!there || *there < begin.due)
            begin.start = begin.before.start;
        else
            begin.due = begin.before.end;
        return begin;
    }

    /// When each op of the lane was launched, where the trace says it of any.
    void addLaunches(const Lane& lane, int rank, const std::vector<TracedOp>& ops) {
        std::vector<std::vector<Time>>& launched = m_written.record.launched;
        const bool any = std::ranges::any_of(ops, [](const TracedOp& op) { return op.launched != kUnknownTime; });
        if (!any && launched.empty())
            return;
        launched.resize(rank + 1);
        for (std::size_t place = 0; any && place < ops.size(); ++place)
            launched[rank].push_back(ops[place].launched == kUnknownTime ? lane[place].start
                                                                         : at(rank, ops[place].launched));
    }

    void note(ActivityKind kind, int rank, Time start, Time end, const MaybeOp& op = {}, int peer = -1) {
        m_written.record.others.push_back({kind, rank, start, end, op, peer});
    }

    /// When the last value was there to travel that the op needs of other ranks; nothing where it needs none.
    std::optional<Time> lastThere(int rank, const Op& op) const {
        std::optional<Time> last;
        for (const Value& value : needsOf(op, m_stages))
            if (const auto* made = crossesRanks(value.kind) ? producerIn(m_places, value) : nullptr;
                made && made->second.rank != rank)
                last = std::max(last.value_or(std::numeric_limits<Time>::min()),
                                at(made->second.rank, madeAt(*made->second.traced)));
        return last;
    }

    /// A rank that came to an op before what the op needs was there waited for it: of a pair that runs one op after the
    /// other, in front of each.
    void addWaits(int rank, const TracedOp& op, Time from, Time until) {
        if (!op.paired || op.parts.size() != 2)
            return addWait(rank, op.op, op.paired, from, until);
        const bool inOrder = op.parts[0].start <= op.parts[1].start;
        const Op& later = inOrder ? *op.paired : op.op;
        const Time done = op.parts[inOrder ? 0 : 1].end;
        const Time begun = op.parts[inOrder ? 1 : 0].start;
        if (begun < done) // side by side
            return addWait(rank, op.op, op.paired, from, until);
        addWait(rank, inOrder ? op.op : *op.paired, {}, from, until);
        addWait(rank, later, {}, at(rank, done), at(rank, begun));
    }

    void addWait(int rank, const Op& op, const MaybeOp& paired, Time from, Time until) {
        if (until <= from)
            return;
        for (const MaybeOp& each : {MaybeOp{op}, paired})
            if (each && lastThere(rank, *each))
                return note(ActivityKind::Wait, rank, from, until, *each);
    }

    void addParts(int rank, const TracedOp& op, const Span& span) {
        if (!op.paired || op.parts.size() != 2)
            return;
        const Op ops[] = {op.op, *op.paired};
        for (int part = 0; part < 2; ++part) {
            const Time start = std::clamp(at(rank, op.parts[part].start), span.start, span.end);
            note(ActivityKind::Part, rank, start, std::clamp(at(rank, op.parts[part].end), start, span.end), ops[part]);
        }
    }

    /// The op that yields what a message carries as the trace has it, and the rank at the other end.
    void nameEnds(SideSpan& span) const {
        if (!span.op)
            return;
        const Value value{.kind = span.op->kind == OpKind::F ? ValueKind::Activation : ValueKind::Gradient,
                          .stage = span.op->stage,
                          .microbatch = span.op->microbatch};
        const auto* producer = producerIn(m_places, value);
        if (!producer) {
            span.op.reset();
            return;
        }
        span.op = producer->first;
        const int nextStage = value.stage + (value.kind == ValueKind::Activation ? 1 : -1);
        const auto consumer = std::ranges::find_if(m_places, [&](const auto& place) {
            return place.first.stage == nextStage && place.first.microbatch == value.microbatch;
        });
        span.peer = span.kind == SideKind::Receive ? producer->second.rank
                    : consumer != m_places.end()   ? consumer->second.rank
                                                   : -1;
    }

    /// What both ends say of the message that carries a value; null: nothing.
    struct MessageEnds {
        const SideSpan* send = nullptr;
        const SideSpan* receive = nullptr;
    };

    /// From the later of sending and posting the receive until the consumer had it: as both ends measured it, or where
    /// only the wait for it shows when it came, until that wait ended. Of a value nobody waited for nothing says when
    /// it came.
    void addTransfers() {
        std::map<Op, MessageEnds> messages;
        for (const SideSpan& span : m_written.record.side)
            if (span.op && (span.kind == SideKind::Send || span.kind == SideKind::Receive)) {
                MessageEnds& ends = messages[*span.op];
                (span.kind == SideKind::Send ? ends.send : ends.receive) = &span;
            }
        forCrossings(
            m_places, m_stages, [&](const Op& consumer, const OpPlace& to, const Op& producer, const OpPlace& from) {
                const auto found = messages.find(producer);
                const MessageEnds ends = found == messages.end() ? MessageEnds{} : found->second;
                const std::optional<Extent> way = m_isGpu ? measuredWay(ends) : waitedWay(consumer, to, from, ends);
                if (way && way->end >= way->start)
                    note(ActivityKind::Transfer, from.rank, way->start, way->end, producer, to.rank);
            });
    }

    static std::optional<Extent> measuredWay(const MessageEnds& ends) {
        if (!ends.send || !ends.receive)
            return {};
        const Time there = std::max(ends.send->start, ends.receive->start);
        return Extent{.start = there, .end = std::max(ends.receive->end, there)};
    }

    /// Where the rank came to wait before the value was sent.
    std::optional<Extent> waitedWay(const Op& consumer, const OpPlace& to, const OpPlace& from,
                                    const MessageEnds& ends) const {
        const Time sent = at(from.rank, madeAt(*from.traced));
        const Time stood = to.traced->before.end != kUnknownTime ? to.traced->before.end : to.traced->window;
        if (stood == kUnknownTime || at(to.rank, stood) > sent)
            return {};
        return Extent{.start = ends.receive ? std::max(sent, ends.receive->start) : sent,
                      .end = at(to.rank, usedAt(consumer, *to.traced))};
    }

    const StepClock* m_clock;
    const std::vector<const TracedStep*>* m_steps;
    OpPlaces m_places;
    int m_stages;
    bool m_isGpu;
    Time m_zero = 0;
    WrittenStep m_written = {};
};

} // namespace

WrittenStep writtenStep(const StepClock& clock, int number, const std::vector<const TracedStep*>& steps, int stages,
                        bool isGpu) {
    return TracedStepWriter{clock, number, steps, stages, isGpu}.write();
}

} // namespace lanewright
