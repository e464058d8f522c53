// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/linear.h"

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
        multiply(out.rowsFrom(share.first, share.count), part, along, panels,
                 helpers.scratch[static_cast<std::size_t>(share.thread)], own);
    });
}

template <typename Number>
void packTogether(const Panels& panels, const View<Number>& from, Depth along, Team& team) {
    team.split(panels.panels(), 1, [&](const Share& share) { panels.pack(from, along, share.first, share.count); });
}

} // namespace

std::int64_t PackedWeight::countFor(Unit unit, std::int64_t outputs, std::int64_t inputs) {
    return Panels(nullptr, unit, inputs, outputs).count() + Panels(nullptr, unit, outputs, inputs).count();
}

void PackedWeight::pack(const Tensor& weight, Team& team) const {
    packTogether(forward, weight, Depth::AlongRows, team);
    packTogether(backward, weight, Depth::DownColumns, team);
}

template <typename Out, typename Number>
void linearForward(const View<Out>& out, const View<Number>& in, const PackedWeight& weight, const Helpers& helpers,
                   const Finish& finish) {
    multiplyTogether(out, in, Depth::AlongRows, weight.forward, helpers, finish);
}

template <typename Number>
void linearInputGradient(const Tensor& inGradient, const View<Number>& outGradient, const PackedWeight& weight,
                         const Helpers& helpers) {
    multiplyTogether(inGradient, outGradient, Depth::AlongRows, weight.backward, helpers);
}

template <typename Number, typename In>
void linearWeightGradient(const Tensor& weightGradient, const View<Number>& outGradient, const View<In>& in, Unit unit,
                          const Helpers& helpers) {
    assert(weightGradient.rows == outGradient.cols && weightGradient.cols == in.cols);
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
