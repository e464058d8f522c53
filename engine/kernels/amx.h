// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

#include <utility>

/// Products of bf16 by oneDNN, for processors whose tile registers (AMX) it knows how to use and our own tiles do not.
namespace lanewright::engine {

/// Whether products of bf16 go this way: where the processor has AMX.
bool usesAmx();
/// Whether oneDNN is there and multiplies bf16 on this processor at all: with AMX, and slower with AVX-512 alone.
bool canMultiplyHalves();
/// For tests and measurements: from here on they do, or do not. Packed weights have to be packed anew. Only where
/// `canMultiplyHalves`.
void useAmx(bool does);

/// A factor: number (i,j) lies at i · `rowStep` + j · `colStep`.
struct HalfMatrix {
    const Bf16* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t rowStep = 0;
    std::int64_t colStep = 0;

    HalfMatrix() = default;
    explicit HalfMatrix(const View<Bf16>& view)
        : data(view.data), rows(view.rows), cols(view.cols), rowStep(view.stride), colStep(1) {}
    HalfMatrix transposed() const {
        HalfMatrix other = *this;
        std::swap(other.rows, other.cols);
        std::swap(other.rowStep, other.colStep);
        return other;
    }
};

/// out (m,n) = a (m,k) · b (k,n) + bias (n) where it is given, + out where it `adds`. On the calling thread alone.
void multiplyHalves(const View<float>& out, const HalfMatrix& a, const HalfMatrix& b, const float* bias, bool adds);
void multiplyHalves(const View<Bf16>& out, const HalfMatrix& a, const HalfMatrix& b, const float* bias, bool adds);

} // namespace lanewright::engine
