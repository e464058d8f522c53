// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/torchtitan.h"

#include "core/planner/layout_string.h"

#include <algorithm>

namespace lanewright {

namespace {

/// By its schedule's name alone TorchTitan knows how the stages lie.
const char* scheduleFor(Shape shape) {
    switch (shape) {
    case Shape::Linear: return "1F1B";
    case Shape::V: return "ZBVZeroBubble";
    case Shape::Loop: return "Interleaved1F1B";
    }
    return "";
}

} // namespace

Result<std::string> torchtitanFlags(const LayeredModel& model, const Partition& partition) {
    const Result<std::vector<std::string>> letters = lettersOf(model, partition);
    if (!letters)
        return letters.error();
    const auto hasMtp = [](const std::string& stage) { return stage.find('m') != std::string::npos; };
    if (std::ranges::any_of(*letters, hasMtp))
        return Error{say(phrase("planner", "TorchTitan has no layers of multi-token prediction"))};
    const int ranks = ranksOf(partition);
    if (devicesOf(partition) > ranks)
        return Error{say(phrase("planner", "TorchTitan's stages are on one device each"))};
    std::string modules;
    int block = 0;
    for (const std::string& stage : *letters) {
        std::string names;
        const auto add = [&names](const std::string& name) {
            names += names.empty() ? "\"" : ", \"";
            names += name;
            names += '"';
        };
        for (const char letter : stage) {
            if (letter == 'E')
                add("tok_embeddings");
            if (letter == 't')
                add("layers." + std::to_string(block++));
            if (letter == 'L') {
                add("norm");
                add("lm_head");
            }
        }
        modules += modules.empty() ? "[" : ", [";
        modules += names;
        modules += ']';
    }
    return "--parallelism.pipeline_parallel_degree " + std::to_string(ranks) + " --training.local_batch_size " +
           std::to_string(model.microbatches) + " --parallelism.pipeline_parallel_microbatch_size 1" +
           " --training.disable_cuda_graphs --parallelism.pipeline_parallel_schedule " +
           scheduleFor(shapeOf(partition)) + " --parallelism.module_fqns_per_model_part '[" + modules + "]'";
}

} // namespace lanewright
