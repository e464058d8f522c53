// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"

#include <string>

namespace lanewright {

/// Where a finding is, as approvals name it: its op, else its rank (`rank 2`), else nothing.
std::string whereOf(const Finding& finding, int weightParts);

/// What the plan's author said of a finding: of its code, and at its op or on its rank. Null: nothing.
const Approval* approvalOf(const Plan& plan, const Finding& finding);

/// Whether an approval makes up for it: for a warning or a note, and for `crossed`, which transports decide. An order
/// that misses ops, waits for itself or does not fit its memory stays invalid, whoever knows that.
bool canBeApproved(const Finding& finding);

} // namespace lanewright
