// SPDX-License-Identifier: Apache-2.0
#include "core/solve/gaps.h"

#include <algorithm>

namespace lanewright {

namespace {

/// B and BW of a microbatch are spellings of one backward.
Op spelledAlike(Op op) {
    op.kind = op.kind == OpKind::BW ? OpKind::B : op.kind;
    return op;
}

} // namespace

Gaps gapsIn(const Schedule& schedule) {
    Gaps gaps;
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            if (block.gap > 0)
                gaps.emplace(spelledAlike(block.op), block.gap);
    return gaps;
}

Time gapOf(const Gaps& gaps, const Block& block) {
    const auto of = [&](const Op& op) {
        const auto found = gaps.find(spelledAlike(op));
        return found == gaps.end() ? 0 : found->second;
    };
    return block.paired ? std::max(of(block.op), of(*block.paired)) : of(block.op);
}

Schedule keepGaps(const Plan& problem, Schedule schedule) {
    const Gaps gaps = gapsIn(problem.schedule);
    for (Row& row : schedule.order)
        for (Block& block : row)
            block.gap = gaps.empty() ? 0 : gapOf(gaps, block);
    return schedule;
}

} // namespace lanewright
