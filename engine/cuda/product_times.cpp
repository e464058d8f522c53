// SPDX-License-Identifier: Apache-2.0
// Algorithms of products that are chosen by time, and the lines by which they are kept.
#include "engine/cuda/owned.h"
#include "engine/cuda/product_plan.h"

#include <algorithm>
#include <sstream>

namespace lanewright::engine::cuda {

namespace {

constexpr const char* kApart = " apart"; ///< behind an algorithm: sums of the left are made apart from it

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
std::string textOf(const Products::Choice& choice) {
    return textOf(choice.algorithm) + (choice.sumsApart ? kApart : "");
}
bool read(std::istream& text, ProductShape& shape, Products::Choice& choice) {
    text >> shape.rows >> shape.depth >> shape.cols >> shape.outStride >> shape.leftStride >> shape.rightStride >>
        shape.addendStride;
    if (!read(text, shape.kind) || !read(text, shape.outKind) || !read(text, shape.biasKind))
        return false;
    char colon = 0;
    text >> shape.leftTransposed >> shape.rightTransposed >> shape.hasBias >> shape.sumsLeft >> shape.alignment >>
        colon >> std::hex;
    for (std::uint64_t& word : choice.algorithm.data)
        text >> word;
    if (text.fail() || colon != ':')
        return false;
    std::string rest;
    std::getline(text, rest);
    choice.sumsApart = rest == kApart;
    return rest.empty() || (choice.sumsApart && shape.sumsLeft);
}
/// @}

using Plan = Products::Plan;

constexpr std::int64_t kRowsOfPart = 32; ///< as the scratch of a `ProductCall` has them

/// Bytes of a matrix, and some to begin the next one with a whole word.
std::size_t roomFor(std::int64_t rows, std::int64_t stride, NumberKind kind) {
    constexpr std::size_t kStep = 256;
    return (static_cast<std::size_t>(rows * stride * bytesOf(kind)) / kStep + 1) * kStep;
}

} // namespace

/// Matrices of a shape, with numbers that are none too small, and a stream to multiply them in.
struct Products::Trial {
    Trial(const ProductShape& shape, std::byte* scratch, cudaStream_t stream) : workspace(scratch), handle(stream) {
        const std::int64_t leftRows = shape.leftTransposed ? shape.depth : shape.rows;
        const std::size_t leftRoom = roomFor(leftRows, shape.leftStride, shape.kind);
        const std::size_t right =
            roomFor(shape.rightTransposed ? shape.cols : shape.depth, shape.rightStride, shape.kind);
        const std::size_t addend = roomFor(shape.rows, shape.addendStride, shape.outKind);
        const std::size_t out = roomFor(shape.rows, shape.outStride, shape.outKind);
        const std::size_t vectorRoom = roomFor(1, shape.rows + shape.cols, NumberKind::Float);
        const std::int64_t parts = shape.sumsLeft ? (shape.depth + kRowsOfPart - 1) / kRowsOfPart : 0;
        const std::size_t all =
            leftRoom + right + addend + out + vectorRoom + roomFor(parts, shape.rows, NumberKind::Float);
        memory = takeMemory(all);
        std::byte* const at = memory.get();
        constexpr int kByte = 0x3C; // makes floats and halves of about a hundredth
        LW_CUDA(cudaMemsetAsync(at, kByte, all, handle));
        operands = {at, at + leftRoom, at + leftRoom + right, at + leftRoom + right + addend};
        std::byte* const behind = at + leftRoom + right + addend + out;
        // No better aligned than what was asked for, since what is offered depends on it, but as its numbers must be.
        const Bytes number = bytesOf(shape.sumsLeft ? NumberKind::Float : shape.biasKind);
        vector = behind + (shape.alignment < kWord ? std::max<Bytes>(shape.alignment, number) : 0);
        left = {at, shape.kind, leftRows, shape.leftTransposed ? shape.rows : shape.depth, shape.leftStride};
        sums = {vector, NumberKind::Float, 1, shape.rows, shape.rows};
        sumsScratch = {behind + vectorRoom, NumberKind::Float, parts, shape.rows, shape.rows};
    }

    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    /// Where every algorithm was refused nobody has waited yet for what was begun in the memory that now goes.
    ~Trial() { static_cast<void>(cudaStreamSynchronize(handle)); }

    OwnMemory memory;
    Operands operands;
    std::byte* vector = nullptr;
    Matrix left;
    Matrix sums;
    Matrix sumsScratch;
    std::byte* workspace;
    cudaStream_t handle;
    OwnEvent from = makeEvent();
    OwnEvent to = makeEvent();
};

/// Milliseconds of some products by the plan's algorithm, after one to warm up. Nothing where cuBLASLt refuses one:
/// that it takes an algorithm does not say that it runs it.
std::optional<float> Products::timeOf(const Plan& plan, const Trial& trial) const {
    constexpr int kTimes = 3;
    const auto isRun = [&] {
        if (plan.sumsApart)
            columnSums(trial.handle, trial.sums, trial.left, trial.sumsScratch);
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

/// The quickest of what the plan is offered; nothing where it computes by none.
std::optional<Products::Timed> Products::quickestOf(Plan& plan, const Trial& trial) const {
    std::optional<Timed> best;
    for (const cublasLtMatmulAlgo_t& algorithm : plan.offered) {
        const std::optional<float> milliseconds = take(plan, algorithm) ? timeOf(plan, trial) : std::nullopt;
        if (milliseconds && (!best || *milliseconds < best->milliseconds))
            best = {{algorithm, plan.sumsApart}, *milliseconds};
    }
    return best;
}

std::string Products::time(int stream, cudaStream_t handle) {
    std::string lines;
    for (const auto& [shape, known] : m_plans) {
        if (known == nullptr || m_adopted.contains(shape))
            continue;
        const Trial trial(shape, scratchOf(stream), handle);
        const std::unique_ptr<Plan> plan = offersFor(shape, trial.vector, false);
        std::optional<Timed> best = quickestOf(*plan, trial);
        if (shape.sumsLeft && !plan->sumsApart) {
            // Few algorithms sum by the way, and the quickest for the product may not be among them.
            const std::optional<Timed> apart = quickestOf(*offersFor(shape, trial.vector, true), trial);
            if (apart && (!best || apart->milliseconds < best->milliseconds))
                best = apart;
        }
        if (best)
            lines += textOf(shape) + " :" + textOf(best->choice) + "\n";
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
        Choice choice;
        if (!read(text, shape, choice))
            return false;
        m_adopted[shape] = choice;
    }
    return true;
}

} // namespace lanewright::engine::cuda
