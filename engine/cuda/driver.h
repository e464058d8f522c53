// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cuda.h>

namespace lanewright::engine::cuda {

/// The driver's calls for green contexts, which the runtime of CUDA 13.0 does not offer. They are fetched from the
/// driver at run time, so that nothing links libcuda, which only machines with a GPU have.
struct GreenCalls {
    decltype(&cuDeviceGet) deviceGet = nullptr;
    decltype(&cuDeviceGetDevResource) resourceOf = nullptr;
    decltype(&cuDevSmResourceSplitByCount) split = nullptr;
    decltype(&cuDevResourceGenerateDesc) describe = nullptr;
    decltype(&cuGreenCtxCreate) create = nullptr;
    decltype(&cuGreenCtxDestroy) destroy = nullptr;
    decltype(&cuGreenCtxStreamCreate) createStream = nullptr;
    decltype(&cuStreamDestroy) destroyStream = nullptr;
};

/// All of them; fails with the name of one that the driver lacks.
Result<GreenCalls> greenCalls();

} // namespace lanewright::engine::cuda
