// SPDX-License-Identifier: Apache-2.0
#include "core/api/plan/plan_answer.h"

#include "core/api/shown_numbers.h"
#include "core/api/table.h"
#include "core/base/joined_by.h"
#include "core/base/mapped.h"
#include "core/bounds/bounds.h"
#include "core/io/quoted_text.h"
#include "core/simulate/iteration_time.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <vector>

namespace lanewright::api {

namespace {

std::string gibText(Bytes bytes) { return printed("%.2f GiB", static_cast<double>(bytes) / (1 << 30)); }

/// A plan and the cluster that names its devices.
struct NamedCandidate {
    const Candidate* candidate = nullptr;
    const Cluster* cluster = nullptr;

    const Candidate& plan() const { return *candidate; }
};

/// A stage of a plan.
struct PlannedStage {
    Part part = {};
    std::vector<std::string> devices = {};
};

std::vector<PlannedStage> stagesOf(const NamedCandidate& named) {
    std::vector<PlannedStage> rows;
    for (const Part& part : named.candidate->partition) {
        rows.push_back({.part = part});
        for (const int device : part.devices)
            rows.back().devices.push_back(named.cluster->nameOf(device));
    }
    return rows;
}

const Fields<PlannedStage>& plannedStageFields() {
    static const Fields<PlannedStage> kFields = {
        {"first_layer", "from 0", [](const PlannedStage& row) { return row.part.first; }},
        {"layers", "how many", [](const PlannedStage& row) { return row.part.layers(); }},
        {"devices", "by their names", &PlannedStage::devices},
        {"recompute", "forwards run again before backwards",
         [](const PlannedStage& row) { return row.part.recompute; }}};
    return kFields;
}

const Fields<NamedCandidate>& candidateFields() {
    static const Fields<Estimates> kEstimates = {
        {"slowest", "time of the slowest stage", &Estimates::slowest, In::Times},
        {"fill_and_run", "by Alpa's formula", &Estimates::fillAndRun, In::Times},
        {"pivot", "by DAPPLE's formula", &Estimates::pivot, In::Times},
        {"promise", "of list scheduling after SPP, or null", &Estimates::promise, In::Times}};
    static const Fields<Candidate> kPlan = {
        {"method", "that cut the model", &Candidate::method},
        {"placement", "of the stages", [](const Candidate& each) { return shapeOf(each.partition); }},
        {"order", "that was taken", &Candidate::order},
        {"iteration_time", "simulated", &Candidate::iterationTime, In::Times},
        {"spread", "of the iteration time, as a share", &Candidate::spread},
        {"memory", "bytes of the fullest device", &Candidate::memory},
        {"devices", "that work", &Candidate::devices},
        {"estimates", "of other planners", objectOf<Candidate>(&Candidate::estimates, kEstimates)}};
    static const Fields<NamedCandidate> kFields =
        membersOf<NamedCandidate>(&NamedCandidate::plan, kPlan) +
        Fields<NamedCandidate>{{"stages", "in their order", rowsOf<NamedCandidate>(stagesOf, plannedStageFields())}};
    return kFields;
}

/// A row of a list of plans.
Field<Planned> plans(std::string_view key, std::string_view words, std::vector<Candidate> PlannerResult::*member) {
    const auto named = [member](const Planned& planned) {
        return mapped(planned.result.*member, [&](const Candidate& candidate) {
            return NamedCandidate{&candidate, &planned.cluster};
        });
    };
    return {key, words, rowsOf<Planned>(named, candidateFields(), json::Layout::Lines)};
}

/// What a value takes to the stage behind.
std::string nextText(const Plan& plan, int stage) {
    if (stage + 1 == plan.schedule.stages())
        return "";
    const int rank = plan.schedule.placement.rankOf(0, stage);
    const int next = plan.schedule.placement.rankOf(0, stage + 1);
    return rank == next ? "same device" : msText(plan.costs.transfer.between(rank, next));
}

std::string layersText(const Part& part) {
    if (part.layers() == 0)
        return "none";
    return std::to_string(part.first) + (part.layers() > 1 ? " to " + std::to_string(part.end - 1) : std::string{}) +
           (part.recompute ? ", recomputed" : "");
}

std::string stagesText(const Candidate& best, const Cluster& cluster) {
    Table table({"stage", "layers", "devices", "forward", "backward input", "backward weight", "to the next", "memory"},
                "rllrrrrr");
    const Plan& plan = best.plan;
    const std::vector<Bytes> memory = measure(plan, simulate(plan.schedule, plan.costs)).totalMemory;
    for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
        const Part& part = best.partition[stage];
        const auto nameOf = [&](int device) { return cluster.nameOf(device); };
        const StageCosts& costs = plan.costs.of(0, stage);
        const int rank = plan.schedule.placement.rankOf(0, stage);
        table.add({std::to_string(stage), layersText(part), joinedBy(", ", part.devices, nameOf), msText(costs.forward),
                   msText(costs.backwardInput), msText(costs.backwardWeight), nextText(plan, stage),
                   rank == stage ? gibText(memory[rank]) : "with " + std::to_string(rank)});
    }
    return table.text();
}

std::string comparedText(const PlannerResult& result) {
    Table table(
        {"plan", "stages", "placement", "devices", "iteration", "fullest device", "fill and run", "pivot", "promise"},
        "lrlrrrrrr");
    const auto add = [&](const std::string& name, const Candidate& candidate) {
        table.add({name + ", " + candidate.order, std::to_string(candidate.partition.size()),
                   std::string{toText(shapeOf(candidate.partition))}, std::to_string(candidate.devices),
                   msText(candidate.iterationTime), gibText(candidate.memory), msText(candidate.estimates.fillAndRun),
                   msText(candidate.estimates.pivot),
                   candidate.estimates.promise ? msText(*candidate.estimates.promise) : "none"});
    };
    add("best: " + std::string{toText(result.best.method)}, result.best);
    // A long front shows a few plans that differ well; --json has all.
    constexpr std::size_t kMost = 6;
    const std::size_t step = std::max<std::size_t>(1, (result.front.size() + kMost - 2) / kMost);
    for (std::size_t at = 1; at < result.front.size(); at += step)
        add("less: " + std::string{toText(result.front[at].method)}, result.front[at]);
    for (const Candidate& other : result.others)
        add(std::string{toText(other.method)}, other);
    return table.text();
}

/// `a synchronous optimizer`.
const char* optimizerText(OptimizerMode mode) {
    switch (mode) {
    case OptimizerMode::Synchronous: return "a synchronous optimizer";
    case OptimizerMode::PostValidated: return "a post-validated optimizer";
    }
    return "";
}

/// The iteration in its mode and in the other, and how much shorter another order of these stages might be.
std::string iterationText(const PlannerResult& result) {
    const Plan& plan = result.best.asRun();
    const IterationTimes times = iterationTimesOf(plan, simulate(plan.schedule, plan.costs));
    std::string text = "an iteration takes " + msText(result.best.iterationTime) +
                       printed(" ±%.0f %%", 100 * result.best.spread) + " with " + optimizerText(plan.optimizerMode);
    for (const OptimizerMode mode : kOptimizerModes)
        if (const std::optional<Fraction> time = times.of(mode); time && mode != plan.optimizerMode)
            text += " (" + msText(*time) + " with " + optimizerText(mode) + ")";
    const auto gap = [&](const Fraction& bound) {
        return msText(bound) + printed(" (gap %.1f %%)", 100 * gapOf(result.best.iterationTime, bound));
    };
    text += "\nNo order of these stages takes less than " + gap(result.lowerBound);
    if (result.cutBound)
        text += ",\nno other cut onto these devices less than " + gap(*result.cutBound);
    return text;
}

} // namespace

std::string msText(const Fraction& time) { return roundedTimeText(time, TimeUnit::Ms); }

std::string msText(Time time) { return roundedTimeText(time, TimeUnit::Ms); }

const Fields<Planned>& plansFields() {
    static const Fields<PlannerResult> kBounds = {
        {"lower_bound", "no order of these stages is below", &PlannerResult::lowerBound, In::Times},
        {"gap", "iteration time / bound − 1",
         [](const PlannerResult& result) { return gapOf(result.best.iterationTime, result.lowerBound); }},
        {"cut_lower_bound", "no other cut onto these devices is below, or null", &PlannerResult::cutBound, In::Times},
        {"cut_gap", "the same of that", [](const PlannerResult& result) {
             return result.cutBound ? std::optional{gapOf(result.best.iterationTime, *result.cutBound)} : std::nullopt;
         }}};
    static const Fields<Planned> kFields =
        Fields<Planned>{{"optimizer_mode", "that the iteration is about",
                         [](const Planned& each) { return keyOf(each.result.best.plan.optimizerMode); }}} +
        membersOf<Planned>(
            [](const Planned& each) {
                return NamedCandidate{&each.result.best, &each.cluster};
            },
            candidateFields()) +
        membersOf<Planned>(&Planned::result, kBounds) +
        Fields<Planned>{plans("front", "the best for each number of devices", &PlannerResult::front),
                        plans("others", "of other methods", &PlannerResult::others)};
    return kFields;
}

std::string plansText(const Planned& planned) {
    const PlannerResult& result = planned.result;
    const std::string title = result.best.plan.title.empty() ? "Plan" : shownLine(result.best.plan.title.text());
    return title + ": " + iterationText(result) + "; " + std::to_string(result.tried) + " partitions tried" +
           (result.exhaustive ? ", all there are," : "") + printed(" in %.1f s", result.seconds) +
           (planned.stopped ? ", stopped" : "") + "\n\n" + stagesText(result.best, planned.cluster) + "\n" +
           comparedText(result) +
           "\nThe iteration, simulated, is what counts. Beside it what each plan costs by formulas of planners of\n"
           "F/B pipelines: fill and run by Alpa's, the pivot stage by DAPPLE's, and the promise of list scheduling\n"
           "after SPP, reconstructed. Those planners themselves may choose other plans.\n";
}

} // namespace lanewright::api
