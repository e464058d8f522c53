// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/torchtitan.h"

#include "core/planner/layout_string.h"

namespace lanewright {

Result<std::string> torchtitanFlags(const LayeredModel& model, const Partition& partition) {
    const Result<std::vector<std::string>> letters = lettersOf(model, partition);
    if (!letters)
        return letters.error();
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
    // By this name alone TorchTitan lays the stages out as a V.
    const std::string schedule = shapeOf(partition) == Shape::V ? "ZBVZeroBubble" : "1F1B";
    return "--parallelism.pipeline_parallel_degree " + std::to_string(ranks) + " --training.local_batch_size " +
           std::to_string(model.microbatches) + " --parallelism.pipeline_parallel_microbatch_size 1" +
           " --training.disable_cuda_graphs --parallelism.pipeline_parallel_schedule " + schedule +
           " --parallelism.module_fqns_per_model_part '[" + modules + "]'";
}

} // namespace lanewright
