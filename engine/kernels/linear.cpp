// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/linear.h"

#include "engine/kernels/elementwise.h"

#include <type_traits>

namespace lanewright::engine {

namespace {

/// out = finish(in · panels), the rows of the result shared out among the threads.
template <typename Out, typename Number>
void multiplyTogether(const View<Out>& out, const View<Number>& in, Depth along, const Panels& panels,
                      const Helpers& helpers, const Finish& finish = {}) {
    helpers.team->split(out.rows, tiles().rows, [&](const Share& share) {
        Finish own = finish;
        if (own.residual != nullptr)
            own.residual += share.first * own.residualStride;
        const View<Number> part =
            along == Depth::AlongRows ? in.rowsFrom(share.first, share.count) : in.colsFrom(share.first, share.count);
        multiply(out.rowsFrom(share.first, share.count), part, along, panels, helpers.scratch[share.thread], own);
    });
}

template <typename Number>
void packTogether(const Panels& panels, const View<Number>& from, Depth along, Team& team) {
    team.split(panels.panels(), 1, [&](const Share& share) { panels.pack(from, along, share.first, share.count); });
}

/// Rounds what is not rounded yet into the helpers' memory.
HalfMatrix halvesOf(const View<Bf16>& factor, const Helpers&) { return HalfMatrix{factor}; }
HalfMatrix halvesOf(const Tensor& factor, const Helpers& helpers) {
    const View<Bf16> rounded{reinterpret_cast<Bf16*>(helpers.panels), factor.rows, factor.cols};
    helpers.team->split(factor.rows, 1, [&](const Share& share) {
        copy(rounded.rowsFrom(share.first, share.count), factor.rowsFrom(share.first, share.count));
    });
    return HalfMatrix{rounded};
}

void copyResidual(const Tensor& out, const Finish& finish, std::int64_t first) {
    if (finish.residual == nullptr)
        return;
    Tensor residual{const_cast<float*>(finish.residual) + first * finish.residualStride, out.rows, out.cols};
    residual.stride = finish.residualStride;
    copy(out, residual);
}
void copyResidual(const View<Bf16>&, [[maybe_unused]] const Finish& finish, std::int64_t) {
    assert(finish.residual == nullptr);
}

/// out = a · b + bias + residual, the rows shared out among the threads.
template <typename Out>
void multiplyHalvesTogether(const View<Out>& out, const HalfMatrix& a, const HalfMatrix& b, const Helpers& helpers,
                            const Finish& finish = {}) {
    constexpr std::int64_t kRows = 32;
    assert(finish.scale == 1);
    helpers.team->split(out.rows, kRows, [&](const Share& share) {
        HalfMatrix part = a;
        part.data += share.first * a.rowStep;
        part.rows = share.count;
        const View<Out> rows = out.rowsFrom(share.first, share.count);
        copyResidual(rows, finish, share.first);
        multiplyHalves(rows, part, b, finish.bias, finish.residual != nullptr);
    });
}

} // namespace

PackedWeight::PackedWeight(float* memory, Unit unit, std::int64_t outputs, std::int64_t inputs) {
    if (unit == Unit::Bf16Pair && usesAmx()) {
        rounded = {reinterpret_cast<Bf16*>(memory), outputs, inputs};
        return;
    }
    forward = {memory, unit, inputs, outputs};
    backward = {memory + forward.count(), unit, outputs, inputs};
}

std::int64_t PackedWeight::countFor(Unit unit, std::int64_t outputs, std::int64_t inputs) {
    if (unit == Unit::Bf16Pair && usesAmx())
        return (outputs * inputs + 1) / 2;
    return Panels(nullptr, unit, inputs, outputs).count() + Panels(nullptr, unit, outputs, inputs).count();
}

void PackedWeight::pack(const Tensor& weight, Team& team) const {
    team.split(weight.rows, kRows,
               [&](const Share& share) { packRows(weight.rowsFrom(share.first, share.count), share.first); });
}

void PackedWeight::packRows(const Tensor& rows, std::int64_t first) const {
    assert(first % kRows == 0 && kRows % tiles().cols == 0);
    if (rounded.data != nullptr)
        return copy(rounded.rowsFrom(first, rows.rows), rows);
    const std::int64_t width = tiles().cols;
    const auto from = [&](const Panels& panels, std::int64_t at) {
        return Packed{
            .to = panels.data + at * width, .lanes = width, .pitch = width * panels.depth, .unit = panels.unit};
    };
    packPastCache(from(forward, first / width * forward.depth), rows, Depth::AlongRows, 0, rows.rows);
    packPastCache(from(backward, unitsOf(backward.unit, first)), rows, Depth::DownColumns, 0, rows.cols);
}

template <typename Out, typename Number>
void linearForward(const View<Out>& out, const View<Number>& in, const PackedWeight& weight, const Helpers& helpers,
                   const Finish& finish) {
    if (weight.rounded.data != nullptr)
        multiplyHalvesTogether(out, halvesOf(in, helpers), HalfMatrix{weight.rounded}.transposed(), helpers, finish);
    else
        multiplyTogether(out, in, Depth::AlongRows, weight.forward, helpers, finish);
}

template <typename Number>
void linearInputGradient(const Tensor& inGradient, const View<Number>& outGradient, const PackedWeight& weight,
                         const Helpers& helpers) {
    if (weight.rounded.data != nullptr)
        multiplyHalvesTogether(inGradient, halvesOf(outGradient, helpers), HalfMatrix{weight.rounded}, helpers);
    else
        multiplyTogether(inGradient, outGradient, Depth::AlongRows, weight.backward, helpers);
}

template <typename Number, typename In>
void linearWeightGradient(const Tensor& weightGradient, const View<Number>& outGradient, const View<In>& in, Unit unit,
                          const Helpers& helpers) {
    assert(weightGradient.rows == outGradient.cols && weightGradient.cols == in.cols);
    if constexpr (std::is_same_v<In, Bf16>)
        if (unit == Unit::Bf16Pair && usesAmx()) {
            multiplyHalvesTogether(weightGradient, halvesOf(outGradient, helpers).transposed(), HalfMatrix{in},
                                   helpers);
            return;
        }
    const Panels panels(helpers.panels, unit, in.rows, in.cols);
    packTogether(panels, in, Depth::DownColumns, *helpers.team);
    multiplyTogether(weightGradient, outGradient, Depth::DownColumns, panels, helpers);
}

template void linearForward(const View<float>&, const View<float>&, const PackedWeight&, const Helpers&, const Finish&);
template void linearForward(const View<float>&, const View<Bf16>&, const PackedWeight&, const Helpers&, const Finish&);
template void linearForward(const View<Bf16>&, const View<Bf16>&, const PackedWeight&, const Helpers&, const Finish&);
template void linearInputGradient(const Tensor&, const View<float>&, const PackedWeight&, const Helpers&);
template void linearInputGradient(const Tensor&, const View<Bf16>&, const PackedWeight&, const Helpers&);
template void linearWeightGradient(const Tensor&, const View<float>&, const View<float>&, Unit, const Helpers&);
template void linearWeightGradient(const Tensor&, const View<float>&, const View<Bf16>&, Unit, const Helpers&);
template void linearWeightGradient(const Tensor&, const View<Bf16>&, const View<Bf16>&, Unit, const Helpers&);

} // namespace lanewright::engine
