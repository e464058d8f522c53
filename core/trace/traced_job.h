// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/op.h"
#include "core/model/run.h"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// What the readers of traces yield, whatever the format: the ops of each rank, each on its rank's own clock.
namespace lanewright {

constexpr Time kUnknownTime = std::numeric_limits<Time>::min();

/// An op of a trace, or an overlapped pair.
struct TracedOp {
    Op op = {};
    MaybeOp paired = {};
    Time start = 0; ///< where it began to compute
    Time end = 0;
    Time window = kUnknownTime;   ///< where the rank came to it, and began to wait for what it needs
    Time launched = kUnknownTime; ///< when the host launched it
    Time sent = kUnknownTime;     ///< when what it yields was posted; unknown: no earlier than its end
    /// What it did before it stood waiting for what it needs, up to its start; no time: nothing.
    Extent before = {.start = kUnknownTime, .end = kUnknownTime};
    bool holdsWait = false; ///< the wait may lie anywhere within: what it needs was there by its end, at the latest
    /// Where the two ops of a pair ran, the first being that of `op`. Empty where nobody knows.
    std::vector<Extent> parts = {};
};

/// One step of a rank: ops by start.
struct TracedStep {
    int number = 0;
    std::vector<TracedOp> ops = {};
    std::vector<SideSpan> side = {}; ///< without ranks: those of the rank itself
    std::vector<Extent> optimizer = {};
};

/// What one rank of the job did.
struct TracedRank {
    std::string source = {}; ///< which file or process, for people
    int replica = 0;
    int rank = -1; ///< in the pipeline; -1: told from the stages
    int worldRank = -1;
    std::string host = {};
    std::vector<TracedStep> steps = {};
};

struct TracedJob {
    std::string format = {}; ///< `ndtimeline`
    std::string framework = {};
    std::string deviceClock = {};
    bool isGpu = false;
    bool waitsInside = false;
    bool cut = false; ///< a file ended in its middle
    /// Each step of a rank counts from where that rank began it, so that steps share no clock.
    bool clockPerStep = false;
    /// What the pipeline has at least, traced or not, as far as the traces tell: the last rank that was traced may send
    /// what another one receives.
    int leastRanks = 0;
    int leastStages = 0;
    int stepsSkipped = 0; ///< over all replicas, those that `TraceControl` did not ask for
    std::vector<TracedRank> ranks = {};
    std::vector<Message> notes = {}; ///< what was left out or could not be told, a sentence each
};

/// What is said of a file that was cut off.
Message cutNote(const std::string& path, const Message& cut);

/// Adds a note where there are any; how many is the phrase's %1, what follows its %2 and so on.
template <typename... Arguments>
void noteAny(std::vector<Message>& notes, const Phrase& words, std::int64_t count, const Arguments&... others) {
    if (count > 0)
        notes.push_back(sayCounted(words, count, count, others...));
}

/// The error with the notes behind it: what was left out may be why.
Error withNotes(Error error, const std::vector<Message>& notes);

} // namespace lanewright
