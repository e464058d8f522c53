// SPDX-License-Identifier: Apache-2.0
// Algorithms of products that are chosen by time, and the lines by which they are kept.
#include "engine/cuda/owned.h"
#include "engine/cuda/product_plan.h"

#include <sstream>

namespace lanewright::engine::cuda {

namespace {

/// @name A shape and an algorithm as text: numbers, which only a library of the same version understands
/// @{
std::string textOf(const ProductShape& shape) {
    std::ostringstream text;
    text << shape.rows << ' ' << shape.depth << ' ' << shape.cols << ' ' << shape.outStride << ' ' << shape.leftStride
         << ' ' << shape.rightStride << ' ' << shape.addendStride << ' ' << static_cast<int>(shape.kind) << ' '
         << static_cast<int>(shape.outKind) << ' ' << static_cast<int>(shape.biasKind) << ' ' << shape.leftTransposed
         << ' ' << shape.rightTransposed << ' ' << shape.hasBias << ' ' << shape.sumsLeft << ' ' << shape.alignment;
    return text.str();
}
std::string textOf(const cublasLtMatmulAlgo_t& algorithm) {
    std::ostringstream text;
    for (const std::uint64_t word : algorithm.data)
        text << ' ' << std::hex << word;
    return text.str();
}
bool read(std::istream& text, NumberKind& kind) {
    int number = -1;
    text >> number;
    kind = number == 0 ? NumberKind::Float : NumberKind::Bf16;
    return number == 0 || number == 1;
}
bool read(std::istream& text, ProductShape& shape, cublasLtMatmulAlgo_t& algorithm) {
    text >> shape.rows >> shape.depth >> shape.cols >> shape.outStride >> shape.leftStride >> shape.rightStride >>
        shape.addendStride;
    if (!read(text, shape.kind) || !read(text, shape.outKind) || !read(text, shape.biasKind))
        return false;
    char colon = 0;
    text >> shape.leftTransposed >> shape.rightTransposed >> shape.hasBias >> shape.sumsLeft >> shape.alignment >>
        colon >> std::hex;
    for (std::uint64_t& word : algorithm.data)
        text >> word;
    return !text.fail() && colon == ':';
}
/// @}

using Plan = Products::Plan;

/// Bytes of a matrix, and some to begin the next one with a whole word.
std::size_t roomFor(std::int64_t rows, std::int64_t stride, NumberKind kind) {
    constexpr std::size_t kApart = 256;
    return (static_cast<std::size_t>(rows * stride * bytesOf(kind)) / kApart + 1) * kApart;
}

} // namespace

/// Matrices of a shape, with numbers that are none too small, and a stream to multiply them in.
struct Products::Trial {
    Trial(const ProductShape& shape, std::byte* scratch, cudaStream_t stream) : workspace(scratch), handle(stream) {
        const std::size_t left = roomFor(shape.leftTransposed ? shape.depth : shape.rows, shape.leftStride, shape.kind);
        const std::size_t right =
            roomFor(shape.rightTransposed ? shape.cols : shape.depth, shape.rightStride, shape.kind);
        const std::size_t addend = roomFor(shape.rows, shape.addendStride, shape.outKind);
        const std::size_t out = roomFor(shape.rows, shape.outStride, shape.outKind);
        const std::size_t all = left + right + addend + out + roomFor(1, shape.rows + shape.cols, NumberKind::Float);
        memory = takeMemory(all);
        std::byte* const at = memory.get();
        constexpr int kByte = 0x3C; // makes floats and halves of about a hundredth
        LW_CUDA(cudaMemsetAsync(at, kByte, all, handle));
        operands = {at, at + left, at + left + right, at + left + right + addend};
        // No better aligned than what was asked for: what is offered depends on it.
        vector = at + left + right + addend + out + (shape.alignment < kWord ? shape.alignment : 0);
    }

    OwnMemory memory;
    Operands operands;
    std::byte* vector = nullptr;
    std::byte* workspace;
    cudaStream_t handle;
    OwnEvent from = timedEvent();
    OwnEvent to = timedEvent();
};

/// Milliseconds of some products by the plan's algorithm, after one to warm up. Nothing where cuBLASLt refuses one:
/// that it takes an algorithm does not say that it runs it.
std::optional<float> Products::timeOf(const Plan& plan, const Trial& trial) const {
    constexpr int kTimes = 3;
    const auto isRun = [&] {
        const cublasStatus_t status = tryRun(plan, trial.operands, trial.workspace, trial.handle);
        if (status != CUBLAS_STATUS_SUCCESS)
            cudaGetLastError(); // a launch that was refused; what harms the GPU is found by the next call
        return status == CUBLAS_STATUS_SUCCESS;
    };
    if (!isRun())
        return {};
    LW_CUDA(cudaEventRecord(trial.from.get(), trial.handle));
    for (int i = 0; i < kTimes; ++i)
        if (!isRun())
            return {};
    LW_CUDA(cudaEventRecord(trial.to.get(), trial.handle));
    LW_CUDA(cudaEventSynchronize(trial.to.get()));
    float milliseconds = 0;
    LW_CUDA(cudaEventElapsedTime(&milliseconds, trial.from.get(), trial.to.get()));
    return milliseconds;
}

std::string Products::time(int stream, cudaStream_t handle) {
    std::string lines;
    for (const auto& [shape, known] : m_plans) {
        if (known == nullptr || m_adopted.contains(shape))
            continue;
        const Trial trial(shape, scratchOf(stream), handle);
        const std::unique_ptr<Plan> plan = offersFor(shape, trial.vector);
        const cublasLtMatmulAlgo_t* best = nullptr;
        float least = 0;
        for (const cublasLtMatmulAlgo_t& algorithm : plan->offered) {
            const std::optional<float> milliseconds = take(*plan, algorithm) ? timeOf(*plan, trial) : std::nullopt;
            if (milliseconds && (best == nullptr || *milliseconds < least)) {
                best = &algorithm;
                least = *milliseconds;
            }
        }
        if (best != nullptr)
            lines += textOf(shape) + " :" + textOf(*best) + "\n";
    }
    return lines;
}

bool Products::adopt(const std::string& lines) {
    m_plans.clear();
    m_adopted.clear();
    std::istringstream all(lines);
    for (std::string line; std::getline(all, line);) {
        std::istringstream text(line);
        ProductShape shape;
        cublasLtMatmulAlgo_t algorithm = {};
        if (!read(text, shape, algorithm))
            return false;
        m_adopted[shape] = algorithm;
    }
    return true;
}

} // namespace lanewright::engine::cuda
