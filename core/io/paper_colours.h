// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"

#include <cstdint>

namespace lanewright {

/// The fill of an op's block on white paper as 0xRRGGBB: of TikZ pictures, shared pages and the desktop's light theme.
///
/// Lightness falls from R over B and W to BW and F, so that kinds part in every colour vision and in grey print, and
/// W stands at 3:1 and more against white and against the greys of panels, where no border helps it.
constexpr std::uint32_t paperFill(OpKind kind) {
    switch (kind) {
    case OpKind::F: return 0x0A22A0;
    case OpKind::B: return 0x41BDDD;
    case OpKind::W: return 0x228E69;
    case OpKind::BW: return 0x953E07;
    case OpKind::R: return 0xEEBB11;
    }
    return 0;
}

/// The same on the dark surfaces of the desktop's dark theme and of shared pages; W is the lightest there.
constexpr std::uint32_t nightFill(OpKind kind) {
    switch (kind) {
    case OpKind::F: return 0x1165D1;
    case OpKind::B: return 0x41C6F3;
    case OpKind::W: return 0xDFFEE1;
    case OpKind::BW: return 0xDB7633;
    case OpKind::R: return 0xFFCC22;
    }
    return 0;
}

/// How much of a measured bar's colour is that of the surface behind, so that it steps back behind its block.
constexpr double kBarPaleness = 0.1;

} // namespace lanewright
