// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/partition.h"

/// Plans whose stages share devices, as they are run.
namespace lanewright {

/// The most devices of a stage.
int replicasOf(const Partition& partition);

/// A plan of the partition (`Pricing::problem`, ordered) with a rank for every device, in the order of the ranks, then
/// as the parts list them. Every microbatch is divided among `replicasOf` replicas: each is a direction of its own with
/// a device of each stage, and as many microbatches as the plan has. Where a stage has fewer devices, each is on
/// several paths and takes their shares one after the other; its fixed memory and its all-reduce count once. Orders,
/// times of each device and ways between two are as planned. Where no stage shares devices it is the plan itself.
///
/// Fails in one sentence where the devices of a stage can't be dealt out evenly, naming the stage, and where there
/// would be more directions or microbatches than files hold.
Result<Plan> asReplicas(const Pricing& pricing, const Partition& partition, const Plan& plan);

} // namespace lanewright
