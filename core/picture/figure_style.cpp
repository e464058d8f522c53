// SPDX-License-Identifier: Apache-2.0
#include "core/picture/figure_style.h"

#include "core/base/joined_by.h"
#include "core/base/whole_number.h"
#include "core/io/quoted_text.h"
#include "core/model/limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>
#include <type_traits>
#include <utility>

namespace lanewright {

namespace {

constexpr double kPerInch = 72;
constexpr double kPerCentimetre = kPerInch / 2.54;

struct NamedLength {
    std::string_view name;
    double points;
};
constexpr NamedLength kLengthUnits[] = {
    {"cm", kPerCentimetre}, {"mm", kPerCentimetre / 10}, {"in", kPerInch}, {"pt", 1}, {"px", kPerInch / 96}};
/// A column and a page of a paper of two columns, and a slide of 4:3 or a good part of a wide one.
constexpr NamedLength kWidths[] = {
    {"column", 8.4 * kPerCentimetre}, {"page", 17.8 * kPerCentimetre}, {"slide", 25.4 * kPerCentimetre}};

constexpr std::string_view kGroundNames[] = {"light", "dark", "contrast"};
constexpr std::string_view kPaletteNames[] = {"lanewright", "grey", "safe", "zero-bubble", "dualpipe", "megatron"};
constexpr std::string_view kColourByNames[] = {"kind", "chunk", "microbatch"};
constexpr std::string_view kHatchedNames[] = {"none", "weights", "kinds"};
constexpr std::string_view kNumberingNames[] = {"microbatch", "stage"};
constexpr std::string_view kFirstNames[] = {"0", "1"};
constexpr std::string_view kRunPlaceNames[] = {"bars", "below", "alone"};
constexpr std::string_view kPartNames[] = {"numbers", "legend", "ranks", "digits",
                                           "memory",  "title",  "ruler", "bubbles"};
constexpr std::uint32_t kAllParts = (1U << kFigureParts) - 1;

/// Type that is read well at a width: of a caption in a column and on a page, and from the back of a room.
double usualFont(double width) { return width < 10 * kPerCentimetre ? 6.5 : width < 20 * kPerCentimetre ? 7 : 12; }

std::optional<double> realIn(std::string_view text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = problem == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
    return isWhole ? std::optional{number} : std::nullopt;
}

/// The shortest that reads back as the same number.
std::string realText(double number) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::optional<double> lengthIn(std::string_view text) {
    for (const auto& [name, points] : kLengthUnits) {
        const std::optional<double> number =
            text.ends_with(name) ? realIn(text.substr(0, text.size() - name.size())) : std::nullopt;
        if (number)
            return *number * points;
    }
    return {};
}

/// In the first unit that says it in few digits, else in points.
std::string lengthText(double length) {
    for (const auto& [name, points] : kLengthUnits) {
        const std::string text = realText(std::round(length / points * 1e4) / 1e4).append(name);
        if (lengthIn(text) == length)
            return text;
    }
    return realText(length) + "pt";
}

bool isWithin(const std::optional<double>& number, double least, double most) {
    return number && *number >= least && *number <= most;
}

Result<Done> readWidth(FigureStyle& style, std::string_view value) {
    const auto* const named = std::ranges::find(kWidths, value, &NamedLength::name);
    const std::optional<double> width = named == std::end(kWidths) ? lengthIn(value) : named->points;
    if (!isWithin(width, kPerCentimetre, 500 * kPerCentimetre))
        return Error{
            say(phrase("picture", "column, page, slide or a length from 1cm to 500cm, in cm, mm, in, pt or px"))};
    style.width = *width;
    return Done{};
}

std::string widthText(const FigureStyle& style) {
    const auto* const named = std::ranges::find(kWidths, style.width, &NamedLength::points);
    return named == std::end(kWidths) ? lengthText(style.width) : std::string{named->name};
}

Result<Done> readHeight(FigureStyle& style, std::string_view value) {
    const std::optional<double> height = value == "auto" ? 0 : lengthIn(value);
    if (value != "auto" && !isWithin(height, kPerCentimetre / 2, 500 * kPerCentimetre))
        return Error{say(phrase("picture", "auto or a length from 0.5cm to 500cm, in cm, mm, in, pt or px"))};
    style.height = *height;
    return Done{};
}

/// A row of a number within bounds; with `mayBeAuto` also `auto`, which is 0.
template <double FigureStyle::*Member, int Least, int Most, bool mayBeAuto>
StyleRow numberRow(std::string_view name, std::string_view placeholder, std::string_view words) {
    return {.name = name,
            .words = words,
            .placeholder = placeholder,
            .choices = mayBeAuto ? std::vector<std::string_view>{"auto"} : std::vector<std::string_view>{},
            .takesOthers = true,
            .read = [](FigureStyle& style, std::string_view value) -> Result<Done> {
                const std::optional<double> number = realIn(value);
                const bool isAuto = mayBeAuto && value == "auto";
                if (!isAuto && !isWithin(number, Least, Most))
                    return Error{mayBeAuto ? say(phrase("picture", "auto or a number from %1 to %2"), Least, Most)
                                           : say(phrase("picture", "a number from %1 to %2"), Least, Most)};
                style.*Member = isAuto ? 0 : *number;
                return Done{};
            },
            .write =
                [](const FigureStyle& style) {
                    return mayBeAuto && style.*Member == 0 ? "auto" : realText(style.*Member);
                }};
}

/// Takes the word up to the next comma off the front.
std::string_view takeWord(std::string_view& list) {
    const std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    return word;
}

Result<Done> readParts(FigureStyle& style, std::string_view value) {
    std::uint32_t parts = value.starts_with('+') || value.starts_with('-') ? style.parts : 0;
    do {
        std::string_view word = takeWord(value);
        const bool hides = word.starts_with('-');
        word.remove_prefix(hides || word.starts_with('+') ? 1 : 0);
        const auto* const part = std::ranges::find(kPartNames, word);
        if (part == std::end(kPartNames) && word != "all" && word != "none")
            return Error{say(phrase("picture", "all, none or some of %1, or changes such as +memory,-title"),
                             joinedBy(", ", kPartNames))};
        const std::uint32_t bits = part != std::end(kPartNames) ? 1U << (part - std::begin(kPartNames))
                                   : word == "all"              ? kAllParts
                                                                : 0;
        parts = hides ? parts & ~bits : parts | bits;
    } while (!value.empty());
    style.parts = parts;
    return Done{};
}

std::string partsText(const FigureStyle& style) {
    if (style.parts == 0 || style.parts == kAllParts)
        return style.parts == 0 ? "none" : "all";
    std::vector<std::string_view> names;
    for (int part = 0; part < kFigureParts; ++part)
        if (style.shows(static_cast<FigurePart>(part)))
            names.push_back(kPartNames[part]);
    return joinedBy(",", names);
}

Result<Done> readTime(FigureStyle& style, std::string_view value) {
    const std::size_t colon = std::min(value.find(':'), value.size());
    const std::optional<double> from = realIn(value.substr(0, colon));
    const std::optional<double> to = realIn(value.substr(std::min(colon + 1, value.size())));
    const bool isStretch = from && to && *from < *to;
    if (!isStretch && value != "all")
        return Error{say(phrase("picture", "all or FROM:TO in the file's unit of time, such as 10:42.5"))};
    style.time = isStretch ? std::optional{Stretched{*from, *to}} : std::nullopt;
    return Done{};
}

std::string timeText(const FigureStyle& style) {
    return style.time ? realText(style.time->from) + ":" + realText(style.time->to) : "all";
}

/// `0-3,7`: numbers below `end`, each once; nothing where it is no such list.
std::optional<std::vector<int>> numbersIn(std::string_view text, int end) {
    std::vector<int> numbers;
    std::vector<bool> isThere(static_cast<std::size_t>(end));
    do {
        const std::string_view word = takeWord(text);
        const std::size_t dash = std::min(word.find('-'), word.size());
        const std::optional<int> first = wholeFrom<int>(word.substr(0, dash));
        const std::optional<int> last = dash == word.size() ? first : wholeFrom<int>(word.substr(dash + 1));
        if (!first || !last || *first > *last || *last >= end)
            return {};
        for (int number = *first; number <= *last; ++number) {
            if (isThere[static_cast<std::size_t>(number)])
                return {};
            isThere[static_cast<std::size_t>(number)] = true;
            numbers.push_back(number);
        }
    } while (!text.empty());
    return numbers;
}

std::string numbersText(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t first = 0, last = 0; first < numbers.size(); first = ++last) {
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[first]);
        if (last > first)
            text += "-" + std::to_string(numbers[last]);
    }
    return text;
}

Result<Done> readRanks(FigureStyle& style, std::string_view value) {
    std::optional<std::vector<int>> ranks = value == "all" ? std::vector<int>{} : numbersIn(value, kMaxRanks);
    if (!ranks)
        return Error{say(phrase("picture", "all or a list of ranks, each once, such as 0-3,7"))};
    style.ranks = *std::move(ranks);
    return Done{};
}

Result<Done> readArrows(FigureStyle& style, std::string_view value) {
    const bool isWord = value == "none" || value == "all";
    std::optional<std::vector<int>> arrows = isWord ? std::vector<int>{} : numbersIn(value, kMaxMicrobatches);
    if (!arrows)
        return Error{say(phrase("picture", "none, all or a list of microbatches, each once, such as 0-3,7"))};
    style.arrows = *std::move(arrows);
    style.allArrows = value == "all";
    return Done{};
}

Result<Done> readIterations(FigureStyle& style, std::string_view value) {
    const std::optional<int> iterations = wholeFrom<int>(value);
    if (!iterations || *iterations < 1 || *iterations > 64)
        return Error{say(phrase("picture", "a whole number from 1 to 64"))};
    style.iterations = *iterations;
    return Done{};
}

Result<Done> readOptimizer(FigureStyle& style, std::string_view value) {
    const std::optional<OptimizerMode> mode = optimizerModeFromKey(value);
    if (!mode && value != "file")
        return Error{say(phrase("picture", "one of %1"), "file, sync, postvalidated")};
    style.optimizer = mode;
    return Done{};
}

/// The row of a member whose values are numbered as their names are.
template <auto Member, const auto& Names>
StyleRow choiceRow(std::string_view name, std::string_view words) {
    return {
        .name = name,
        .words = words,
        .choices = {std::begin(Names), std::end(Names)},
        .read = [](FigureStyle& style, std::string_view value) -> Result<Done> {
            const auto* const found = std::ranges::find(Names, value);
            if (found == std::end(Names))
                return Error{say(phrase("picture", "one of %1"), joinedBy(", ", Names))};
            style.*Member = static_cast<std::remove_reference_t<decltype(style.*Member)>>(found - std::begin(Names));
            return Done{};
        },
        .write = [](const FigureStyle& style) { return std::string{Names[static_cast<std::size_t>(style.*Member)]}; }};
}

using S = FigureStyle;

const StyleRow kStyleRows[] = {
    {.name = "width",
     .words = "How wide it is: a column of a paper (8.4cm), a page (17.8cm), a slide (25.4cm) or a length (page)",
     .placeholder = "8.4cm",
     .choices = {"column", "page", "slide"},
     .takesOthers = true,
     .read = readWidth,
     .write = widthText},
    {.name = "height",
     .words = "How high it is (auto: as the lanes need)",
     .placeholder = "6cm",
     .choices = {"auto"},
     .takesOthers = true,
     .read = readHeight,
     .write = [](const S& style) { return style.height == 0 ? "auto" : lengthText(style.height); }},
    numberRow<&S::font, 3, 100, true>("font", "7",
                                      "Points of its type (auto: 6.5 in a column, 7 on a page, 12 on a slide)"),
    numberRow<&S::lane, 1, 1000, true>("lane", "12",
                                       "Points from lane to lane, where no height is given (auto: as digits need)"),
    numberRow<&S::dotsPerInch, 30, 2400, false>("dpi", "300", "Pixels per inch, of a .png (300)"),
    choiceRow<&S::ground, kGroundNames>("theme", "What it is made for: paper, a dark slide, or eyes that need contrast "
                                                 "(light)"),
    choiceRow<&S::palette, kPaletteNames>("palette", "The colours of blocks: ours, grey that prints, safe for every "
                                                     "colour vision, or those of a paper's figures (lanewright)"),
    choiceRow<&S::colourBy, kColourByNames>("colour-by", "What blocks differ in colour by (kind)"),
    choiceRow<&S::hatched, kHatchedNames>("hatch", "Which blocks are hatched: none, W, or each kind in its way "
                                                   "(weights)"),
    {.name = "show",
     .words = "The parts beside the blocks, between commas: all, none, numbers, legend, ranks, digits, memory, title, "
              "ruler, bubbles, or changes such as +memory (legend,ranks,digits,title,ruler)",
     .placeholder = "+memory",
     .choices = {std::begin(kPartNames), std::end(kPartNames)},
     .takesOthers = true,
     .isList = true,
     .read = readParts,
     .write = partsText},
    choiceRow<&S::numbering, kNumberingNames>("numbering", "What digits in blocks say: the microbatch, or the stage "
                                                           "before it (microbatch)"),
    choiceRow<&S::countFrom, kFirstNames>("count-from", "What the first rank, stage and microbatch are called (0)"),
    {.name = "time",
     .words = "The stretch FROM:TO in the file's unit (all)",
     .placeholder = "10:42.5",
     .choices = {"all"},
     .takesOthers = true,
     .read = readTime,
     .write = timeText},
    {.name = "ranks",
     .words = "The ranks in their order, as the file counts them, such as 0-3,7 (all)",
     .placeholder = "0-3,7",
     .choices = {"all"},
     .takesOthers = true,
     .isList = true,
     .read = readRanks,
     .write = [](const S& style) { return style.ranks.empty() ? "all" : numbersText(style.ranks); }},
    {.name = "arrows",
     .words = "The microbatches whose values are drawn as arrows: none, all, or some, such as 0-3,7 (none)",
     .placeholder = "0-3,7",
     .choices = {"none", "all"},
     .takesOthers = true,
     .isList = true,
     .read = readArrows,
     .write =
         [](const S& style) {
             return style.allArrows ? "all" : style.arrows.empty() ? "none" : numbersText(style.arrows);
         }},
    {.name = "iterations",
     .words = "How many follow each other, 1 to 64 (1)",
     .placeholder = "3",
     .takesOthers = true,
     .read = readIterations,
     .write = [](const S& style) { return std::to_string(style.iterations); }},
    {.name = "optimizer-mode",
     .words = "How iterations follow each other: as the file says, sync or postvalidated (file)",
     .choices = {"file", "sync", "postvalidated"},
     .read = readOptimizer,
     .write = [](const S& style) { return std::string{style.optimizer ? keyOf(*style.optimizer) : "file"}; }},
    choiceRow<&S::run, kRunPlaceNames>("run", "Where a measured run is drawn: thin bars under the plan's blocks, lanes "
                                              "below those of the plan, or alone (bars)"),
};

} // namespace

FigureStyle::FigureStyle() : width(kWidths[1].points) {
    using enum FigurePart;
    for (const FigurePart part : {Legend, Ranks, Digits, Title, Ruler})
        show(part);
}

double FigureStyle::type() const { return font > 0 ? font : usualFont(width); }

void FigureStyle::show(FigurePart part, bool shown) {
    const std::uint32_t bit = 1U << static_cast<int>(part);
    parts = shown ? parts | bit : parts & ~bit;
}

std::span<const StyleRow> styleRows() { return kStyleRows; }

const StyleRow* styleRow(std::string_view name) {
    const auto isSame = [](char a, char b) { return a == b || (a == '-' && b == '_'); };
    const auto* const row = std::ranges::find_if(
        kStyleRows, [&](const StyleRow& each) { return std::ranges::equal(each.name, name, isSame); });
    return row == std::end(kStyleRows) ? nullptr : row;
}

Result<Done> choose(FigureStyle& style, std::string_view name, std::string_view value) {
    const StyleRow* const row = styleRow(name);
    if (row == nullptr)
        return Error{say(phrase("picture", "a figure has no choice %1; it has %2"), inQuotes(name),
                         joinedBy(", ", kStyleRows, &StyleRow::name))};
    const Result<Done> read = row->read(style, value);
    return read
               ? read
               : Error{say(phrase("picture", "%1 takes %2, not %3"), row->name, read.error().message, inQuotes(value))};
}

} // namespace lanewright
