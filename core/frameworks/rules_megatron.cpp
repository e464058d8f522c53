// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/framework_rules.h"

#include "core/base/mapped.h"
#include "core/model/layout/layout_text.h"

#include <functional>

namespace lanewright {

namespace {

constexpr std::string_view kInterleavedOrders =
    "interleaved-1f1b combined-interleaved-1f1b combined-interleaved-1f1b-delay-w";
constexpr Releases kGroups{.from = {0, 10}};
constexpr Releases kNoGroups{.before = {0, 10}};
constexpr Releases kLayouts{.from = {0, 13}};

/// microbatch_group_size_per_vp_stage, which is p unless it is set.
int megatronGroup(const AskedShape& shape) { return shape.group.value_or(shape.ranks); }

Message brokenGroupRange(const AskedShape& shape) {
    const int group = megatronGroup(shape);
    if (group > shape.microbatches)
        return say(phrase("framework rule", "the group of %1 that passes a chunk is larger than the %2 microbatches"),
                   group, shape.microbatches);
    return group < shape.ranks
               ? say(phrase("framework rule", "the group of %1 that passes a chunk is smaller than the %2 ranks"),
                     group, shape.ranks)
               : Message{};
}

Message brokenGroupRest(const AskedShape& shape) {
    const int group = megatronGroup(shape);
    // A group that is larger than all there are is what the rule before this one is about.
    const int rest = group > 0 && group <= shape.microbatches ? shape.microbatches % group : 0;
    return 0 < rest && rest < shape.ranks
               ? say(phrase("framework rule",
                            "%1 microbatches in groups of %2 leave a last group of %3, fewer than the "
                            "%4 ranks"),
                     shape.microbatches, group, rest, shape.ranks)
               : Message{};
}

Message brokenMultiple(const AskedShape& shape) {
    return shape.microbatches % shape.ranks != 0
               ? say(phrase("framework rule", "%1 microbatches are no multiple of the %2 ranks of an interleaved "
                                              "schedule"),
                     shape.microbatches, shape.ranks)
               : Message{};
}

Message brokenGroupChosen(const AskedShape& shape) {
    return megatronGroup(shape) != shape.ranks
               ? say(phrase("framework rule", "its group is the %1 ranks; %2 can't be chosen"), shape.ranks,
                     megatronGroup(shape))
               : Message{};
}

Message brokenMoreThanTwoRanks(const AskedShape& shape) {
    return shape.ranks < 3
               ? say(phrase("framework rule", "several chunks per rank want more than two ranks, not %1"), shape.ranks)
               : Message{};
}

Message brokenNoLayout(const AskedShape& shape) {
    return shape.layout ? say(phrase("framework rule", "it takes no layout")) : Message{};
}

Message brokenLayoutStages(const AskedShape& shape) {
    if (!shape.layout)
        return {};
    const int stages = static_cast<int>(shape.layout->size());
    if (stages % shape.ranks != 0)
        return say(phrase("framework rule", "the %1 stages of the layout are no multiple of the %2 ranks"), stages,
                   shape.ranks);
    return stages != shape.ranks * shape.chunks
               ? say(phrase("framework rule", "the layout has %1 stages, which is %2 chunks per rank, not %3"), stages,
                     stages / shape.ranks, shape.chunks)
               : Message{};
}

Message brokenBy(const Result<Done>& check) { return check ? Message{} : check.error().message; }

Message brokenLayoutEnds(const AskedShape& shape) {
    return shape.layout ? brokenBy(checkLayoutEnds(*shape.layout)) : Message{};
}

Message brokenLayoutLayers(const AskedShape& shape) {
    if (!shape.layout || !shape.layers)
        return {};
    const int blocks = summed(countIn(*shape.layout, 't'), std::identity{});
    return blocks != *shape.layers
               ? say(phrase("framework rule", "the layout has %1 layers, not %2"), blocks, *shape.layers)
               : Message{};
}

Message brokenLayoutPrediction(const AskedShape& shape) {
    return shape.layout ? brokenBy(checkLayoutMtp(*shape.layout, shape.ranks)) : Message{};
}

constexpr auto kMegatronRules = std::to_array<Rule>({
    {"one-chunk", "1f1b", phrase("framework rule", "v = 1"), "get_forward_backward_func", brokenOneChunk},
    {"several-chunks", kInterleavedOrders, phrase("framework rule", "v ≥ 2"),
     "get_forward_backward_func; arguments.py takes 1 for none", brokenSeveralChunks},
    {"ranks", kInterleavedOrders, phrase("framework rule", "p ≥ 2; at 2 with overlap_p2p_comm"),
     "initialize_model_parallel; arguments.py", brokenMoreThanOneRank, Releases{.from = {0, 8}}},
    {"three-ranks", kInterleavedOrders, phrase("framework rule", "p ≥ 3"), "initialize_model_parallel",
     brokenMoreThanTwoRanks, Releases{.before = {0, 8}}},
    {"group-range", kInterleavedOrders,
     phrase("framework rule", "p ≤ group ≤ m, for each pass; the group is p unless it is set"),
     "forward_backward_pipelining_with_interleaving, microbatch_group_size_per_vp_stage", brokenGroupRange, kGroups},
    {"group-rest", kInterleavedOrders, phrase("framework rule", "m mod group is 0, or at least p"),
     "forward_backward_pipelining_with_interleaving, final_microbatch_group_size", brokenGroupRest, kGroups},
    {"multiple", kInterleavedOrders, phrase("framework rule", "m is a multiple of p"),
     "forward_backward_pipelining_with_interleaving", brokenMultiple, kNoGroups},
    {"group-chosen", kInterleavedOrders, phrase("framework rule", "the group is p"),
     "there is no microbatch_group_size_per_vp_stage", brokenGroupChosen, kNoGroups},
    {"layers-ranks", "", phrase("framework rule", "without a layout layers are a multiple of p"),
     "get_num_layers_to_build; arguments.py", brokenLayersOfRanks},
    {"layers-chunks", "", phrase("framework rule", "without a layout layers / p is a multiple of v"),
     "get_num_layers_to_build; arguments.py", brokenLayersOfChunks},
    {"no-layout", "", phrase("framework rule", "there is no layout"),
     "pipeline_parallel_layer_layout.py came with 0.13", brokenNoLayout, Releases{.before = {0, 13}}},
    {"layout-stages", "", phrase("framework rule", "a layout has p·v stages"),
     "PipelineParallelLayerLayout.__init__; TransformerConfig.__post_init__", brokenLayoutStages, kLayouts},
    {"layout-ends", "", phrase("framework rule", "a layout begins with its only E and ends with its only L"),
     "validate_layer_layout", brokenLayoutEnds, kLayouts},
    {"layout-layers", "", phrase("framework rule", "a layout has as many t as layers"), "validate_layer_layout",
     brokenLayoutLayers, kLayouts},
    {"layout-m", "",
     phrase("framework rule", "all m of a layout are behind all t, in one stage, the last chunk of its rank"),
     "validate_layer_layout", brokenLayoutPrediction, kLayouts},
    {"batch", "", phrase("framework rule", "global batch = microbatch × data-parallel copies × m"),
     "num_microbatches_calculator.py", brokenBatch},
});

} // namespace

Message brokenMoreThanOneRank(const AskedShape& shape) {
    return shape.ranks < 2 ? say(phrase("framework rule", "several chunks per rank want more than one rank"))
                           : Message{};
}

Message brokenLayersOfRanks(const AskedShape& shape) {
    return shape.layers && !shape.layout && *shape.layers % shape.ranks != 0
               ? say(phrase("framework rule", "%1 layers are no multiple of the %2 ranks, and no layout cuts them"),
                     *shape.layers, shape.ranks)
               : Message{};
}

Message brokenLayersOfChunks(const AskedShape& shape) {
    if (!shape.layers || shape.layout || *shape.layers % shape.ranks != 0)
        return {};
    const int each = *shape.layers / shape.ranks;
    return each % shape.chunks != 0
               ? say(phrase("framework rule", "the %1 layers of a rank are no multiple of its %2 chunks, and no layout "
                                              "cuts them"),
                     each, shape.chunks)
               : Message{};
}

std::span<const Rule> megatronRules() { return kMegatronRules; }

} // namespace lanewright
