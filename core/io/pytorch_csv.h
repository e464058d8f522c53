// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>

/// The schedule CSV of torch.distributed.pipelining, flavour `compute_only`: a row per rank, a cell per action (`0F0`,
/// `0I0`, `0W0`, `0B0`, `(0F7;7B3)OVERLAP_F_B`). PyTorch's I, W, B are our B, W, BW.
namespace lanewright {

/// Fails, with row and column, on anything that is no action, and on schedules with communication actions.
/// The placement is read off the rows; costs are one unit each, memory as in `UniformProblem`. The dialect before
/// torch 2.6 (`B`, `W`, `BW`) is recognised.
Result<Plan> planFromPytorchCsv(std::string_view text);

/// Fails on schedules that the format can't say: two directions, R ops, parts of W.
Result<std::string> planToPytorchCsv(const Plan& plan);

} // namespace lanewright
