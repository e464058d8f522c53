// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/turns.h"

#include <algorithm>

namespace lanewright {

std::vector<ChunkTurn> turnsOf(const Groups& groups, int chunks) {
    std::vector<ChunkTurn> turns;
    int first = 0;
    for (const int group : groups) {
        for (int chunk = 0; chunk < chunks; ++chunk)
            for (int microbatch = first; microbatch < first + group; ++microbatch)
                turns.push_back({chunk, microbatch});
        first += group;
    }
    return turns;
}

Code codeOf(const ChunkTurn& turn, OpKind kind, int places) {
    return codeOf(kind == OpKind::F ? turn.chunk : places - 1 - turn.chunk, kind);
}

Groups groupsOf(int microbatches, int group) {
    Groups groups(microbatches / group, group);
    if (microbatches % group > 0)
        groups.push_back(microbatches % group);
    return groups;
}

Groups balancedGroups(int microbatches, int least) {
    const int count = std::max(1, microbatches / least);
    Groups groups(count, microbatches / count);
    for (int group = 0; group < microbatches % count; ++group)
        ++groups[group];
    return groups;
}

} // namespace lanewright
