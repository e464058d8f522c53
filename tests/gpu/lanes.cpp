// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/buffers.h"
#include "tests/gpu/parts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace lanewright::gpu {

namespace {

constexpr double kNanosecondsPerMs = 1e6;
constexpr std::size_t kTrials = 3; ///< the middle one counts

/// What a lane does. Both take milliseconds on a lane of few multiprocessors, so that the host, which enqueues for one
/// lane after the other, is never what they wait for. What an attention reads again and again is small; the factors of
/// a product come from memory and its cache, which all lanes share, and it draws the power that lowers the GPU's clock.
enum class LaneTask : std::uint8_t { Attention, Product };
constexpr std::array kLaneTasks{LaneTask::Attention, LaneTask::Product};
const char* nameOf(LaneTask task) { return task == LaneTask::Attention ? "attention" : "product"; }

class LaneWork {
public:
    LaneWork(Device& device, int lane, Size size, LaneTask task)
        : m_device(device), m_buffers(device, device.stream(lane, engine::StreamUse::Compute)), m_task(task) {
        const bool isLarge = size == Size::Large;
        if (task == LaneTask::Product) {
            const std::int64_t side = isLarge ? 4096 : 32;
            m_product = {.out = m_buffers.matrix(NumberKind::Bf16, side, side),
                         .left = m_buffers.matrix(NumberKind::Bf16, side, side),
                         .right = m_buffers.matrix(NumberKind::Bf16, side, side)};
            return;
        }
        constexpr std::int64_t kHeads = 12, kWidth = kHeads * 64;
        const std::int64_t context = isLarge ? 4096 : 8;
        m_attention = {.batch = 1,
                       .context = context,
                       .heads = kHeads,
                       .qkv = m_buffers.matrix(NumberKind::Bf16, context, 3 * kWidth),
                       .out = m_buffers.matrix(NumberKind::Bf16, context, kWidth),
                       .logSums = m_buffers.matrix(NumberKind::Float, kHeads, context)};
    }

    void enqueue() {
        if (m_task == LaneTask::Product)
            m_device.product(m_buffers.stream(), m_product);
        else
            m_device.attention(m_buffers.stream(), m_attention);
    }
    void finish() { gpu::finish(m_device, m_buffers.stream()); }
    /// What came of it.
    std::vector<std::byte> bits() {
        finish();
        const Matrix& out = m_task == LaneTask::Product ? m_product.out : m_attention.out;
        const Bytes bytes = out.size() * bytesOf(out.kind);
        std::byte* const host = m_device.takeHost(bytes);
        m_device.copy(m_buffers.stream(), host, out.data, bytes);
        finish();
        std::vector<std::byte> bits(host, host + bytes);
        m_device.giveBackHost(host);
        return bits;
    }

private:
    Device& m_device;
    Buffers m_buffers;
    LaneTask m_task;
    engine::ProductCall m_product = {};
    engine::AttentionCall m_attention = {};
};

using AllWork = std::vector<std::unique_ptr<LaneWork>>;

/// Milliseconds by the host's clock until all of them have done so many rounds; a round is enqueued for one after the
/// other before the next begins.
double millisecondsOf(std::span<const std::unique_ptr<LaneWork>> work, int rounds) {
    std::array<Time, kTrials> times{};
    for (Time& time : times) {
        const Time start = engine::now();
        for (int round = 0; round < rounds; ++round)
            for (const auto& one : work)
                one->enqueue();
        for (const auto& one : work)
            one->finish();
        time = engine::now() - start;
    }
    std::ranges::sort(times);
    return static_cast<double>(times[kTrials / 2]) / kNanosecondsPerMs;
}

/// Milliseconds of one of them alone, and of all at once.
struct Pair {
    double alone = 0;
    double together = 0;
};
Pair timesOf(const AllWork& work, Size size) {
    for (const auto& one : work) {
        one->enqueue();
        one->finish();
    }
    const int rounds = size == Size::Large ? 8 : 2;
    return {millisecondsOf({work.data(), 1}, rounds), millisecondsOf(work, rounds)};
}

std::unique_ptr<Device> open(engine::DeviceModule& module, const engine::DeviceWish& wish) {
    auto device = module.open(wish);
    if (!device)
        throw engine::Failure{device.error().message.text()};
    return *std::move(device);
}

/// On streams that share the whole GPU, each of a device of its own that has one lane. They are gone when the lanes are
/// measured: a GPU has few queues, and streams beyond their number wait for each other.
Pair sharedTimes(engine::DeviceModule& module, const engine::DeviceWish& wish, Size size, LaneTask task) {
    std::vector<std::unique_ptr<Device>> devices;
    AllWork work;
    for (int i = 0; i < wish.lanes; ++i) {
        devices.push_back(open(module, {.device = wish.device}));
        work.push_back(std::make_unique<LaneWork>(*devices.back(), 0, size, task));
    }
    return timesOf(work, size);
}

/// Whether all did what the whole GPU does.
bool haveBitsOf(Device& whole, const AllWork& work, Size size, LaneTask task) {
    LaneWork reference(whole, 0, size, task);
    reference.enqueue();
    const std::vector<std::byte> bits = reference.bits();
    return std::ranges::all_of(work, [&](const auto& lane) { return lane->bits() == bits; });
}

} // namespace

void checkLanes(engine::DeviceModule& module, const engine::DeviceWish& wish, Size size, Device& whole,
                Printer& printer) {
    std::string differ;
    for (const LaneTask task : kLaneTasks) {
        const Pair shared = sharedTimes(module, wish, size, task);
        const std::unique_ptr<Device> device = open(module, wish);
        AllWork work;
        for (int lane = 0; lane < wish.lanes; ++lane)
            work.push_back(std::make_unique<LaneWork>(*device, lane, size, task));
        const Pair own = timesOf(work, size);
        printer.lanes(wish.lanes, device->facts(),
                      {nameOf(task), own.alone, own.together, shared.alone, shared.together});
        if (!haveBitsOf(whole, work, size, task))
            differ += std::string{differ.empty() ? "" : ", "} + nameOf(task);
    }
    printer.claim("bits", "each of " + std::to_string(wish.lanes) + " lanes computes the bits of the whole GPU",
                  differ.empty(), differ.empty() ? "" : differ + ": they differ");
}

} // namespace lanewright::gpu
