// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_spec.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanewright {

std::vector<int> layersOf(const ModelSpec& model, int stages) {
    if (!model.layersPerStage.empty())
        return model.layersPerStage;
    std::vector<int> layers(stages, model.layers / stages);
    for (int stage = 0; stage < model.layers % stages; ++stage)
        ++layers[stage];
    return layers;
}

ModelSpec withoutCut(ModelSpec model) {
    model.layersPerStage.clear();
    model.layout.clear();
    return model;
}

ModelSpec fittedTo(ModelSpec model, int stages) {
    model.layers = std::max(model.layers, stages);
    const std::vector<int>& cut = model.layersPerStage;
    if (!cut.empty() && (static_cast<int>(cut.size()) != stages ||
                         std::accumulate(cut.begin(), cut.end(), std::int64_t{0}) != model.layers))
        return withoutCut(std::move(model));
    return model;
}

ModelSpec smallModel(int stages) { return fittedTo({}, stages); }

} // namespace lanewright
