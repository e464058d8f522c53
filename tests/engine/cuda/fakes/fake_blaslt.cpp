// SPDX-License-Identifier: Apache-2.0
// As much of cuBLASLt as the backend's products need, in plain loops. It is as awkward as cuBLASLt may be: the first
// algorithm that it offers adds parts of the depth in an order that is nobody's, none takes a bias of floats to numbers
// of 16 bits, and none sums a factor of floats by the way. It wants to see a vector of an epilogue before it answers.
#include "tests/engine/cuda/fakes/fake_blaslt.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include <cublasLt.h>
#include <cuda_runtime_api.h>

namespace {

struct Layout {
    cudaDataType kind = CUDA_R_32F;
    std::int64_t rows = 0, cols = 0; ///< column after column
    std::int64_t stride = 0;
};

struct Description {
    cublasOperation_t first = CUBLAS_OP_N;
    cublasOperation_t second = CUBLAS_OP_N;
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    const void* bias = nullptr;
    cudaDataType biasKind = CUDA_R_32F;
    int target = 0;
};

struct Preference {
    std::uint64_t workspace = 0;
};

/// A product with all that it is made of.
struct Product {
    Description description;
    Layout firstLayout, secondLayout, oldLayout, outLayout;
    float scale = 1, keep = 0;
    const void* first = nullptr;
    const void* second = nullptr;
    const void* old = nullptr;
    void* out = nullptr;
    int algorithm = 0;
};

Layout& layoutOf(cublasLtMatrixLayout_t handle) { return *reinterpret_cast<Layout*>(handle); }
Description& descriptionOf(cublasLtMatmulDesc_t handle) { return *reinterpret_cast<Description*>(handle); }
Preference& preferenceOf(cublasLtMatmulPreference_t handle) { return *reinterpret_cast<Preference*>(handle); }

float read(const void* memory, cudaDataType kind, std::int64_t at) {
    if (kind == CUDA_R_32F)
        return static_cast<const float*>(memory)[at];
    const std::uint32_t bits = std::uint32_t{static_cast<const std::uint16_t*>(memory)[at]} << 16U;
    float number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}
void write(void* memory, cudaDataType kind, std::int64_t at, float number) {
    if (kind == CUDA_R_32F) {
        static_cast<float*>(memory)[at] = number;
        return;
    }
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    bits += 0x7FFFU + (bits >> 16U & 1U); // to the nearest, ties to even
    static_cast<std::uint16_t*>(memory)[at] = static_cast<std::uint16_t>(bits >> 16U);
}

float factor(const void* memory, const Layout& layout, cublasOperation_t operation, std::int64_t row,
             std::int64_t col) {
    return operation == CUBLAS_OP_N ? read(memory, layout.kind, row + col * layout.stride)
                                    : read(memory, layout.kind, col + row * layout.stride);
}

bool fits(const Product& product) {
    const auto shape = [](const Layout& layout, cublasOperation_t operation) {
        return operation == CUBLAS_OP_N ? std::pair{layout.rows, layout.cols} : std::pair{layout.cols, layout.rows};
    };
    const auto [rows, depth] = shape(product.firstLayout, product.description.first);
    const auto [otherDepth, cols] = shape(product.secondLayout, product.description.second);
    return rows == product.outLayout.rows && cols == product.outLayout.cols && depth == otherDepth &&
           rows == product.oldLayout.rows && cols == product.oldLayout.cols &&
           product.oldLayout.kind == product.outLayout.kind && product.firstLayout.kind == product.secondLayout.kind;
}

void multiply(const Product& product) {
    const auto& [description, first, second, old, out, scale, keep, firstData, secondData, oldData, outData,
                 algorithm] = product;
    const std::int64_t depth = description.first == CUBLAS_OP_N ? first.cols : first.rows;
    for (std::int64_t col = 0; description.epilogue == CUBLASLT_EPILOGUE_BGRADB && col < out.cols; ++col) {
        float sum = 0;
        for (std::int64_t at = 0; at < depth; ++at)
            sum += factor(secondData, second, description.second, at, col);
        write(const_cast<void*>(description.bias), description.biasKind, col, sum);
    }
    for (std::int64_t col = 0; col < out.cols; ++col)
        for (std::int64_t row = 0; row < out.rows; ++row) {
            float sum = 0;
            for (std::int64_t at = 0; at < depth; ++at)
                sum += factor(firstData, first, description.first, row, at) *
                       factor(secondData, second, description.second, at, col);
            const std::int64_t place = row + col * out.stride;
            sum *= scale;
            if (keep != 0)
                sum += keep * read(oldData, old.kind, row + col * old.stride);
            if (description.epilogue == CUBLASLT_EPILOGUE_BIAS)
                sum += read(description.bias, description.biasKind, row);
            write(outData, out.kind, place, sum);
        }
}

std::atomic<int> slowAlgorithm = 0;
std::atomic<int> slowMicroseconds = 0;
std::atomic<int> slowSums = 0;
std::atomic<int> misalignedVectors = 0;
std::atomic<int> refusedCheck = 0;
std::atomic<int> refusedProduct = 0;

void perform(void* data) {
    const std::unique_ptr<Product> product(static_cast<Product*>(data));
    if (product->algorithm == slowAlgorithm)
        std::this_thread::sleep_for(std::chrono::microseconds{slowMicroseconds});
    if (product->description.epilogue == CUBLASLT_EPILOGUE_BGRADB)
        std::this_thread::sleep_for(std::chrono::microseconds{slowSums});
    multiply(*product);
}

template <typename Value>
cublasStatus_t take(Value& into, const void* from, std::size_t bytes) {
    if (bytes != sizeof into)
        return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(&into, from, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace

void fakeSlowDown(int algorithm, int microseconds) {
    slowAlgorithm = algorithm;
    slowMicroseconds = microseconds;
}
void fakeSlowDownSums(int microseconds) { slowSums = microseconds; }
int fakeMisalignedVectors() { return misalignedVectors; }
void fakeRefuse(int checked, int computing) {
    refusedCheck = checked;
    refusedProduct = computing;
}

extern "C" {

size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
    *handle = reinterpret_cast<cublasLtHandle_t>(new int{});
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
    delete reinterpret_cast<int*>(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType kind, uint64_t rows,
                                          uint64_t cols, int64_t stride) {
    *layout = reinterpret_cast<cublasLtMatrixLayout_t>(
        new Layout{kind, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols), stride});
    return stride < static_cast<std::int64_t>(rows) ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(const cublasLtMatrixLayout_t layout) {
    delete &layoutOf(layout);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* description, cublasComputeType_t compute,
                                        cudaDataType_t scale) {
    *description = reinterpret_cast<cublasLtMatmulDesc_t>(new Description);
    return compute == CUBLAS_COMPUTE_32F && scale == CUDA_R_32F ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}
cublasStatus_t cublasLtMatmulDescDestroy(const cublasLtMatmulDesc_t description) {
    delete &descriptionOf(description);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t handle, cublasLtMatmulDescAttributes_t what,
                                              const void* value, size_t bytes) {
    Description& description = descriptionOf(handle);
    switch (what) {
    case CUBLASLT_MATMUL_DESC_TRANSA: return take(description.first, value, bytes);
    case CUBLASLT_MATMUL_DESC_TRANSB: return take(description.second, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE: return take(description.epilogue, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER: return take(description.bias, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: return take(description.biasKind, value, bytes);
    case CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET: return take(description.target, value, bytes);
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
    *preference = reinterpret_cast<cublasLtMatmulPreference_t>(new Preference);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(const cublasLtMatmulPreference_t preference) {
    delete &preferenceOf(preference);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t what, const void* value,
                                                    size_t bytes) {
    if (what == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
        return take(preferenceOf(preference).workspace, value, bytes);
    return bytes == sizeof(std::uint32_t) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t /*handle*/, cublasLtMatmulDesc_t handle,
                                              cublasLtMatrixLayout_t first, cublasLtMatrixLayout_t /*second*/,
                                              cublasLtMatrixLayout_t /*old*/, cublasLtMatrixLayout_t out,
                                              cublasLtMatmulPreference_t preference, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[], int* found) {
    const Description& description = descriptionOf(handle);
    *found = 0;
    if (description.epilogue != CUBLASLT_EPILOGUE_DEFAULT && description.bias == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (description.epilogue == CUBLASLT_EPILOGUE_BIAS && description.biasKind != layoutOf(out).kind)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (description.epilogue == CUBLASLT_EPILOGUE_BGRADB && layoutOf(first).kind == CUDA_R_32F)
        return CUBLAS_STATUS_INVALID_VALUE;
    for (const int algorithm : {kFakeInPlace, kFakeApart, kFakeWhole})
        if (*found < wanted) {
            cublasLtMatmulHeuristicResult_t& result = results[(*found)++];
            result = {};
            result.algo.data[0] = static_cast<std::uint64_t>(algorithm);
            result.workspaceSize = preferenceOf(preference).workspace / 2;
        }
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t /*handle*/, cublasLtMatmulDesc_t /*description*/,
                                       cublasLtMatrixLayout_t /*first*/, cublasLtMatrixLayout_t /*second*/,
                                       cublasLtMatrixLayout_t /*old*/, cublasLtMatrixLayout_t /*out*/,
                                       const cublasLtMatmulAlgo_t* algorithm, cublasLtMatmulHeuristicResult_t* result) {
    *result = {};
    result->algo = *algorithm;
    return algorithm->data[0] == static_cast<std::uint64_t>(refusedCheck) ? CUBLAS_STATUS_NOT_SUPPORTED
                                                                          : CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t what, void* value,
                                                    size_t bytes, size_t* written) {
    const auto id = static_cast<int>(algorithm->data[0]);
    const auto answerWith = [&](auto answer) {
        if (bytes != sizeof answer)
            return CUBLAS_STATUS_INVALID_VALUE;
        std::memcpy(value, &answer, sizeof answer);
        *written = sizeof answer;
        return CUBLAS_STATUS_SUCCESS;
    };
    switch (what) {
    case CUBLASLT_ALGO_CONFIG_ID: return answerWith(std::int32_t{id});
    case CUBLASLT_ALGO_CONFIG_SPLITK_NUM: return answerWith(std::int32_t{id == kFakeWhole ? 1 : 4});
    case CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME:
        return answerWith(static_cast<std::uint32_t>(id == kFakeInPlace ? CUBLASLT_REDUCTION_SCHEME_INPLACE
                                                     : id == kFakeApart ? CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE
                                                                        : CUBLASLT_REDUCTION_SCHEME_NONE));
    case CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID: return answerWith(std::uint16_t{5});
    default: return answerWith(std::uint32_t{0});
    }
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t /*handle*/, cublasLtMatmulDesc_t description, const void* scale,
                              const void* first, cublasLtMatrixLayout_t firstLayout, const void* second,
                              cublasLtMatrixLayout_t secondLayout, const void* keep, const void* old,
                              cublasLtMatrixLayout_t oldLayout, void* out, cublasLtMatrixLayout_t outLayout,
                              const cublasLtMatmulAlgo_t* algorithm, void* workspace, size_t /*bytes*/,
                              cudaStream_t stream) {
    const Product product{descriptionOf(description),
                          layoutOf(firstLayout),
                          layoutOf(secondLayout),
                          layoutOf(oldLayout),
                          layoutOf(outLayout),
                          *static_cast<const float*>(scale),
                          *static_cast<const float*>(keep),
                          first,
                          second,
                          old,
                          out,
                          static_cast<int>(algorithm->data[0])};
    if (!fits(product) || product.algorithm == kFakeInPlace || workspace == nullptr)
        return CUBLAS_STATUS_INVALID_VALUE;
    const std::size_t number = product.description.biasKind == CUDA_R_32F ? sizeof(float) : sizeof(std::uint16_t);
    if (product.description.epilogue != CUBLASLT_EPILOGUE_DEFAULT &&
        reinterpret_cast<std::uintptr_t>(product.description.bias) % number != 0)
        ++misalignedVectors;
    if (product.algorithm == refusedProduct)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    cudaLaunchHostFunc(stream, perform, new Product(product));
    return CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
