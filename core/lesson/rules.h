// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

namespace lanewright {

/// Whether the op has to stay where it is among its like.
bool isLocked(const Lesson& lesson, const Schedule& schedule, const Op& op);

/// The ops of a row that satisfy `keep`, in order; of a pair the F first, so that joining two ops is no move.
std::vector<Op> opsOf(const Row& row, const auto& keep) {
    std::vector<Op> ops;
    for (const Block& block : row)
        for (const Op& op : opsIn(block))
            if (keep(op))
                ops.push_back(op);
    return ops;
}

/// Whether a lesson lets one plan become the other. Fails with a sentence that says what it does not allow.
///
/// Locked ops stay in the order, and those of a rank keep their order among themselves; ops that are not locked may
/// come and go between them. Where the order may be made anew, it may become what the generator makes.
Result<Done> mayBecome(const Lesson& lesson, const Plan& before, const Plan& after);

} // namespace lanewright
