// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measured/step_graph.h"
#include "core/model/run.h"

namespace lanewright {

/// What waited for what in the warm steps of a run, with all its replicas.
///
/// A block waits for the one before it on its rank and for the values that other ranks made. The way of a value is the
/// measured span of its receive, which lasts from when both sides were there; where nobody measured that (or only when
/// receives were posted), the time that values of the link took for which a rank stood waiting, in the median and less
/// what ops of that rank are late anyway, and no longer than to the op that needs it. A block that holds its wait,
/// which the later op of a pair may and any where the run says that waits lie inside, is as long with it and waits for
/// no value that came after it began. Collectives, the optimizer and work of the host wait for what came before them on
/// their rank, and of collectives of one name those wait for each other whose spans meet in most steps: of all ranks
/// and replicas, of the ranks of a replica, or of a rank's replicas.
///
/// A step of which any replica lacks ops is left out. `order`: ranks run their blocks in this order instead; what it
/// lacks counts as missing. Fails where no step is whole, or where a step's ops wait for each other in a circle.
Result<JobGraph> jobGraphOf(const Run& run, const Schedule* order = nullptr);

} // namespace lanewright
