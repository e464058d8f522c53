// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"

#include <optional>
#include <string_view>

namespace lanewright {

/// What the range of an action of PyTorch's pipelining runtime says, without its `PP:`.
struct PytorchAction {
    enum class Kind : std::uint8_t { Compute, Send, Receive, Unshard, Reshard, Reduce, Wait };

    Kind kind = Kind::Compute;
    Op op = {};          ///< what a Compute runs, or what yields the value of a Send or Receive; else its stage alone
    MaybeOp paired = {}; ///< the other op of an OVERLAP_F_B, whose F is `op`

    friend bool operator==(const PytorchAction&, const PytorchAction&) = default;
};

/// Reads `0F3`, `1SEND_B2`, `0REDUCE_GRAD`, `(0F7;7B3)OVERLAP_F_B`. Nothing for any other text.
std::optional<PytorchAction> pytorchActionFrom(std::string_view text);

} // namespace lanewright
