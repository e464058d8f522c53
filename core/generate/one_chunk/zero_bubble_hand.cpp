// SPDX-License-Identifier: Apache-2.0
#include "core/generate/one_chunk/zero_bubble_hand.h"

#include "core/generate/families.h"
#include "core/generate/one_chunk/one_chunk.h"

namespace lanewright {

namespace {

// Forwards ahead of the backwards, and backwards ahead of the weight gradients, at most.
struct Lead {
    int forward = 0;
    int backward = 0;
};

// Each turn is B, W, F: the W of an earlier microbatch once `lead.backward` of them wait, and the next F.
Sequence turnsOf(const Instance& instance, Lead lead) {
    const int microbatches = instance.microbatches[0];
    int forwards = 0;
    int weights = 0;
    Sequence sequence;
    sequence.reserve(static_cast<std::size_t>(microbatches) * (2 + instance.weightParts));
    const auto forward = [&] {
        sequence.push_back(codeOf(0, OpKind::F));
        ++forwards;
    };
    const auto weight = [&] {
        append(sequence, codeOf(0, OpKind::W), instance.weightParts);
        ++weights;
    };
    while (forwards < microbatches && forwards < lead.forward)
        forward();
    for (int backwards = 1; backwards <= microbatches; ++backwards) {
        sequence.push_back(codeOf(0, OpKind::B));
        if (backwards - weights > lead.backward)
            weight();
        if (forwards < microbatches)
            forward();
    }
    while (weights < microbatches)
        weight();
    return sequence;
}

} // namespace

// Its longest span is m·S + (p − 1)·(T_F + T_B − T_W + 4·C). The first rank waits (p − 1)·(T_B + 2·C) for its first B
// and, between its last F and its last B, (p − 1)·(T_F + 2·C − T_W), where T_W ≤ T_F + 2·C. In between, a B waits for
// the one two turns before it by way of the next rank: W, and F, B and a transfer twice each; two turns are enough for
// that where 2·C ≤ T_W.
Sequences zbH1(const Instance& instance) {
    Sequences sequences(instance.ranks());
    for (const Chunk& chunk : instance.chunks)
        sequences[chunk.rank] = turnsOf(instance, {.forward = instance.stages - chunk.stage, .backward = chunk.stage});
    return sequences;
}

// Its longest span is m·S + (p − 1)·(T_F + T_B − 2·T_W + 2·C): the last rank never waits, and its last B goes back at
// once. The last rank does not wait for F of microbatch 2·p − 1, which the first rank starts after its first B, where
// 2·C ≤ T_F + T_B. The last B goes back at once where the first rank is free by then: up to there it runs 2·(p − 1) W
// more than the last rank and, since its forwards are out, 2·(p − 1) F fewer, so that T_W ≤ T_F will do.
Sequences zbH2(const Instance& instance) {
    Sequences sequences(instance.ranks());
    for (const Chunk& chunk : instance.chunks)
        sequences[chunk.rank] =
            turnsOf(instance, {.forward = 2 * (instance.stages - chunk.stage) - 1, .backward = 2 * chunk.stage});
    return sequences;
}

Result<Schedule> makeZbH1(const Plan& problem, const Choices&) {
    return withinLimits(problem, scheduleOf(problem, zbH1(instanceOf(problem))), "ZB-H1");
}

Result<Schedule> makeZbH2(const Plan& problem, const Choices&) {
    return withinLimits(problem, scheduleOf(problem, zbH2(instanceOf(problem))), "ZB-H2");
}

} // namespace lanewright
