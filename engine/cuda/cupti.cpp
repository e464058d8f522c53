// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/cupti.h"

#include "core/io/obstacles.h"

#include "engine/cuda/library.h"

namespace lanewright::engine::cuda {

namespace {

const std::string kName = "libcupti.so." + std::to_string(CUDA_VERSION / 1000);

} // namespace

std::vector<std::string> usualCupti() {
    return {kName, "/usr/local/cuda/lib64/" + kName, "/usr/local/cuda/extras/CUPTI/lib64/" + kName};
}

Result<Cupti> openCupti(const std::vector<std::string>& files) {
    void* library = nullptr;
    for (const std::string& file : files)
        if (library == nullptr)
            library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Error{say(obstacle::kNoCupti, kName)};
    Cupti cupti;
    const bool all =
        fetch(cupti.subscribe, library, "cuptiSubscribe") && fetch(cupti.unsubscribe, library, "cuptiUnsubscribe") &&
        fetch(cupti.registerCallbacks, library, "cuptiActivityRegisterCallbacks") &&
        fetch(cupti.registerClock, library, "cuptiActivityRegisterTimestampCallback") &&
        fetch(cupti.enable, library, "cuptiActivityEnable") && fetch(cupti.disable, library, "cuptiActivityDisable") &&
        fetch(cupti.flush, library, "cuptiActivityFlushAll") &&
        fetch(cupti.nextRecord, library, "cuptiActivityGetNextRecord") &&
        fetch(cupti.droppedRecords, library, "cuptiActivityGetNumDroppedRecords") &&
        fetch(cupti.push, library, "cuptiActivityPushExternalCorrelationId") &&
        fetch(cupti.pop, library, "cuptiActivityPopExternalCorrelationId") &&
        fetch(cupti.resultString, library, "cuptiGetResultString");
    if (!all)
        return Error{say(obstacle::kOldCupti, CUDA_VERSION / 1000)};
    return cupti;
}

} // namespace lanewright::engine::cuda
