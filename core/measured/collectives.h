// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/drafted_step.h"
#include "core/model/run.h"

#include <vector>

namespace lanewright {

/// Groups the actions of a collective that its ranks take part in together, as the spans say: of all ranks and
/// replicas, of the ranks of a replica, or of a rank's replicas. `kinds`: of each family, Other of what is no
/// collective.
void groupCollectives(std::vector<DraftedStep>& steps, const std::vector<SideKind>& kinds);

} // namespace lanewright
