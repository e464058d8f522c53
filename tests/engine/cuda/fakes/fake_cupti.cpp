// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cuda/fakes/fake_cupti.h"

#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

struct State {
    std::map<std::string, CUptiResult> refused;
    bool isSubscribed = false;
    CUpti_BuffersCallbackRequestFunc ask = nullptr;
    CUpti_BuffersCallbackCompleteFunc give = nullptr;
    CUpti_TimestampCallbackFunc clock = nullptr;
    std::set<CUpti_ActivityKind> kinds;
    std::vector<std::uint64_t> outer; ///< ids that were pushed
    std::uint32_t calls = 0;
    std::uint8_t* buffer = nullptr;
    std::size_t size = 0;
    std::size_t used = 0;
    std::size_t dropped = 0;
    int asked = 0;
    int given = 0;
};
State state;
std::deque<std::string> names; ///< kernels' names, which records point to

CUptiResult answer(const char* call) {
    const auto found = state.refused.find(call);
    return found == state.refused.end() ? CUPTI_SUCCESS : found->second;
}

std::size_t sizeOf(CUpti_ActivityKind kind) {
    switch (kind) {
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: return sizeof(CUpti_ActivityExternalCorrelation);
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: return sizeof(CUpti_ActivityKernel10);
    case CUPTI_ACTIVITY_KIND_MEMCPY: return sizeof(CUpti_ActivityMemcpy6);
    case CUPTI_ACTIVITY_KIND_MEMSET: return sizeof(CUpti_ActivityMemset4);
    case CUPTI_ACTIVITY_KIND_RUNTIME: return sizeof(CUpti_ActivityAPI);
    default: return 0;
    }
}

void giveBuffer() {
    if (state.buffer == nullptr)
        return;
    // As CUPTI does, not on the host's thread.
    std::thread([] { state.give(nullptr, 0, state.buffer, state.size, state.used); }).join();
    state.buffer = nullptr;
    ++state.given;
}

template <typename Record>
void write(const Record& record) {
    if (!state.kinds.contains(record.kind))
        return;
    if (state.buffer != nullptr && state.used + sizeof record > state.size)
        giveBuffer();
    if (state.buffer == nullptr) {
        std::size_t most = 0;
        state.ask(&state.buffer, &state.size, &most);
        state.used = 0;
        ++state.asked;
    }
    std::memcpy(state.buffer + state.used, &record, sizeof record);
    state.used += sizeof record;
}

template <typename Record>
Record work(CUpti_ActivityKind kind, std::uint64_t start, std::uint64_t end) {
    Record record{};
    record.kind = kind;
    record.start = start;
    record.end = end;
    record.correlationId = state.calls;
    return record;
}

} // namespace

extern "C" {

void fakeCuptiReset() { state = {}; }
void fakeCuptiRefuse(const char* call, CUptiResult status) { state.refused[call] = status; }
std::uint64_t fakeCuptiNow() { return state.clock(); }
void fakeCuptiDrop(std::size_t count) { state.dropped += count; }
int fakeCuptiBuffers() { return state.asked - state.given; }
int fakeCuptiKinds() { return static_cast<int>(state.kinds.size()); }
int fakeCuptiAsked() { return state.asked; }

void fakeCuptiLaunch(CUpti_ActivityKind kind, const char* name, std::uint64_t start, std::uint64_t end) {
    ++state.calls;
    const bool recordsCalls = state.kinds.contains(CUPTI_ACTIVITY_KIND_RUNTIME);
    if (recordsCalls && !state.outer.empty()) {
        CUpti_ActivityExternalCorrelation link{};
        link.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
        link.externalKind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
        link.externalId = state.outer.back();
        link.correlationId = state.calls;
        write(link);
    }
    write(work<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME, start, start));
    if (kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
        auto copy = work<CUpti_ActivityMemcpy6>(kind, start, end);
        copy.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
        write(copy);
    } else if (kind == CUPTI_ACTIVITY_KIND_MEMSET) {
        write(work<CUpti_ActivityMemset4>(kind, start, end));
    } else {
        auto kernel = work<CUpti_ActivityKernel10>(kind, start, end);
        kernel.name = names.emplace_back(name).c_str();
        write(kernel);
    }
}

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc /*callback*/, void* /*data*/) {
    if (state.isSubscribed)
        return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    const CUptiResult status = answer("subscribe");
    state.isSubscribed = status == CUPTI_SUCCESS;
    *subscriber = nullptr;
    return status;
}
CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle /*subscriber*/) {
    state.isSubscribed = false;
    return answer("unsubscribe");
}
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc ask,
                                           CUpti_BuffersCallbackCompleteFunc give) {
    state.ask = ask;
    state.give = give;
    return answer("registerCallbacks");
}
CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc clock) {
    if (!state.kinds.empty())
        return CUPTI_ERROR_INVALID_OPERATION;
    state.clock = clock;
    return answer("registerClock");
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
    if (state.ask == nullptr)
        return CUPTI_ERROR_INVALID_OPERATION;
    const CUptiResult status = answer("enable");
    if (status == CUPTI_SUCCESS)
        state.kinds.insert(kind);
    return status;
}
CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
    state.kinds.erase(kind);
    return answer("disable");
}
CUptiResult cuptiActivityFlushAll(std::uint32_t /*flag*/) {
    giveBuffer();
    return answer("flush");
}
CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, CUpti_Activity** record) {
    if (const CUptiResult status = answer("nextRecord"); status != CUPTI_SUCCESS)
        return status;
    std::uint8_t* const last = reinterpret_cast<std::uint8_t*>(*record);
    std::uint8_t* const next = last == nullptr ? buffer : last + sizeOf((*record)->kind);
    if (next >= buffer + valid)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = reinterpret_cast<CUpti_Activity*>(next);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext /*context*/, std::uint32_t /*stream*/, std::size_t* dropped) {
    *dropped = state.dropped;
    state.dropped = 0;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind /*kind*/, std::uint64_t id) {
    state.outer.push_back(id);
    return answer("push");
}
CUptiResult cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind /*kind*/, std::uint64_t* /*last*/) {
    if (state.outer.empty())
        return CUPTI_ERROR_QUEUE_EMPTY;
    state.outer.pop_back();
    return CUPTI_SUCCESS;
}
CUptiResult cuptiGetResultString(CUptiResult result, const char** words) {
    *words = result == CUPTI_ERROR_HARDWARE_BUSY ? "CUPTI_ERROR_HARDWARE_BUSY" : "CUPTI_ERROR_UNKNOWN";
    return CUPTI_SUCCESS;
}

} // extern "C"
