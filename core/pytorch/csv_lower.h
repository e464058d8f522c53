// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/pytorch/csv_cells.h"

/// What PyTorch makes of a `compute_only` schedule before it runs it, action by action.
namespace lanewright::pytorch {

/// The lowered sheet: UNSHARD and RESHARD (with `options.fsdp`), REDUCE_GRAD and, from 2.15 on, its wait, sends with
/// their receives, and from 2.15 on their waits.
///
/// A receive stands where the sender's turn put it: ranks take turns, one action each, and a sender appends its receive
/// to the other rank's row as that row is then. Fails on a deadlock, which `check` explains, and when a pair needs more
/// stages than may be active. O(actions · log ranks) time.
Result<Sheet> lower(const Sheet& computeOnly, const PytorchExport& options);

/// The same of a plan's order. Fails, too, where the format or that torch can't say it and where the order is wrong.
Result<Sheet> lower(const Plan& plan, const PytorchExport& options);

} // namespace lanewright::pytorch
