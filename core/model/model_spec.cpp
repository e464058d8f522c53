// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_spec.h"

namespace lanewright {

std::vector<int> layersOf(const ModelSpec& model, int stages) {
    if (!model.layersPerStage.empty())
        return model.layersPerStage;
    std::vector<int> layers(stages, model.layers / stages);
    for (int stage = 0; stage < model.layers % stages; ++stage)
        ++layers[stage];
    return layers;
}

} // namespace lanewright
