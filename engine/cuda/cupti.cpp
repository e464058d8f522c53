// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/cupti.h"

#include "core/protocol/obstacles.h"

#include "engine/cuda/library.h"

namespace lanewright::engine::cuda {

namespace {

const std::string kName = "libcupti.so." + std::to_string(CUDA_VERSION / 1000);

} // namespace

std::vector<std::string> usualCupti() {
    std::vector<std::string> files = usualPlaces(kName);
    files.push_back("/usr/local/cuda/extras/CUPTI/lib64/" + kName);
    return files;
}

Result<Cupti> openCupti(const std::vector<std::string>& files) {
    void* const library = openFirst(files);
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
