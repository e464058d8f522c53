// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/checkpoint.h"
#include "core/io/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/run/device_lane.h"

#include <memory>
#include <string>
#include <vector>

namespace lanewright::engine {

using DeviceLanes = std::vector<std::unique_ptr<DeviceLane>>;

/// Writes the training state of all lanes to the request's folder; throws `Failure` when that can't be done.
void saveDeviceState(const RunRequest& request, const Corpus& corpus, DeviceLanes& lanes, const Progress& progress);
/// Reads the state of the request's folder, which has been checked, into all lanes.
Progress restoreDeviceState(const RunRequest& request, DeviceLanes& lanes);

/// Looks at what the model has learned, between steps: the copies of the first direction run on samples of no step.
class DeviceProber {
public:
    DeviceProber(const RunRequest& request, const Corpus& corpus, DeviceLanes& lanes);

    /// As `Prober::validationLoss` says.
    double validationLoss();
    /// As `Prober::write` says.
    std::string write();

private:
    Sight look(const Samples& samples, std::int64_t token);

    const RunRequest* m_request;
    const Corpus* m_corpus;
    DeviceLanes* m_lanes;
    Sizes m_sizes;
};

} // namespace lanewright::engine
