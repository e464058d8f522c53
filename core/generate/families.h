// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

/// The makers that the catalogue lists, one file per family. Inside core/generate only. Each takes a problem that its
/// generator prepared and has checked, and fails only where a memory limit can't be kept.
namespace lanewright {

Result<Schedule> makeGpipe(const Plan& problem);
Result<Schedule> makeOneForwardOneBackward(const Plan& problem);
Result<Schedule> makeZbH1(const Plan& problem);
Result<Schedule> makeZbH2(const Plan& problem);
Result<Schedule> makeZbAuto(const Plan& problem);

/// One stage per rank, with the memory limit of 1F1B (p) or twice that (2p) on every rank, in units of what the rank's
/// stage holds for one microbatch.
Plan withOneFold(const Plan& problem);
Plan withTwoFold(const Plan& problem);

} // namespace lanewright
