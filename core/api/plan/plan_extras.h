// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/plan/plan_answer.h"

#include <string>

/// What `plan` can do beside planning.
namespace lanewright::api {

/// `[KIND=]FILE`: gives a kind of device the rates that a profiled schedule or an unpaced run shows; the kind may be
/// left out where there is only one.
Result<Done> applyFit(const std::string& words, Cluster& cluster);

/// What other programs are told of the cuts, as how many replicas the plan is saved, and how the front fares when
/// nothing takes as long as planned; or why none of it can be said.
const Fields<Planned>& extraFields();

/// A line for Megatron and one for TorchTitan: how they are told the cuts of a GPT, or why they can't be. Of a plan
/// whose stages share devices as how many replicas it is saved and run. Empty where there is nothing to say.
std::string flagsText(const Planned& planned);
/// How the plans of the front fare; empty where nobody asked.
std::string robustnessText(const Planned& planned);

} // namespace lanewright::api
