// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/optimizer.h"
#include "core/picture/colours.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What an author chooses of a figure. Options of the command line, members of a request, the window's dialog and style
/// files are made from one table.
namespace lanewright {

enum class ColourBy : std::uint8_t { Kind, Chunk, Microbatch };
enum class Hatched : std::uint8_t { None, Weights, Kinds };
enum class Numbering : std::uint8_t {
    Microbatch, ///< `3`
    Stage,      ///< `2.3`: stage and microbatch
};
/// Where a measured run is drawn.
enum class RunPlace : std::uint8_t {
    Bars,  ///< thin, under each planned block
    Below, ///< in lanes of its own, under those of the plan, on the same axis
    Alone, ///< without the plan
};

/// What a figure can show beside its blocks, in the order in which it falls away where there is no room.
enum class FigurePart : std::uint8_t { Numbers, Legend, Ranks, Digits, Memory, Title, Ruler, Bubbles };
constexpr int kFigureParts = 8;

struct Stretched {
    double from = 0; ///< in the plan's unit of time
    double to = 0;

    friend bool operator==(const Stretched&, const Stretched&) = default;
};

struct FigureStyle {
    Ground ground = Ground::Paper;
    Palette palette = Palette::Lanewright;
    ColourBy colourBy = ColourBy::Kind;
    Hatched hatched = Hatched::Weights;
    double width = 0;         ///< points
    double height = 0;        ///< points; 0: as the lanes need
    double font = 0;          ///< points; 0: by the width
    double lane = 0;          ///< points from one lane to the next, where no height is given; 0: as digits need
    double dotsPerInch = 300; ///< where pixels are written
    std::uint32_t parts = 0;  ///< a bit for each `FigurePart`
    Numbering numbering = Numbering::Microbatch;
    int countFrom = 0;                  ///< 0 or 1: what the first rank, stage and microbatch are called
    std::optional<Stretched> time = {}; ///< none: all of it
    std::vector<int> ranks = {};        ///< as they are counted in the file, in the order in which they are drawn
    std::vector<int> arrows = {};       ///< the microbatches whose values are drawn as arrows
    bool allArrows = false;
    int iterations = 1;
    std::optional<OptimizerMode> optimizer = {}; ///< how iterations follow each other; none: as the file says
    RunPlace run = RunPlace::Bars;

    FigureStyle();
    /// The size of its type, in points.
    double type() const;
    bool shows(FigurePart part) const { return (parts >> static_cast<int>(part) & 1U) != 0; }
    void show(FigurePart part, bool shown = true);
    friend bool operator==(const FigureStyle&, const FigureStyle&) = default;
};

/// A choice: `width`.
struct StyleRow {
    std::string_view name; ///< the option `--width`, and the key in style files
    std::string_view words;
    std::string_view placeholder = {};          ///< what the value is like: `8.4cm`
    std::vector<std::string_view> choices = {}; ///< all values, or those with a name where others are possible, too
    bool takesOthers = false;                   ///< beside the choices
    bool isList = false;                        ///< several choices, between commas
    std::function<Result<Done>(FigureStyle& style, std::string_view value)> read = {};
    std::function<std::string(const FigureStyle& style)> write = {};
};

/// All choices, in the order of help pages.
std::span<const StyleRow> styleRows();
/// The row of that name; null where there is none.
const StyleRow* styleRow(std::string_view name);

/// Takes a choice. Fails, naming the row, on an unknown one and on a value that it does not take.
Result<Done> choose(FigureStyle& style, std::string_view name, std::string_view value);

/// @name Style files
/// A JSON object of choices, each a text, `*.lwstyle`: what is left out stays as it is.
/// @{
constexpr std::string_view kStyleEnding = ".lwstyle";
/// Fails, with the place, on what is no such object, on a key that no row has, and on a value that its row refuses.
Result<Done> readStyle(std::string_view text, FigureStyle& style);
/// All choices that are not the usual ones.
std::string styleText(const FigureStyle& style);
/// The style of a name: a file of that name, with or without its ending, in one of the folders, in their order; else
/// one that is built in (`builtInStyles`). Fails where there is none, and on a file that is wrong.
Result<Done> loadStyle(const std::string& name, std::span<const std::string> folders, FigureStyle& style);
/// The names of those that are built in.
std::vector<std::string_view> builtInStyles();
/// Where a person's own styles are kept: `lanewright/styles` in the folder for settings; empty where none is known.
std::string styleFolder();
/// @}

} // namespace lanewright
