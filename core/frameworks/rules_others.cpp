// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/framework_rules.h"

namespace lanewright {

namespace {

constexpr auto kDeepSpeedRules = std::to_array<Rule>({
    {"one-chunk", "", phrase("framework rule", "v = 1, whatever m is"),
     "PipelineModule has one stage per rank; TrainSchedule", brokenOneChunk},
    {"batch", "", phrase("framework rule", "global batch = microbatch × data-parallel copies × m"),
     "PipelineEngine.__init__, where m is gradient_accumulation_steps", brokenBatch},
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
    {"two-chunks", "dualpipev", phrase("framework rule", "v = 2, on a V; no virtual pipeline beside it"),
     "DualpipeVFeature.validate_args", brokenTwoChunks},
    {"two-ranks", "dualpipev", phrase("framework rule", "p ≥ 2"), "DualpipeVFeature.validate_args", brokenTwoRanks},
    {"two-layers", "dualpipev", phrase("framework rule", "layers ≥ 2·p"), "DualpipeVFeature.validate_args",
     brokenTwoLayers},
    {"warm-up", "dualpipev", phrase("framework rule", "m ≥ 2·p − 1"), "DualpipeVFeature.validate_args", brokenFullV},
    {"v-layout", "dualpipev", phrase("framework rule", "there is no layout"),
     "PipelineModelParallelLayoutFeature.validate_args", brokenLayoutOfV},
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
    {"one-chunk", "1f1b zb-h1", phrase("framework rule", "v = 1"), "pipeline_launcher.py", brokenOneChunk},
    {"several-chunks", "interleaved-1f1b", phrase("framework rule", "v ≥ 2"), "ScheduleInterleaved1F1B.__init__",
     brokenSeveralChunks},
    {"two-chunks", "zbv-fixed v-half v-min", phrase("framework rule", "v = 2"), "VFoldScheduleAlgo.__init__",
     brokenTwoChunks},
    {"ranks", "interleaved-1f1b zbv-fixed v-half v-min", phrase("framework rule", "p ≥ 2"),
     "Megatron's initialize_model_parallel", brokenMoreThanOneRank},
    {"layers-ranks", "", phrase("framework rule", "without a layout layers are a multiple of p"),
     "Megatron's get_num_layers_to_build", brokenLayersOfRanks},
    {"layers-chunks", "", phrase("framework rule", "without a layout layers / p is a multiple of v"),
     "Megatron's get_num_layers_to_build", brokenLayersOfChunks},
    {"batch", "", phrase("framework rule", "global batch = microbatch × data-parallel copies × m"),
     "Megatron's num_microbatches_calculator.py", brokenBatch},
    {"1f1b-warm-up", "1f1b", phrase("framework rule", "m ≥ p − 1"), "basic_1f1b.py, by its tables",
     brokenWarmUpOfRanks},
    {"whole-groups", "interleaved-1f1b", phrase("framework rule", "m is a multiple of p"),
     "interleaved_1f1b.py, by its tables", brokenWholeGroups},
    {"interleaved-warm-up", "interleaved-1f1b", phrase("framework rule", "m·v ≥ 2·(p − 1) + (v − 1)·p"),
     "interleaved_1f1b.py, by its tables", brokenWarmUpOfChunks},
    {"group", "interleaved-1f1b", phrase("framework rule", "the group is p"), "interleaved_1f1b.py",
     brokenGroupOfRanks},
    {"zero-bubble", "zb-h1", phrase("framework rule", "m ≥ p"), "zerobubble.py, by its tables", brokenFewForSplit},
    {"v-warm-up", "zbv-fixed", phrase("framework rule", "m ≥ 2·p − 1"), "zbv_formatted.py, by its tables", brokenFullV},
});

} // namespace

std::span<const Rule> deepSpeedRules() { return kDeepSpeedRules; }
std::span<const Rule> mindSpeedRules() { return kMindSpeedRules; }
std::span<const Rule> primusRules() { return kPrimusRules; }

} // namespace lanewright
