// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/result.h"
#include "core/planner/estimates.h"
#include "core/planner/partition.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lanewright {

/// How a partition was found.
enum class CutMethod : std::uint8_t {
    EqualLayers,
    AsManyAsFit, ///< each device takes what it can in turn
    AfterSpp,    ///< dynamic programming after SPP
    AfterSppReplicated,
    V,
    VReplicated,
    Loop,
    LoopReplicated,
    SlowestStage, ///< the cut that PipeDream's cost formula likes best
    PivotStage,   ///< DAPPLE's
    FillAndRun,   ///< Alpa's
    Changed,      ///< another partition, changed a little
    All,          ///< all were tried
    Given,
    ByHand
};
/// As answers have it: "after SPP, replicated".
std::string_view toText(CutMethod method);

/// A partition with its order, judged by the simulation and not by a formula.
struct Candidate {
    Partition partition = {};
    Plan plan = {}; ///< the problem with its order, a rank per stage or for several of them; within all limits
    /// Where stages share devices: the plan with a rank for each (`asReplicas`); none elsewhere, and where that can't
    /// be.
    std::optional<Plan> onDevices = {};
    CutMethod method = CutMethod::Given;
    std::string order = {};      ///< the generator, or what the search calls it
    Fraction iterationTime = {}; ///< what is run takes, under the plan's optimizer mode: `Metrics::iterationTime`
    Bytes memory = 0;            ///< on the fullest device, everything counted
    int devices = 0;
    Estimates estimates = {};
    double spread = 0; ///< what the prediction may be off by, as a share

    /// What is simulated and run.
    const Plan& asRun() const { return onDevices ? *onDevices : plan; }
    /// True when it is no worse in time, memory and devices.
    bool isAsGoodAs(const Candidate& other) const;
};

/// Simulates the candidate as it is run, and sets what that says: `onDevices`, `iterationTime` and `memory`.
void judge(const Pricing& pricing, Candidate& candidate);

/// What an iteration may take, as far as a formula can say: post-validated ones need not fill the pipeline anew.
Time promiseOf(const Pricing& pricing, const Partition& partition);

/// A proven bound: no order of the candidate's stages on these devices has an iteration below it, in its optimizer
/// mode.
Fraction leastIterationOf(const Candidate& candidate, const std::stop_token& stop = {});

/// Orders a partition with the generators that keep its memory limits and takes the best. Fails in one sentence where a
/// stage does not fit or the plan is more than can be counted (`checkCountable`).
Result<Candidate> ordered(const Pricing& pricing, Partition partition, CutMethod method);

} // namespace lanewright
