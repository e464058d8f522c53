// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/step_graph.h"

#include <map>
#include <vector>

/// A step while its graph is made: what lies in it that only all steps together settle.
namespace lanewright {

/// Something outside the pipeline, among all of its family.
struct OutsideAction {
    int action = 0;
    int family = 0;
    int occurrence = 0; ///< the how manieth of the family on its rank in the step
    int replica = 0;
    int rank = 0;
};

/// The way of a value that nobody measured: at most as long as the action says.
struct GuessedWay {
    int action = 0;
    bool waitedFor = false; ///< the rank stood waiting for it, so it took all that time
};

/// A rank of one of the job's replicas.
struct RankOfReplica {
    int replica = 0;
    int rank = 0;

    friend auto operator<=>(const RankOfReplica&, const RankOfReplica&) = default;
};

/// A step before what is typical of the job is known.
struct DraftedStep {
    int step = 0;
    GraphBuilder graph = {};
    std::vector<GuessedWay> guessed = {};
    std::vector<OutsideAction> outside = {};
    /// How late blocks began that certainly had all they needed.
    std::map<RankOfReplica, std::vector<Time>> lateness = {};
};

} // namespace lanewright
