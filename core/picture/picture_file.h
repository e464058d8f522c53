// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/picture/drawing.h"

#include <string>
#include <string_view>

/// A display list as the text or bytes of a file. All are of the same size to the hundredth of a millimetre.
namespace lanewright {

/// SVG 1.1 without style sheets or scripts, so that every editor reads it.
std::string toSvg(const Drawing& drawing);

/// A LaTeX document of its own that draws with TikZ; its `tikzpicture` can be copied into a paper. Blocks are drawn by
/// one command for each look, defined at the top.
std::string toTikz(const Drawing& drawing);

/// @name By Pango and cairo, which embed the fonts
/// Fail in words where this build is without them and where no font is there; at the place `dpi` where the picture has
/// too many pixels.
/// @{
Result<std::string> toPdf(const Drawing& drawing);
Result<std::string> toPng(const Drawing& drawing, double dotsPerInch);
/// @}

/// What pictures can be, by the ending of their names.
inline constexpr std::string_view kPictureEndings[] = {"svg", "pdf", "png", "tex"};

/// The file of that ending. Fails on another one, and as `toPdf` does.
Result<std::string> pictureFile(const Drawing& drawing, std::string_view ending, double dotsPerInch);

} // namespace lanewright
