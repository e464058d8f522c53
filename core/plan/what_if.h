// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/plan/cluster.h"
#include "core/plan/layered_model.h"

#include <string_view>

namespace lanewright {

/// Changes model or cluster as one question asks:
///
/// * `slow=DEVICE:FACTOR`: the device takes FACTOR times as long
/// * `link=A:B:FACTOR`: the link between these two nodes has FACTOR times the bandwidth
/// * `lost=DEVICE`: the device is not there
/// * `microbatches=NUMBER`
///
/// Fails in one sentence on anything else, on names that are not there and on factors that are not above 0.
Result<Done> applyWhatIf(std::string_view question, LayeredModel& model, Cluster& cluster);

} // namespace lanewright
