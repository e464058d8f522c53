// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/op.h"
#include "core/model/run.h"

#include <vector>

namespace lanewright {

/// A value that crossed ranks: no earlier used than made, on a common clock.
struct Crossing {
    int from = 0;
    int to = 0;
    Time made = 0; ///< on the clock of `from`
    Time used = 0; ///< on the clock of `to`
    Op producer = {};
    Op consumer = {};
    int step = 0;
};

struct ClockFit {
    Clocks clocks = {};
    std::vector<Time> uncertainty = {}; ///< per rank, against rank 0
};

/// What to add to each rank's clock so that no value is used before it was made, in any step.
///
/// Rank r's time t becomes t + o_r + s_r (t − origin_r). A value from a to b says o_a − o_b ≤ used − made, with slopes
/// s known; so the offsets are the solutions of difference constraints, and with shortest ways d over them each o_r
/// lies in [−d(r,0), d(0,r)]: the middles satisfy all constraints at once, since solutions are convex, and half the
/// width is a hard bound. The two ends are what the least wait in either direction leaves, as in NTP.
///
/// Clocks that fit as they are stay so. Else slopes are 0 where that fits; otherwise lines through the steps' own
/// offsets, corrected as long as a negative cycle is left: a cycle is a half-space of the slopes, onto which they are
/// moved (Agmon 1954, Motzkin and Schoenberg 1954). Where no slopes within 500 ppm are found, the clocks fit nothing
/// (ranks of different steps, a wrong map of stages, a clock that jumped), and the ops around the cycle are the error.
///
/// Bounds allow clocks to drift by 50 ppm more than was found. `origins` are the ranks' starts on their own clocks.
/// Clocks that never agreed, as those that begin anew with each step, may not stay: `rawMayStay` is false for them.
/// Cost: a pass over the crossings and ranks × links for each attempt.
Result<ClockFit> fitClocks(const std::vector<Crossing>& crossings, const std::vector<Time>& origins,
                           bool rawMayStay = true);

/// The common time of a rank's own.
Time commonTime(const ClockFit& fit, const std::vector<Time>& origins, int rank, Time time);

} // namespace lanewright
