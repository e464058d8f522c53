// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measured/lost_by_cause.h"
#include "core/measured/step_graph.h"
#include "core/model/run.h"

#include <optional>

namespace lanewright {

/// Where a run lost its time, other orders and fixes included. Fails as `jobGraphOf`.
Result<LostByCause> lostByCauseOf(const Run& run);

/// An order of the run's ops that takes less time than its own when ops take the mean times of their stages and values
/// those of the job, and in which no rank holds more microbatches than it does in the run's own. It comes from `solve`,
/// with a fixed effort, so that the same run gives the same order. None where none was found, and none of orders with
/// pairs, R, or B and BW beside each other, which the search does not know how to keep.
std::optional<Schedule> betterOrderOf(const Run& run, const JobGraph& job);

/// The plan of such a search: the run's with the mean times of the job, and as the limit of each rank the microbatches
/// that it holds at most. None where the search does not know how to keep the order.
std::optional<Plan> typicalPlanOf(const Run& run, const JobGraph& job);

/// The order with B and W in one block where the run's are.
Schedule fusedAsIn(const Run& run, Schedule order);

} // namespace lanewright
