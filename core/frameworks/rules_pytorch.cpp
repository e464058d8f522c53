// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/framework_rules.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr Phrase kOneChunk = phrase("framework rule", "v = 1");
constexpr Phrase kFewForStages =
    phrase("framework rule", "%1 microbatches are fewer than the %2 stages that its constructor asks for");

/// Rounds of about p microbatches, in each of which every chunk has its turn.
int roundsOf(const AskedShape& shape) { return std::max(1, shape.microbatches / shape.ranks); }

Message brokenStages(const AskedShape& shape) {
    const int stages = shape.ranks * shape.chunks;
    return shape.microbatches < stages ? say(kFewForStages, shape.microbatches, stages) : Message{};
}

Message brokenHang(const AskedShape& shape) {
    return shape.microbatches == 1 && shape.ranks > 1
               ? say(phrase("framework rule", "with a single microbatch its ranks wait for each other for ever"))
               : Message{};
}

Message brokenRounds(const AskedShape& shape) {
    const int rounds = roundsOf(shape);
    return shape.microbatches % rounds != 0
               ? say(phrase("framework rule", "%1 microbatches are no multiple of its %2 rounds (max(1, m div p))"),
                     shape.microbatches, rounds)
               : Message{};
}

Message brokenRanksDivide(const AskedShape& shape) {
    return shape.microbatches % shape.ranks != 0
               ? say(phrase("framework rule", "%1 microbatches are no multiple of the %2 ranks"), shape.microbatches,
                     shape.ranks)
               : Message{};
}

Message brokenRoundGroup(const AskedShape& shape) {
    const int group = shape.microbatches / roundsOf(shape);
    return shape.group && *shape.group != group
               ? say(phrase("framework rule", "its group is %1 microbatches (m / rounds), never the %2 asked for"),
                     group, *shape.group)
               : Message{};
}

/// torch.tensor_split cuts the batch, so that the first microbatches have a sample more than the last.
Message brokenEvenBatch(const AskedShape& shape) {
    if (!shape.batch || shape.batch->global % (std::int64_t{shape.batch->copies} * shape.microbatches) == 0)
        return {};
    return say(phrase("framework rule",
                      "a batch of %1 samples is no multiple of %2, one in each microbatch of all copies: "
                      "it would cut them unequal, where its stages pass values of one shape and "
                      "gradients are divided by m"),
               shape.batch->global, std::int64_t{shape.batch->copies} * shape.microbatches);
}

constexpr auto kPytorchRules = std::to_array<Rule>({
    {"one-chunk", "gpipe 1f1b", kOneChunk, "PipelineScheduleSingle takes one stage", brokenOneChunk},
    {"two-chunks", "zbv-fixed dualpipev", phrase("framework rule", "v = 2"),
     "ScheduleZBVZeroBubble and ScheduleDualPipeV, __init__", brokenTwoChunks},
    {"1f1b-stages", "1f1b", phrase("framework rule", "m ≥ p"),
     "Schedule1F1B.__init__; of all single-stage schedules before 2.11", brokenStages, Releases{.from = {2, 7}}},
    {"gpipe-stages", "gpipe", phrase("framework rule", "m ≥ p"),
     "PipelineScheduleSingle.__init__, pytorch#144702; lifted by pytorch#171462", brokenStages,
     Releases{.from = {2, 7}, .before = {2, 11}}},
    {"1f1b-hang", "1f1b", phrase("framework rule", "m ≥ 2 where p > 1"), "torchtitan#775: it hangs", brokenHang,
     Releases{.before = {2, 7}}},
    {"rounds", "interleaved-1f1b interleaved-zb", phrase("framework rule", "m is a multiple of max(1, m div p)"),
     "ScheduleInterleaved1F1B and ScheduleInterleavedZeroBubble, __init__", brokenRounds, Releases{.from = {2, 5}}},
    {"ranks-divide", "interleaved-1f1b", phrase("framework rule", "m is a multiple of p"),
     "ScheduleInterleaved1F1B.__init__; relaxed by pytorch#137783", brokenRanksDivide, Releases{.before = {2, 6}}},
    {"round-group", "interleaved-1f1b interleaved-zb", phrase("framework rule", "the group is m / max(1, m div p)"),
     "microbatches_per_round", brokenRoundGroup},
    {"dualpipev-stages", "dualpipev", phrase("framework rule", "m ≥ 2·p"), "ScheduleDualPipeV.__init__", brokenStages},
    {"even-batch", "", phrase("framework rule", "the batch is a multiple of data-parallel copies × m"),
     "torch.tensor_split in microbatch.py, pytorch#126600", brokenEvenBatch},
});

Message brokenTitanLayers(const AskedShape& shape) {
    // The embedding and the head count as a layer each.
    const int stages = shape.ranks * shape.chunks;
    return shape.layers && stages > *shape.layers + 2
               ? say(phrase("framework rule", "%1 stages are more than %2 layers, embedding and head"), stages,
                     *shape.layers)
               : Message{};
}

constexpr auto kTorchTitanRules = std::to_array<Rule>({
    {"several-chunks", "interleaved-1f1b looped-bfs interleaved-zb",
     phrase("framework rule", "v ≥ 2; more than 2 want pipeline_parallel_layers_per_stage or "
                              "module_fqns_per_model_part"),
     "_get_pipeline_metadata", brokenSeveralChunks},
    {"layers", "",
     phrase("framework rule", "p·v ≤ layers + 2, where module_fqns_per_model_part does not cut the model"),
     "_generate_llm_fqn_per_model_part", brokenTitanLayers},
    {"batch", "", phrase("framework rule", "global batch = microbatch × data-parallel copies × m"),
     "local_batch_size and pipeline_parallel_microbatch_size; num_pp_microbatches since", brokenBatch},
});

} // namespace

Message brokenBatch(const AskedShape& shape) {
    if (!shape.batch)
        return {};
    const std::int64_t each = std::int64_t{shape.batch->micro} * shape.batch->copies;
    if (shape.batch->global % each != 0)
        return say(phrase("framework rule", "a batch of %1 samples is no multiple of %2, a microbatch of all copies"),
                   shape.batch->global, each);
    return shape.batch->global / each != shape.microbatches
               ? say(phrase("framework rule", "a batch of %1 samples is %2 microbatches, not %3"), shape.batch->global,
                     shape.batch->global / each, shape.microbatches)
               : Message{};
}

Message brokenOneChunk(const AskedShape& shape) {
    return shape.chunks != 1 ? say(phrase("framework rule", "it has one chunk per rank, not %1"), shape.chunks)
                             : Message{};
}

Message brokenSeveralChunks(const AskedShape& shape) {
    return shape.chunks < 2 ? say(phrase("framework rule", "it has two chunks per rank or more, not one")) : Message{};
}

Message brokenTwoChunks(const AskedShape& shape) {
    return shape.chunks != 2 ? say(phrase("framework rule", "it has two chunks per rank, not %1"), shape.chunks)
                             : Message{};
}

Message brokenFullV(const AskedShape& shape) {
    const int least = 2 * shape.ranks - 1;
    return shape.microbatches < least
               ? say(phrase("framework rule", "%1 microbatches are fewer than the %2 (2·p − 1) of its warm-up"),
                     shape.microbatches, least)
               : Message{};
}

std::span<const Rule> pytorchRules() { return kPytorchRules; }
std::span<const Rule> torchTitanRules() { return kTorchTitanRules; }

} // namespace lanewright
