// SPDX-License-Identifier: Apache-2.0
#include "core/picture/figure_style.h"

#include "core/base/joined_by.h"
#include "core/base/mapped.h"
#include "core/base/whole_number.h"
#include "core/io/quoted_text.h"
#include "core/model/limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

namespace lanewright {

namespace {

using S = FigureStyle;

constexpr double kCentimetre = 72 / 2.54;

struct NamedNumber {
    std::string_view name;
    double number;
};
using NamedNumbers = std::span<const NamedNumber>;
constexpr NamedNumber kLengthUnits[] = {
    {"cm", kCentimetre}, {"mm", kCentimetre / 10}, {"in", 72}, {"pt", 1}, {"px", 0.75}};
constexpr NamedNumber kNoUnit[] = {{"", 1}};
/// A column and a page of a paper of two columns, and a slide of 4:3 or a good part of a wide one.
constexpr NamedNumber kWidths[] = {
    {"column", 8.4 * kCentimetre}, {"page", 17.8 * kCentimetre}, {"slide", 25.4 * kCentimetre}};
constexpr NamedNumber kAuto[] = {{"auto", 0}};

const std::vector<std::string_view> kModeNames{"file", "sync", "postvalidated"};
const std::vector<std::string_view> kPartNames{"numbers", "legend", "ranks", "digits",
                                               "memory",  "title",  "ruler", "bubbles"};
constexpr std::uint32_t kAllParts = (1U << kFigureParts) - 1;

/// The shortest that reads back as the same number.
std::string realText(double number) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::optional<double> numberIn(std::string_view text, NamedNumbers units) {
    for (const auto& [unit, size] : units)
        if (text.ends_with(unit))
            if (const std::optional<double> number = realIn(text.substr(0, text.size() - unit.size())))
                return *number * size;
    return {};
}

/// In the first unit that says it in few digits, else in the one of size 1.
std::string numberText(double number, NamedNumbers units) {
    for (const auto& [unit, size] : units) {
        std::string text = realText(std::round(number / size * 1e4) / 1e4).append(unit);
        if (numberIn(text, units) == number)
            return text;
    }
    return realText(number).append(std::ranges::find(units, 1, &NamedNumber::number)->name);
}

/// The row of a number from `least` to `most` of the first unit, which may be said in the others, too, or by a name.
template <typename Number>
StyleRow numberRow(std::string_view name, std::string_view words, std::string_view like, Number S::*member,
                   double least, double most, NamedNumbers units, NamedNumbers named, const Phrase& takes) {
    const auto read = [=](S& style, std::string_view value) -> Result<Done> {
        const auto known = std::ranges::find(named, value, &NamedNumber::name);
        const bool isNamed = known != named.end();
        const std::optional<double> number = isNamed ? known->number : numberIn(value, units);
        const double unit = units.front().number;
        const bool isWithin = number && *number >= least * unit && *number <= most * unit;
        if (!isNamed && (!isWithin || static_cast<Number>(*number) != *number))
            return Error{say(takes, realText(least), realText(most))};
        style.*member = static_cast<Number>(*number);
        return Done{};
    };
    const auto write = [=](const S& style) {
        const auto known = std::ranges::find(named, style.*member, &NamedNumber::number);
        return known == named.end() ? numberText(style.*member, units) : std::string{known->name};
    };
    return {name, words, like, mapped(named, &NamedNumber::name), true, false, read, write};
}

/// Takes the word up to the next comma off the front.
std::string_view takeWord(std::string_view& list) {
    const std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    return word;
}

Result<Done> readParts(S& style, std::string_view value) {
    std::uint32_t parts = value.starts_with('+') || value.starts_with('-') ? style.parts : 0;
    do {
        std::string_view word = takeWord(value);
        const bool hides = word.starts_with('-');
        word.remove_prefix(hides || word.starts_with('+') ? 1 : 0);
        const auto part = std::ranges::find(kPartNames, word);
        if (part == kPartNames.end() && word != "all" && word != "none")
            return Error{say(phrase("picture", "all, none or some of %1, or changes such as +memory,-title"),
                             joinedBy(", ", kPartNames))};
        const std::uint32_t bits = word == "all" ? kAllParts : word == "none" ? 0 : 1U << (part - kPartNames.begin());
        parts = hides ? parts & ~bits : parts | bits;
    } while (!value.empty());
    style.parts = parts;
    return Done{};
}

std::string partsText(const S& style) {
    std::vector<std::string_view> names;
    for (int part = 0; part < kFigureParts; ++part)
        if (style.shows(static_cast<FigurePart>(part)))
            names.push_back(kPartNames[static_cast<std::size_t>(part)]);
    return names.empty() ? "none" : style.parts == kAllParts ? "all" : joinedBy(",", names);
}

Result<Done> readTime(S& style, std::string_view value) {
    const std::size_t colon = value.find(':'); // without one both are all of it, so none is less
    const std::optional<double> from = realIn(value.substr(0, colon));
    const std::optional<double> to = realIn(value.substr(colon + 1));
    const bool isStretch = from && to && *from < *to;
    if (!isStretch && value != "all")
        return Error{say(phrase("picture", "all or FROM:TO in the file's unit of time, such as 10:42.5"))};
    style.time = isStretch ? std::optional{Stretched{*from, *to}} : std::nullopt;
    return Done{};
}

std::string timeText(const S& style) {
    return style.time ? realText(style.time->from) + ":" + realText(style.time->to) : "all";
}

/// `0-3,7`: numbers below `end`, each once; nothing where it is no such list.
std::optional<std::vector<int>> numbersIn(std::string_view text, int end) {
    std::vector<int> numbers;
    std::set<int> taken;
    do {
        const std::string_view word = takeWord(text);
        const std::size_t dash = word.find('-'); // without one both are all of it
        const std::optional<int> first = wholeFrom<int>(word.substr(0, dash));
        const std::optional<int> last = wholeFrom<int>(word.substr(dash + 1));
        if (!first || !last || *first > *last || *last >= end)
            return {};
        for (int number = *first; number <= *last; ++number)
            if (taken.insert(number).second)
                numbers.push_back(number);
            else
                return {};
    } while (!text.empty());
    return numbers;
}

std::string numbersText(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t first = 0, end = 0; first < numbers.size(); first = end) {
        for (end = first + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;)
            ++end;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[first]) +
                (end - first > 1 ? "-" + std::to_string(numbers[end - 1]) : "");
    }
    return text;
}

/// The row of a list of numbers below `end`, whose first choice is what an empty one is called.
StyleRow numbersRow(std::string_view name, std::string_view words, std::vector<int> S::*member, int end,
                    const std::vector<std::string_view>& choices, const Phrase& takes) {
    const auto read = [=](S& style, std::string_view value) -> Result<Done> {
        const bool isWord = std::ranges::find(choices, value) != choices.end();
        std::optional<std::vector<int>> numbers = isWord ? std::vector<int>{} : numbersIn(value, end);
        if (!numbers)
            return Error{say(takes)};
        style.*member = *std::move(numbers);
        if (member == &S::arrows)
            style.allArrows = value == "all";
        return Done{};
    };
    const auto write = [=](const S& style) {
        const bool isAll = member == &S::arrows && style.allArrows;
        return isAll ? "all" : (style.*member).empty() ? std::string{choices.front()} : numbersText(style.*member);
    };
    return {name, words, "0-3,7", choices, true, true, read, write};
}

/// The row of a member whose values are numbered as their names are.
template <typename Member>
StyleRow choiceRow(std::string_view name, Member S::*member, const std::vector<std::string_view>& names,
                   std::string_view words) {
    const auto read = [=](S& style, std::string_view value) -> Result<Done> {
        const auto found = std::ranges::find(names, value);
        if (found == names.end())
            return Error{say(phrase("picture", "one of %1"), joinedBy(", ", names))};
        style.*member = static_cast<Member>(found - names.begin());
        return Done{};
    };
    const auto write = [=](const S& style) { return std::string{names[static_cast<std::size_t>(style.*member)]}; };
    return {name, words, "", names, false, false, read, write};
}

Result<Done> readOptimizer(S& style, std::string_view value) {
    const std::optional<OptimizerMode> mode = optimizerModeFromKey(value);
    if (!mode && value != "file")
        return Error{say(phrase("picture", "one of %1"), joinedBy(", ", kModeNames))};
    style.optimizer = mode;
    return Done{};
}

std::string optimizerText(const S& style) { return std::string{style.optimizer ? keyOf(*style.optimizer) : "file"}; }

const StyleRow kStyleRows[] = {
    numberRow("width",
              "How wide it is: a column of a paper (8.4cm), a page (17.8cm), a slide (25.4cm) or a length (page)",
              "8.4cm", &S::width, 1, 500, kLengthUnits, kWidths,
              phrase("picture", "column, page, slide or a length from %1cm to %2cm, in cm, mm, in, pt or px")),
    numberRow("height", "How high it is (auto: as the lanes need)", "6cm", &S::height, 0.5, 500, kLengthUnits, kAuto,
              phrase("picture", "auto or a length from %1cm to %2cm, in cm, mm, in, pt or px")),
    numberRow("font", "Points of its type (auto: 6.5 in a column, 7 on a page, 12 on a slide)", "7", &S::font, 4, 100,
              kNoUnit, kAuto, phrase("picture", "auto or a number from %1 to %2")),
    numberRow("lane", "Points from lane to lane, where no height is given (auto: as digits need)", "12", &S::lane, 1,
              1000, kNoUnit, kAuto, phrase("picture", "auto or a number from %1 to %2")),
    numberRow("dpi", "Pixels per inch, of a .png (300)", "300", &S::dotsPerInch, 30, 2400, kNoUnit, {},
              phrase("picture", "a number from %1 to %2")),
    choiceRow("theme", &S::ground, {"light", "dark", "contrast"},
              "What it is made for: paper, a dark slide, or eyes that need contrast (light)"),
    choiceRow("palette", &S::palette, {"lanewright", "grey", "safe", "zero-bubble", "dualpipe", "megatron"},
              "The colours of blocks: ours, grey that prints, safe for every colour vision, or those of a paper's "
              "figures (lanewright)"),
    choiceRow("colour-by", &S::colourBy, {"kind", "chunk", "microbatch"}, "What blocks differ in colour by (kind)"),
    choiceRow("hatch", &S::hatched, {"none", "weights", "kinds"},
              "Which blocks are hatched: none, W, or each kind in its way (weights)"),
    {"show",
     "The parts beside the blocks, between commas: all, none, numbers, legend, ranks, digits, memory, title, ruler, "
     "bubbles, or changes such as +memory (legend,ranks,digits,title,ruler)",
     "+memory", kPartNames, true, true, readParts, partsText},
    choiceRow("numbering", &S::numbering, {"microbatch", "stage"},
              "What digits in blocks say: the microbatch, or the stage before it (microbatch)"),
    choiceRow("count-from", &S::countFrom, {"0", "1"}, "What the first rank, stage and microbatch are called (0)"),
    {"time", "The stretch FROM:TO in the file's unit (all)", "10:42.5", {"all"}, true, false, readTime, timeText},
    numbersRow("ranks", "The ranks in their order, as the file counts them, such as 0-3,7 (all)", &S::ranks, kMaxRanks,
               {"all"}, phrase("picture", "all or a list of ranks, each once, such as 0-3,7")),
    numbersRow("arrows", "The microbatches whose values are drawn as arrows: none, all, or some, such as 0-3,7 (none)",
               &S::arrows, kMaxMicrobatches, {"none", "all"},
               phrase("picture", "none, all or a list of microbatches, each once, such as 0-3,7")),
    numberRow("iterations", "How many follow each other, 1 to 64 (1)", "3", &S::iterations, 1, 64, kNoUnit, {},
              phrase("picture", "a whole number from %1 to %2")),
    {"optimizer-mode", "How iterations follow each other: as the file says, sync or postvalidated (file)", "",
     kModeNames, false, false, readOptimizer, optimizerText},
    choiceRow(
        "run", &S::run, {"bars", "below", "alone"},
        "Where a measured run is drawn: thin bars under the plan's blocks, lanes below those of the plan, or alone "
        "(bars)"),
};

} // namespace

FigureStyle::FigureStyle() : width(kWidths[1].number) {
    using enum FigurePart;
    for (const FigurePart part : {Legend, Ranks, Digits, Title, Ruler})
        show(part);
}

/// Type that is read well at a width: of a caption in a column and on a page, and from the back of a room.
double FigureStyle::type() const {
    return font > 0 ? font : width < 10 * kCentimetre ? 6.5 : width < 20 * kCentimetre ? 7 : 12;
}

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
