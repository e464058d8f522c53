// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/placement.h"

#include "engine/cpu/rank_stages.h"
#include "engine/ranks/inbox.h"

namespace lanewright::engine {

/// One rank's part in adding the gradients of all copies of its stages: replaces those of every copy here by the sums
/// over all copies. Each copy lives on a path of the microbatches of its own. All ranks call it once per step.
///
/// The numbers of a stage are cut into as many pieces as it has copies. Each copy adds one piece over all of them, in
/// the order of the directions, and sends the sum to the others: so all copies have the same bits, whatever arrives
/// first, and a rank sends and receives twice its gradients at most, however many copies there are.
void exchangeGradients(const Placement& placement, int rank, RankStages& stages, Inbox& inbox, int step);

} // namespace lanewright::engine
