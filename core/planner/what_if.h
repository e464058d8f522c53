// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/planner/input/cluster.h"
#include "core/planner/input/layered_model.h"

#include <string_view>

namespace lanewright {

/// Changes model or cluster as one question asks:
///
/// * `slow=DEVICE:FACTOR`: the device takes FACTOR times as long
/// * `link=A:B:FACTOR`: the link between these two nodes has FACTOR times the bandwidth
/// * `lost=DEVICE`: the device is not there
/// * `microbatches=NUMBER`
/// * `context=TOKENS`: samples of a GPT are so long
/// * `batch=SAMPLES`: a microbatch of a GPT has so many, and there are as many microbatches less as keep the samples of
///   an iteration, rounded up
/// * `recompute=never`, `always` or `choose`
///
/// Fails in one sentence on anything else, on names that are not there and on factors that are not above 0.
Result<Done> applyWhatIf(std::string_view question, LayeredModel& model, Cluster& cluster);

} // namespace lanewright
