// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_fields.h"
#include "core/model/run.h"

#include <vector>

/// Measured spans as run files and the protocol write them: short lists, because there are very many. Their ops are
/// held against the frame's schedule, and their ranks against its number of ranks.
namespace lanewright {

/// Bounds of a point in time, in ns; a clock's uncertainty may put a start a little before the step's.
constexpr Time kMaxPoint = kMaxTotalTime;

/// `[["F0.0", 0, 1000], …]`, by start and without overlap.
Form<std::vector<Span>> spansForm();
/// `["wait", rank, start, end, "F0.0" or null, peer or null]`
Form<Activity> activityForm();
/// `["send", rank, start, end, "F0.0" or null, peer or null, stage or null, name or null]`. A kind that is unknown
/// becomes Other, under its own name where it brings none.
Form<SideSpan> sideSpanForm();
/// `"rank": 0, "names": ["product", …], "spans": [[0, "F0.0" or null, 0, 1000], …]`, of which the first number of a
/// span is its name's place, and `"left_out"` where kernels were.
const FileFields<KernelLane>& kernelLaneFields();
/// `[step, loss]`
Form<ValidationLoss> validationForm();
/// An op that may be missing.
Form<std::optional<Op>> opForm();
void writeValidation(json::Writer& writer, const std::vector<ValidationLoss>& losses);

} // namespace lanewright
