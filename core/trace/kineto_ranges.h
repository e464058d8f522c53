// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/kineto_file.h"
#include "core/trace/traced_job.h"

#include <array>
#include <stop_token>
#include <vector>

namespace lanewright {

/// No time at all.
constexpr Extent kNoExtent{.start = kUnknownTime, .end = kUnknownTime};

/// What ran within a range of the host: on a GPU the kernels that were launched in it, by whatever thread, else the
/// operators of its own thread.
struct RangeContent {
    Time launched = kUnknownTime; ///< when the first kernel that computes was
    /// Where it computed: on the stream that was busy the longest. Nothing where nothing did.
    Extent compute = kNoExtent;
    /// What the range's own thread made run, and what another's did, which is autograd's.
    std::array<Extent, 2> parts = {kNoExtent, kNoExtent};
    Extent kernels = kNoExtent; ///< all of them, messages too
};

/// The ranges of the schedule's own thread that lie in no other one, by start.
std::vector<KinetoRange> scheduleRanges(std::vector<KinetoRange> all);

/// What ran within each of the ranges, which are those of `scheduleRanges`. Reads over the file's events once and again
/// rather than to keep them apart: it takes little memory beside them. Asked to stop it ends, and what it returns lacks
/// some.
std::vector<RangeContent> contentOf(const std::vector<KinetoRange>& ranges, const KinetoFile& file,
                                    const std::stop_token& stop);

} // namespace lanewright
