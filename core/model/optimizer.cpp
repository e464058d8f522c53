// SPDX-License-Identifier: Apache-2.0
#include "core/model/optimizer.h"

namespace lanewright {

std::string_view toText(OptimizerMode mode) {
    switch (mode) {
    case OptimizerMode::Synchronous: return "synchronous";
    case OptimizerMode::PostValidated: return "postvalidated";
    }
    return "?";
}

std::string_view keyOf(OptimizerMode mode) { return mode == OptimizerMode::Synchronous ? "sync" : toText(mode); }

std::optional<OptimizerMode> optimizerModeFromKey(std::string_view key) {
    for (const OptimizerMode mode : kOptimizerModes)
        if (keyOf(mode) == key)
            return mode;
    return {};
}

std::string_view toText(UpdateKind kind) {
    switch (kind) {
    case UpdateKind::Whole: return "whole";
    case UpdateKind::Clipped: return "clipped";
    case UpdateKind::Skipped: return "skipped";
    }
    return "?";
}

} // namespace lanewright
