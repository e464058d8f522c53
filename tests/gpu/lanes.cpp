// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/buffers.h"
#include "tests/gpu/parts.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>

namespace lanewright::gpu {

namespace {

constexpr double kNanosecondsPerMs = 1e6;
constexpr std::size_t kTrials = 3; ///< the middle one counts

/// A large product and an attention: enough for milliseconds on a lane of few multiprocessors, so that the host, which
/// enqueues for one lane after the other, is never what they wait for.
class LaneWork {
public:
    LaneWork(Device& device, int lane, Size size)
        : m_device(device), m_buffers(device, device.stream(lane, engine::StreamUse::Compute)),
          m_context(size == Size::Large ? 1024 : 16) {
        const std::int64_t side = size == Size::Large ? 4096 : 32;
        const std::int64_t rows = kBatch * m_context;
        m_left = m_buffers.matrix(NumberKind::Bf16, side, side);
        m_right = m_buffers.matrix(NumberKind::Bf16, side, side);
        m_out = m_buffers.matrix(NumberKind::Bf16, side, side);
        m_qkv = m_buffers.matrix(NumberKind::Bf16, rows, 3 * kWidth);
        m_mixed = m_buffers.matrix(NumberKind::Bf16, rows, kWidth);
        m_logSums = m_buffers.matrix(NumberKind::Float, kBatch * kHeads, m_context);
    }

    void enqueue() {
        const Stream stream = m_buffers.stream();
        m_device.product(stream, {.out = m_out, .left = m_left, .right = m_right});
        m_device.attention(stream, {.batch = kBatch,
                                    .context = m_context,
                                    .heads = kHeads,
                                    .qkv = m_qkv,
                                    .out = m_mixed,
                                    .logSums = m_logSums});
    }
    void finish() { gpu::finish(m_device, m_buffers.stream()); }
    /// What came of it.
    std::vector<std::byte> bits() {
        finish();
        const Bytes outBytes = m_out.size() * bytesOf(m_out.kind);
        const Bytes mixedBytes = m_mixed.size() * bytesOf(m_mixed.kind);
        std::byte* const host = m_device.takeHost(outBytes + mixedBytes);
        m_device.copy(m_buffers.stream(), host, m_out.data, outBytes);
        m_device.copy(m_buffers.stream(), host + outBytes, m_mixed.data, mixedBytes);
        finish();
        std::vector<std::byte> bits(host, host + outBytes + mixedBytes);
        m_device.giveBackHost(host);
        return bits;
    }

private:
    static constexpr std::int64_t kBatch = 2, kHeads = 12, kWidth = 12 * 64;

    Device& m_device;
    Buffers m_buffers;
    std::int64_t m_context;
    Matrix m_left, m_right, m_out, m_qkv, m_mixed, m_logSums;
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
Pair sharedTimes(engine::DeviceModule& module, const engine::DeviceWish& wish, Size size) {
    std::vector<std::unique_ptr<Device>> devices;
    AllWork work;
    for (int i = 0; i < wish.lanes; ++i) {
        devices.push_back(open(module, {.device = wish.device}));
        work.push_back(std::make_unique<LaneWork>(*devices.back(), 0, size));
    }
    return timesOf(work, size);
}

} // namespace

void checkLanes(engine::DeviceModule& module, const engine::DeviceWish& wish, Size size, Device& whole,
                Printer& printer) {
    const Pair shared = sharedTimes(module, wish, size);
    const std::unique_ptr<Device> device = open(module, wish);
    AllWork work;
    for (int lane = 0; lane < wish.lanes; ++lane)
        work.push_back(std::make_unique<LaneWork>(*device, lane, size));
    const Pair own = timesOf(work, size);
    printer.lanes(wish.lanes, device->facts().processorsPerLane,
                  {own.alone, own.together, shared.alone, shared.together});
    LaneWork reference(whole, 0, size);
    reference.enqueue();
    const std::vector<std::byte> bits = reference.bits();
    const bool equal = std::ranges::all_of(work, [&](const auto& lane) { return lane->bits() == bits; });
    printer.claim("bits", "each of " + std::to_string(wish.lanes) + " lanes computes the bits of the whole GPU", equal,
                  equal ? "" : "they differ");
}

} // namespace lanewright::gpu
