// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/launch.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWide = 4;
constexpr std::int64_t kMostBlocks = 1024; ///< as many partial sums as there is scratch for

struct Adam {
    AdamCall::State to;
    AdamCall::State from;
    const float* gradient;
    Brain* rounded;
    std::int64_t count;
    float scale;
    float beta1, beta2;
    float correct1, correct2; ///< 1 / (1 − βᵗ)
    float rate, epsilon;
    float keep; ///< of the old weight
};

template <int Count>
__global__ void adamwKernel(Adam adam) {
    const std::int64_t first = (std::int64_t{blockIdx.x} * kThreads + threadIdx.x) * Count;
    if (first >= adam.count)
        return;
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
            adam.keep * weight.at[i] - adam.rate * (m * adam.correct1) / (sqrtf(v * adam.correct2) + adam.epsilon);
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

/// Four neighbouring numbers to a thread at a time, however they can be read, so that the order is always the same.
template <int Count>
__global__ void squaresKernel(double* sums, const float* numbers, std::int64_t count) {
    double sum = 0;
    const std::int64_t step = std::int64_t{gridDim.x} * kThreads * kWide;
    for (std::int64_t i = (std::int64_t{blockIdx.x} * kThreads + threadIdx.x) * kWide; i < count; i += step)
        for (std::int64_t j = i; j < i + kWide && j < count; j += Count)
            for (const float number : load<Count>(numbers + j).at)
                sum += static_cast<double>(number) * static_cast<double>(number);
    sum = sumOfBlock(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

__global__ void totalKernel(double* total, const double* sums, int count) {
    double sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads)
        sum += sums[i];
    sum = sumOfBlock(sum);
    if (threadIdx.x == 0)
        *total = sum;
}

template <typename... Pointers>
bool aligned(std::int64_t count, Pointers... pointers) {
    return count % kWide == 0 && ((reinterpret_cast<std::uintptr_t>(pointers) % 16 == 0) && ...);
}

} // namespace

void adamw(Queue queue, const AdamCall& call) {
    const OptimizerSettings& settings = call.settings;
    const auto narrow = [](double number) { return static_cast<float>(number); };
    const Adam adam{.to = call.to,
                    .from = call.from,
                    .gradient = call.gradient,
                    .rounded = static_cast<Brain*>(call.rounded),
                    .count = call.count,
                    .scale = call.scale,
                    .beta1 = narrow(settings.beta1),
                    .beta2 = narrow(settings.beta2),
                    .correct1 = narrow(1 / (1 - std::pow(settings.beta1, call.step))),
                    .correct2 = narrow(1 / (1 - std::pow(settings.beta2, call.step))),
                    .rate = narrow(settings.learningRate),
                    .epsilon = narrow(settings.epsilon),
                    .keep = call.decays ? narrow(1 - settings.learningRate * settings.weightDecay) : 1.0F};
    const bool packs = aligned(call.count, call.gradient, call.rounded, call.to.weight, call.to.moment1,
                               call.to.moment2, call.from.weight, call.from.moment1, call.from.moment2);
    withPacks<kWide>(packs, [&](auto count) {
        launch(adamwKernel<count()>, {.blocks = ceilDivide(call.count, kThreads * count), .threads = kThreads}, queue,
               adam);
    });
}

void sumOfSquares(Queue queue, double* sum, const float* numbers, std::int64_t count, double* scratch) {
    const std::int64_t blocks = std::min(kMostBlocks, ceilDivide(count, kThreads * kWide));
    withPacks<kWide>(aligned(count, numbers), [&](auto width) {
        launch(squaresKernel<width()>, {.blocks = blocks, .threads = kThreads}, queue, scratch, numbers, count);
        launch(totalKernel, {.blocks = 1, .threads = kThreads}, queue, sum, scratch, blocks);
    });
}

} // namespace lanewright::engine::cuda
