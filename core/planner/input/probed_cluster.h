// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measured/profile/profile.h"
#include "core/planner/input/cluster.h"

namespace lanewright {

/// The machines that a profiled run found, as a cluster: a device per rank, called HOST/0, HOST/1 …, and a kind per
/// host with the rates of its ranks' stages. Links are as wide and as quick as the messages that were sent over them:
/// inside a host the median of its links, between hosts each pair's. `memory` is what one device has.
///
/// Fails where the run's schedule fits no rates (see `fittedRates`), or where ranks of several hosts sent each other
/// nothing.
Result<Cluster> probedCluster(const Run& run, const Profile& profile, Bytes memory);

} // namespace lanewright
