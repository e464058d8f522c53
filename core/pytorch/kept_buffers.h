// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/check/validate.h"
#include "core/model/plan.h"
#include "core/pytorch/rank_buffers.h"

#include <vector>

namespace lanewright {

/// What ranks keep for messages, as the memory of a plan says. Lists are per rank, and empty where it says nothing.
struct KeptBuffers {
    std::vector<RankBuffers> receive = {};
    std::vector<RankBuffers> send = {};
    std::vector<RankBuffers> all = {}; ///< both together
    Message uncounted = {};            ///< why those for receives can't be counted; empty where they can

    bool areNone() const { return all.empty(); }
};

/// Counted once for all that is said of them. None of a problem.
KeptBuffers keptBuffers(const Plan& plan);

/// Per rank: the most that its activations and its buffers take together, in program order.
std::vector<Bytes> peakWithBuffers(const Plan& plan, const KeptBuffers& kept);

/// What is to know of them, beside what `validate` says: `device-memory`, an error, where a rank needs more than its
/// device has with them and not without; `receive-buffers`, a warning: why they can't be counted, and a note, as
/// `send-buffers`: how many there are and how many would do.
std::vector<Finding> findingsOfBuffers(const Plan& plan, const KeptBuffers& kept);

/// `checked`, with the errors among them.
Checked checkedWithBuffers(const Plan& plan, const Timeline& timeline, const KeptBuffers& kept);

} // namespace lanewright
