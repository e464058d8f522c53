// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/team.h"
#include "engine/kernels/amx.h"
#include "engine/kernels/product.h"

/// The three products of a linear layer. Its weight is (N,K): one row per output.
namespace lanewright::engine {

/// What products need beside their operands: threads, and memory for packing that they leave behind empty.
struct Helpers {
    Team* team = nullptr;
    std::vector<float*> scratch = {}; ///< per thread, `stripScratch` of the deepest product
    float* panels = nullptr;          ///< for the packed input of a weight gradient, or a rounded factor
};

/// A weight packed for both directions, or, for AMX, rounded as it lies. It holds no memory.
struct PackedWeight {
    Panels forward;     ///< K deep, N wide
    Panels backward;    ///< N deep, K wide
    View<Bf16> rounded; ///< (N,K); empty where panels are used

    PackedWeight() = default;
    /// For a weight (N,K) in memory of `countFor(unit, N, K)` numbers.
    PackedWeight(float* memory, Unit unit, std::int64_t outputs, std::int64_t inputs);
    static std::int64_t countFor(Unit unit, std::int64_t outputs, std::int64_t inputs);
    void pack(const Tensor& weight, Team& team) const;
    /// So many rows, or a multiple of them, can be packed by themselves, whatever the tiles.
    static constexpr std::int64_t kRows = 32;
    /// Packs `rows`, those of the weight from `first` on, a multiple of kRows; fewer only at its end.
    void packRows(const Tensor& rows, std::int64_t first) const;
};

/// out (n,N) = finish(in (n,K) · weightᵀ)
template <typename Out, typename Number>
void linearForward(const View<Out>& out, const View<Number>& in, const PackedWeight& weight, const Helpers& helpers,
                   const Finish& finish = {});

/// in gradient (n,K) = out gradient (n,N) · weight
template <typename Number>
void linearInputGradient(const Tensor& inGradient, const View<Number>& outGradient, const PackedWeight& weight,
                         const Helpers& helpers);

/// weight gradient (N,K) = out gradient (n,N)ᵀ · in (n,K), in units of `unit`.
template <typename Number, typename In>
void linearWeightGradient(const Tensor& weightGradient, const View<Number>& outGradient, const View<In>& in, Unit unit,
                          const Helpers& helpers);

} // namespace lanewright::engine
