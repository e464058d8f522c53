// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/device_memory.h"

#include "engine/device/clock.h"
#include "engine/device/failure.h"

#include <algorithm>
#include <sched.h>

namespace lanewright::engine {

namespace {

constexpr std::int64_t kStep = 64;          ///< floats: every piece begins at 256 bytes
constexpr std::int64_t kPiece = 1LL << 22U; ///< floats that go between host and device at a time

/// Floats of a stream's workspace for products.
std::int64_t workspaceCount(Bytes bytes) { return (bytes + 3) / static_cast<Bytes>(sizeof(float)); }

} // namespace

float* DeviceMemory::take(std::int64_t count) {
    return reinterpret_cast<float*>(m_device->take(count * static_cast<Bytes>(sizeof(float))));
}

// A device that has come to harm refuses everything, and its memory goes with the process.

void DeviceMemory::giveBack(float* memory) {
    try {
        m_device->giveBack(reinterpret_cast<std::byte*>(memory));
    } catch (const Failure&) {
        return;
    }
}

HostPiece::~HostPiece() {
    try {
        m_device->giveBackHost(m_memory);
    } catch (const Failure&) {
        return;
    }
}

std::int64_t LaneWorkspace::lay(float* memory, const LaneSizes& lane) {
    const Sizes sizes(lane.model);
    const std::int64_t all = std::int64_t{lane.microbatches} * sizes.tokens;
    const NumberKind kept = keptKind(lane.precision);
    std::int64_t taken = 0;
    const auto take = [&](std::int64_t count) {
        float* const piece = memory == nullptr ? nullptr : memory + taken;
        taken += (count + kStep - 1) / kStep * kStep;
        return piece;
    };
    const auto matrix = [&](NumberKind kind, std::int64_t rows, std::int64_t cols) {
        return Matrix{take(rows * cols), kind, rows, cols, cols};
    };
    gradient = matrix(NumberKind::Float, sizes.tokens, sizes.width);
    rounded = matrix(kept, sizes.tokens, sizes.width);
    narrow = matrix(kept, sizes.tokens, sizes.width);
    wide = matrix(kept, sizes.tokens, 4 * sizes.width);
    sums = matrix(NumberKind::Float, 4 * sumScratchRows(sizes.tokens), sizes.width);
    attention = matrix(NumberKind::Float, 1,
                       attentionScratch(lane.model.batch, lane.model.context, lane.model.heads, sizes.width));
    weights = take(lane.mostWeights);
    squares = reinterpret_cast<double*>(take(2 * kSquareScratch * lane.mostTensors));
    tokens = reinterpret_cast<std::uint8_t*>(take((all + 3) / 4));
    targets = reinterpret_cast<std::uint8_t*>(take((all + 3) / 4));
    losses = take(all);
    return taken;
}

std::int64_t LaneMemory::countFor(const LaneSizes& sizes, Bytes workspace) {
    return LaneWorkspace{}.lay(nullptr, sizes) + (sizes.overlaps ? 2 : 1) * workspaceCount(workspace);
}

void LaneMemory::lendWorkspace(Stream stream) {
    const std::int64_t count = workspaceCount(device->workspaceBytes());
    if (count == 0)
        return;
    Buffer& workspace = m_workspaces.emplace_back(count, &source);
    device->lend(stream, reinterpret_cast<std::byte*>(workspace.data()));
}

LaneMemory::LaneMemory(Device& on, int lane, const LaneSizes& lanes)
    : device(&on), compute(on.stream(lane, StreamUse::Compute)),
      overlap(lanes.overlaps ? on.stream(lane, StreamUse::Overlap) : Stream{}), source(on), pool(&source),
      sizes(lanes.model), shape(sizes.attention), m_memory(LaneWorkspace{}.lay(nullptr, lanes), &source),
      m_mark(on.makeEvent(false)) {
    lay(m_memory.data(), lanes);
    lendWorkspace(compute);
    if (lanes.overlaps)
        lendWorkspace(overlap);
}

void LaneMemory::fit(const Sizes& of) {
    shape = of.attention;
    for (Matrix* const matrix : {&gradient, &rounded, &narrow, &wide})
        matrix->rows = of.tokens;
}

void LaneMemory::finish(Stream stream) {
    device->record(m_mark, stream);
    const Time start = now();
    while (!device->isDone(m_mark)) {
        breathe(now() - start);
        sched_yield();
    }
}

namespace {

/// Calls `move(piece, at, count)` for so many numbers from `at` on, as many as the host's piece has room for at a time.
void movePieces(LaneMemory& lane, std::int64_t count, const auto& move) {
    const std::int64_t most = std::min(count, kPiece);
    const HostPiece host(*lane.device, most * 4);
    for (std::int64_t at = 0; at < count; at += most)
        move(host.as<float>(), at, std::min(most, count - at));
}

} // namespace

std::vector<float> readFloats(LaneMemory& lane, const float* from, std::int64_t count) {
    std::vector<float> numbers(count);
    movePieces(lane, count, [&](float* piece, std::int64_t at, std::int64_t some) {
        lane.device->copy(lane.compute, piece, from + at, some * 4);
        lane.finish(lane.compute);
        std::copy_n(piece, some, numbers.begin() + at);
    });
    return numbers;
}

void writeFloats(LaneMemory& lane, float* to, const std::vector<float>& numbers) {
    movePieces(lane, static_cast<std::int64_t>(numbers.size()), [&](float* piece, std::int64_t at, std::int64_t some) {
        std::copy_n(numbers.begin() + at, some, piece);
        lane.device->copy(lane.compute, to + at, piece, some * 4);
        lane.finish(lane.compute);
    });
}

} // namespace lanewright::engine
