// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/products.h"

#include "engine/cuda/product_plan.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace lanewright::engine::cuda {

namespace {

constexpr std::int64_t kWidestBias = 1L << 20U; ///< numbers
static_assert(Products::kScratch == kWorkspace + kWidestBias * 2);
constexpr int kCandidates = 16;

/// Whether its sums have one order, whatever else runs: a depth that is split is put together in a step of its own.
bool hasOneOrder(const cublasLtMatmulAlgo_t& algorithm) {
    const auto scheme = get<std::uint32_t>(algorithm, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME);
    return scheme == CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE ||
           (scheme == CUBLASLT_REDUCTION_SCHEME_NONE && get(algorithm, CUBLASLT_ALGO_CONFIG_SPLITK_NUM) <= 1);
}

bool isInWords(const Matrix& matrix) {
    return matrix.empty() || (reinterpret_cast<std::uintptr_t>(matrix.data) % kWord == 0 &&
                              (matrix.rows == 1 || matrix.stride * bytesOf(matrix.kind) % kWord == 0));
}
int alignmentOf(const ProductCall& call) {
    const auto all = {call.out, call.left, call.right, call.addend, call.bias, call.leftSums};
    return std::ranges::all_of(all, isInWords) ? kWord : static_cast<int>(bytesOf(call.left.kind));
}

std::int64_t addendStrideOf(const ProductCall& call) {
    if (!call.adds)
        return 0;
    return call.addend.empty() ? call.out.stride : call.addend.stride;
}

} // namespace

ProductShape shapeOf(const ProductCall& call) {
    return {.rows = call.out.rows,
            .depth = call.leftTransposed ? call.left.rows : call.left.cols,
            .cols = call.out.cols,
            .outStride = call.out.stride,
            .leftStride = call.left.stride,
            .rightStride = call.right.stride,
            .addendStride = addendStrideOf(call),
            .kind = call.left.kind,
            .outKind = call.out.kind,
            .biasKind = call.bias.kind,
            .leftTransposed = call.leftTransposed,
            .rightTransposed = call.rightTransposed,
            .hasBias = !call.bias.empty(),
            .sumsLeft = !call.leftSums.empty(),
            .alignment = alignmentOf(call)};
}

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
    if (shape.addendStride > 0)
        layout(plan.addend, shape.outKind, shape.rows, shape.cols, shape.addendStride);
}

/// What is done by the way: a vector is added to the rows of the product, or written from those of the left factor. It
/// is there for its address, whose alignment counts; it is not read.
void setEpilogue(const Plan& plan, cublasLtEpilogue_t epilogue, NumberKind kind, const void* vector) {
    set(plan.description, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    set(plan.description, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, typeOf(kind));
    set(plan.description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, vector);
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
    line += shape.addendStride > 0 ? ", added" : "";
    line += shape.hasBias ? ", bias" : "";
    line += plan.roundsBias ? " rounded" : "";
    line += shape.sumsLeft ? ", sums of the left" : "";
    line += plan.sumsApart ? " apart" : "";
    const auto number = [&](const char* name, cublasLtMatmulAlgoConfigAttributes_t what) {
        line += name + std::to_string(get(plan.algorithm, what));
    };
    number(": algorithm ", CUBLASLT_ALGO_CONFIG_ID);
    number(", tile ", CUBLASLT_ALGO_CONFIG_TILE_ID);
    number(", stages ", CUBLASLT_ALGO_CONFIG_STAGES_ID);
    line += ", cluster " + std::to_string(get<std::uint16_t>(plan.algorithm, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID));
    number(", variant ", CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION);
    number(", parts of the depth ", CUBLASLT_ALGO_CONFIG_SPLITK_NUM);
    return line + ", workspace " + std::to_string(plan.workspace);
}

} // namespace

Products::Products(int streams, int target)
    : m_target(target), m_lent(static_cast<std::size_t>(streams)), m_own(static_cast<std::size_t>(streams)) {
    LW_CUDA(cublasLtCreate(&m_handle));
}

Products::~Products() {
    m_plans.clear();
    cublasLtDestroy(m_handle);
}

bool Products::findAlgorithm(Plan& plan) const {
    Preference preference;
    LW_CUDA(cublasLtMatmulPreferenceCreate(preference.fresh()));
    set(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kWorkspace);
    set(preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
        static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE));
    const auto alignment = static_cast<std::uint32_t>(plan.shape.alignment);
    for (const auto what : {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
                            CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
        set(preference, what, alignment);
    std::array<cublasLtMatmulHeuristicResult_t, kCandidates> results{};
    int found = 0;
    const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(m_handle, plan.description.get(), plan.first.get(),
                                                                 plan.second.get(), plan.old(), plan.out.get(),
                                                                 preference.get(), kCandidates, results.data(), &found);
    // A value is said to be invalid, too, where the types of an epilogue and of the matrices do not go together.
    if (status != CUBLAS_STATUS_SUCCESS && status != CUBLAS_STATUS_NOT_SUPPORTED &&
        status != CUBLAS_STATUS_INVALID_VALUE)
        checkCall(status, "cublasLtMatmulAlgoGetHeuristic", __FILE__, __LINE__);
    for (int at = 0; status == CUBLAS_STATUS_SUCCESS && at < found; ++at)
        if (const auto& result = results[at]; result.state == CUBLAS_STATUS_SUCCESS && hasOneOrder(result.algo))
            plan.offered.push_back(result.algo);
    return !plan.offered.empty();
}

/// A plan that computes by none yet of what it is offered, which may be nothing. `vector`: where a bias or sums of the
/// left lie. `sumsApart`: these sums are made apart, as they are, too, where nothing makes them by the way.
std::unique_ptr<Plan> Products::offersFor(const ProductShape& shape, const void* vector, bool sumsApart) const {
    auto plan = std::make_unique<Plan>();
    plan->shape = shape;
    plan->sumsApart = sumsApart;
    describe(*plan);
    if (shape.hasBias)
        setEpilogue(*plan, CUBLASLT_EPILOGUE_BIAS, shape.biasKind, vector);
    if (shape.sumsLeft && !sumsApart)
        setEpilogue(*plan, CUBLASLT_EPILOGUE_BGRADB, NumberKind::Float, vector);
    bool isFound = findAlgorithm(*plan);
    if (!isFound && shape.hasBias && shape.biasKind != shape.outKind) {
        plan->roundsBias = true;
        setEpilogue(*plan, CUBLASLT_EPILOGUE_BIAS, shape.outKind, vector);
        isFound = findAlgorithm(*plan);
    }
    if (!isFound && shape.sumsLeft && !sumsApart) {
        plan->sumsApart = true;
        setEpilogue(*plan, CUBLASLT_EPILOGUE_DEFAULT, NumberKind::Float, nullptr);
        findAlgorithm(*plan);
    }
    return plan;
}

/// What is offered for the shape, of which the first is taken that can be, or what was adopted.
std::unique_ptr<Plan> Products::choose(const ProductShape& shape, const void* vector) const {
    const auto adopted = m_adopted.find(shape);
    const bool isAdopted = adopted != m_adopted.end();
    std::unique_ptr<Plan> plan = offersFor(shape, vector, isAdopted && adopted->second.sumsApart);
    if (plan->offered.empty())
        throw Failure(
            say(phrase("engine", "cublasLtMatmulAlgoGetHeuristic: no algorithm with one order of sums for the "
                                 "product %1"),
                lineOf(*plan)));
    const std::span<const cublasLtMatmulAlgo_t> all =
        isAdopted ? std::span{&adopted->second.algorithm, 1} : std::span{std::as_const(plan->offered)};
    if (std::ranges::none_of(all, [&](const auto& algorithm) { return take(*plan, algorithm); }))
        throw Failure(say(phrase("engine", "cublasLtMatmulAlgoCheck: the algorithm does not compute the product %1"),
                          lineOf(*plan)));
    return plan;
}

/// Computes by an algorithm from here on, which spreads its tiles over the lane's multiprocessors where it can. False
/// where it does not compute the product on the whole GPU, so that the answer is the same for all lanes.
bool Products::take(Plan& plan, const cublasLtMatmulAlgo_t& algorithm) const {
    plan.algorithm = algorithm;
    const auto isTakenFor = [&](int target) {
        set(plan.description, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, target);
        cublasLtMatmulHeuristicResult_t result = {};
        if (cublasLtMatmulAlgoCheck(m_handle, plan.description.get(), plan.first.get(), plan.second.get(), plan.old(),
                                    plan.out.get(), &plan.algorithm, &result) != CUBLAS_STATUS_SUCCESS ||
            result.workspaceSize > kWorkspace)
            return false;
        plan.workspace = result.workspaceSize;
        return true;
    };
    if (!isTakenFor(0))
        return false;
    if (m_target > 0 && !isTakenFor(m_target))
        isTakenFor(0);
    return true;
}

const Plan& Products::planFor(const ProductCall& call) {
    const ProductShape shape = shapeOf(call);
    std::unique_ptr<Plan>& plan = m_plans[shape];
    if (plan == nullptr)
        plan = choose(shape, shape.hasBias ? call.bias.data : call.leftSums.data);
    return *plan;
}

std::byte* Products::scratchOf(int stream) {
    const auto at = static_cast<std::size_t>(stream);
    if (m_lent.at(at) != nullptr)
        return m_lent[at];
    if (m_own[at] == nullptr)
        m_own[at] = takeMemory(kScratch);
    return m_own[at].get();
}

const void* Products::roundedBias(const Matrix& bias, std::byte* room, cudaStream_t handle) {
    if (bias.cols > kWidestBias)
        throw Failure(say(phrase("engine", "a product: a bias of %1 numbers is too wide"), bias.cols));
    Matrix rounded = bias;
    rounded.data = room;
    rounded.kind = NumberKind::Bf16;
    convert(handle, rounded, bias);
    return rounded.data;
}

void Products::multiply(const ProductCall& call, int stream, cudaStream_t handle) {
    const Plan& plan = planFor(call);
    std::byte* const scratch = scratchOf(stream);
    if (!call.bias.empty()) {
        const void* const bias =
            plan.roundsBias ? roundedBias(call.bias, scratch + kWorkspace, handle) : call.bias.data;
        set(plan.description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
    }
    if (plan.sumsApart)
        columnSums(handle, call.leftSums, call.left, call.scratch);
    else if (!call.leftSums.empty())
        set(plan.description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, call.leftSums.data);
    const void* const addend = call.addend.empty() ? call.out.data : call.addend.data;
    checkCall(tryRun(plan, {call.left.data, call.right.data, addend, call.out.data}, scratch, handle), "cublasLtMatmul",
              __FILE__, __LINE__);
}

cublasStatus_t Products::tryRun(const Plan& plan, const Operands& of, std::byte* workspace, cudaStream_t handle) const {
    const float one = 1;
    const float old = plan.shape.addendStride > 0 ? 1 : 0;
    return cublasLtMatmul(m_handle, plan.description.get(), &one, of.right, plan.first.get(), of.left,
                          plan.second.get(), &old, of.addend, plan.old(), of.out, plan.out.get(), &plan.algorithm,
                          workspace, kWorkspace, handle);
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
