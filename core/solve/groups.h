// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/sequence/instance.h"
#include "core/sequence/turns.h"

#include <vector>

/// Groups of microbatches on a loop. Inside core/solve only.
namespace lanewright {

/// True on a loop with several chunks on each rank; elsewhere groups gain nothing.
bool canGroup(const Instance& instance);

/// A group gives a microbatch to another, becomes two, or one with the next; or nothing changes.
void changeGroups(Groups& groups, Random& random);

} // namespace lanewright
