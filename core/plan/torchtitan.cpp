// SPDX-License-Identifier: Apache-2.0
#include "core/plan/torchtitan.h"

#include "core/plan/layout_string.h"

namespace lanewright {

Result<std::string> torchtitanFlags(const LayeredModel& model, const Partition& partition) {
    const Result<std::vector<std::string>> letters = lettersOf(model, partition);
    if (!letters)
        return letters.error();
    if (devicesOf(partition) > static_cast<int>(partition.size()))
        return Error{"TorchTitan's stages are on one device each"};
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
                add("output");
            }
        }
        modules += modules.empty() ? "[" : ", [";
        modules += names;
        modules += ']';
    }
    return "--parallelism.pipeline_parallel_degree " + std::to_string(partition.size()) +
           " --parallelism.num_pp_microbatches " + std::to_string(model.microbatches) +
           " --parallelism.pipeline_parallel_schedule 1F1B --parallelism.module_fqns_per_model_part '[" + modules +
           "]'";
}

} // namespace lanewright
