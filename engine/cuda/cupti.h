// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include "engine/accelerator/kernel_trace.h"

#include <memory>
#include <string>
#include <vector>

#include <cupti.h>

namespace lanewright::engine::cuda {

/// CUPTI's calls. The library is opened when kernels are to be traced, so that runs do without it.
struct Cupti {
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivityRegisterTimestampCallback) registerClock = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivityFlushAll) flush = nullptr;
    decltype(&cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    decltype(&cuptiActivityPushExternalCorrelationId) push = nullptr;
    decltype(&cuptiActivityPopExternalCorrelationId) pop = nullptr;
    decltype(&cuptiGetResultString) resultString = nullptr;
};

/// Where CUPTI may lie: where the loader finds it, and where CUDA's installer puts it.
std::vector<std::string> usualCupti();
/// Opens the first of the files that is there. Fails in one sentence where there is none, or it is too old.
Result<Cupti> openCupti(const std::vector<std::string>& files);

/// Traces all kernels and copies of this process, and keeps at most so many. Fails in one sentence where CUPTI refuses:
/// another tool traces the process, or the driver does not allow it.
Result<std::unique_ptr<KernelTrace>> traceBy(const Cupti& cupti, std::size_t most);

} // namespace lanewright::engine::cuda
