// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/placement.h"
#include "core/trace/traced_job.h"

#include <map>
#include <string>
#include <vector>

namespace lanewright {

/// A replica of the pipeline: its ranks in the order of the pipeline, and of its steps those in which every rank ran
/// every op once.
struct TracedPipeline {
    int replica = 0;
    std::vector<const TracedRank*> ranks = {};
    std::map<int, std::vector<const TracedStep*>> steps = {}; ///< by number, a step per rank
};

/// A job as pipelines, all alike. `notes` of the job gain what was left out.
struct TracedPipelines {
    Placement placement = {};
    int microbatches = 0;
    std::vector<TracedPipeline> pipelines = {}; ///< by replica; each has a step at least
    int leftOut = 0;                            ///< steps that are not whole, over all replicas
    bool cut = false;                           ///< some of them because the trace ends in their middle
};

/// Tells which ranks make a pipeline: those that the trace numbers so, else those whose stages together are the model;
/// ranks with the same stages are replicas. Fails where stages or ranks are missing, and where no step is whole.
Result<TracedPipelines> pipelinesOf(TracedJob& job);

} // namespace lanewright
