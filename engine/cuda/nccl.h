// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

#include <nccl.h>

namespace lanewright::engine::cuda {

/// NCCL's calls. The library is opened when links are asked for, so that one GPU does without it.
struct Nccl {
    decltype(&ncclGetVersion) getVersion = nullptr;
    decltype(&ncclGetUniqueId) getUniqueId = nullptr;
    decltype(&ncclCommInitRankConfig) initRank = nullptr;
    decltype(&ncclCommSplit) split = nullptr;
    decltype(&ncclCommGetAsyncError) asyncError = nullptr;
    decltype(&ncclCommAbort) abort = nullptr;
    decltype(&ncclSend) send = nullptr;
    decltype(&ncclRecv) receive = nullptr;
    decltype(&ncclGroupStart) groupStart = nullptr;
    decltype(&ncclGroupEnd) groupEnd = nullptr;
    decltype(&ncclGetErrorString) errorString = nullptr;
    decltype(&ncclGetLastError) lastError = nullptr;
};

/// The first of these that is there; fails in one sentence where none is, or it is older than its header here.
Result<Nccl> openNccl(const std::vector<std::string>& files);
/// The one of this machine, opened once.
Result<const Nccl*> loadNccl();
/// "2.28.9".
std::string versionOf(const Nccl& nccl);

} // namespace lanewright::engine::cuda
