// SPDX-License-Identifier: Apache-2.0
#include "core/model/dataflow.h"
#include "core/pytorch/csv_check.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

constexpr Op kFirstInput{.kind = OpKind::B};

/// Where time or memory of stage 0's B, which PyTorch does not run, is not in its W.
std::optional<Finding> costsOffPytorch(const Plan& plan) {
    if (!splitsFirstStage(plan))
        return {};
    const bool isOffMemory = std::ranges::any_of(
        plan.memory.stages, [](const auto& stages) { return !stages.empty() && stages.front().backwardInput != 0; });
    if (hasCostsOfPytorch(plan) && !isOffMemory)
        return {};
    return Finding{.code = "pytorch-costs",
                   .severity = Severity::Warning,
                   .rank = plan.schedule.placement.rankOf(0, 0),
                   .op = kFirstInput,
                   .message = say(phrase("launch", "On stage 0 PyTorch does nothing at B and the whole backward at W, "
                                                   "and the costs of this plan say otherwise; convert "
                                                   "--pytorch-costs moves them."))};
}

/// The first overlapped pair.
std::optional<Finding> firstPair(const Schedule& schedule) {
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        for (const Block& block : schedule.order[rank])
            if (block.paired)
                return Finding{.code = "pytorch-pair",
                               .severity = Severity::Note,
                               .rank = rank,
                               .op = block.op,
                               .message = say(phrase("launch", "The two halves of an overlapped pair run one after the "
                                                               "other unless the trainer registers a function for "
                                                               "OVERLAP_F_B."))};
    return {};
}

/// Hosts that take no time, where values cross ranks.
std::optional<Finding> idleHosts(const Plan& plan) {
    const Placement& placement = plan.schedule.placement;
    const auto crosses = [](const std::vector<int>& direction) {
        return std::ranges::adjacent_find(direction, std::ranges::not_equal_to()) != direction.end();
    };
    if (!plan.costs.host.areNone() || std::ranges::none_of(placement.directions, crosses))
        return {};
    return Finding{.code = "pytorch-host",
                   .severity = Severity::Note,
                   .message =
                       say(phrase("launch", "On CPUs a rank of PyTorch is itself busy with each value that it "
                                            "sends or receives, and in this plan hosts take no time; costs takes "
                                            "both times from a recorded run, convert --host sets them."))};
}

} // namespace

std::vector<Finding> pytorch::differencesOf(const Plan& plan) {
    std::vector<Finding> findings;
    for (const std::optional<Finding>& each : {costsOffPytorch(plan), firstPair(plan.schedule)})
        if (each)
            findings.push_back(*each);
    return findings;
}

std::vector<Finding> findingsOfPytorch(const Plan& plan) {
    std::vector<Finding> findings;
    if (const Result<Done> runs = checkForPytorch(plan); !runs)
        findings.push_back({.code = "pytorch", .message = runs.error().message});
    std::ranges::move(pytorch::differencesOf(plan), std::back_inserter(findings));
    if (std::optional<Finding> hosts = idleHosts(plan))
        findings.push_back(*std::move(hosts));
    return findings;
}

bool splitsFirstStage(const Plan& plan) {
    const auto splits = [](const Block& block) {
        return std::ranges::any_of(opsIn(block), [](const Op& op) { return op.kind == OpKind::B && op.stage == 0; });
    };
    return std::ranges::any_of(plan.schedule.order, [&](const Row& row) { return std::ranges::any_of(row, splits); });
}

bool hasCostsOfPytorch(const Plan& plan) {
    return std::ranges::all_of(plan.costs.stages,
                               [](const auto& stages) { return stages.empty() || stages.front().backwardInput == 0; });
}

Result<Plan> withCostsOfPytorch(const Plan& plan) {
    if (plan.costs.microbatches.form() == MicrobatchCosts::Form::Table)
        return Error{
            say(phrase("pytorch", "the microbatches have a table of times, which says how long each B and W of "
                                  "stage 0 takes; it would have to be measured as PyTorch runs them"))};
    Plan changed = plan;
    const auto moveToWeights = [](auto& stages) {
        if (!stages.empty())
            stages.front().backwardWeight += std::exchange(stages.front().backwardInput, 0);
    };
    std::ranges::for_each(changed.costs.stages, moveToWeights);
    std::ranges::for_each(changed.memory.stages, moveToWeights);
    if (changed != plan)
        changed.proof.reset();
    return changed;
}

} // namespace lanewright
