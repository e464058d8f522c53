// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/nccl.h"

#include "core/protocol/obstacles.h"

#include "engine/cuda/library.h"

namespace lanewright::engine::cuda {

namespace {

std::string ncclVersionText(int version) {
    std::string text = std::to_string(version / 10000);
    text += "." + std::to_string(version % 10000 / 100);
    text += "." + std::to_string(version % 100);
    return text;
}

} // namespace

Result<Nccl> openNccl(const std::vector<std::string>& files) {
    void* const library = openFirst(files);
    if (library == nullptr)
        return Error{say(obstacle::kNoNccl)};
    Nccl nccl;
    const bool all =
        fetch(nccl.getVersion, library, "ncclGetVersion") && fetch(nccl.getUniqueId, library, "ncclGetUniqueId") &&
        fetch(nccl.initRank, library, "ncclCommInitRankConfig") && fetch(nccl.split, library, "ncclCommSplit") &&
        fetch(nccl.asyncError, library, "ncclCommGetAsyncError") && fetch(nccl.abort, library, "ncclCommAbort") &&
        fetch(nccl.send, library, "ncclSend") && fetch(nccl.receive, library, "ncclRecv") &&
        fetch(nccl.groupStart, library, "ncclGroupStart") && fetch(nccl.groupEnd, library, "ncclGroupEnd") &&
        fetch(nccl.errorString, library, "ncclGetErrorString") && fetch(nccl.lastError, library, "ncclGetLastError");
    int version = 0;
    if (!all || nccl.getVersion(&version) != ncclSuccess || version < NCCL_VERSION_CODE)
        return Error{say(obstacle::kOldNccl, ncclVersionText(version), ncclVersionText(NCCL_VERSION_CODE))};
    return nccl;
}

Result<const Nccl*> loadNccl() {
    static const Result<Nccl> nccl = openNccl(usualPlaces("libnccl.so.2"));
    if (!nccl)
        return nccl.error();
    return &*nccl;
}

std::string versionOf(const Nccl& nccl) {
    int version = 0;
    nccl.getVersion(&version);
    return ncclVersionText(version);
}

} // namespace lanewright::engine::cuda
