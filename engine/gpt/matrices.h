// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"

#include "engine/accelerator/device.h"
#include "engine/gpt/slab.h"

/// What a stage keeps, as a device sees it: the same places as on the CPU, by `SlabLayout` and `ParameterLayout`.
namespace lanewright::engine {

constexpr NumberKind keptKind(Precision precision) {
    return precision == Precision::Fp32 ? NumberKind::Float : NumberKind::Bf16;
}

/// What a layer and the head keep, without regard to the kind of numbers.
using LayerMatrices = LayerParts<Matrix, Matrix>;
using HeadMatrices = HeadParts<Matrix, Matrix>;

/// (n,V) of kept numbers: each row where that of the logits begins.
inline Matrix logitsGradient(const HeadMatrices& kept) {
    const Matrix& logits = kept.logits;
    const NumberKind kind = kept.normed.kind;
    return {logits.data, kind, logits.rows, logits.cols, logits.stride * bytesOf(logits.kind) / bytesOf(kind)};
}

} // namespace lanewright::engine
