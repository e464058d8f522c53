// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"
#include "core/planner/jitter.h"

#include <string>

/// What `plan` can do beside planning.
namespace lanewright::cli {

/// `[KIND=]FILE`: gives a kind of device the rates that a profiled schedule or an unpaced run shows; the kind may be
/// left out where there is only one.
Result<Done> applyFit(const std::string& words, Cluster& cluster);

/// A line for Megatron and one for TorchTitan: how they are told the cuts of a GPT, or why they can't be. Empty for
/// other models.
std::string flagsText(const LayeredModel& model, const Partition& partition);
void writeFlags(json::Writer& writer, const LayeredModel& model, const Partition& partition);

/// Says of a plan whose stages share devices as how many replicas it is saved and run, or why it can't be. Else empty.
std::string replicasText(const LayeredModel& model, const Cluster& cluster, const Candidate& best);
void writeReplicas(json::Writer& writer, const LayeredModel& model, const Cluster& cluster, const Candidate& best);

/// How the plans of the front fare when nothing takes as long as planned.
std::string robustnessText(const PlannerResult& result, const Robustness& robustness, const JitterOptions& options);
void writeRobustness(json::Writer& writer, const Robustness& robustness, const JitterOptions& options);

} // namespace lanewright::cli
