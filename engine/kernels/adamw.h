// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/optimizer.h"

#include "engine/device/tensor.h"

namespace lanewright::engine {

/// A weight tensor and AdamW's two moments of it, all of one shape.
struct AdamTensors {
    Tensor weight;
    Tensor moment1;
    Tensor moment2;
};

/// One step of AdamW, the `step`-th counted from 1, with `gradient` · `scale`: reads `from` and writes `to`, which may
/// be the same memory or lie apart. Bits do not depend on that. `decays`: the weight decay counts.
void adamwStep(const AdamTensors& to, const AdamTensors& from, const Tensor& gradient, float scale,
               const OptimizerSettings& settings, int step, bool decays);

/// The sum of the squares of all numbers, in double precision and always in the same order.
double sumOfSquares(const Tensor& tensor);

} // namespace lanewright::engine
