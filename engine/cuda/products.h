// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"
#include "engine/cuda/kernels/kernels.h"

#include <cublasLt.h>
#include <cuda_runtime.h>

#include <compare>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanewright::engine::cuda {

/// All that the choice of an algorithm may depend on.
struct ProductShape {
    std::int64_t rows = 0, depth = 0, cols = 0;
    std::int64_t outStride = 0, leftStride = 0, rightStride = 0;
    NumberKind kind = NumberKind::Float; ///< of the factors
    NumberKind outKind = NumberKind::Float;
    bool leftTransposed = false, rightTransposed = false;
    bool adds = false, hasBias = false;
    int alignment = 256; ///< in bytes, of the least aligned of the matrices

    friend auto operator<=>(const ProductShape&, const ProductShape&) = default;
    friend bool operator==(const ProductShape&, const ProductShape&) = default;
};
ProductShape shapeOf(const ProductCall& call);

/// Products by cuBLASLt. For each shape one algorithm is chosen, once, that never splits the depth; so the bits of a
/// product depend on its shape and numbers alone.
class Products {
public:
    /// `target`: multiprocessors that a lane has, 0: all. `reproducible`: the choice does not look at it.
    Products(int streams, int target, bool reproducible);
    ~Products();
    Products(const Products&) = delete;
    Products& operator=(const Products&) = delete;

    /// What `lend` takes: cuBLASLt's workspace, and a bias rounded to 16 bits.
    static constexpr std::size_t kScratch = (32UL << 20U) + (2UL << 20U);
    /// Memory for the products of a stream; null: takes its own at the first.
    void lend(int stream, std::byte* memory) { m_lent.at(static_cast<std::size_t>(stream)) = memory; }
    void multiply(const ProductCall& call, int stream, cudaStream_t handle);
    /// A line for each shape: what was chosen.
    std::vector<std::string> choices() const;

    struct Plan;

private:
    const Plan& planFor(const ProductShape& shape);
    std::unique_ptr<Plan> choose(const ProductShape& shape) const;
    bool findAlgorithm(Plan& plan, bool floatBias) const;
    void aimAtLane(Plan& plan) const;
    static const void* roundedBias(const Matrix& bias, std::byte* room, cudaStream_t handle);
    std::byte* scratchOf(int stream);

    cublasLtHandle_t m_handle = nullptr;
    int m_target;
    bool m_reproducible;
    std::map<ProductShape, std::unique_ptr<Plan>> m_plans;
    std::vector<std::byte*> m_lent; ///< by stream
    std::vector<std::byte*> m_own;  ///< by stream, of those that have multiplied and were lent nothing
};

} // namespace lanewright::engine::cuda
