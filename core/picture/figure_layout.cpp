// SPDX-License-Identifier: Apache-2.0
#include "core/picture/figure_layout.h"

#include "core/base/decimal.h"
#include "core/picture/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace lanewright {

namespace figure {
namespace {

constexpr double kMargin = 2;     ///< points around all
constexpr double kLine = 1.4;     ///< from one line of text to the next, in sizes of the font, as all below
constexpr double kTitle = 1.2;    ///< the title's font
constexpr double kSmaller = 0.86; ///< that of the legend, of the ruler and around memory
constexpr double kBetweenStrips = 0.9;
constexpr double kMemory = 5; ///< the height of the curves
constexpr double kLeastMemory = 2.6;
constexpr double kBelowCaption = 0.4; ///< so that lines of no font reach from the names of curves to their axis
constexpr double kBesideNames = 4;    ///< points between names of ranks and lanes
constexpr double kLeastPitch = 0.5;   ///< points, below which lanes are refused
constexpr int kMostRows = 3;          ///< numbers, a legend, names of curves

/// What is said where a part has no room.
constexpr Phrase kNoRoom[kFigureParts] = {
    phrase("picture", "The numbers have no room."),        phrase("picture", "The legend has no room."),
    phrase("picture", "The names of ranks have no room."), phrase("picture", "The numbers on blocks have no room."),
    phrase("picture", "The memory has no room."),          phrase("picture", "The title has no room."),
    phrase("picture", "The ruler has no room."),           {},
};

/// Where everything stands, from the sizes of what there is.
class Composition {
public:
    Composition(const FigureContents& figure, std::vector<Strip> strips)
        : m_figure(figure), m_style(figure.style), m_strips(std::move(strips)), m_easel(figure.style),
          m_font(std::max(kSmallestFont, figure.style.type())), m_small(std::max(kSmallestFont, kSmaller * m_font)) {
        for (const Strip& strip : m_strips)
            m_lanes += static_cast<int>(strip.ranks.size());
        for (const Strip& strip : m_strips)
            m_memory.emplace_back(strip, figure);
    }

    Result<LaidOut> take() && {
        findParts();
        findWidths();
        findHeights();
        if (m_pitch < kLeastPitch && m_lanes > 0)
            return Error{say(phrase("picture", "%1 lanes have no room in a height of %2 points."), m_lanes,
                             numberText(m_height))};
        draw();
        if (m_easel.missingLabels() > 0)
            m_leftOut.push_back(say(phrase("picture", "%1 of %2 blocks have no room for their numbers."),
                                    m_easel.missingLabels(), m_easel.wantedLabels()));
        LaidOut result{.lane = m_pitch, .leftOut = std::move(m_leftOut)};
        result.drawing = std::move(m_easel).take();
        Drawing& drawing = result.drawing;
        drawing.width = m_style.width;
        drawing.height = m_height;
        drawing.ground = colourOf(ColourRole::Surface, m_style.ground);
        drawing.title = m_figure.panels.empty() ? std::string() : elided(m_figure.panels.front().title, 2000, 10);
        return result;
    }

private:
    bool has(FigurePart part) const { return (m_parts >> static_cast<int>(part) & 1U) != 0; }
    void drop(FigurePart part) {
        if (!has(part))
            return;
        m_parts &= ~(1U << static_cast<int>(part));
        m_leftOut.push_back(say(kNoRoom[static_cast<int>(part)]));
    }
    void leave(FigurePart part) { m_parts &= ~(1U << static_cast<int>(part)); }
    double room() const { return m_style.width - 2 * kMargin; }
    double line() const { return kLine * m_font; }

    /// Takes away what there is nothing to show of, and what is too wide.
    void findParts() {
        m_parts = m_style.parts;
        const auto every = [&](auto&& isTrue) { return std::ranges::all_of(m_strips, isTrue); };
        if (every([](const Strip& strip) { return strip.numbers.empty(); }))
            leave(FigurePart::Numbers);
        if (every([](const Strip& strip) { return strip.title.empty(); }))
            leave(FigurePart::Title);
        if (std::ranges::all_of(m_memory, [](const MemoryStrip& memory) { return memory.empty(); }))
            leave(FigurePart::Memory);
        if (!hasBlocks())
            for (const FigurePart part : {FigurePart::Digits, FigurePart::Memory, FigurePart::Ruler})
                leave(part);
        if (std::ranges::any_of(m_strips, [](const Strip& strip) { return strip.lanes.end == 0; }))
            m_leftOut.push_back(say(phrase("picture", "A schedule without an order has no blocks.")));
        if (m_style.run == RunPlace::Alone && (has(FigurePart::Memory) || m_style.iterations > 1) &&
            std::ranges::any_of(m_strips, [](const Strip& strip) { return strip.timelines.empty(); }))
            m_leftOut.push_back(say(phrase("picture", "A measured step has neither memory nor further iterations.")));
        if (m_style.colourBy != ColourBy::Kind && m_style.palette != Palette::Lanewright)
            m_leftOut.push_back(
                say(phrase("picture", "The palette is one of kinds; chunks and microbatches have colours "
                                      "of their own.")));
        for (const Strip& strip : m_strips) {
            std::vector<LegendEntry> entries;
            entries.reserve(strip.numbers.size());
            for (const FigureNumber& number : strip.numbers)
                entries.push_back({.words = number.name, .value = number.value});
            m_numbers.emplace_back(std::move(entries), room(), m_font);
            if (!m_numbers.back().fits() || m_numbers.back().rows() > kMostRows)
                drop(FigurePart::Numbers);
            if (!strip.title.empty() && elided(strip.title, room(), kTitle * m_font, true).empty())
                drop(FigurePart::Title);
        }
        if (has(FigurePart::Legend)) {
            // Looks of swatches come first: so the same ones stand at the top of every TikZ.
            m_legend = Flow(legendOf(m_easel, m_strips, m_figure), room(), m_small);
            if (m_legend.rows() == 0)
                leave(FigurePart::Legend);
            else if (!m_legend.fits() || m_legend.rows() > kMostRows)
                drop(FigurePart::Legend);
        }
    }

    /// How wide names and lanes are, and what is too wide for that.
    void findWidths() {
        double names = 0;
        if (has(FigurePart::Ranks)) {
            const auto widest = [&](auto&& nameOf) {
                double most = 0;
                for (const Strip& strip : m_strips)
                    for (const int rank : strip.ranks)
                        most = std::max(most, textWidth(nameOf(rank), m_font));
                return most;
            };
            constexpr double kMostOfWidth = 0.2;
            names = widest([&](int rank) { return rankName(m_figure, rank); });
            m_bareNames = names > kMostOfWidth * room();
            if (m_bareNames)
                names = widest([&](int rank) { return std::to_string(rank + m_style.countFrom); });
            if (names > kMostOfWidth * room()) {
                drop(FigurePart::Ranks);
                names = 0;
            }
        }
        constexpr double kMostForAxis = 0.3;
        m_captions.clear();
        if (has(FigurePart::Memory))
            for (const MemoryStrip& memory : m_memory) {
                const double axis = textWidth(memory.most(), m_small);
                m_captions.emplace_back(memory.empty() ? std::vector<LegendEntry>{} : memory.caption(), room(),
                                        m_small);
                if (axis > kMostForAxis * room() || !m_captions.back().fits() || m_captions.back().rows() > kMostRows)
                    drop(FigurePart::Memory);
                else if (!memory.empty())
                    names = std::max(names, axis);
            }
        m_left = kMargin + names + (names > 0 ? kBesideNames : 0);
        Time end = 1;
        for (const Strip& strip : m_strips)
            end = std::max({end, strip.lanes.end, strip.bars.end});
        m_scale = {0, end, m_left, m_style.width - kMargin - m_left};
        if (m_style.time) {
            const auto scale = static_cast<double>(scaleOf(m_strips.front().panel->plan->timeUnit));
            m_scale.start = std::llround(m_style.time->from * scale);
            m_scale.end = std::max<Time>(m_scale.start + 1, std::llround(m_style.time->to * scale));
        }
        m_ruler = has(FigurePart::Ruler) ? ruler() : std::vector<Words>{};
        if (m_ruler.empty())
            drop(FigurePart::Ruler);
    }

    /// The marks' labels, at their places on the axis; none where not even one has room.
    std::vector<Words> ruler() {
        const TimeUnit unit = m_strips.front().panel->plan->timeUnit;
        const auto labelOf = [&](Time time) {
            const std::string number = decimalFromTicks(time, scaleOf(unit));
            return unit == TimeUnit::Unit ? number : number + " " + std::string(toText(unit));
        };
        double apart = 2 * m_small;
        for (int turn = 0; turn < 3; ++turn) {
            m_ticks = ticksFor(m_scale, apart);
            double widest = 0;
            for (const Tick& tick : m_ticks.marks)
                if (tick.major)
                    widest = std::max(widest, textWidth(labelOf(tick.time), m_small));
            apart = std::max(apart, widest + m_small);
        }
        std::vector<Words> labels;
        double free = kMargin;
        for (const Tick& tick : m_ticks.marks) {
            if (!tick.major)
                continue;
            Words words{.text = labelOf(tick.time), .size = m_small, .anchor = Anchor::Start};
            words.width = textWidth(words.text, m_small);
            const double most = m_style.width - kMargin - words.width;
            words.at.x = std::clamp(m_scale.x(tick.time) - words.width / 2, kMargin, std::max(kMargin, most));
            if (words.at.x < free || words.at.x > most)
                continue;
            free = words.at.x + words.width + 0.5 * m_small;
            labels.push_back(std::move(words));
        }
        return labels;
    }

    double headOf(std::size_t strip) const {
        double height = has(FigurePart::Title) && !m_strips[strip].title.empty() ? kTitle * line() : 0;
        height += has(FigurePart::Numbers) ? m_numbers[strip].height() + 0.4 * m_font : 0;
        return height;
    }
    double memoryOf(std::size_t strip) const {
        return has(FigurePart::Memory) && !m_memory[strip].empty()
                   ? m_captions[strip].height() + kBelowCaption * m_small + m_curves + 0.4 * m_font
                   : 0;
    }
    /// All but the lanes.
    double fixedHeight() const {
        double height = 2 * kMargin + kBetweenStrips * m_font * static_cast<double>(m_strips.size() - 1);
        for (std::size_t strip = 0; strip < m_strips.size(); ++strip)
            height += headOf(strip) + memoryOf(strip);
        height += has(FigurePart::Ruler) ? line() : 0;
        height += has(FigurePart::Legend) ? m_legend.height() + 0.3 * m_font : 0;
        height += m_figure.foot.empty() ? 0 : line();
        return height;
    }
    bool hasBars() const {
        return std::ranges::any_of(m_strips, [](const Strip& strip) { return !strip.bars.lanes.empty(); });
    }
    double digitsAt(double pitch) const {
        return has(FigurePart::Digits) ? digitsThatFit(m_strips, m_style, m_scale, LaneHeights(pitch, hasBars())) : 0;
    }

    void findHeights() {
        m_curves = kMemory * m_font;
        const int lanes = std::max(1, m_lanes);
        if (m_style.height > 0) {
            const auto pitch = [&] { return (m_style.height - fixedHeight()) / lanes; };
            const double readable = 1.5 * kSmallestFont;
            for (const FigurePart part : {FigurePart::Numbers, FigurePart::Legend})
                if (pitch() < readable)
                    drop(part);
            if (has(FigurePart::Memory) && pitch() < readable)
                m_curves = kLeastMemory * m_font;
            // Names and digits were too small to be read before what follows them has to go, and stay away.
            using enum FigurePart;
            for (const FigurePart part : {Memory, Title, Ruler})
                if (has(part) && pitch() < kLowestLane)
                    for (const FigurePart each : {Ranks, Digits, part})
                        drop(each);
            m_pitch = std::min(pitch(), 12 * m_font);
            m_height = m_style.height;
        } else {
            m_pitch = m_style.lane > 0 ? m_style.lane : usualPitch();
            m_height = fixedHeight() + m_lanes * m_pitch;
        }
        constexpr double kMostHeight = 14400; // points: what readers of PDF and TeX take
        if (m_height > kMostHeight)
            m_leftOut.push_back(
                say(phrase("picture", "The figure is %1 points high; readers of PDF take %2. Lower lanes or "
                                      "fewer ranks help."),
                    numberText(m_height), numberText(kMostHeight)));
        m_names = std::min(m_font, m_pitch / kRankLine);
        if (has(FigurePart::Ranks) && m_names < kSmallestFont) {
            drop(FigurePart::Ranks);
            findWidths();
        }
        m_digits = {digitsAt(m_pitch), m_style.numbering, m_style.countFrom};
        if (m_digits.size == 0)
            drop(FigurePart::Digits);
        if (m_pitch < kLowestLane && m_lanes > 0)
            m_leftOut.push_back(
                say(phrase("picture", "Lanes are %1 points high; %2 is the least that is read. A larger "
                                      "height or fewer ranks help."),
                    numberText(m_pitch), numberText(kLowestLane)));
    }

    /// High enough for digits where they fit in the blocks, lower where there are many lanes.
    double usualPitch() const {
        const bool hasPairs = std::ranges::any_of(m_strips, [](const Strip& strip) {
            return std::ranges::any_of(strip.lanes.lanes, [](const PlacedLane& lane) {
                return std::ranges::any_of(lane.blocks,
                                           [](const PlacedBlock& block) { return block.paired.has_value(); });
            });
        });
        const double comfortable = m_font * (hasPairs ? 2.9 : 1.9) * (hasBars() ? 1.4 : 1);
        const double low = digitsAt(comfortable) > 0 ? comfortable : kRankLine * m_font * (hasBars() ? 1.3 : 1);
        return std::clamp(1.3 * m_style.width / std::max(1, m_lanes), std::min(low, 1.3 * kSmallestFont), low);
    }

    /// Whether any block runs.
    bool hasBlocks() const {
        return std::ranges::any_of(m_strips, [](const Strip& strip) { return strip.lanes.reached > 0; });
    }

    static std::string numberText(double value) { return decimalFromTicks(static_cast<std::int64_t>(10 * value), 10); }

    void draw() {
        double y = kMargin;
        std::vector<double> ends;
        const double begin = m_scale.left;
        const double right = m_style.width - kMargin;
        for (std::size_t place = 0; place < m_strips.size(); ++place) {
            const Strip& strip = m_strips[place];
            y += place > 0 ? kBetweenStrips * m_font : 0;
            if (has(FigurePart::Title) && !strip.title.empty()) {
                m_easel.words(elided(strip.title, room(), kTitle * m_font, true), {kMargin, y + kTitle * m_font},
                              kTitle * m_font, ColourRole::Text, Anchor::Start, true);
                y += kTitle * line();
            }
            if (has(FigurePart::Numbers)) {
                m_numbers[place].draw(m_easel, {kMargin, y});
                y += m_numbers[place].height() + 0.4 * m_font;
            }
            const double top = y;
            const double bottom = y + static_cast<double>(strip.ranks.size()) * m_pitch;
            drawGrid(top, bottom);
            const LaneHeights heights(m_pitch, hasBars());
            for (std::size_t row = 0; has(FigurePart::Ranks) && row < strip.ranks.size(); ++row) {
                const double middle = top + static_cast<double>(row) * m_pitch + heights.block / 2;
                const int rank = strip.ranks[row];
                m_easel.words(m_bareNames ? std::to_string(rank + m_style.countFrom) : rankName(m_figure, rank),
                              {begin - kBesideNames, middle + kBelowMiddle * m_names}, m_names, ColourRole::Text,
                              Anchor::End);
            }
            drawLanes(m_easel, strip, m_scale, top, heights, m_digits);
            y = bottom;
            if (has(FigurePart::Memory) && !m_memory[place].empty()) {
                y += 0.4 * m_font;
                m_captions[place].draw(m_easel, {kMargin, y});
                y += m_captions[place].height() + kBelowCaption * m_small;
                m_memory[place].draw(m_easel, m_scale, {begin, y, right - begin, m_curves}, m_small);
                y += m_curves;
            }
        }
        if (has(FigurePart::Ruler)) {
            m_easel.line(
                {.points = {{begin, y}, {right, y}}, .colour = m_easel.colour(ColourRole::MutedText), .width = 0.4});
            for (const Tick& tick : m_ticks.marks)
                m_easel.line(
                    {.points = {{m_scale.x(tick.time), y}, {m_scale.x(tick.time), y + (tick.major ? 2.0 : 1.0)}},
                     .colour = m_easel.colour(ColourRole::MutedText),
                     .width = 0.4});
            for (const Words& label : m_ruler)
                m_easel.words(label.text, {label.at.x, y + 2.2 + 0.78 * m_small}, m_small, ColourRole::MutedText);
            y += line();
        }
        if (has(FigurePart::Legend)) {
            m_legend.draw(m_easel, {kMargin, y + 0.3 * m_font});
            y += m_legend.height() + 0.3 * m_font;
        }
        if (!m_figure.foot.empty() && m_height - y >= line())
            m_easel.words(elided(m_figure.foot, room(), m_small), {right, m_height - kMargin - 0.3 * m_small}, m_small,
                          ColourRole::MutedText, Anchor::End);
    }

    /// Thin upright lines at the major marks, behind the blocks.
    void drawGrid(double top, double bottom) {
        if (has(FigurePart::Ruler))
            for (const Tick& tick : m_ticks.marks)
                if (tick.major)
                    m_easel.line({.points = {{m_scale.x(tick.time), top}, {m_scale.x(tick.time), bottom}},
                                  .colour = m_easel.colour(ColourRole::Line),
                                  .width = 0.3});
    }

    static constexpr double kRankLine = 1.25; ///< what a name takes of a lane

    const FigureContents& m_figure;
    const FigureStyle& m_style;
    std::vector<Strip> m_strips;
    Easel m_easel;
    double m_font;
    double m_small;
    int m_lanes = 0;
    unsigned m_parts = 0;
    std::vector<Flow> m_numbers;
    Flow m_legend{{}, 0, 1};
    std::vector<MemoryStrip> m_memory;
    std::vector<Flow> m_captions;
    double m_left = 0;
    bool m_bareNames = false;
    TimeScale m_scale;
    Ticks m_ticks;
    std::vector<Words> m_ruler;
    double m_pitch = 0;
    double m_curves = 0;
    double m_names = 0; ///< the size of their font
    Digits m_digits;
    double m_height = 0;
    std::vector<Message> m_leftOut;
};

} // namespace

std::string rankName(const FigureContents& figure, int rank) {
    return figure.say(say(phrase("picture", "rank %1"), rank + figure.style.countFrom));
}

} // namespace figure

Result<LaidOut> layOut(const FigureContents& contents) {
    for (const FigurePanel& panel : contents.panels)
        if ((panel.plan->timeUnit == TimeUnit::Unit) != (contents.panels.front().plan->timeUnit == TimeUnit::Unit))
            return Error{
                say(phrase("picture", "Schedules in seconds and schedules without a unit have no axis in common."))};
    Result<std::vector<figure::Strip>> strips = figure::stripsOf(contents);
    if (!strips)
        return strips.error();
    return figure::Composition(contents, *std::move(strips)).take();
}

} // namespace lanewright
