// SPDX-License-Identifier: Apache-2.0
#include "core/base/mapped.h"
#include "core/generate/recognise/recognise.h"
#include "core/measured/profile/profile.h"
#include "core/model/block_ops.h"
#include "core/model/dataflow.h"
#include "core/model/text.h"
#include "core/model/title.h"
#include "core/model/totals.h"
#include "core/simulate/simulate.h"
#include "core/trace/aligned_pipeline.h"
#include "core/trace/import_traces.h"
#include "core/trace/op_places.h"
#include "core/trace/step_writer.h"
#include "core/trace/traced_pipelines.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <ranges>
#include <set>

namespace lanewright {

namespace {

/// Drops what lies further than 11 days from the ops of its step, and fails where ops of a rank do: nothing below need
/// then think of times that do not fit.
Result<Done> keepNear(TracedJob& job) {
    for (TracedRank& rank : job.ranks) {
        std::optional<Time> first;
        for (TracedStep& step : rank.steps) {
            if (!first && !step.ops.empty())
                first = step.ops.front().start;
            const auto isNear = [&](Time time) { return first && std::abs(time - *first) < kMaxTime; };
            const auto isFar = [&](const auto& each) { return !isNear(each.start) || !isNear(each.end); };
            for (TracedOp& op : step.ops) {
                if (isFar(op) || op.end < op.start)
                    return Error{say(phrase("trace", "the times of %1 lie further than 11 days apart, or backwards"),
                                     rank.source)};
                for (Time* time : {&op.window, &op.launched, &op.sent, &op.before.start, &op.before.end})
                    if (*time != kUnknownTime && !isNear(*time))
                        *time = kUnknownTime;
                if (std::ranges::any_of(op.parts, isFar))
                    op.parts.clear();
            }
            std::erase_if(step.side, isFar);
            std::erase_if(step.optimizer, isFar);
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
    const std::set<Op> planned = opsOfAll(plan.schedule.order);
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
        if (!std::ranges::all_of(std::views::iota(0, static_cast<int>(steps.size())), same))
            ++count;
    }
    return count;
}

Time meanOf(const std::vector<StepRecord>& steps) {
    const Time sum = summed(steps, [](const StepRecord& step) { return extentOf(step.wall).length(); });
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
    const std::vector<std::string> hosts = mapped(pipeline.ranks, &TracedRank::host);
    const bool known = std::ranges::any_of(hosts, [](const std::string& host) { return !host.empty(); });
    return known ? hosts : std::vector<std::string>{};
}

/// Records of all pipelines, each on its own common clock, and what was not written as it stood in the trace.
struct Records {
    std::vector<Replica> replicas = {};
    std::optional<Time> zero = {}; ///< the start of the first step, from which all count
    int clipped = 0;               ///< ops that overlapped others
    int misfits = 0;               ///< steps whose clocks fit nothing
    int otherOrders = 0;           ///< steps in another order than the plan's
};

Result<Done> addReplica(const TracedPipeline& pipeline, const Plan& plan, const TracedJob& job, Records& records) {
    const int stages = plan.schedule.stages();
    records.otherOrders += otherOrders(pipeline, plan);
    const Result<AlignedPipeline> own = aligned(pipeline, stages, job.clockPerStep);
    if (!own)
        return own.error();
    Replica replica{.replica = pipeline.replica,
                    .hosts = hostsOf(pipeline),
                    .clockUncertainty = own->uncertainty,
                    .clocks = own->shared.fit.clocks};
    records.misfits += own->misfits;
    for (const auto& [number, steps] : pipeline.steps) {
        const StepClock* clock = own->clockOf(number);
        if (!clock)
            continue;
        WrittenStep written = writtenStep(*clock, number, steps, stages, job.isGpu);
        records.zero = records.zero.value_or(written.record.start);
        written.record.start -= *records.zero;
        replica.steps.push_back(std::move(written.record));
        records.clipped += written.clipped;
    }
    if (!std::ranges::is_sorted(replica.steps, {}, &StepRecord::start))
        return Error{
            say(phrase("trace", "the steps of replica %1 are not in the order of their numbers"), pipeline.replica)};
    const auto isFar = [](const StepRecord& step) {
        return std::max(std::abs(step.start), extentOf(step.wall).length()) > kMaxTotalTime / 2;
    };
    if (std::ranges::any_of(replica.steps, isFar))
        return Error{say(phrase("trace", "the times of replica %1 lie more than 50 days apart"), pipeline.replica)};
    records.replicas.push_back(std::move(replica));
    return Done{};
}

/// What was written is dropped from the job, which is then empty: of a large one the trace and the run would be too
/// much together.
Result<Records> recordsOf(TracedPipelines& all, const Plan& plan, TracedJob& job) {
    Records records;
    for (TracedPipeline& pipeline : all.pipelines) {
        if (const Result<Done> added = addReplica(pipeline, plan, job, records); !added)
            return added.error();
        pipeline.steps.clear();
        for (const TracedRank* rank : pipeline.ranks)
            job.ranks[rank - job.ranks.data()].steps = {};
    }
    return records;
}

void reportClocks(const Run& run, ImportReport& report) {
    const auto add = [&report](const Clocks& clocks, const std::vector<Time>& uncertainty) {
        report.clocksMoved = report.clocksMoved || clocks.source == ClockSource::Dependencies;
        for (const Time bound : uncertainty)
            report.clockBound = std::max(report.clockBound, bound);
    };
    add(run.clocks, run.clockUncertainty);
    for (const Replica& replica : run.replicas)
        add(replica.clocks, replica.clockUncertainty);
}

/// What of the job the run lacks.
void reportLosses(const Run& run, const Records& records, ImportReport& report) {
    noteAny(report.notes,
            countedPhrase("trace", "%1 steps were left out, for no clocks of the ranks fit what they did",
                          "%1 step was left out, for no clocks of the ranks fit what they did"),
            records.misfits);
    noteAny(report.notes,
            countedPhrase("trace", "%1 ops began before the op in front of them on their rank had ended, and were cut",
                          "%1 op began before the op in front of it on its rank had ended, and was cut"),
            records.clipped);
    noteAny(report.notes,
            countedPhrase("trace", "in %1 steps some rank ran its ops in another order",
                          "in %1 step some rank ran its ops in another order"),
            records.otherOrders);
    if (stepsStandApart(run))
        report.notes.push_back(say(phrase("trace", "the steps don't follow each other, so the run has no time per "
                                                   "iteration")));
    else if (stepSpacingIsMadeUp(run))
        report.notes.push_back(say(phrase("trace", "steps whose numbers don't follow each other lie no further apart "
                                                   "than those that do, so the trace does not say when steps began, "
                                                   "and the run has no time per iteration")));
    if (run.recorder->waitsInside)
        report.notes.push_back(
            say(phrase("trace", "ops may hold the wait for what they need: nothing tells them apart")));
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
    const Message withRanks = title::with(name.title, title::counted(title::kRanks, run.plan.schedule.ranks()));
    run.plan.title = title::with(withRanks, title::counted(title::kMicrobatches, run.plan.schedule.microbatches));
}

} // namespace

Result<ImportedRun> runOf(TracedJob job, const ImportOptions& options) {
    if (const Result<Done> near = keepNear(job); !near)
        return near.error();
    Result<TracedPipelines> all = pipelinesOf(job);
    if (!all)
        return withNotes(all.error(), job.notes);
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
    Result<Records> records = recordsOf(*all, run.plan, job);
    if (!records)
        return records.error();
    Result<std::vector<Replica>> replicas = chosen(std::move(records->replicas), options);
    if (!replicas)
        return replicas.error();
    moveInto(run, *std::move(replicas));
    ImportReport& report = result.report;
    report.format = job.format;
    report.steps = static_cast<int>(run.steps.size());
    report.stepsLeftOut = all->leftOut + records->misfits + job.stepsSkipped;
    report.replicas = 1 + static_cast<int>(run.replicas.size());
    report.orderIsPlan = options.plan.has_value();
    reportClocks(run, report);
    report.notes = std::move(job.notes);
    reportLosses(run, *records, report);
    describe(run, report);
    return result;
}

} // namespace lanewright
