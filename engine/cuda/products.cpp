// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/products.h"

#include "engine/cuda/call.h"

#include <algorithm>
#include <array>

namespace lanewright::engine::cuda {

namespace {

constexpr std::size_t kWorkspace = 32UL << 20U;
constexpr std::int64_t kWidestBias = 1L << 20U; ///< numbers
static_assert(Products::kScratch == kWorkspace + kWidestBias * 2);
constexpr int kCandidates = 16;

cudaDataType_t typeOf(NumberKind kind) { return kind == NumberKind::Float ? CUDA_R_32F : CUDA_R_16BF; }

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
int get(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulAlgoConfigAttributes_t what) {
    int value = 0;
    std::size_t written = 0;
    // Not every algorithm knows of every attribute.
    if (cublasLtMatmulAlgoConfigGetAttribute(&algorithm, what, &value, sizeof value, &written) != CUBLAS_STATUS_SUCCESS)
        return 0;
    return value;
}

int alignmentOf(const Matrix& matrix) {
    int alignment = 256;
    while (reinterpret_cast<std::uintptr_t>(matrix.data) % static_cast<unsigned>(alignment) != 0)
        alignment /= 2;
    return alignment;
}

} // namespace

ProductShape shapeOf(const ProductCall& call) {
    return {.rows = call.out.rows,
            .depth = call.leftTransposed ? call.left.rows : call.left.cols,
            .cols = call.out.cols,
            .outStride = call.out.stride,
            .leftStride = call.left.stride,
            .rightStride = call.right.stride,
            .kind = call.left.kind,
            .outKind = call.out.kind,
            .leftTransposed = call.leftTransposed,
            .rightTransposed = call.rightTransposed,
            .adds = call.adds,
            .hasBias = !call.bias.empty(),
            .alignment = std::min({alignmentOf(call.out), alignmentOf(call.left), alignmentOf(call.right)})};
}

/// What one shape is multiplied by. cuBLASLt counts down columns: our rows are its columns, so it is asked for
/// outᵀ = rightᵀ · leftᵀ, whose first factor is our right one.
struct Products::Plan {
    ProductShape shape;
    Description description;
    Layout first, second, out;
    cublasLtMatmulAlgo_t algorithm = {};
    std::size_t workspace = 0;
    bool biasIsFloat = true;
};

namespace {

using Plan = Products::Plan;

void describe(Plan& plan) {
    const ProductShape& shape = plan.shape;
    LW_CUDA(cublasLtMatmulDescCreate(plan.description.fresh(), CUBLAS_COMPUTE_32F, CUDA_R_32F));
    const auto operation = [](bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
    set(plan.description, CUBLASLT_MATMUL_DESC_TRANSA, operation(shape.rightTransposed));
    set(plan.description, CUBLASLT_MATMUL_DESC_TRANSB, operation(shape.leftTransposed));
    const auto layout = [](Layout& to, NumberKind kind, std::int64_t rows, std::int64_t cols, std::int64_t stride) {
        LW_CUDA(cublasLtMatrixLayoutCreate(to.fresh(), typeOf(kind), static_cast<std::uint64_t>(cols),
                                           static_cast<std::uint64_t>(rows), stride));
    };
    const auto factor = [&](Layout& to, std::int64_t rows, std::int64_t cols, std::int64_t stride, bool transposed) {
        layout(to, shape.kind, transposed ? cols : rows, transposed ? rows : cols, stride);
    };
    factor(plan.first, shape.depth, shape.cols, shape.rightStride, shape.rightTransposed);
    factor(plan.second, shape.rows, shape.depth, shape.leftStride, shape.leftTransposed);
    layout(plan.out, shape.outKind, shape.rows, shape.cols, shape.outStride);
}

std::string nameOf(NumberKind kind) { return kind == NumberKind::Float ? "float" : "bf16"; }

std::string lineOf(const Plan& plan) {
    const ProductShape& shape = plan.shape;
    std::string line = "(" + std::to_string(shape.rows);
    line += "," + std::to_string(shape.depth);
    line += shape.leftTransposed ? ")ᵀ · (" : ") · (";
    line += std::to_string(shape.depth) + "," + std::to_string(shape.cols);
    line += shape.rightTransposed ? ")ᵀ " : ") ";
    line += nameOf(shape.kind) + " to " + nameOf(shape.outKind);
    line += shape.adds ? ", added" : "";
    line += shape.hasBias ? ", bias" : "";
    const auto number = [&](const char* name, cublasLtMatmulAlgoConfigAttributes_t what) {
        line += name + std::to_string(get(plan.algorithm, what));
    };
    number(": algorithm ", CUBLASLT_ALGO_CONFIG_ID);
    number(", tile ", CUBLASLT_ALGO_CONFIG_TILE_ID);
    number(", stages ", CUBLASLT_ALGO_CONFIG_STAGES_ID);
    number(", cluster ", CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID);
    number(", variant ", CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION);
    return line + ", workspace " + std::to_string(plan.workspace);
}

} // namespace

Products::Products(int streams, int target, bool reproducible)
    : m_target(target), m_reproducible(reproducible), m_lent(static_cast<std::size_t>(streams)),
      m_own(static_cast<std::size_t>(streams)) {
    LW_CUDA(cublasLtCreate(&m_handle));
}

Products::~Products() {
    m_plans.clear();
    for (std::byte* const memory : m_own)
        cudaFree(memory);
    cublasLtDestroy(m_handle);
}

bool Products::findAlgorithm(Plan& plan, bool floatBias) const {
    if (plan.shape.hasBias) {
        set(plan.description, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
        set(plan.description, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, floatBias ? CUDA_R_32F : CUDA_R_16BF);
    }
    Preference preference;
    LW_CUDA(cublasLtMatmulPreferenceCreate(preference.fresh()));
    set(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kWorkspace);
    set(preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
        static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_NONE));
    const auto alignment = static_cast<std::uint32_t>(plan.shape.alignment);
    for (const auto what : {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
                            CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
        set(preference, what, alignment);
    std::array<cublasLtMatmulHeuristicResult_t, kCandidates> results{};
    int found = 0;
    const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(m_handle, plan.description.get(), plan.first.get(),
                                                                 plan.second.get(), plan.out.get(), plan.out.get(),
                                                                 preference.get(), kCandidates, results.data(), &found);
    if (status != CUBLAS_STATUS_SUCCESS && status != CUBLAS_STATUS_NOT_SUPPORTED)
        LW_CUDA(status);
    for (int i = 0; status == CUBLAS_STATUS_SUCCESS && i < found; ++i) {
        const cublasLtMatmulHeuristicResult_t& result = results[static_cast<std::size_t>(i)];
        if (result.state != CUBLAS_STATUS_SUCCESS || get(result.algo, CUBLASLT_ALGO_CONFIG_SPLITK_NUM) > 1 ||
            get(result.algo, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME) != CUBLASLT_REDUCTION_SCHEME_NONE)
            continue;
        plan.algorithm = result.algo;
        plan.workspace = result.workspaceSize;
        plan.biasIsFloat = floatBias;
        return true;
    }
    return false;
}

std::unique_ptr<Plan> Products::choose(const ProductShape& shape) const {
    auto plan = std::make_unique<Plan>();
    plan->shape = shape;
    describe(*plan);
    if (m_target > 0 && !m_reproducible)
        set(plan->description, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, m_target);
    // Not every shape takes a bias of floats to numbers of 16 bits; such a bias is rounded first.
    if (!findAlgorithm(*plan, true) && !(shape.hasBias && findAlgorithm(*plan, false)))
        throw Failure("cublasLtMatmulAlgoGetHeuristic: no algorithm without split depth for the product " +
                      lineOf(*plan));
    if (m_target > 0)
        aimAtLane(*plan);
    return plan;
}

/// A lane's multiprocessors, for what is chosen already: it spreads the same tiles over fewer of them.
void Products::aimAtLane(Plan& plan) const {
    set(plan.description, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, m_target);
    cublasLtMatmulHeuristicResult_t result = {};
    if (cublasLtMatmulAlgoCheck(m_handle, plan.description.get(), plan.first.get(), plan.second.get(), plan.out.get(),
                                plan.out.get(), &plan.algorithm, &result) != CUBLAS_STATUS_SUCCESS ||
        result.workspaceSize > kWorkspace)
        set(plan.description, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, 0);
    else
        plan.workspace = result.workspaceSize;
}

const Plan& Products::planFor(const ProductShape& shape) {
    std::unique_ptr<Plan>& plan = m_plans[shape];
    if (plan == nullptr)
        plan = choose(shape);
    return *plan;
}

std::byte* Products::scratchOf(int stream) {
    const auto at = static_cast<std::size_t>(stream);
    if (m_lent.at(at) != nullptr)
        return m_lent[at];
    if (m_own[at] == nullptr) {
        void* fresh = nullptr;
        LW_CUDA(cudaMalloc(&fresh, kScratch));
        m_own[at] = static_cast<std::byte*>(fresh);
    }
    return m_own[at];
}

const void* Products::roundedBias(const Matrix& bias, std::byte* room, cudaStream_t handle) {
    if (bias.cols > kWidestBias)
        throw Failure("a product: a bias of " + std::to_string(bias.cols) + " numbers is too wide");
    Matrix rounded = bias;
    rounded.data = room;
    rounded.kind = NumberKind::Bf16;
    convert(handle, rounded, bias);
    return rounded.data;
}

void Products::multiply(const ProductCall& call, int stream, cudaStream_t handle) {
    const Plan& plan = planFor(shapeOf(call));
    std::byte* const scratch = scratchOf(stream);
    if (!call.bias.empty()) {
        const void* const bias =
            plan.biasIsFloat ? call.bias.data : roundedBias(call.bias, scratch + kWorkspace, handle);
        set(plan.description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
    }
    const float one = 1;
    const float old = call.adds ? 1 : 0;
    LW_CUDA(cublasLtMatmul(m_handle, plan.description.get(), &one, call.right.data, plan.first.get(), call.left.data,
                           plan.second.get(), &old, call.out.data, plan.out.get(), call.out.data, plan.out.get(),
                           &plan.algorithm, scratch, kWorkspace, handle));
}

std::vector<std::string> Products::choices() const {
    std::vector<std::string> lines;
    for (const auto& [shape, plan] : m_plans)
        if (plan != nullptr)
            lines.push_back(lineOf(*plan));
    std::ranges::sort(lines);
    return lines;
}

} // namespace lanewright::engine::cuda
