// SPDX-License-Identifier: Apache-2.0
#include "core/generate/zero_bubble_hand.h"

#include "core/generate/families.h"
#include "core/generate/one_chunk.h"

namespace lanewright {

namespace {

// Forwards ahead of the backwards, and backwards ahead of the weight gradients, at most.
struct Lead {
    int forward = 0;
    int backward = 0;
};

// Each turn is B, W, F: the W of an earlier microbatch once `lead.backward` of them wait, and the next F.
void writeTurns(OpKind* end, int microbatches, Lead lead) {
    int forwards = 0;
    int weights = 0;
    while (forwards < microbatches && forwards < lead.forward)
        *end++ = OpKind::F, ++forwards;
    for (int backwards = 1; backwards <= microbatches; ++backwards) {
        *end++ = OpKind::B;
        if (backwards - weights > lead.backward)
            *end++ = OpKind::W, ++weights;
        if (forwards < microbatches)
            *end++ = OpKind::F, ++forwards;
    }
    while (weights++ < microbatches)
        *end++ = OpKind::W;
}

} // namespace

PipeWords zbH1(const Pipe& pipe) {
    PipeWords words = emptyWords(pipe);
    for (int stage = 0; stage < pipe.size(); ++stage)
        writeTurns(words.of(stage), pipe.microbatches, {.forward = pipe.size() - stage, .backward = stage});
    return words;
}

PipeWords zbH2(const Pipe& pipe) {
    PipeWords words = emptyWords(pipe);
    for (int stage = 0; stage < pipe.size(); ++stage)
        writeTurns(words.of(stage), pipe.microbatches,
                   {.forward = 2 * (pipe.size() - stage) - 1, .backward = 2 * stage});
    return words;
}

Result<Schedule> makeZbH1(const Plan& problem, const Choices&) {
    return withinLimits(problem, scheduleOf(problem, zbH1(pipeOf(problem))), "ZB-H1");
}

Result<Schedule> makeZbH2(const Plan& problem, const Choices&) {
    return withinLimits(problem, scheduleOf(problem, zbH2(pipeOf(problem))), "ZB-H2");
}

} // namespace lanewright
