// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"
#include "core/model/run.h"
#include "core/protocol/probe.h"

#include <optional>
#include <vector>

/// What a run says about the costs of its schedule.
namespace lanewright {

/// Something that was measured several times: in the middle, and how far the middle half of the samples spreads.
struct Measured {
    /// What to plan with. Times scatter to the long side, so a sum of medians falls short of the median of the sums.
    Time mean = 0;
    Time median = 0;
    Time low = 0;  ///< first quartile
    Time high = 0; ///< third quartile
    int samples = 0;

    friend bool operator==(const Measured&, const Measured&) = default;
};

/// All zeros where there is no sample.
Measured measuredOf(std::vector<Time> samples);

/// The ops of one copy of a stage, per microbatch; where the plan gives them lengths, per microbatch of the mean
/// length. In a run of our engine an op lasts from its start until its rank can begin something else, so that what the
/// engine does between ops is counted; in runs of others, whose waits are not always known, to its end. What did not
/// run as an op of its own has no samples.
struct StageProfile {
    StageCopy copy = {};
    Measured forward = {};
    Measured backwardInput = {};
    Measured backwardWeight = {}; ///< all parts of W together
    Measured backward = {};       ///< BW: both in one
    Measured recompute = {};
    Measured overlapped = {}; ///< pairs whose F is of this stage
    Measured optimizer = {};

    friend bool operator==(const StageProfile&, const StageProfile&) = default;
};

/// Values on their way from one rank to another: from the later of when they were sent and when their receive was
/// posted, each where the run says so, else from the end of the op that made them, to the moment at which the rank that
/// waited for them could go on, less the host times of both. Where nobody ever waited, the least that any of them can
/// have taken at most: from there to when it was used. No samples where all that used them may hold their waits.
struct LinkProfile {
    int from = 0;
    int to = 0;
    Measured transfer = {};
    bool waitedFor = true;     ///< false: the transfer is only a bound, and all its numbers but `samples` are the same
    Measured latency = {};     ///< what a message of a few bytes takes, one way
    double bytesPerSecond = 0; ///< for a message as large as a value, beyond the latency; 0: not measured

    friend bool operator==(const LinkProfile&, const LinkProfile&) = default;
};

/// Overlapped pairs of an F of one stage and a B or BW of another, in whichever direction.
struct PairProfile {
    int forward = 0;  ///< stage
    int backward = 0; ///< stage
    OpKind kind = OpKind::BW;
    Measured time = {};

    friend bool operator==(const PairProfile&, const PairProfile&) = default;
};

/// How long an op of a microbatch took, all parts of a W together.
struct OpTime {
    Op op = {};
    Time mean = 0;

    friend bool operator==(const OpTime&, const OpTime&) = default;
};

struct Profile {
    std::vector<StageProfile> stages = {};      ///< by direction, then stage
    std::vector<OpTime> ops = {};               ///< where the plan has a table of times per microbatch: by op, no pairs
    std::vector<PairProfile> pairs = {};        ///< those that ran, by both stages and kind
    std::vector<LinkProfile> links = {};        ///< those that carried values, by sender, then receiver
    Measured send = {};                         ///< what a rank was busy with a value that it sent; no samples: nothing
    Measured receive = {};                      ///< the same of one that it received
    int steps = 0;                              ///< that were looked at
    std::optional<SharedCores> measuredOn = {}; ///< as in Costs

    friend bool operator==(const Profile&, const Profile&) = default;
};

/// Looks at the warm steps, with those of the other replicas. Means are those of the steps that by their longest spans
/// are in the middle half: a step that something else held up does not count. A paced run was held to its plan: of it
/// the planned clock counts, which gives the plan's costs back. Where blocks are pairs or BW, only these are measured.
/// Values travelled for as long as their receive says where it says so, else as a rank that stood waiting for them saw:
/// one that was sent before the rank came to wait for it may have lain ready, and is a bound only. Host times are there
/// where `hostsAreBusy`. What an op did before it stood waiting for a value is part of it.
///
/// Where the plan gives lengths, each sample counts as what a microbatch of the mean length would have taken, by the
/// plan's own word on how times grow with the length (`quadratic`, which is not measured); the mean weighs them by
/// their shares, so that all of a stage's microbatches take as long as they did.
Profile profileOf(const Run& run);

/// Per kind of op, stage and microbatch, as a table of costs has it: the mean over the warm steps, as in `profileOf`,
/// of the run's own replica. Kinds that did not run have no times; a cell that did not run makes the whole kind so.
MicrobatchCosts::Table timesPerMicrobatch(const Run& run);

/// Adds how fast the links were when messages were sent there and back: half the way, in the middle of the samples.
void addTrips(Profile& profile, const std::vector<LinkTrips>& trips);

/// The plan with the means as its costs. What has no samples stays as it is; links between ranks of which
/// nobody knows a time take the median of those that were measured. Hosts are busy with values for as long as was
/// measured, else not at all. A BW whose B and W never ran apart is divided as the plan's costs divide it, in halves
/// where these are 0. Pairs are given by both partners where the plan does so, or where an F was measured with
/// backwards of several stages or kinds; pairs that did not run are the sum of their parts. Where the plan gives
/// segments, these stay, stretched to what the ops take, and `sharing` becomes what makes all measured pairs together
/// as long as they were. Where the plan has no unit of time, it becomes ms. Lengths and shares of microbatches stay; in
/// a table of times, which rules over costs, measured times take the place of the old.
Plan withMeasuredCosts(Plan plan, const Profile& profile);

/// The plan with what the stages take and hold; what they always hold stays as it is where nobody measured it. In a
/// plan without a unit of memory, that and limits are in forwards: they keep their number of those of the stage, or of
/// the rank's largest, and the unit becomes MiB.
Plan withMeasuredMemory(Plan plan, const std::vector<StageBytes>& stages);

} // namespace lanewright
