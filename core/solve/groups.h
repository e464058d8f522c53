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

/// All microbatches in groups of at most `most`, whose sizes repeat every few groups.
Groups drawGroups(int microbatches, int most, Random& random);

/// A group gives a microbatch to another, becomes two, or one with the next; or nothing changes.
void changeGroups(Groups& groups, Random& random);

/// Groups that were tried, by what orders that keep to them cost.
class KnownGroups {
public:
    /// Orders that keep to the groups cost so much, or less if that is known.
    void learn(const Groups& groups, double energy);
    void learn(const KnownGroups& others);
    /// What looks worth a try: groups that did well, or some that differ a little. Empty where none is known.
    Groups next(Random& random) const;

private:
    struct Known {
        Groups groups = {};
        double energy = 0;
    };

    std::vector<Known> m_known = {}; ///< the best first
};

} // namespace lanewright
