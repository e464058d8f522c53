// SPDX-License-Identifier: Apache-2.0
#include "core/client/profile.h"
#include "core/generate/recognise/recognise.h"
#include "core/model/dataflow.h"
#include "core/model/text.h"
#include "core/model/title.h"
#include "core/model/totals.h"
#include "core/simulate/simulate.h"
#include "core/trace/clock_fit.h"
#include "core/trace/import_traces.h"
#include "core/trace/traced_pipelines.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace lanewright {

namespace {

/// Where an op of a step stands in the trace.
struct OpPlace {
    int rank = 0;
    const TracedOp* traced = nullptr;
};
using OpPlaces = std::map<Op, OpPlace>;

OpPlaces placesIn(const std::vector<const TracedStep*>& steps) {
    OpPlaces places;
    for (int rank = 0; rank < static_cast<int>(steps.size()); ++rank)
        for (const TracedOp& traced : steps[rank]->ops)
            for (const MaybeOp& op : {MaybeOp{traced.op}, traced.paired})
                if (op)
                    places[*op] = {.rank = rank, .traced = &traced};
    return places;
}

/// The op that yields a value, which of B and BW the trace has.
const OpPlaces::value_type* producerIn(const OpPlaces& places, const Value& value) {
    for (const bool fused : {false, true})
        if (const auto found = places.find(producerOf(value, fused)); found != places.end())
            return &*found;
    return nullptr;
}

/// Calls `take` with each value that crosses ranks: consumer, its place, producer, its place.
template <typename Take>
void forCrossings(const OpPlaces& places, int stages, const Take& take) {
    for (const auto& [op, place] : places)
        for (const Value& value : needsOf(op, stages))
            if (crossesRanks(value.kind))
                if (const auto* producer = producerIn(places, value); producer && producer->second.rank != place.rank)
                    take(op, place, producer->first, producer->second);
}

/// When an op of a pair, the second one, could begin at the latest: its own start where it is known, else the pair's
/// end.
Time usedAt(const Op& op, const TracedOp& traced) {
    if (!traced.paired)
        return traced.start;
    if (traced.parts.size() == 2)
        return traced.parts[op == traced.op ? 0 : 1].start;
    return op == traced.op ? traced.start : traced.end;
}

/// When a value was there to leave: posted, or the end of its block, since pairs post what both halves made.
Time madeAt(const TracedOp& traced) {
    return traced.sent != kUnknownTime ? std::max(traced.sent, traced.start) : traced.end;
}

void addCrossings(int number, const std::vector<const TracedStep*>& steps, int stages,
                  std::vector<Crossing>& crossings) {
    forCrossings(placesIn(steps), stages,
                 [&](const Op& consumer, const OpPlace& to, const Op& producer, const OpPlace& from) {
                     crossings.push_back({.from = from.rank,
                                          .to = to.rank,
                                          .made = madeAt(*from.traced),
                                          .used = usedAt(consumer, *to.traced),
                                          .producer = producer,
                                          .consumer = consumer,
                                          .step = number});
                 });
}

/// What makes the clocks of some steps one.
struct StepClock {
    ClockFit fit = {};
    std::vector<Time> origins = {};

    Time at(int rank, Time time) const { return commonTime(fit, origins, rank, time); }
};

std::vector<Time> originsOf(const std::vector<const TracedStep*>& steps) {
    std::vector<Time> origins;
    origins.reserve(steps.size());
    for (const TracedStep* step : steps)
        origins.push_back(step->ops.front().start);
    return origins;
}

/// A pipeline on one clock.
struct AlignedPipeline {
    const TracedPipeline* traced = nullptr;
    StepClock shared = {};                ///< of all steps; where they share none that of the first
    std::map<int, StepClock> ofStep = {}; ///< where steps share no clock, by number; without those that no clocks fit
    std::vector<Time> uncertainty = {};
    int misfits = 0;

    /// The clock of a step; null where none fits.
    const StepClock* clockOf(int number) const {
        if (ofStep.empty())
            return &shared;
        const auto found = ofStep.find(number);
        return found == ofStep.end() ? nullptr : &found->second;
    }
};

Result<AlignedPipeline> aligned(const TracedPipeline& pipeline, int stages) {
    AlignedPipeline result{.traced = &pipeline};
    std::vector<Crossing> crossings;
    for (const auto& [number, steps] : pipeline.steps)
        addCrossings(number, steps, stages, crossings);
    result.shared.origins = originsOf(pipeline.steps.begin()->second);
    Result<ClockFit> fit = fitClocks(crossings, result.shared.origins);
    if (!fit)
        return fit.error();
    result.shared.fit = *std::move(fit);
    result.uncertainty = result.shared.fit.uncertainty;
    return result;
}

/// The same where each rank's clock begins anew with each step. Steps that no clocks fit are left out, unless that is
/// true of all.
Result<AlignedPipeline> alignedByStep(const TracedPipeline& pipeline, int stages) {
    AlignedPipeline result{.traced = &pipeline, .uncertainty = std::vector<Time>(pipeline.ranks.size(), 0)};
    std::optional<Error> wrong;
    for (const auto& [number, steps] : pipeline.steps) {
        StepClock clock{.origins = originsOf(steps)};
        std::vector<Crossing> crossings;
        addCrossings(number, steps, stages, crossings);
        Result<ClockFit> fit = fitClocks(crossings, clock.origins, /*rawMayStay=*/false);
        if (!fit) {
            ++result.misfits;
            wrong = wrong.value_or(fit.error());
            continue;
        }
        clock.fit = *std::move(fit);
        for (std::size_t rank = 0; rank < result.uncertainty.size(); ++rank)
            result.uncertainty[rank] = std::max(result.uncertainty[rank], clock.fit.uncertainty[rank]);
        result.ofStep.emplace(number, std::move(clock));
    }
    if (result.ofStep.empty())
        return *wrong;
    result.shared = result.ofStep.begin()->second;
    return result;
}

/// Writes one step of a pipeline as the record that runs hold.
class StepWriter {
public:
    StepWriter(const StepClock& clock, int number, const std::vector<const TracedStep*>& steps, int stages, bool isGpu)
        : m_clock(&clock), m_steps(&steps), m_places(placesIn(steps)), m_stages(stages), m_isGpu(isGpu) {
        m_record.step = number;
        m_zero = firstOp();
    }

    /// When the step's first op starts, on the common clock.
    Time zero() const { return m_zero; }
    int clipped() const { return m_clipped; }

    StepRecord write(Time runZero) {
        m_record.start = m_zero - runZero;
        for (int rank = 0; rank < static_cast<int>(m_steps->size()); ++rank)
            addRank(rank);
        addTransfers();
        std::ranges::stable_sort(m_record.side, {}, &SideSpan::start);
        return std::move(m_record);
    }

private:
    Time firstOp() const {
        std::optional<Time> first;
        for (int rank = 0; rank < static_cast<int>(m_steps->size()); ++rank)
            for (const TracedOp& op : (*m_steps)[rank]->ops)
                first = std::min(first.value_or(std::numeric_limits<Time>::max()), m_clock->at(rank, op.start));
        return first.value_or(0);
    }

    Time at(int rank, Time time) const { return m_clock->at(rank, time) - m_zero; }

    void addRank(int rank) {
        const TracedStep& step = *(*m_steps)[rank];
        Lane lane;
        std::vector<Time> launched;
        bool anyLaunched = false;
        Time free = 0;
        for (const TracedOp& op : step.ops) {
            Span span{.op = op.op, .paired = op.paired, .start = at(rank, op.start), .end = at(rank, op.end)};
            if (!lane.empty() && span.start < lane.back().end) {
                ++m_clipped;
                span.start = lane.back().end;
            }
            span.end = std::max(span.end, span.start);
            addWait(rank, op, std::max(free, op.window == kUnknownTime ? free : at(rank, op.window)), span.start);
            addParts(rank, op, span);
            launched.push_back(op.launched == kUnknownTime ? span.start : at(rank, op.launched));
            anyLaunched |= op.launched != kUnknownTime;
            free = span.end;
            lane.push_back(span);
        }
        m_record.wall.lanes.push_back(std::move(lane));
        if (anyLaunched || !m_record.launched.empty()) {
            m_record.launched.resize(static_cast<std::size_t>(rank));
            m_record.launched.push_back(anyLaunched ? std::move(launched) : std::vector<Time>{});
        }
        for (const Extent& optimizer : step.optimizer)
            m_record.others.push_back({.kind = ActivityKind::Optimizer,
                                       .rank = rank,
                                       .start = at(rank, optimizer.start),
                                       .end = at(rank, optimizer.end)});
        for (SideSpan span : step.side) {
            span.rank = rank;
            span.stage = span.stage < m_stages ? span.stage : -1;
            span.start = at(rank, span.start);
            span.end = std::max(span.start, at(rank, span.end));
            nameEnds(span);
            m_record.side.push_back(std::move(span));
        }
    }

    /// A rank that came to an op before what the op needs was there waited for it.
    void addWait(int rank, const TracedOp& op, Time from, Time until) {
        if (until <= from)
            return;
        for (const MaybeOp& each : {MaybeOp{op.op}, op.paired}) {
            if (!each)
                continue;
            for (const Value& value : needsOf(*each, m_stages)) {
                const auto* producer = crossesRanks(value.kind) ? producerIn(m_places, value) : nullptr;
                if (producer && producer->second.rank != rank) {
                    m_record.others.push_back(
                        {.kind = ActivityKind::Wait, .rank = rank, .start = from, .end = until, .op = *each});
                    return;
                }
            }
        }
    }

    void addParts(int rank, const TracedOp& op, const Span& span) {
        if (!op.paired || op.parts.size() != 2)
            return;
        const Op ops[] = {op.op, *op.paired};
        for (int part = 0; part < 2; ++part) {
            const Time start = std::clamp(at(rank, op.parts[part].start), span.start, span.end);
            m_record.others.push_back({.kind = ActivityKind::Part,
                                       .rank = rank,
                                       .start = start,
                                       .end = std::clamp(at(rank, op.parts[part].end), start, span.end),
                                       .op = ops[part]});
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

    /// From sending until the consumer had it: as both ends measured it, or where only the wait for it shows when it
    /// came, until that wait ended. Of a value nobody waited for nothing says when it came.
    void addTransfers() {
        std::map<Op, std::pair<const SideSpan*, const SideSpan*>> messages;
        for (const SideSpan& span : m_record.side)
            if (span.op && (span.kind == SideKind::Send || span.kind == SideKind::Receive)) {
                auto& [send, receive] = messages[*span.op];
                (span.kind == SideKind::Send ? send : receive) = &span;
            }
        const auto add = [&](const Op& producer, int from, int to, Time start, Time end) {
            if (end >= start)
                m_record.others.push_back({.kind = ActivityKind::Transfer,
                                           .rank = from,
                                           .start = start,
                                           .end = end,
                                           .op = producer,
                                           .peer = to});
        };
        forCrossings(m_places, m_stages,
                     [&](const Op& consumer, const OpPlace& to, const Op& producer, const OpPlace& from) {
                         const auto found = messages.find(producer);
                         const bool both = found != messages.end() && found->second.first && found->second.second;
                         if (m_isGpu && both)
                             return add(producer, from.rank, to.rank, found->second.first->start,
                                        std::max(found->second.second->end, found->second.first->start));
                         const Time start = at(from.rank, madeAt(*from.traced));
                         const Time used = at(to.rank, usedAt(consumer, *to.traced));
                         const bool waited = to.traced->window != kUnknownTime && at(to.rank, to.traced->window) < used;
                         if (waited && !m_isGpu)
                             add(producer, from.rank, to.rank, start, used);
                     });
    }

    const StepClock* m_clock;
    const std::vector<const TracedStep*>* m_steps;
    OpPlaces m_places;
    int m_stages;
    bool m_isGpu;
    Time m_zero = 0;
    int m_clipped = 0;
    StepRecord m_record = {};
};

/// Drops what lies further than 11 days from the ops of its step, and fails where ops of a rank do: nothing below need
/// then think of times that do not fit.
Result<Done> keepNear(TracedJob& job) {
    for (TracedRank& rank : job.ranks) {
        std::optional<Time> first;
        for (TracedStep& step : rank.steps) {
            if (!first && !step.ops.empty())
                first = step.ops.front().start;
            const auto isNear = [&](Time time) { return first && std::abs(time - *first) < kMaxTime; };
            for (TracedOp& op : step.ops) {
                if (!isNear(op.start) || !isNear(op.end) || op.end < op.start)
                    return Error{say(phrase("trace", "the times of %1 lie further than 11 days apart, or backwards"),
                                     rank.source)};
                for (Time* time : {&op.window, &op.launched, &op.sent})
                    if (*time != kUnknownTime && !isNear(*time))
                        *time = kUnknownTime;
                if (!std::ranges::all_of(op.parts,
                                         [&](const Extent& part) { return isNear(part.start) && isNear(part.end); }))
                    op.parts.clear();
            }
            std::erase_if(step.side, [&](const SideSpan& span) { return !isNear(span.start) || !isNear(span.end); });
            std::erase_if(step.optimizer,
                          [&](const Extent& extent) { return !isNear(extent.start) || !isNear(extent.end); });
        }
    }
    return Done{};
}

/// The plan that a run without one shows: the order of its first step.
Plan planOf(const TracedPipelines& all) {
    Plan plan{.timeUnit = TimeUnit::Ms};
    plan.schedule = {.placement = all.placement, .microbatches = all.microbatches};
    for (const TracedStep* step : all.pipelines.front().steps.begin()->second) {
        Row row;
        for (const TracedOp& op : step->ops)
            row.push_back({.op = op.op, .paired = op.paired});
        plan.schedule.order.push_back(std::move(row));
    }
    const int stages = all.placement.stages();
    plan.costs = uniform(stages);
    plan.memory = uniformMemory(stages, all.placement.ranks, {.forward = kMemoryUnit, .backwardWeight = -kMemoryUnit});
    return plan;
}

/// Whether the job ran what the plan says it ran; in any order.
Result<Done> fits(const Plan& plan, const TracedPipelines& all) {
    if (plan.isProblem())
        return Error{say(phrase("trace", "the plan has no order, so no job ran it"))};
    if (plan.schedule.placement.directions.size() != 1)
        return Error{say(phrase("trace", "the plan has two directions or replicas; give the plan of one pipeline"))};
    if (plan.schedule.placement != all.placement)
        return Error{
            say(phrase("trace", "the job ran %1 stages on %2 ranks, which the plan places otherwise (%3 stages "
                                "on %4 ranks)"),
                all.placement.stages(), all.placement.ranks, plan.schedule.stages(), plan.schedule.ranks())};
    if (plan.schedule.microbatches != all.microbatches)
        return Error{say(phrase("trace", "the job ran %1 microbatches a step, the plan has %2"), all.microbatches,
                         plan.schedule.microbatches)};
    std::set<Op> planned;
    for (const Row& row : plan.schedule.order)
        for (const Block& block : row) {
            planned.insert(block.op);
            if (block.paired)
                planned.insert(*block.paired);
        }
    for (const auto& [op, place] : placesIn(all.pipelines.front().steps.begin()->second))
        if (!planned.contains(op))
            return Error{say(phrase("trace", "the job ran %1, which the plan has not"), toText(op))};
    return Done{};
}

/// How many steps of the ranks of a pipeline ran in another order than the plan.
int otherOrders(const TracedPipeline& pipeline, const Plan& plan) {
    int count = 0;
    for (const auto& [number, steps] : pipeline.steps) {
        const auto same = [&](int rank) {
            const Row& row = plan.schedule.order[rank];
            return std::ranges::equal(row, steps[rank]->ops, [](const Block& block, const TracedOp& op) {
                return block.op == op.op && block.paired == op.paired;
            });
        };
        for (int rank = 0; rank < static_cast<int>(steps.size()); ++rank)
            if (!same(rank)) {
                ++count;
                break;
            }
    }
    return count;
}

Time meanOf(const std::vector<StepRecord>& steps) {
    Time sum = 0;
    for (const StepRecord& step : steps)
        sum += extentOf(step.wall).length();
    return steps.empty() ? 0 : sum / static_cast<Time>(steps.size());
}

/// Leaves only the steps that were asked for, and drops replicas that are left with none.
Result<Done> takeSteps(TracedPipelines& all, const ImportOptions& options) {
    int least = std::numeric_limits<int>::max();
    int most = 0;
    for (TracedPipeline& pipeline : all.pipelines) {
        least = std::min(least, pipeline.steps.begin()->first);
        most = std::max(most, pipeline.steps.rbegin()->first);
        const auto before = static_cast<int>(pipeline.steps.size());
        std::erase_if(pipeline.steps, [&](const auto& step) {
            return step.first < options.firstStep || step.first >= options.endStep;
        });
        all.leftOut += before - static_cast<int>(pipeline.steps.size());
    }
    std::erase_if(all.pipelines, [](const TracedPipeline& pipeline) { return pipeline.steps.empty(); });
    if (all.pipelines.empty())
        return Error{
            say(phrase("trace", "none of the steps asked for is there; the traces hold whole steps from %1 to %2"),
                least, most)};
    return Done{};
}

/// The replicas that were asked for, the run's own in front.
Result<std::vector<Replica>> chosen(std::vector<Replica> replicas, const ImportOptions& options) {
    auto own = std::ranges::max_element(replicas, {}, [](const Replica& replica) { return meanOf(replica.steps); });
    if (options.replicas == ImportOptions::Replicas::One) {
        own = std::ranges::find(replicas, options.replica, &Replica::replica);
        if (own == replicas.end())
            return Error{say(phrase("trace", "there is no replica %1 in these traces; the last is %2"), options.replica,
                             replicas.back().replica)};
    }
    if (options.replicas != ImportOptions::Replicas::All)
        return std::vector<Replica>{std::move(*own)};
    std::rotate(replicas.begin(), own, own + 1);
    return replicas;
}

void moveInto(Run& run, std::vector<Replica> replicas) {
    // Steps count from the first one of the run's own replica.
    const Time zero = replicas.front().steps.front().start;
    for (Replica& replica : replicas)
        for (StepRecord& step : replica.steps)
            step.start -= zero;
    Replica& own = replicas.front();
    run.replica = own.replica;
    run.steps = std::move(own.steps);
    run.clocks = std::move(own.clocks);
    run.clockUncertainty = std::move(own.clockUncertainty);
    run.hosts = std::move(own.hosts);
    replicas.erase(replicas.begin());
    run.replicas = std::move(replicas);
}

std::vector<std::string> hostsOf(const TracedPipeline& pipeline) {
    std::vector<std::string> hosts;
    hosts.reserve(pipeline.ranks.size());
    for (const TracedRank* rank : pipeline.ranks)
        hosts.push_back(rank->host);
    const bool known = std::ranges::any_of(hosts, [](const std::string& host) { return !host.empty(); });
    return known ? hosts : std::vector<std::string>{};
}

/// What was not written as it stood in the trace.
struct RecordLosses {
    int clipped = 0;     ///< ops that overlapped others
    int misfits = 0;     ///< steps whose clocks fit nothing
    int otherOrders = 0; ///< steps in another order than the plan's
};

/// Records of all pipelines, each on its own common clock. Increases `losses`. What was written is dropped from the
/// job, which is then empty: of a large one the trace and the run would be too much together.
Result<std::vector<Replica>> recordsOf(TracedPipelines& all, const Plan& plan, TracedJob& job, RecordLosses& losses) {
    std::vector<Replica> replicas;
    const int stages = all.placement.stages();
    std::optional<Time> zero;
    for (TracedPipeline& pipeline : all.pipelines) {
        losses.otherOrders += otherOrders(pipeline, plan);
        const Result<AlignedPipeline> own =
            job.clockPerStep ? alignedByStep(pipeline, stages) : aligned(pipeline, stages);
        if (!own)
            return own.error();
        Replica replica{.replica = pipeline.replica,
                        .hosts = hostsOf(pipeline),
                        .clockUncertainty = own->uncertainty,
                        .clocks = own->shared.fit.clocks};
        losses.misfits += own->misfits;
        for (const auto& [number, steps] : pipeline.steps) {
            const StepClock* clock = own->clockOf(number);
            if (!clock)
                continue;
            StepWriter writer{*clock, number, steps, stages, job.isGpu};
            if (!zero)
                zero = writer.zero();
            replica.steps.push_back(writer.write(*zero));
            losses.clipped += writer.clipped();
        }
        if (!std::ranges::is_sorted(replica.steps, {}, &StepRecord::start))
            return Error{say(phrase("trace", "the steps of replica %1 are not in the order of their numbers"),
                             pipeline.replica)};
        const auto reach = [](const StepRecord& step) { return std::max(step.start, -step.start) > kMaxTotalTime / 2; };
        if (std::ranges::any_of(replica.steps, reach) || std::ranges::any_of(replica.steps, [](const StepRecord& step) {
                return extentOf(step.wall).length() > kMaxTotalTime / 2;
            }))
            return Error{say(phrase("trace", "the times of replica %1 lie more than 50 days apart"), pipeline.replica)};
        replicas.push_back(std::move(replica));
        pipeline.steps.clear();
        for (const TracedRank* rank : pipeline.ranks)
            job.ranks[static_cast<std::size_t>(rank - job.ranks.data())].steps = {};
    }
    return replicas;
}

void tellClocks(const Run& run, ImportReport& report) {
    const auto add = [&report](const Clocks& clocks, const std::vector<Time>& uncertainty) {
        report.clocksMoved = report.clocksMoved || clocks.source == ClockSource::Dependencies;
        for (const Time bound : uncertainty)
            report.clockBound = std::max(report.clockBound, bound);
    };
    add(run.clocks, run.clockUncertainty);
    for (const Replica& replica : run.replicas)
        add(replica.clocks, replica.clockUncertainty);
}

/// A name for the order and the costs that it was run with.
void describe(Run& run, ImportReport& report) {
    const Recognition name = recognise(run.plan);
    report.orderName = name.sentence();
    report.order = report.orderName.text();
    if (!run.recorder->orderMeasured)
        return;
    const Profile profile = profileOf(run);
    run.plan = withMeasuredCosts(std::move(run.plan), profile);
    const std::string withRanks =
        title::with(name.title.text(), title::counted(title::kRanks, run.plan.schedule.ranks()));
    run.plan.title = title::with(withRanks, title::counted(title::kMicrobatches, run.plan.schedule.microbatches));
}

} // namespace

Result<ImportedRun> runOf(TracedJob job, const ImportOptions& options) {
    if (const Result<Done> near = keepNear(job); !near)
        return near.error();
    Result<TracedPipelines> all = pipelinesOf(job);
    if (!all)
        return all.error();
    if (const Result<Done> taken = takeSteps(*all, options); !taken)
        return taken.error();
    if (options.plan)
        if (const Result<Done> same = fits(*options.plan, *all); !same)
            return same.error();
    ImportedRun result;
    Run& run = result.run;
    run.plan = options.plan ? *options.plan : planOf(*all);
    run.backend = job.isGpu ? "cuda" : "cpu";
    run.partial = all->cut || job.cut;
    run.recorder = Recorder{.name = job.format,
                            .framework = job.framework,
                            .deviceClock = job.deviceClock,
                            .waitsInside = job.waitsInside,
                            .orderMeasured = !options.plan};
    RecordLosses losses;
    Result<std::vector<Replica>> replicas = recordsOf(*all, run.plan, job, losses);
    if (replicas)
        replicas = chosen(*std::move(replicas), options);
    if (!replicas)
        return replicas.error();
    moveInto(run, *std::move(replicas));
    ImportReport& report = result.report;
    report.format = job.format;
    report.steps = static_cast<int>(run.steps.size());
    report.stepsLeftOut = all->leftOut + losses.misfits + job.stepsSkipped;
    report.replicas = 1 + static_cast<int>(run.replicas.size());
    report.orderIsPlan = options.plan.has_value();
    tellClocks(run, report);
    report.notes = std::move(job.notes);
    if (losses.misfits > 0)
        report.notes.push_back(
            sayCounted(countedPhrase("trace", "%1 steps were left out, for no clocks of the ranks fit what they did",
                                     "%1 step was left out, for no clocks of the ranks fit what they did"),
                       losses.misfits, losses.misfits));
    if (losses.clipped > 0)
        report.notes.push_back(sayCounted(
            countedPhrase("trace", "%1 ops began before the op in front of them on their rank had ended, and were cut",
                          "%1 op began before the op in front of it on its rank had ended, and was cut"),
            losses.clipped, losses.clipped));
    if (losses.otherOrders > 0)
        report.notes.push_back(sayCounted(countedPhrase("trace", "in %1 steps some rank ran its ops in another order",
                                                        "in %1 step some rank ran its ops in another order"),
                                          losses.otherOrders, losses.otherOrders));
    if (job.waitsInside)
        report.notes.push_back(
            say(phrase("trace", "ops may hold the wait for what they need: nothing tells them apart")));
    describe(run, report);
    return result;
}

} // namespace lanewright
