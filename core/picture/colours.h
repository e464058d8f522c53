// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"
#include "core/model/run.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

/// The colours of blocks and of what is around them, for all that draws: window, pictures, TikZ and shared pages.
namespace lanewright {

/// A colour as 0xRRGGBB.
using Rgb = std::uint32_t;

/// What a drawing is made for. Words and blocks of high contrast stand at 7:1 and more on black, others at 4.5:1.
enum class Ground : std::uint8_t { Paper, Night, HighContrast };
inline constexpr std::array kGrounds{Ground::Paper, Ground::Night, Ground::HighContrast};

/// The colours that kinds of blocks have.
enum class Palette : std::uint8_t {
    Lanewright,
    Grey,       ///< told apart by lightness alone
    Safe,       ///< in every colour vision, as Okabe and Ito chose them
    ZeroBubble, ///< those of the figures of Qi et al., "Zero Bubble Pipeline Parallelism"
    DualPipe,   ///< those of DualPipe's README
    Megatron,   ///< those of Narayanan et al., "Efficient Large-Scale Language Model Training"
};
inline constexpr std::array kPalettes{Palette::Lanewright, Palette::Grey,     Palette::Safe,
                                      Palette::ZeroBubble, Palette::DualPipe, Palette::Megatron};

/// What is around blocks.
enum class ColourRole : std::uint8_t {
    Window,  ///< behind panels and toolbars
    Surface, ///< behind lanes, tables, plots
    Raised,  ///< cards and buttons
    Line,    ///< separators and grid
    Text,
    MutedText,
    Accent, ///< the one button that matters, selection underlines
    OnAccent,
    Selection, ///< outline of selected blocks
    Violation,
    Warning,
    Good,
    Limit, ///< memory limit line
    Full,  ///< a memory bar that is exactly at its limit
};
constexpr int kColourRoles = 14;

Rgb colourOf(ColourRole role, Ground ground);
/// `mutedText`, for tables of them.
std::string_view keyOf(ColourRole role);

/// The colours of an op's block.
struct BlockColours {
    Rgb fill = 0;
    Rgb border = 0; ///< thin, darker (lighter at night) than the fill
    Rgb label = 0;  ///< black or white by contrast

    friend bool operator==(const BlockColours&, const BlockColours&) = default;
};

/// The chunks of a rank that hosts several stages differ by steps of lightness, away from the neighbouring kind; chunks
/// beyond have the last.
constexpr int kChunkSteps = 4;

/// By paper lightness falls from R over B and W to BW and F, so that kinds part in every colour vision and in grey
/// print, and W stands at 3:1 and more against white and against the greys of panels; at night W is the lightest.
BlockColours blockColours(OpKind kind, int chunk, Ground ground, Palette palette = Palette::Lanewright);

/// Chunks or microbatches that differ by colour; they repeat after so many. Kinds differ by lightness.
constexpr int kShades = 8;
BlockColours shadedColours(OpKind kind, int place, Ground ground);

/// What a rank does beside ops; a part of an op has the colours of its op. Zero Bubble has the optimizer's of its
/// figures.
Rgb colourOf(ActivityKind kind, Ground ground, Palette palette = Palette::Lanewright);

/// The curve of a rank; colours repeat after 8.
Rgb rankColour(int rank, Ground ground);

/// How much of a measured bar's colour is that of the surface behind, so that it steps back behind its block.
constexpr double kBarPaleness = 0.1;

/// A colour on its way to another: 0 is `from`, 1 is `to`.
Rgb mixed(Rgb from, Rgb to, double share);

/// The contrast of two colours as WCAG 2 defines it: 1 to 21.
double contrast(Rgb a, Rgb b);

/// `0A22A0`.
std::string hexText(Rgb colour);

} // namespace lanewright
