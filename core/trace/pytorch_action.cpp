// SPDX-License-Identifier: Apache-2.0
#include "core/trace/pytorch_action.h"

#include "core/pytorch/csv_cells.h"

#include <algorithm>

namespace lanewright {

std::optional<PytorchAction> pytorchActionFrom(std::string_view text) {
    using enum PytorchAction::Kind;
    using pytorch::Act;
    const Result<pytorch::Cell> cell = pytorch::cellFrom(text);
    if (!cell || cell->overlapped.act == Act::BW)
        return {};
    const pytorch::Action& action = cell->action;
    const auto of = [&](OpKind kind, int stage) {
        return Op{.kind = kind, .stage = stage, .microbatch = std::max(0, action.microbatch)};
    };
    // A message is named by the op that yields its value. An activation is sent by its own stage and received by the
    // next one; a gradient is sent by the stage whose input it is of.
    switch (action.act) {
    case Act::F:
    case Act::I:
    case Act::W:
    case Act::B:
        return PytorchAction{Compute, opOf(action), cell->isPair() ? MaybeOp{opOf(cell->overlapped)} : MaybeOp{}};
    case Act::BW: return {};
    case Act::SendF: return PytorchAction{Send, of(OpKind::F, action.stage)};
    case Act::SendB: return PytorchAction{Send, of(OpKind::B, action.stage)};
    case Act::RecvF:
        if (action.stage == 0)
            return {};
        return PytorchAction{Receive, of(OpKind::F, action.stage - 1)};
    case Act::RecvB: return PytorchAction{Receive, of(OpKind::B, action.stage + 1)};
    case Act::Unshard: return PytorchAction{Unshard, of(OpKind::F, action.stage)};
    case Act::Reshard: return PytorchAction{Reshard, of(OpKind::F, action.stage)};
    case Act::ReduceGrad: return PytorchAction{Reduce, of(OpKind::F, action.stage)};
    case Act::WaitSendF:
    case Act::WaitSendB:
    case Act::WaitReduceGrad: return PytorchAction{Wait, of(OpKind::F, action.stage)};
    }
    return {};
}

} // namespace lanewright
