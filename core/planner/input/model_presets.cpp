// SPDX-License-Identifier: Apache-2.0
#include "core/model/title.h"
#include "core/planner/input/model_json.h"

namespace lanewright {

namespace {

/// GPTs that everybody knows, by the shapes of their papers; vocabularies rounded up to a multiple of 128, as trainers
/// do.
LayeredModel named(const char* title, const ModelSpec& gpt, int microbatches) {
    LayeredModel model = layersOfGpt(gpt, {.microbatches = microbatches});
    model.title = title::read(title);
    return model;
}

LayeredModel tiny() {
    return named("Tiny GPT", {.layers = 12, .width = 128, .heads = 4, .context = 64, .vocabulary = 256, .batch = 2}, 8);
}

LayeredModel gpt2Small() {
    return named("GPT-2 small",
                 {.layers = 12, .width = 768, .heads = 12, .context = 1024, .vocabulary = 50304, .batch = 4}, 32);
}

LayeredModel gpt2Medium() {
    return named("GPT-2 medium",
                 {.layers = 24, .width = 1024, .heads = 16, .context = 1024, .vocabulary = 50304, .batch = 4}, 32);
}

LayeredModel gpt2Xl() {
    return named("GPT-2 XL",
                 {.layers = 48, .width = 1600, .heads = 25, .context = 1024, .vocabulary = 50304, .batch = 2}, 32);
}

LayeredModel gpt7b() {
    return named("GPT-3 6.7B",
                 {.layers = 32, .width = 4096, .heads = 32, .context = 2048, .vocabulary = 50304, .batch = 1}, 64);
}

} // namespace

const std::vector<ModelPreset>& modelPresets() {
    static const std::vector<ModelPreset> presets = {
        {"tiny", "12 blocks of width 128, which the engine trains on any machine", &tiny},
        {"gpt2-small", "GPT-2 with 12 blocks of width 768", &gpt2Small},
        {"gpt2-medium", "GPT-2 with 24 blocks of width 1024", &gpt2Medium},
        {"gpt2-xl", "GPT-2 with 48 blocks of width 1600", &gpt2Xl},
        {"gpt3-6.7b", "GPT-3 with 32 blocks of width 4096", &gpt7b},
    };
    return presets;
}

} // namespace lanewright
