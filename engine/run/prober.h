// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/ranks/mailroom.h"
#include "engine/ranks/seating.h"
#include "engine/ranks/waiter.h"
#include "engine/run/stage_host.h"

namespace lanewright::engine {

/// Looks at what the model has learned, between steps or after the last: all seats call the same function together, and
/// values go from stage to stage through the copies of the first direction, whatever the schedule.
class Prober {
public:
    Prober(const RunRequest& request, const Corpus& corpus, const Seating& seating, int seat, StageHost& stages,
           Mailroom& mailroom, Waiter& waiter);

    /// The mean loss over the text that is held back: over as many of its samples as a step has, always the same ones.
    double validationLoss();
    /// The prompt and what the model writes after it; follows from weights, prompt and seed alone.
    std::string write();

private:
    Sight look(const Samples& samples, std::int64_t token);
    Letter await(LetterKind kind, int from);
    Sight tell(Sight sight);
    int seatOf(int stage) const { return m_seating.of(m_request->plan.schedule.placement.rankOf(0, stage)); }
    bool isAtEnd() const { return seatOf(m_request->plan.schedule.stages() - 1) == m_seat; }

    const RunRequest* m_request;
    const Corpus* m_corpus;
    Seating m_seating;
    int m_seat;
    StageHost* m_stages;
    Mailroom* m_mailroom;
    Waiter* m_waiter;
    Sizes m_sizes;
};

/// What follows, drawn from the probabilities of the first 256 tokens with `chance` in [0, 1): the likely more often
/// than they are likely, so that a little training reads well.
std::uint8_t drawFrom(const std::vector<float>& probabilities, double chance);

} // namespace lanewright::engine
