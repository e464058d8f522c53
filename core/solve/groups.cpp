// SPDX-License-Identifier: Apache-2.0
#include "core/solve/groups.h"

#include <algorithm>

namespace lanewright {

bool canGroup(const Instance& instance) {
    const int ranks = instance.ranks();
    if (instance.microbatches.size() > 1 || instance.stages == ranks || instance.stages % ranks > 0)
        return false;
    return std::ranges::all_of(instance.chunks, [&](const Chunk& chunk) { return chunk.rank == chunk.stage % ranks; });
}

void changeGroups(Groups& groups, Random& random) {
    const int count = static_cast<int>(groups.size());
    const int one = random.below(count);
    const int other = random.below(count);
    const int die = random.below(4);
    if (die == 0 && one + 1 < count) {
        groups[one] += groups[one + 1];
        groups.erase(groups.begin() + one + 1);
    } else if (die == 1 && groups[one] > 1) {
        const int rest = random.between(1, groups[one] - 1);
        groups[one] -= rest;
        groups.insert(groups.begin() + one + 1, rest);
    } else if (groups[one] > 1) {
        --groups[one];
        ++groups[other];
    }
}

} // namespace lanewright
