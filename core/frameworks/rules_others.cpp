// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/framework_rules.h"

namespace lanewright {

namespace {

constexpr auto kDeepSpeedRules = std::to_array<Rule>({
    {.key = "one-chunk",
     .words = phrase("framework rule", "v = 1, whatever m is"),
     .source = "PipelineModule has one stage per rank; TrainSchedule",
     .broken = brokenOneChunk},
    {.key = "batch",
     .words = phrase("framework rule", "global batch = microbatch × data-parallel copies × m"),
     .source = "PipelineEngine.__init__, where m is gradient_accumulation_steps",
     .broken = brokenBatch},
});

Message brokenTwoRanks(const AskedShape& shape) {
    return shape.ranks < 2 ? say(phrase("framework rule", "DualPipeV wants more than one rank")) : Message{};
}

Message brokenTwoLayers(const AskedShape& shape) {
    return shape.layers && *shape.layers < 2 * shape.ranks
               ? say(phrase("framework rule", "%1 layers are fewer than the %2 stages (2·p)"), *shape.layers,
                     2 * shape.ranks)
               : Message{};
}

Message brokenLayoutOfV(const AskedShape& shape) {
    return shape.layout ? say(phrase("framework rule", "DualPipeV takes no layout")) : Message{};
}

constexpr auto kMindSpeedRules = std::to_array<Rule>({
    {.key = "two-chunks",
     .orders = "dualpipev",
     .words = phrase("framework rule", "v = 2, on a V; no virtual pipeline beside it"),
     .source = "DualpipeVFeature.validate_args",
     .broken = brokenTwoChunks},
    {.key = "two-ranks",
     .orders = "dualpipev",
     .words = phrase("framework rule", "p ≥ 2"),
     .source = "DualpipeVFeature.validate_args",
     .broken = brokenTwoRanks},
    {.key = "two-layers",
     .orders = "dualpipev",
     .words = phrase("framework rule", "layers ≥ 2·p"),
     .source = "DualpipeVFeature.validate_args",
     .broken = brokenTwoLayers},
    {.key = "warm-up",
     .orders = "dualpipev",
     .words = phrase("framework rule", "m ≥ 2·p − 1"),
     .source = "DualpipeVFeature.validate_args",
     .broken = brokenFullV},
    {.key = "v-layout",
     .orders = "dualpipev",
     .words = phrase("framework rule", "there is no layout"),
     .source = "PipelineModelParallelLayoutFeature.validate_args",
     .broken = brokenLayoutOfV},
});

Message brokenWarmUpOfRanks(const AskedShape& shape) {
    return shape.microbatches < shape.ranks - 1
               ? say(phrase("framework rule", "its table runs a warm-up of %1 microbatches, of which there are %2"),
                     shape.ranks - 1, shape.microbatches)
               : Message{};
}

Message brokenWholeGroups(const AskedShape& shape) {
    return shape.microbatches % shape.ranks != 0
               ? say(phrase("framework rule",
                            "%1 microbatches are no multiple of the %2 ranks, and its table names some "
                            "that don't exist"),
                     shape.microbatches, shape.ranks)
               : Message{};
}

Message brokenWarmUpOfChunks(const AskedShape& shape) {
    const int warmUp = 2 * (shape.ranks - 1) + (shape.chunks - 1) * shape.ranks;
    return shape.microbatches * shape.chunks < warmUp
               ? say(phrase("framework rule", "its warm-up of %1 forwards is longer than the %2 there are"), warmUp,
                     shape.microbatches * shape.chunks)
               : Message{};
}

Message brokenGroupOfRanks(const AskedShape& shape) {
    return shape.group && *shape.group != shape.ranks
               ? say(phrase("framework rule", "its group is the %1 ranks, never %2"), shape.ranks, *shape.group)
               : Message{};
}

Message brokenFewForSplit(const AskedShape& shape) {
    return shape.microbatches < shape.ranks
               ? say(phrase("framework rule", "of %1 microbatches, fewer than the %2 ranks, it makes another order"),
                     shape.microbatches, shape.ranks)
               : Message{};
}

constexpr auto kPrimusRules = std::to_array<Rule>({
    {.key = "one-chunk",
     .orders = "1f1b zb-h1",
     .words = phrase("framework rule", "v = 1"),
     .source = "pipeline_launcher.py",
     .broken = brokenOneChunk},
    {.key = "several-chunks",
     .orders = "interleaved-1f1b",
     .words = phrase("framework rule", "v ≥ 2"),
     .source = "ScheduleInterleaved1F1B.__init__",
     .broken = brokenSeveralChunks},
    {.key = "two-chunks",
     .orders = "zbv-fixed v-half v-min",
     .words = phrase("framework rule", "v = 2"),
     .source = "VFoldScheduleAlgo.__init__",
     .broken = brokenTwoChunks},
    {.key = "ranks",
     .orders = "interleaved-1f1b zbv-fixed v-half v-min",
     .words = phrase("framework rule", "p ≥ 2"),
     .source = "Megatron's initialize_model_parallel",
     .broken = brokenMoreThanOneRank},
    {.key = "layers-ranks",
     .words = phrase("framework rule", "without a layout layers are a multiple of p"),
     .source = "Megatron's get_num_layers_to_build",
     .broken = brokenLayersOfRanks},
    {.key = "layers-chunks",
     .words = phrase("framework rule", "without a layout layers / p is a multiple of v"),
     .source = "Megatron's get_num_layers_to_build",
     .broken = brokenLayersOfChunks},
    {.key = "batch",
     .words = phrase("framework rule", "global batch = microbatch × data-parallel copies × m"),
     .source = "Megatron's num_microbatches_calculator.py",
     .broken = brokenBatch},
    {.key = "1f1b-warm-up",
     .orders = "1f1b",
     .words = phrase("framework rule", "m ≥ p − 1"),
     .source = "basic_1f1b.py, by its tables",
     .broken = brokenWarmUpOfRanks},
    {.key = "whole-groups",
     .orders = "interleaved-1f1b",
     .words = phrase("framework rule", "m is a multiple of p"),
     .source = "interleaved_1f1b.py, by its tables",
     .broken = brokenWholeGroups},
    {.key = "interleaved-warm-up",
     .orders = "interleaved-1f1b",
     .words = phrase("framework rule", "m·v ≥ 2·(p − 1) + (v − 1)·p"),
     .source = "interleaved_1f1b.py, by its tables",
     .broken = brokenWarmUpOfChunks},
    {.key = "group",
     .orders = "interleaved-1f1b",
     .words = phrase("framework rule", "the group is p"),
     .source = "interleaved_1f1b.py",
     .broken = brokenGroupOfRanks},
    {.key = "zero-bubble",
     .orders = "zb-h1",
     .words = phrase("framework rule", "m ≥ p"),
     .source = "zerobubble.py, by its tables",
     .broken = brokenFewForSplit},
    {.key = "v-warm-up",
     .orders = "zbv-fixed",
     .words = phrase("framework rule", "m ≥ 2·p − 1"),
     .source = "zbv_formatted.py, by its tables",
     .broken = brokenFullV},
});

} // namespace

std::span<const Rule> deepSpeedRules() { return kDeepSpeedRules; }
std::span<const Rule> mindSpeedRules() { return kMindSpeedRules; }
std::span<const Rule> primusRules() { return kPrimusRules; }

} // namespace lanewright
