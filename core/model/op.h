// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace lanewright {

/// What an op computes.
enum class OpKind : std::uint8_t {
    F,  ///< the forward pass
    B,  ///< the gradient of the input
    W,  ///< the gradient of the weights
    BW, ///< B and then W, as one op
    R,  ///< the forward pass once more, where its activations were dropped
};

constexpr int kOpKinds = 5;

/// One pass of one microbatch through one stage.
struct Op {
    OpKind kind = OpKind::F;
    std::int16_t part = 0; ///< which of the `Costs::weightParts` parts of W; 0 for every other kind
    int stage = 0;
    int microbatch = 0;

    friend auto operator<=>(const Op&, const Op&) = default;
};

/// True for the ops that propagate the gradient of the input: B and BW.
constexpr bool isBackward(OpKind kind) { return kind == OpKind::B || kind == OpKind::BW; }

} // namespace lanewright
