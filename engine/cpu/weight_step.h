// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/cpu/rank_stages.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/recorder.h"
#include "engine/run/step_decision.h"

#include <functional>
#include <optional>

namespace lanewright::engine {

/// What came of waiting for the decision on a step.
struct Check {
    bool rolledBack = false; ///< the forwards that have run since were made with wrong weights
    Time known = 0;          ///< virtual: when the decision was here
    Time free = 0;           ///< virtual: when the rank had put its weights right
};

/// How a rank stands when its blocks of a step are done.
struct Standing {
    Time free = 0;   ///< virtual: when the last block ended
    Time behind = 0; ///< by how much later it ended by the clock; of paced runs
};

/// How it stands when it has stepped.
struct Stepped {
    Time free = 0;      ///< virtual: when it had
    Time postponed = 0; ///< by how much the virtual times from here on are to come later by the clock
};

/// One rank's part in stepping the weights of all.
///
/// Synchronous: the squares of all gradients go up the ranks, the decision comes down, and then every rank steps.
/// Post-validated: a rank whose own and all earlier gradients are in order steps at once and lets the decision come
/// later; where that differs, the rank rolls the step back and does what the decision says. The result is the same to
/// the last bit, because both read the same weights, gradients and factor.
class Optimizer {
public:
    Optimizer(const RunRequest& request, int rank, int ranks, RankStages& stages, Inbox& inbox, Recorder& recorder);

    /// Called once per step, when the decision on it is known here.
    std::function<void(int step, const Update&)> onDecision = [](int, const Update&) {};

    /// From here on times count from `origin`.
    void restart(Time origin) { m_origin = origin; }
    /// Ends a step whose gradients are complete. Rank 0 says with `pauses` whether all are to meet afterwards.
    ///
    /// A plan knows nothing of the norm's way round the ranks, nor, as a rule, of the time that stepping takes. So that
    /// the first blocks of the next step aren't cut short by them, a paced synchronous step ends with all ranks moving
    /// their virtual times by what both have cost. As far as blocks ended later than planned, the step itself is
    /// longer, and `free` is by so much later on all ranks: they have met, so that nothing is left to make up for.
    Stepped step(int step, const Standing& standing, bool pauses);
    /// True while the last step's decision has not come: its forwards may be void.
    bool isOpen() const { return m_open; }
    /// True when the decision has come, so that `settle` does not wait.
    bool isDecided() const { return m_inbox->has(MessageKind::Decision); }
    /// Waits for the decision, and puts the weights right if need be. `free` as in `step`.
    Check settle(Time free);

    /// True when all ranks meet after the last step.
    bool pauses() const { return m_pauses; }
    /// True when the last step was rolled back on some rank: forwards of the next one count only if they come after.
    bool rolledBack() const { return !m_open && m_decision.rollsBack(); }

    /// How often the weights have moved.
    int updates = 0;

private:
    NormReport gather(int step, const Standing& standing, bool pauses);
    void hold(Time when) const;
    StepDecision agree(NormReport report);
    void postpone(const NormReport& report);
    void awaitDecision();
    void sendDown() const;
    void apply(const StepDecision& decision);
    void conclude();
    bool isLast() const { return m_rank + 1 == m_ranks; }

    const RunRequest* m_request;
    int m_rank;
    int m_ranks;
    RankStages* m_stages;
    Inbox* m_inbox;
    Recorder* m_recorder;
    Time m_length;   ///< planned, of the step
    Time m_late = 0; ///< by how much the last one ended later
    Time m_origin = 0;
    int m_step = -1;
    StepDecision m_decision; ///< the last that has come
    bool m_open = false;
    bool m_pauses = false;
};

} // namespace lanewright::engine
