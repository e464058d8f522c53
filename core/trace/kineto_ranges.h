// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/kineto_file.h"
#include "core/trace/traced_job.h"

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
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
    /// What it did before it stood waiting for a value of another rank, as to gather parameters and to cast them;
    /// `compute` begins behind the wait. Nothing where nothing preceded it.
    Extent before = kNoExtent;
};

/// Kernels that can't be what the trace says.
struct OddKernels {
    /// The most kernels that bear the correlation of one launch within a range, and of which: a launch starts one
    /// kernel, that of a CUDA graph all of them.
    std::int64_t ofOneLaunch = 1;
    std::int64_t correlation = 0;
    std::size_t range = 0;
    std::string name = {}; ///< what the first is called
    /// Kernels that still ran when others of their stream had begun and ended behind them. They were cut where the next
    /// one began.
    std::int64_t tooLong = 0;
    std::string longName = {}; ///< what the first is called
    Time longTook = 0;         ///< by the trace
    Time longCut = 0;          ///< what is left of it
    /// Kernels with none behind them that last beyond all that the host recorded, by far more than that took. They were
    /// taken to last no time.
    std::int64_t endless = 0;
    std::string endlessName = {}; ///< what the first is called
    Time endlessTook = 0;         ///< by the trace
};

struct RangeContents {
    std::vector<RangeContent> ofRange = {}; ///< beside the ranges
    OddKernels odd = {};
};

/// The ranges of the schedule's own thread that lie in no other one, by start.
std::vector<KinetoRange> scheduleRanges(std::vector<KinetoRange> all);

/// What ran within each of the ranges, which are those of `scheduleRanges`. Reads over the file's events once and again
/// rather than to keep them apart: it takes little memory beside them. Asked to stop it ends, and what it returns lacks
/// some.
RangeContents contentOf(const std::vector<KinetoRange>& ranges, const KinetoFile& file, const std::stop_token& stop);

} // namespace lanewright
