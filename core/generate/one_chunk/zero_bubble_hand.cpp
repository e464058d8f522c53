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

Sequences zbH1(const Instance& instance) {
    Sequences sequences(instance.ranks());
    for (const Chunk& chunk : instance.chunks)
        sequences[chunk.rank] = turnsOf(instance, {.forward = instance.stages - chunk.stage, .backward = chunk.stage});
    return sequences;
}

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
