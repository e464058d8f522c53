// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/planner/partition.h"

namespace lanewright {

/// A small change to a partition, at random: a cut moves by a few layers, two ranks swap their devices, a device that
/// is not in use takes a rank over, a rank is cut in two or two become one; where the model leaves the choice, a part
/// begins or ends to recompute. A V or a loop stays one, every layer in one part, and every device on at most one rank.
Partition changed(Partition partition, const Pricing& pricing, Random& random);

} // namespace lanewright
