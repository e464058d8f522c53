// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/kernel_device.h"
#include "engine/cuda/kernels/launch_kernel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWide = 4;
constexpr int kBlockNumbers = kThreads * kWide;

/// @name What a launch takes along: with the rest of its parameters no more than the 4 KiB that every driver passes
/// @{
constexpr int kMostRanges = 224;
struct Ranges {
    NumberRange at[kMostRanges];
    int count;
};
constexpr int kMostTensors = 448;
struct Tensors {
    std::int64_t first[kMostTensors + 1]; ///< number of each, and the end
};
/// @}

/// Whether a number is in one of the ranges, which rise.
__device__ bool isIn(const Ranges& ranges, std::int64_t number) {
    int begun = 0; // that begin at the number or before
    for (int left = ranges.count; left > 0;) {
        const int half = (left + 1) / 2;
        const bool has = ranges.at[begun + half - 1].first <= number;
        begun += has ? half : 0;
        left = has ? left - half : half - 1;
    }
    return begun > 0 && number < ranges.at[begun - 1].end;
}

struct Adam {
    AdamCall::State to;
    AdamCall::State from;
    const float* gradient;
    Bf16* rounded;
    std::int64_t count;
    float scale;
    float beta1, beta2;
    float correct1, correct2; ///< 1 / (1 − βᵗ)
    float rate, epsilon;
    float keep; ///< the share of the old weight that stays, where it decays
};

/// `undecayed`: ranges of packs, counted from the first number of the launch.
template <int Count>
__global__ void adamwKernel(Adam adam, const __grid_constant__ Ranges undecayed) {
    const std::int64_t first = (std::int64_t{blockIdx.x} * kThreads + threadIdx.x) * Count;
    if (first >= adam.count)
        return;
    const float keep = isIn(undecayed, first) ? 1.0F : adam.keep;
    const Pack<Count> slope = load<Count>(adam.gradient + first);
    Pack<Count> weight = load<Count>(adam.from.weight + first);
    Pack<Count> moment1 = load<Count>(adam.from.moment1 + first);
    Pack<Count> moment2 = load<Count>(adam.from.moment2 + first);
    for (int i = 0; i < Count; ++i) {
        const float g = slope.at[i] * adam.scale;
        const float m = adam.beta1 * moment1.at[i] + (1.0F - adam.beta1) * g;
        const float v = adam.beta2 * moment2.at[i] + (1.0F - adam.beta2) * g * g;
        moment1.at[i] = m;
        moment2.at[i] = v;
        weight.at[i] =
            keep * weight.at[i] - adam.rate * (m * adam.correct1) / (sqrtf(v * adam.correct2) + adam.epsilon);
    }
    store<Count>(adam.to.weight + first, weight);
    store<Count>(adam.to.moment1 + first, moment1);
    store<Count>(adam.to.moment2 + first, moment2);
    if (adam.rounded != nullptr)
        store<Count>(adam.rounded + first, weight);
}

__device__ double sumOfBlock(double sum) {
    __shared__ double ofWarp[kThreads / kWarp];
    sum = sumOfLanes(sum);
    if (threadIdx.x % kWarp == 0)
        ofWarp[threadIdx.x / kWarp] = sum;
    __syncthreads();
    sum = 0;
    for (const double one : ofWarp)
        sum += one;
    return sum;
}

/// Blocks that sum one tensor of so many numbers.
__host__ __device__ std::int64_t partsOf(std::int64_t count) {
    const std::int64_t parts = (count + kBlockNumbers - 1) / kBlockNumbers;
    return parts < kSquareScratch ? parts : kSquareScratch;
}

/// A row of blocks to each tensor, some of them with nothing to do where others are larger. Four neighbouring numbers
/// to a thread at a time, however they can be read, so that the order is always the same.
template <int Count>
__global__ void squaresKernel(double* sums, const float* numbers, const __grid_constant__ Tensors tensors) {
    const float* const own = numbers + tensors.first[blockIdx.y];
    const std::int64_t count = tensors.first[blockIdx.y + 1] - tensors.first[blockIdx.y];
    const std::int64_t parts = partsOf(count);
    if (blockIdx.x >= parts)
        return;
    double sum = 0;
    for (std::int64_t i = (std::int64_t{blockIdx.x} * kThreads + threadIdx.x) * kWide; i < count;
         i += parts * kBlockNumbers)
        for (std::int64_t j = i; j < i + kWide && j < count; j += Count)
            for (const float number : load<Count>(own + j).at)
                sum += static_cast<double>(number) * static_cast<double>(number);
    sum = sumOfBlock(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.y * kSquareScratch + blockIdx.x] = sum;
}

/// A block to each tensor.
__global__ void totalsKernel(double* totals, const double* sums, const __grid_constant__ Tensors tensors) {
    const std::int64_t parts = partsOf(tensors.first[blockIdx.x + 1] - tensors.first[blockIdx.x]);
    double sum = 0;
    for (std::int64_t i = threadIdx.x; i < parts; i += kThreads)
        sum += sums[blockIdx.x * kSquareScratch + i];
    sum = sumOfBlock(sum);
    if (threadIdx.x == 0)
        totals[blockIdx.x] = sum;
}

template <typename... Pointers>
bool aligned(Pointers... pointers) {
    return ((reinterpret_cast<std::uintptr_t>(pointers) % 16 == 0) && ...);
}
bool inPacks(std::span<const NumberRange> ranges) {
    return std::ranges::all_of(
        ranges, [](const NumberRange& range) { return range.first % kWide == 0 && range.end % kWide == 0; });
}

/// Those of the numbers from `first` on, as many as a launch takes along.
Ranges rangesFrom(std::span<const NumberRange> all, std::int64_t first) {
    Ranges ranges{};
    for (const NumberRange& range : all.first(std::min<std::size_t>(all.size(), kMostRanges)))
        ranges.at[ranges.count++] = {range.first - first, range.end - first};
    return ranges;
}

Adam adamOf(const AdamCall& call) {
    const OptimizerSettings& settings = call.settings;
    const auto narrow = [](double number) { return static_cast<float>(number); };
    return {.to = call.to,
            .from = call.from,
            .gradient = call.gradient,
            .rounded = static_cast<Bf16*>(call.rounded),
            .count = call.count,
            .scale = call.scale,
            .beta1 = narrow(settings.beta1),
            .beta2 = narrow(settings.beta2),
            .correct1 = narrow(1 / (1 - std::pow(settings.beta1, call.step))),
            .correct2 = narrow(1 / (1 - std::pow(settings.beta2, call.step))),
            .rate = narrow(settings.learningRate),
            .epsilon = narrow(settings.epsilon),
            .keep = call.decays ? narrow(1 - settings.learningRate * settings.weightDecay) : 1.0F};
}

/// The numbers from `first` on, `count` of them.
Adam partOf(Adam adam, std::int64_t first, std::int64_t count) {
    for (AdamCall::State* const state : {&adam.to, &adam.from}) {
        state->weight += first;
        state->moment1 += first;
        state->moment2 += first;
    }
    adam.gradient += first;
    adam.rounded += adam.rounded == nullptr ? 0 : first;
    adam.count = count;
    return adam;
}

} // namespace

void KernelDevice::adamw(Stream stream, const AdamCall& call) {
    Queue const to = queue(stream);
    const Adam adam = adamOf(call);
    const std::span<const NumberRange> undecayed = call.decays ? call.undecayed : std::span<const NumberRange>{};
    const bool packs = call.count % kWide == 0 && inPacks(undecayed) &&
                       aligned(call.gradient, call.rounded, call.to.weight, call.to.moment1, call.to.moment2,
                               call.from.weight, call.from.moment1, call.from.moment2);
    std::span<const NumberRange> left = undecayed;
    for (std::int64_t first = 0; first < call.count;) {
        const bool isLast = left.size() <= kMostRanges;
        const std::int64_t end = isLast ? call.count : left[kMostRanges].first;
        withPacks<kWide>(packs, [&](auto count) {
            launch(adamwKernel<count()>, {.blocks = ceilDivide(end - first, kThreads * count), .threads = kThreads}, to,
                   partOf(adam, first, end - first), rangesFrom(left, first));
        });
        left = isLast ? std::span<const NumberRange>{} : left.subspan(kMostRanges);
        first = end;
    }
}

void KernelDevice::sumsOfSquares(Stream stream, double* sums, const float* numbers,
                                 std::span<const std::int64_t> counts, double* scratch) {
    Queue const to = queue(stream);
    while (!counts.empty()) {
        const std::span<const std::int64_t> some = counts.first(std::min<std::size_t>(counts.size(), kMostTensors));
        Tensors tensors{};
        std::partial_sum(some.begin(), some.end(), tensors.first + 1);
        const auto tensorCount = static_cast<std::int64_t>(some.size());
        const std::int64_t parts = partsOf(*std::ranges::max_element(some));
        const bool packs =
            aligned(numbers) && std::ranges::all_of(some, [](std::int64_t count) { return count % kWide == 0; });
        withPacks<kWide>(packs, [&](auto width) {
            launch(squaresKernel<width()>, {.blocks = parts, .threads = kThreads, .across = tensorCount}, to, scratch,
                   numbers, tensors);
        });
        launch(totalsKernel, {.blocks = tensorCount, .threads = kThreads}, to, sums, scratch, tensors);
        sums += tensorCount;
        scratch += tensorCount * kSquareScratch;
        numbers += tensors.first[tensorCount];
        counts = counts.subspan(some.size());
    }
}

} // namespace lanewright::engine::cuda
