// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/call.h"
#include "engine/cuda/products.h"

#include <vector>

namespace lanewright::engine::cuda {

constexpr std::size_t kWorkspace = 32UL << 20U; ///< bytes that cuBLASLt may write for its own use
constexpr int kWord = 16;                       ///< bytes of the widest word that a GPU reads

inline cudaDataType_t typeOf(NumberKind kind) { return kind == NumberKind::Float ? CUDA_R_32F : CUDA_R_16BF; }

/// Something of cuBLASLt that has to be destroyed.
template <typename Handle, cublasStatus_t (*Destroy)(Handle)>
class Owned {
public:
    Owned() = default;
    ~Owned() {
        if (m_handle != nullptr)
            Destroy(m_handle);
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    Handle* fresh() { return &m_handle; }
    Handle get() const { return m_handle; }

private:
    Handle m_handle = nullptr;
};
using Description = Owned<cublasLtMatmulDesc_t, cublasLtMatmulDescDestroy>;
using Layout = Owned<cublasLtMatrixLayout_t, cublasLtMatrixLayoutDestroy>;
using Preference = Owned<cublasLtMatmulPreference_t, cublasLtMatmulPreferenceDestroy>;

template <typename Value>
void set(const Description& description, cublasLtMatmulDescAttributes_t what, const Value& value) {
    LW_CUDA(cublasLtMatmulDescSetAttribute(description.get(), what, &value, sizeof value));
}
template <typename Value>
void set(const Preference& preference, cublasLtMatmulPreferenceAttributes_t what, const Value& value) {
    LW_CUDA(cublasLtMatmulPreferenceSetAttribute(preference.get(), what, &value, sizeof value));
}
/// 0 where the algorithm knows nothing of it. Each attribute has a type of its own.
template <typename Value = int>
Value get(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulAlgoConfigAttributes_t what) {
    Value value = 0;
    std::size_t written = 0;
    if (cublasLtMatmulAlgoConfigGetAttribute(&algorithm, what, &value, sizeof value, &written) != CUBLAS_STATUS_SUCCESS)
        return 0;
    return value;
}

/// What one shape is multiplied by. cuBLASLt counts down columns: our rows are its columns, so it is asked for
/// outᵀ = rightᵀ · leftᵀ, whose first factor is our right one.
struct Products::Plan {
    ProductShape shape;
    Description description;
    Layout first, second, out;
    Layout addend;                                  ///< none where nothing is added
    std::vector<cublasLtMatmulAlgo_t> offered = {}; ///< those with one order of sums
    cublasLtMatmulAlgo_t algorithm = {};
    std::size_t workspace = 0;
    bool roundsBias = false; ///< none takes a bias of floats to numbers of 16 bits
    bool sumsApart = false;  ///< none sums the left factor by the way

    cublasLtMatrixLayout_t old() const { return addend.get() != nullptr ? addend.get() : out.get(); }
};

} // namespace lanewright::engine::cuda
