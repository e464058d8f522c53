// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/process_map.h"
#include "engine/ranks/waiter.h"
#include "engine/run/stage_host.h"

namespace lanewright::engine {

/// Looks at what the model has learned, between steps or after the last: all processes call the same function together,
/// and values go from stage to stage through the copies of the first direction, whatever the schedule.
class Evaluator {
public:
    Evaluator(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, int process,
              StageHost& stages, Inbox& inbox, Waiter& waiter);

    /// The mean loss over the text that is held back: over as many of its samples as a step has, always the same ones.
    double validationLoss();
    /// The prompt and what the model writes after it; follows from weights, prompt and seed alone.
    std::string write();

private:
    Evaluation evaluate(const Samples& samples, std::int64_t token);
    ControlMessage await(MessageKind kind, int from);
    Evaluation share(Evaluation evaluation);
    int processOf(int stage) const { return m_processMap.of(m_request->plan.schedule.placement.rankOf(0, stage)); }
    bool isAtEnd() const { return processOf(m_request->plan.schedule.stages() - 1) == m_process; }

    const RunRequest* m_request;
    const Corpus* m_corpus;
    ProcessMap m_processMap;
    int m_process;
    StageHost* m_stages;
    Inbox* m_inbox;
    Waiter* m_waiter;
    Sizes m_sizes;
};

/// What follows, drawn from the probabilities of the first 256 tokens with `chance` in [0, 1): the likely more often
/// than they are likely, so that a little training reads well.
std::uint8_t drawFrom(const std::vector<float>& probabilities, double chance);

} // namespace lanewright::engine
