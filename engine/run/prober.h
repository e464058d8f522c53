// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/run/mailroom.h"
#include "engine/run/rank_stages.h"
#include "engine/run/waiter.h"

#include <functional>

namespace lanewright::engine {

/// Looks at what the model has learned, between steps or after the last: all ranks call the same function together, and
/// values go from stage to stage through the copies of the first direction, whatever the schedule.
class Prober {
public:
    Prober(const RunRequest& request, const Corpus& corpus, int rank, RankStages& stages, Mailroom& mailroom,
           Waiter& waiter);

    /// The mean loss over the text that is held back: over as many of its samples as a step has, always the same ones.
    double validationLoss();
    /// The prompt and what the model writes after it; follows from weights, prompt and seed alone.
    std::string write();

private:
    Sight look(const Samples& samples, std::int64_t token);
    Letter await(LetterKind kind, int from);
    Sight tell(Sight sight);
    int rankOf(int stage) const { return m_request->plan.schedule.placement.rankOf(0, stage); }
    bool isAtEnd() const { return rankOf(m_request->plan.schedule.stages() - 1) == m_rank; }

    const RunRequest* m_request;
    const Corpus* m_corpus;
    int m_rank;
    RankStages* m_stages;
    Mailroom* m_mailroom;
    Waiter* m_waiter;
    Sizes m_sizes;
};

/// @name What any backend looks at
/// @{
/// How many microbatches of the text that is held back are looked at.
std::uint64_t validationMicrobatches(const RunRequest& request, const Corpus& corpus);
/// The prompt and what follows; `follow(samples, token)` gives the probabilities of what comes after one of the tokens.
std::string textFrom(const RunRequest& request,
                     const std::function<std::vector<float>(const Samples& samples, std::int64_t token)>& follow);
/// @}

/// What follows, drawn from the probabilities of the first 256 tokens with `chance` in [0, 1): the likely more often
/// than they are likely, so that a little training reads well.
std::uint8_t drawFrom(const std::vector<float>& probabilities, double chance);

} // namespace lanewright::engine
