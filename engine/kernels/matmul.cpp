// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/matmul.h"

#include "engine/device/failure.h"

#include <dnnl.h>
#if defined(_OPENMP) && __has_include(<omp.h>)
#include <omp.h>
#endif

#include <string>

namespace lanewright::engine {

void pinToOneThread() {
#if defined(_OPENMP) && __has_include(<omp.h>)
    omp_set_num_threads(1);
#endif
}

void multiply(const Tensor& c, const Tensor& a, bool transposeA, const Tensor& b, bool transposeB, float scale) {
    const std::int64_t inner = transposeA ? a.rows : a.cols;
    assert(c.rows == (transposeA ? a.cols : a.rows));
    assert(c.cols == (transposeB ? b.rows : b.cols));
    assert(inner == (transposeB ? b.cols : b.rows));
    const dnnl_status_t status = dnnl_sgemm(transposeA ? 'T' : 'N', transposeB ? 'T' : 'N', c.rows, c.cols, inner,
                                            scale, a.data, a.stride, b.data, b.stride, 0.0F, c.data, c.stride);
    if (status != dnnl_success)
        fail(withPlace("oneDNN could not multiply two matrices: status " + std::to_string(status), __FILE__, __LINE__));
}

void linearForward(const Tensor& out, const Tensor& in, const Tensor& weight) {
    multiply(out, in, false, weight, true);
}

void linearInputGradient(const Tensor& inGradient, const Tensor& outGradient, const Tensor& weight) {
    multiply(inGradient, outGradient, false, weight, false);
}

void linearWeightGradient(const Tensor& weightGradient, const Tensor& outGradient, const Tensor& in) {
    multiply(weightGradient, outGradient, true, in, false);
}

} // namespace lanewright::engine
