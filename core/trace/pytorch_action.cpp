// SPDX-License-Identifier: Apache-2.0
#include "core/trace/pytorch_action.h"

#include "core/base/whole_number.h"
#include "core/model/limits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanewright {

namespace {

/// The op that yields the value which stage `stage` sends or receives. An activation is sent by its own stage and
/// received by the next one; a gradient is sent by the stage whose input it is of.
Op yielderOf(std::string_view word, int stage, int microbatch) {
    const bool receives = word.starts_with("RECV");
    if (word.ends_with('F'))
        return {.kind = OpKind::F, .stage = receives ? stage - 1 : stage, .microbatch = microbatch};
    return {.kind = OpKind::B, .stage = receives ? stage + 1 : stage, .microbatch = microbatch};
}

std::optional<PytorchAction> plainAction(std::string_view text) {
    using enum PytorchAction::Kind;
    const std::optional<int> stage = takeWhole<int>(text);
    if (!stage || *stage >= kMaxStages)
        return {};
    const std::size_t end = std::min(text.find_first_of("0123456789"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    std::optional<int> microbatch;
    if (!text.empty()) {
        microbatch = wholeFrom<int>(text);
        if (!microbatch || *microbatch >= kMaxMicrobatches)
            return {};
    }
    constexpr std::array<std::pair<std::string_view, OpKind>, 4> computes = {
        {{"F", OpKind::F}, {"I", OpKind::B}, {"W", OpKind::W}, {"B", OpKind::BW}}};
    for (const auto& [name, kind] : computes)
        if (word == name) {
            if (!microbatch)
                return {};
            return PytorchAction{Compute, Op{.kind = kind, .stage = *stage, .microbatch = *microbatch}};
        }
    const Op ofStage{.stage = *stage, .microbatch = microbatch.value_or(0)};
    if (word == "UNSHARD")
        return PytorchAction{Unshard, ofStage};
    if (word == "RESHARD")
        return PytorchAction{Reshard, ofStage};
    if (word == "REDUCE_GRAD")
        return PytorchAction{Reduce, ofStage};
    if (word.starts_with("WAIT_"))
        return PytorchAction{Wait, ofStage};
    const bool sends = word == "SEND_F" || word == "SEND_B";
    if ((!sends && word != "RECV_F" && word != "RECV_B") || !microbatch)
        return {};
    if (word == "RECV_F" && *stage == 0)
        return {};
    return PytorchAction{sends ? Send : Receive, yielderOf(word, *stage, *microbatch)};
}

} // namespace

std::optional<PytorchAction> pytorchActionFrom(std::string_view text) {
    constexpr std::string_view tail = ")OVERLAP_F_B";
    if (!text.starts_with('('))
        return plainAction(text);
    const std::size_t between = text.find(';');
    if (!text.ends_with(tail) || between == std::string_view::npos)
        return {};
    const auto first = plainAction(text.substr(1, between - 1));
    const auto second = plainAction(text.substr(between + 1, text.size() - tail.size() - between - 1));
    const auto isForward = [](const auto& action) {
        return action && action->kind == PytorchAction::Kind::Compute && action->op.kind == OpKind::F;
    };
    const auto isGradient = [](const auto& action) {
        return action && action->kind == PytorchAction::Kind::Compute && isBackward(action->op.kind);
    };
    if (!isForward(first) || !isGradient(second))
        return {};
    return PytorchAction{PytorchAction::Kind::Compute, first->op, second->op};
}

} // namespace lanewright
