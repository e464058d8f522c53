// SPDX-License-Identifier: Apache-2.0
#include "core/picture/figure_layout.h"

#include "core/base/decimal.h"
#include "core/base/mapped.h"
#include "core/picture/figure_parts.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
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

/// Something that stands across the whole width, under what came before.
struct Band {
    double height = 0;
    std::function<void(double y)> draw = [](double) {};
};

/// Where everything stands, from the sizes of what there is.
class Composition {
public:
    Composition(const FigureContents& figure, std::vector<Strip> strips)
        : m_figure(figure), m_style(figure.style), m_strips(std::move(strips)), m_easel(figure.style),
          m_font(std::max(kSmallestFont, figure.style.type())), m_small(std::max(kSmallestFont, kSmaller * m_font)) {
        for (const Strip& strip : m_strips) {
            m_lanes += static_cast<int>(strip.ranks.size());
            m_memory.emplace_back(strip, figure);
        }
    }

    Result<LaidOut> take() && {
        findParts();
        findWidths();
        findHeights();
        if (m_pitch < kLeastPitch && m_lanes > 0)
            return Error{say(phrase("picture", "%1 lanes have no room in a height of %2 points."), m_lanes,
                             numberText(m_height))};
        draw();
        if (const int missing = m_easel.wantedLabels - m_easel.drawnLabels; missing > 0)
            remark(phrase("picture", "%1 of %2 blocks have no room for their numbers."), missing, m_easel.wantedLabels);
        Drawing& drawing = m_easel.drawing;
        drawing.width = m_style.width;
        drawing.height = m_height;
        drawing.ground = m_easel.colour(ColourRole::Surface);
        drawing.title = m_figure.panels.empty() ? std::string() : elided(m_figure.panels.front().title, 2000, 10);
        return LaidOut{std::move(drawing), m_pitch, std::move(m_leftOut)};
    }

private:
    bool has(FigurePart part) const { return m_style.shows(part); }
    void drop(FigurePart part) {
        if (has(part))
            m_leftOut.push_back(noRoomText(part));
        m_style.show(part, false);
    }
    void leaveUnless(bool isThere, FigurePart part) { m_style.show(part, isThere && has(part)); }
    template <typename... Arguments>
    void remark(const Phrase& sentence, const Arguments&... arguments) {
        m_leftOut.push_back(say(sentence, arguments...));
    }
    bool any(auto&& isTrue) const { return std::ranges::any_of(m_strips, isTrue); }
    double room() const { return m_style.width - 2 * kMargin; }
    double line() const { return kLine * m_font; }

    /// Takes away what there is nothing to show of, and what is too wide.
    void findParts() {
        using enum FigurePart;
        leaveUnless(any([](const Strip& strip) { return !strip.numbers.empty(); }), Numbers);
        leaveUnless(any([](const Strip& strip) { return !strip.title.empty(); }), Title);
        leaveUnless(!std::ranges::all_of(m_memory, &MemoryStrip::empty), Memory);
        for (const FigurePart part : {Digits, Memory, Ruler})
            leaveUnless(any([](const Strip& strip) { return strip.lanes.reached > 0; }), part); // some block runs
        if (any([](const Strip& strip) { return strip.lanes.end == 0; }))
            remark(phrase("picture", "A schedule without an order has no blocks."));
        if (m_style.run == RunPlace::Alone && (has(Memory) || m_style.iterations > 1) &&
            any([](const Strip& strip) { return strip.timelines.empty(); }))
            remark(phrase("picture", "A measured step has neither memory nor further iterations."));
        if (m_style.colourBy != ColourBy::Kind && m_style.palette != Palette::Lanewright)
            remark(phrase("picture", "The palette is one of kinds; chunks and microbatches have colours "
                                     "of their own."));
        for (const Strip& strip : m_strips) {
            std::vector<LegendEntry> entries;
            entries.reserve(strip.numbers.size());
            for (const FigureNumber& number : strip.numbers)
                entries.push_back({.words = number.name, .value = number.value});
            m_numbers.emplace_back(std::move(entries), room(), m_font);
            if (!m_numbers.back().fits(kMostRows))
                drop(Numbers);
            if (!strip.title.empty() && elided(strip.title, room(), kTitle * m_font, true).empty())
                drop(Title);
        }
        if (has(Legend)) {
            // Looks of swatches come first: so the same ones stand at the top of every TikZ.
            m_legend = Flow(legendOf(m_easel, m_strips, m_figure), room(), m_small);
            leaveUnless(m_legend.rows() > 0, Legend);
            if (!m_legend.fits(kMostRows))
                drop(Legend);
        }
    }

    std::string nameOf(int rank) const {
        return m_bareNames ? std::to_string(rank + m_style.countFrom) : rankName(m_figure, rank);
    }
    double widestName() const {
        return mostOf(m_strips, [&](const Strip& strip) {
            return mostOf(strip.ranks, [&](int rank) { return textWidth(nameOf(rank), m_font); });
        });
    }

    /// How wide names and lanes are, and what is too wide for that.
    void findWidths() {
        double names = 0;
        if (has(FigurePart::Ranks)) {
            const double most = 0.2 * room();
            m_bareNames = false;
            m_bareNames = widestName() > most;
            names = widestName();
            if (names > most) {
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
                if (axis > kMostForAxis * room() || !m_captions.back().fits(kMostRows))
                    drop(FigurePart::Memory);
                else if (!memory.empty())
                    names = std::max(names, axis);
            }
        const double left = kMargin + names + (names > 0 ? kBesideNames : 0);
        Time end = 1;
        for (const Strip& strip : m_strips)
            end = std::max({end, strip.lanes.end, strip.bars.end});
        m_scale = {0, end, left, m_style.width - kMargin - left};
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
            return m_figure.say(
                numbers::said(unit == TimeUnit::Unit ? number : number + " " + std::string(toText(unit))));
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
            Words words{.text = labelOf(tick.time)};
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

    bool hasBars() const {
        return any([](const Strip& strip) { return !strip.bars.lanes.empty(); });
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
            using enum FigurePart;
            for (const FigurePart part : {Numbers, Legend})
                if (pitch() < readable)
                    drop(part);
            if (has(Memory) && pitch() < readable)
                m_curves = kLeastMemory * m_font;
            // Names and digits were too small to be read before what follows them has to go, and stay away.
            for (const FigurePart part : {Memory, Title, Ruler})
                if (has(part) && pitch() < kLowestLane)
                    for (const FigurePart each : {Ranks, Digits, part})
                        drop(each);
            // What lanes get beyond what they would take by themselves, curves get in the same measure.
            const auto strips = static_cast<double>(std::ranges::count(m_memory, false, &MemoryStrip::empty));
            const double curves = has(Memory) ? strips * m_curves : 0;
            const double usual = lanes * usualPitch() + curves;
            m_curves *= std::max(1.0, (lanes * pitch() + curves) / usual);
            m_pitch = std::min(pitch(), 12 * m_font);
            m_height = m_style.height;
        } else {
            m_pitch = m_style.lane > 0 ? m_style.lane : usualPitch();
            m_height = fixedHeight() + m_lanes * m_pitch;
        }
        constexpr double kMostHeight = 14400; // points: what readers of PDF and TeX take
        if (m_height > kMostHeight)
            remark(phrase("picture", "The figure is %1 points high; readers of PDF take %2. Lower lanes or "
                                     "fewer ranks help."),
                   numberText(m_height), numberText(kMostHeight));
        m_names = std::min(m_font, m_pitch / kRankLine);
        if (has(FigurePart::Ranks) && m_names < kSmallestFont) {
            drop(FigurePart::Ranks);
            findWidths();
        }
        m_digits = digitsAt(m_pitch);
        if (m_digits == 0)
            drop(FigurePart::Digits);
        if (m_pitch < kLowestLane && m_lanes > 0)
            remark(phrase("picture", "Lanes are %1 points high; %2 is the least that is read. A larger "
                                     "height or fewer ranks help."),
                   numberText(m_pitch), numberText(kLowestLane));
    }

    /// High enough for digits where they fit in the blocks, lower where there are many lanes.
    double usualPitch() const {
        bool hasPairs = false;
        for (const Strip& strip : m_strips)
            for (const PlacedLane& lane : strip.lanes.lanes)
                hasPairs |=
                    std::ranges::any_of(lane.blocks, [](const auto& block) { return block.paired.has_value(); });
        const double comfortable = m_font * (hasPairs ? 2.9 : 1.9) * (hasBars() ? 1.4 : 1);
        const double low = digitsAt(comfortable) > 0 ? comfortable : kRankLine * m_font * (hasBars() ? 1.3 : 1);
        return std::clamp(1.3 * m_style.width / std::max(1, m_lanes), std::min(low, 1.3 * kSmallestFont), low);
    }

    static std::string numberText(double value) { return decimalFromTicks(static_cast<std::int64_t>(10 * value), 10); }

    /// What stands under each other with lanes so high, without the foot.
    std::vector<Band> bands(double pitch) {
        std::vector<Band> bands;
        for (std::size_t place = 0; place < m_strips.size(); ++place) {
            const Strip& strip = m_strips[place];
            if (place > 0)
                bands.push_back({kBetweenStrips * m_font});
            if (has(FigurePart::Title) && !strip.title.empty())
                bands.push_back({kTitle * line(), [&](double y) {
                                     m_easel.words(elided(strip.title, room(), kTitle * m_font, true),
                                                   {kMargin, y + kTitle * m_font}, kTitle * m_font, ColourRole::Text,
                                                   Anchor::Start, true);
                                 }});
            if (has(FigurePart::Numbers))
                bands.push_back({m_numbers[place].height() + 0.4 * m_font, [&, place](double y) {
                                     m_numbers[place].draw(m_easel, {kMargin, y});
                                 }});
            bands.push_back({static_cast<double>(strip.ranks.size()) * pitch, [&](double y) { drawStrip(strip, y); }});
            if (has(FigurePart::Memory) && !m_memory[place].empty()) {
                bands.push_back({0.4 * m_font});
                bands.push_back({m_captions[place].height() + kBelowCaption * m_small, [&, place](double y) {
                                     m_captions[place].draw(m_easel, {kMargin, y});
                                 }});
                bands.push_back(
                    {m_curves, [&, place](double y) {
                         m_memory[place].draw(m_easel, m_scale, {m_scale.left, y, m_scale.width, m_curves}, m_small);
                     }});
            }
        }
        if (has(FigurePart::Ruler))
            bands.push_back({line(), [&](double y) { drawRuler(y); }});
        if (has(FigurePart::Legend))
            bands.push_back({m_legend.height() + 0.3 * m_font, [&](double y) {
                                 m_legend.draw(m_easel, {kMargin, y + 0.3 * m_font});
                             }});
        return bands;
    }

    /// All but the lanes.
    double fixedHeight() {
        double height = 2 * kMargin + (m_figure.foot.empty() ? 0 : line());
        for (const Band& band : bands(0))
            height += band.height;
        return height;
    }

    void draw() {
        double y = kMargin;
        for (const Band& band : bands(m_pitch)) {
            band.draw(y);
            y += band.height;
        }
        if (!m_figure.foot.empty() && m_height - y >= line())
            m_easel.words(elided(m_figure.foot, room(), m_small), {m_scale.right(), m_height - kMargin - 0.3 * m_small},
                          m_small, ColourRole::MutedText, Anchor::End);
    }

    /// Lanes with their names, on thin upright lines at the major marks.
    void drawStrip(const Strip& strip, double top) {
        const double bottom = top + static_cast<double>(strip.ranks.size()) * m_pitch;
        for (const Tick& tick : m_ticks.marks)
            if (tick.major && has(FigurePart::Ruler))
                upright(tick.time, top, bottom, ColourRole::Line, 0.3);
        const LaneHeights heights(m_pitch, hasBars());
        for (std::size_t row = 0; has(FigurePart::Ranks) && row < strip.ranks.size(); ++row) {
            const double middle = top + static_cast<double>(row) * m_pitch + heights.block / 2;
            m_easel.words(nameOf(strip.ranks[row]), {m_scale.left - kBesideNames, middle + kBelowMiddle * m_names},
                          m_names, ColourRole::Text, Anchor::End);
        }
        drawLanes(m_easel, strip, m_scale, top, heights, m_digits);
    }

    void drawRuler(double y) {
        constexpr double kWidth = 0.4;
        m_easel.line({.points = {{m_scale.left, y}, {m_scale.right(), y}},
                      .colour = m_easel.colour(ColourRole::MutedText),
                      .width = kWidth});
        for (const Tick& tick : m_ticks.marks)
            upright(tick.time, y, y + (tick.major ? 2.0 : 1.0), ColourRole::MutedText, kWidth);
        for (const Words& label : m_ruler)
            m_easel.words(label.text, {label.at.x, y + 2.2 + 0.78 * m_small}, m_small, ColourRole::MutedText);
    }

    void upright(Time time, double top, double bottom, ColourRole role, double width) {
        const double x = m_scale.x(time);
        m_easel.line({.points = {{x, top}, {x, bottom}}, .colour = m_easel.colour(role), .width = width});
    }

    static constexpr double kRankLine = 1.25; ///< what a name takes of a lane

    const FigureContents& m_figure;
    FigureStyle m_style; ///< as chosen, without the parts that have no room
    std::vector<Strip> m_strips;
    Easel m_easel;
    double m_font;
    double m_small;
    int m_lanes = 0;
    std::vector<Flow> m_numbers;
    Flow m_legend{{}, 0, 1};
    std::vector<MemoryStrip> m_memory;
    std::vector<Flow> m_captions;
    bool m_bareNames = false;
    TimeScale m_scale;
    Ticks m_ticks;
    std::vector<Words> m_ruler;
    double m_pitch = 0;
    double m_curves = 0;
    double m_names = 0;  ///< the size of their font
    double m_digits = 0; ///< the size of theirs
    double m_height = 0;
    std::vector<Message> m_leftOut;
};

} // namespace

std::string rankName(const FigureContents& figure, int rank) {
    return figure.say(say(phrase("picture", "rank %1"), rank + figure.style.countFrom));
}

} // namespace figure

Message noRoomText(FigurePart part) { return say(figure::kNoRoom[static_cast<int>(part)]); }

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
