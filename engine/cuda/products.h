// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"
#include "engine/cuda/kernels/kernels.h"
#include "engine/cuda/owned.h"

#include <cublasLt.h>
#include <cuda_runtime.h>

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanewright::engine::cuda {

/// All that the choice of an algorithm may depend on.
struct ProductShape {
    std::int64_t rows = 0, depth = 0, cols = 0;
    std::int64_t outStride = 0, leftStride = 0, rightStride = 0;
    std::int64_t addendStride = 0;       ///< 0: nothing is added
    NumberKind kind = NumberKind::Float; ///< the factors' kind
    NumberKind outKind = NumberKind::Float;
    NumberKind biasKind = NumberKind::Float;
    bool leftTransposed = false, rightTransposed = false;
    bool hasBias = false, sumsLeft = false;
    /// In bytes, of all addresses and rows: the 16 of the widest word that a GPU reads, or those of the smallest
    /// number. More than these two are not told apart, so that where a matrix happens to lie makes no difference.
    int alignment = 16;

    friend auto operator<=>(const ProductShape&, const ProductShape&) = default;
};
ProductShape shapeOf(const ProductCall& call);

/// Products by cuBLASLt. For each shape one algorithm is chosen, once, whatever the lane: that which was adopted, else
/// of those that are offered the first whose sums have one order and that is not refused. Where it splits the depth its
/// partial sums lie in the workspace and are added by a kernel of their own. So the bits of a product depend on its
/// shape and numbers alone.
class Products {
public:
    /// `target`: multiprocessors that a lane has, 0: all.
    Products(int streams, int target);
    ~Products();
    Products(const Products&) = delete;
    Products& operator=(const Products&) = delete;

    /// What `lend` takes: cuBLASLt's workspace, and a bias rounded to 16 bits.
    static constexpr std::size_t kScratch = (32UL << 20U) + (2UL << 20U);
    /// Memory for the products of a stream; null: takes its own at the first.
    void lend(int stream, std::byte* memory) { m_lent.at(static_cast<std::size_t>(stream)) = memory; }
    /// That memory, for whatever else runs in the stream.
    std::byte* scratchOf(int stream);
    void multiply(const ProductCall& call, int stream, cudaStream_t handle);
    /// A line for each shape: what was chosen.
    std::vector<std::string> choices() const;
    /// A line "shape: algorithm" for each shape that was met and not adopted: of those with one order of sums the
    /// quickest, on a stream with nothing to do. None for a shape that none of them computes when it is tried. Where
    /// sums of the left are wanted, those that make none are tried too, with the kernel that sums apart from them.
    /// Waits.
    std::string time(int stream, cudaStream_t handle);
    /// Algorithms by shape, as these lines say. False when one of them can't be read.
    bool adopt(const std::string& lines);

    struct Plan;
    struct Trial;
    /// What a shape is computed by.
    struct Choice {
        cublasLtMatmulAlgo_t algorithm = {};
        bool sumsApart = false; ///< sums of the left are made by a kernel of their own
    };

private:
    /// Where the matrices of a product lie.
    struct Operands {
        const void* left = nullptr;
        const void* right = nullptr;
        const void* addend = nullptr;
        void* out = nullptr;
    };

    const Plan& planFor(const ProductCall& call);
    std::unique_ptr<Plan> choose(const ProductShape& shape, const void* vector) const;
    std::unique_ptr<Plan> offersFor(const ProductShape& shape, const void* vector, bool sumsApart) const;
    bool findAlgorithm(Plan& plan) const;
    bool take(Plan& plan, const cublasLtMatmulAlgo_t& algorithm) const;
    cublasStatus_t tryRun(const Plan& plan, const Operands& of, std::byte* workspace, cudaStream_t handle) const;
    struct Timed {
        Choice choice;
        float milliseconds = 0;
    };
    std::optional<float> timeOf(const Plan& plan, const Trial& trial) const;
    std::optional<Timed> quickestOf(Plan& plan, const Trial& trial) const;
    static const void* roundedBias(const Matrix& bias, std::byte* room, cudaStream_t handle);

    cublasLtHandle_t m_handle = nullptr;
    int m_target;
    std::map<ProductShape, std::unique_ptr<Plan>> m_plans;
    std::map<ProductShape, Choice> m_adopted;
    std::vector<std::byte*> m_lent; ///< by stream
    std::vector<OwnMemory> m_own;   ///< by stream, of those that have multiplied and were lent nothing
};

} // namespace lanewright::engine::cuda
