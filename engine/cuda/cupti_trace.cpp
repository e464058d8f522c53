// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/obstacles.h"

#include "engine/accelerator/device.h"
#include "engine/cuda/cupti.h"
#include "engine/device/clock.h"

#include <array>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

namespace lanewright::engine::cuda {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20U;
constexpr std::align_val_t kAlignment{8}; // that CUPTI gives its records
constexpr CUpti_ExternalCorrelationKind kOurs = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
/// A kernel knows the call that launched it by a number, and calls know what they were made under. CUPTI says the
/// latter for the calls that it records, of the runtime and, for libraries that launch without it, of the driver.
constexpr std::array kKinds = {
    CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER,
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,    CUPTI_ACTIVITY_KIND_MEMCPY,  CUPTI_ACTIVITY_KIND_MEMSET};

Message refusalOf(const Cupti& cupti, CUptiResult status) {
    if (status == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)
        return say(obstacle::kTracedByOthers);
    if (status == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ||
        status == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES)
        return say(obstacle::kTracingNotAllowed);
    const char* words = nullptr;
    if (cupti.resultString(status, &words) != CUPTI_SUCCESS || words == nullptr)
        words = "?";
    return say(obstacle::kTracingRefused, words);
}

const char* nameOf(const CUpti_ActivityMemcpy6& copy) {
    switch (static_cast<CUpti_ActivityMemcpyKind>(copy.copyKind)) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD: return "memcpyHtoD";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH: return "memcpyDtoH";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD: return "memcpyDtoD";
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP: return "memcpyPtoP";
    default: return "memcpy";
    }
}

/// Keeps what CUPTI records, from whatever thread it comes.
class Records {
public:
    explicit Records(std::size_t most) : m_most(most) {}

    /// Takes the records out of a buffer; a status that is no success when they can't be read.
    CUptiResult read(const Cupti& cupti, std::uint8_t* buffer, std::size_t size) {
        CUpti_Activity* record = nullptr;
        CUptiResult status = CUPTI_SUCCESS;
        while ((status = cupti.nextRecord(buffer, size, &record)) == CUPTI_SUCCESS)
            add(*record);
        return status == CUPTI_ERROR_MAX_LIMIT_REACHED ? CUPTI_SUCCESS : status;
    }
    void lose(std::size_t count) { m_leftOut += static_cast<std::int64_t>(count); }
    /// What was enqueued under a mark, with the names short.
    KernelTraces take() {
        KernelTraces traces{.leftOut = m_leftOut};
        std::unordered_map<std::string, int> places;
        std::vector<int> placeOf;
        for (const std::string& name : m_names) {
            const auto [found, isNew] = places.try_emplace(shortName(name), static_cast<int>(traces.names.size()));
            if (isNew)
                traces.names.push_back(found->first);
            placeOf.push_back(found->second);
        }
        for (const Ran& ran : m_ran)
            if (const auto mark = m_marks.find(ran.call); mark != m_marks.end())
                traces.kernels.push_back(
                    {.name = placeOf[ran.name], .mark = mark->second, .start = ran.start, .end = ran.end});
        *this = Records(m_most);
        return traces;
    }

private:
    struct Ran {
        std::uint32_t call = 0; ///< number of the call that launched it
        int name = 0;
        Time start = 0;
        Time end = 0;
    };

    void add(const CUpti_Activity& record) {
        // A kind's records have the layout of the newest version that CUPTI's header knows.
        if (record.kind == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) {
            const auto& link = reinterpret_cast<const CUpti_ActivityExternalCorrelation&>(record);
            if (link.externalKind == kOurs)
                m_marks[link.correlationId] = static_cast<int>(link.externalId);
        } else if (record.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
            const auto& kernel = reinterpret_cast<const CUpti_ActivityKernel10&>(record);
            add(kernel, kernel.name == nullptr ? "?" : kernel.name);
        } else if (record.kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
            const auto& copy = reinterpret_cast<const CUpti_ActivityMemcpy6&>(record);
            add(copy, nameOf(copy));
        } else if (record.kind == CUPTI_ACTIVITY_KIND_MEMSET) {
            add(reinterpret_cast<const CUpti_ActivityMemset4&>(record), "memset");
        }
    }
    template <typename Record>
    void add(const Record& record, const char* name) {
        // One without times was not over when CUPTI gave the buffer away.
        if (m_ran.size() == m_most || record.end == 0) {
            ++m_leftOut;
            return;
        }
        const auto [found, isNew] = m_places.try_emplace(name, static_cast<int>(m_names.size()));
        if (isNew)
            m_names.emplace_back(name);
        m_ran.push_back({.call = record.correlationId,
                         .name = found->second,
                         .start = static_cast<Time>(record.start),
                         .end = static_cast<Time>(record.end)});
    }

    std::size_t m_most;
    std::vector<Ran> m_ran;
    std::unordered_map<std::uint32_t, int> m_marks; ///< by call
    std::unordered_map<std::string, int> m_places;
    std::vector<std::string> m_names; ///< as CUPTI has them
    std::int64_t m_leftOut = 0;
};

/// The one trace of this process. CUPTI's callbacks carry no word of whose they are, and may come from a thread of its
/// own at any time.
class CuptiTrace : public KernelTrace {
public:
    CuptiTrace(const Cupti& cupti, std::size_t most) : m_cupti(cupti), m_records(most) {
        const std::scoped_lock lock(s_mutex);
        s_present = this;
    }
    ~CuptiTrace() override {
        if (m_isSubscribed) {
            for (const CUpti_ActivityKind kind : kKinds)
                m_cupti.disable(kind);
            m_cupti.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
            m_cupti.unsubscribe(m_subscriber);
        }
        const std::scoped_lock lock(s_mutex);
        s_present = nullptr;
    }
    CuptiTrace(const CuptiTrace&) = delete;
    CuptiTrace& operator=(const CuptiTrace&) = delete;

    /// Takes CUPTI for this process, and tries what `begin` will do, so that a refusal is known before a run starts.
    CUptiResult open() {
        const auto nothing = [](void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {};
        CUptiResult status = m_cupti.subscribe(&m_subscriber, nothing, nullptr);
        m_isSubscribed = status == CUPTI_SUCCESS;
        if (status == CUPTI_SUCCESS)
            status = m_cupti.registerClock([] { return static_cast<std::uint64_t>(now()); });
        if (status == CUPTI_SUCCESS)
            status = m_cupti.registerCallbacks(&giveBuffer, &takeBuffer);
        if (status == CUPTI_SUCCESS)
            status = forAll(m_cupti.enable);
        return status == CUPTI_SUCCESS ? forAll(m_cupti.disable) : status;
    }

    void begin() override { check(forAll(m_cupti.enable)); }
    void enter(int mark) override { check(m_cupti.push(kOurs, static_cast<std::uint64_t>(mark))); }
    void leave() override { check(m_cupti.pop(kOurs, nullptr)); }
    KernelTraces end() override {
        check(forAll(m_cupti.disable));
        check(m_cupti.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
        const std::scoped_lock lock(s_mutex);
        check(std::exchange(m_trouble, CUPTI_SUCCESS));
        return m_records.take();
    }

private:
    template <typename Call>
    CUptiResult forAll(Call call) {
        for (const CUpti_ActivityKind kind : kKinds)
            if (const CUptiResult status = call(kind); status != CUPTI_SUCCESS)
                return status;
        return CUPTI_SUCCESS;
    }
    void check(CUptiResult status) const {
        if (status != CUPTI_SUCCESS)
            throw Failure(refusalOf(m_cupti, status));
    }

    static void CUPTIAPI giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* mostRecords) {
        *mostRecords = 0; // as many as it holds
        *buffer = static_cast<std::uint8_t*>(operator new(kBuffer, kAlignment, std::nothrow));
        *size = *buffer == nullptr ? 0 : kBuffer;
    }
    static void CUPTIAPI takeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t /*size*/,
                                    std::size_t valid) {
        {
            const std::scoped_lock lock(s_mutex);
            if (s_present != nullptr)
                s_present->take(context, stream, buffer, valid);
        }
        operator delete(buffer, kAlignment);
    }
    void take(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t valid) {
        const CUptiResult status = valid == 0 ? CUPTI_SUCCESS : m_records.read(m_cupti, buffer, valid);
        if (status != CUPTI_SUCCESS)
            m_trouble = status;
        std::size_t dropped = 0;
        if (m_cupti.droppedRecords(context, stream, &dropped) == CUPTI_SUCCESS)
            m_records.lose(dropped);
    }

    static inline std::mutex s_mutex;
    static inline CuptiTrace* s_present = nullptr;

    Cupti m_cupti;
    CUpti_SubscriberHandle m_subscriber = nullptr;
    bool m_isSubscribed = false;
    Records m_records;                     ///< with the mutex held
    CUptiResult m_trouble = CUPTI_SUCCESS; ///< likewise
};

} // namespace

Result<std::unique_ptr<KernelTrace>> traceBy(const Cupti& cupti, std::size_t most) {
    auto trace = std::make_unique<CuptiTrace>(cupti, most);
    if (const CUptiResult status = trace->open(); status != CUPTI_SUCCESS)
        return Error{refusalOf(cupti, status)};
    return std::unique_ptr<KernelTrace>{std::move(trace)};
}

} // namespace lanewright::engine::cuda
