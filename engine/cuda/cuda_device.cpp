// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/cuda_device.h"

#include "core/protocol/obstacles.h"

#include "engine/cuda/call.h"
#if defined(LANEWRIGHT_WITH_CUPTI)
#include "engine/cuda/cupti.h"
#endif

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <nvtx3/nvToolsExt.h>

namespace lanewright::engine::cuda {

namespace {

/// Makes a GPU the current one of the calling thread; libraries may have changed that.
int current(int number) {
    LW_CUDA(cudaSetDevice(number));
    return number;
}

std::string inGiB(std::size_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f GiB", static_cast<double>(bytes) / (1UL << 30U));
    return text;
}

[[noreturn]] void runOut(Bytes bytes) {
    std::size_t left = 0;
    std::size_t all = 0;
    LW_CUDA(cudaMemGetInfo(&left, &all));
    throw OutOfMemory(say(phrase("engine", "the GPU is out of memory: %1 asked for, %2 of %3 left"),
                          inGiB(static_cast<std::size_t>(bytes)), inGiB(left), inGiB(all)));
}

} // namespace

std::string versionText(int version) {
    std::string text = std::to_string(version / 1000);
    text += "." + std::to_string(version % 1000 / 10);
    return text;
}

DeviceFacts factsOf(int number) {
    cudaDeviceProp properties = {};
    LW_CUDA(cudaGetDeviceProperties(&properties, number));
    int driver = 0;
    LW_CUDA(cudaDriverGetVersion(&driver));
    std::string capability = std::to_string(properties.major);
    capability += "." + std::to_string(properties.minor);
    return {.name = properties.name,
            .driver = "CUDA " + versionText(driver),
            .capability = capability,
            .processors = properties.multiProcessorCount,
            .memory = static_cast<Bytes>(properties.totalGlobalMem)};
}

std::vector<int> peersOf(int number, int count) {
    std::vector<int> peers;
    for (int other = 0; other < count; ++other) {
        int reaches = 0;
        if (other != number)
            LW_CUDA(cudaDeviceCanAccessPeer(&reaches, number, other));
        if (reaches != 0)
            peers.push_back(other);
    }
    return peers;
}

CudaDevice::CudaDevice(const DeviceWish& wish)
    : m_number(current(wish.device)), m_lanes(wish.device, wish.lanes),
      m_products(m_lanes.streams(), m_lanes.processorsPerLane()) {}

CudaDevice::~CudaDevice() {
    cudaSetDevice(m_number);
    // Kernels may still read what is freed next.
    cudaDeviceSynchronize();
}

cudaStream_t CudaDevice::queue(Stream stream) {
    current(m_number);
    return m_lanes.handle(stream);
}

DeviceFacts CudaDevice::facts() const {
    DeviceFacts facts = factsOf(m_number);
    facts.lanes = m_lanes.count();
    facts.processorsPerLane = m_lanes.processorsPerLane();
    facts.whyShared = m_lanes.whyShared();
    return facts;
}

/// Who chooses algorithms here: they are numbers that mean nothing to another library, and to another GPU something
/// else.
std::string CudaDevice::chooser() const {
    const DeviceFacts known = facts();
    std::string words = "cuBLASLt " + std::to_string(cublasLtGetVersion()) + " on " + known.name + " with ";
    words += std::to_string(known.processorsPerLane > 0 ? known.processorsPerLane : known.processors);
    return words + " multiprocessors";
}

std::string CudaDevice::timeProducts(Stream stream) {
    cudaStream_t const where = queue(stream);
    const std::string lines = m_products.time(stream.index, where);
    return lines.empty() ? "" : chooser() + "\n" + lines;
}

Result<Done> CudaDevice::adoptProducts(const std::string& lines) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string by = lines.substr(0, end);
    if (!by.empty() && by != chooser())
        return Error{
            say(phrase("engine",
                       "the algorithms of products that are kept beside the state were chosen by %1, and this is %2; "
                       "without products.txt there training goes on by others"),
                by, chooser())};
    if (!m_products.adopt(lines.substr(std::min(end + 1, lines.size()))))
        return Error{say(phrase("engine", "the algorithms of products that are kept beside the state can't be read; "
                                          "without products.txt there training goes on by others"))};
    return Done{};
}

void CudaDevice::enter(const char* name) { nvtxRangePushA(name); }
void CudaDevice::leave() { nvtxRangePop(); }
Result<std::unique_ptr<KernelTrace>> CudaDevice::traceKernels([[maybe_unused]] std::size_t most) {
#if defined(LANEWRIGHT_WITH_CUPTI)
    current(m_number);
    const Result<Cupti> cupti = openCupti(usualCupti());
    if (!cupti)
        return cupti.error();
    return traceBy(*cupti, most);
#else
    return Error{say(obstacle::kCuptiNotBuilt)};
#endif
}

std::byte* CudaDevice::take(Bytes bytes) {
    current(m_number);
    void* memory = nullptr;
    const cudaError_t status = cudaMalloc(&memory, static_cast<std::size_t>(bytes));
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        runOut(bytes);
    }
    checkCall(status, "cudaMalloc", __FILE__, __LINE__);
    m_held += bytes;
    m_taken[static_cast<std::byte*>(memory)] = bytes;
    return static_cast<std::byte*>(memory);
}
void CudaDevice::giveBack(std::byte* memory) {
    current(m_number);
    LW_CUDA(cudaFree(memory));
    if (const auto taken = m_taken.extract(memory))
        m_held -= taken.mapped();
}
Bytes CudaDevice::left() const {
    current(m_number);
    std::size_t left = 0;
    std::size_t all = 0;
    LW_CUDA(cudaMemGetInfo(&left, &all));
    return static_cast<Bytes>(left);
}
std::byte* CudaDevice::takeHost(Bytes bytes) {
    current(m_number);
    void* memory = nullptr;
    LW_CUDA(cudaMallocHost(&memory, static_cast<std::size_t>(bytes)));
    return static_cast<std::byte*>(memory);
}
void CudaDevice::giveBackHost(std::byte* memory) {
    current(m_number);
    LW_CUDA(cudaFreeHost(memory));
}

Event CudaDevice::makeEvent(bool timed) {
    current(m_number);
    m_events.push_back(cuda::makeEvent(timed));
    return {static_cast<int>(m_events.size()) - 1};
}
void CudaDevice::record(Event event, Stream stream) {
    cudaStream_t const to = queue(stream);
    LW_CUDA(cudaEventRecord(handle(event), to));
}
void CudaDevice::wait(Stream stream, Event event) {
    cudaStream_t const who = queue(stream);
    LW_CUDA(cudaStreamWaitEvent(who, handle(event), 0));
}
bool CudaDevice::isDone(Event event) {
    current(m_number);
    const cudaError_t status = cudaEventQuery(handle(event));
    if (status == cudaErrorNotReady)
        return false;
    checkCall(status, "cudaEventQuery", __FILE__, __LINE__);
    return true;
}
Time CudaDevice::between(Event from, Event to) {
    current(m_number);
    float milliseconds = 0;
    LW_CUDA(cudaEventElapsedTime(&milliseconds, handle(from), handle(to)));
    return std::llround(static_cast<double>(milliseconds) * 1e6);
}

void CudaDevice::copy(Stream stream, void* to, const void* from, Bytes bytes) {
    cudaStream_t const where = queue(stream);
    LW_CUDA(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDefault, where));
}
void CudaDevice::clear(Stream stream, void* memory, Bytes bytes) {
    cudaStream_t const where = queue(stream);
    LW_CUDA(cudaMemsetAsync(memory, 0, static_cast<std::size_t>(bytes), where));
}

void CudaDevice::product(Stream stream, const ProductCall& call) {
    if (!fits(call))
        throw Failure(say(phrase("engine", "a product: its matrices do not fit each other, or lie at odd addresses")));
    m_products.multiply(call, stream.index, queue(stream));
}
Matrix CudaDevice::scratchOf(Stream stream) {
    constexpr auto kNumbers = static_cast<std::int64_t>(Products::kScratch / sizeof(float));
    return {m_products.scratchOf(stream.index), NumberKind::Float, 1, kNumbers, kNumbers};
}

} // namespace lanewright::engine::cuda
