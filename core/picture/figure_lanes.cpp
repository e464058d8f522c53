// SPDX-License-Identifier: Apache-2.0
#include "core/model/block_ops.h"
#include "core/model/dataflow.h"
#include "core/model/text.h"
#include "core/picture/block_name.h"
#include "core/picture/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace lanewright::figure {

namespace {

constexpr double kNarrow = 0.7;        ///< points: narrower blocks are merged
constexpr double kStretchesFrom = 12;  ///< points of a block's width from which it tells how it spends its time
constexpr double kStretchesHeight = 7; ///< the same of its height
constexpr double kBesideDigits = 0.7;  ///< points between a digit and the edge of its block
constexpr double kLineHeight = 1.25;   ///< in sizes of the font

/// `a` … `h` for chunks or microbatches above the first.
std::string letterOf(int place) {
    return place == 0 ? std::string() : std::string(1, static_cast<char>('a' + place % 26));
}

/// The mixed colour of blocks beside each other, none of which can be seen alone.
class Blend {
public:
    void add(double from, double to, Rgb fill) {
        if (m_covered == 0)
            m_from = from;
        m_to = to;
        const double width = to - from;
        m_covered += width;
        for (int place = 0; place < 3; ++place)
            m_sums[place] += width * static_cast<double>(fill >> (16 - 8 * place) & 0xFF);
    }
    bool empty() const { return m_covered == 0; }
    double from() const { return m_from; }
    double to() const { return m_to; }
    /// Over `ground`, in steps that a printer can show, so that few looks do for all.
    Rgb colour(Rgb ground) const {
        Rgb own = 0;
        for (const double sum : m_sums)
            own = own << 8 | static_cast<Rgb>(std::lround(sum / m_covered / 17) * 17);
        return mixed(ground, own, std::lround(8 * std::min(1.0, m_covered / (m_to - m_from))) / 8.0);
    }

private:
    double m_from = 0;
    double m_to = 0;
    double m_covered = 0;
    std::array<double, 3> m_sums = {};
};

/// What is written on a block: `3`, or `2.3` with its stage.
std::string digitsOf(const Op& op, const FigureStyle& style) {
    return LabelText{.stage = style.numbering == Numbering::Stage ? op.stage + style.countFrom : -1,
                     .microbatch = op.microbatch + style.countFrom}
        .text();
}

/// A plain area of a colour, for stretches of blocks too narrow to be seen apart.
int mixedLook(Easel& easel, Rgb fill) {
    std::string name = "Mixed";
    for (const char digit : hexText(fill))
        name += static_cast<char>(digit <= '9' ? 'g' + (digit - '0') : 'a' + (digit - 'A'));
    return easel.look({.name = std::move(name), .fill = fill, .line = 0, .corner = 0});
}

/// Draws lanes, each with its blocks from left to right.
struct LanePainter {
    Easel& easel;
    const PlacedLanes& lanes;
    const TimeScale& scale;
    Standing standing = Standing::Planned;
    double digits = 0; ///< their size; 0: none

    void draw(int rank, double top, double height) const {
        Blend blend;
        const auto flush = [&] {
            if (!blend.empty())
                easel.box({blend.from(), top, std::max(blend.to() - blend.from(), 0.1), height},
                          mixedLook(easel, blend.colour(easel.colour(ColourRole::Surface))));
            blend = {};
        };
        for (const PlacedBlock& block : lanes.lanes[rank].blocks) {
            const auto [from, to] = scale.shown(block.start, block.end);
            if (to <= from)
                continue;
            // From the length alone, so that blocks of one length look alike wherever they stand.
            const bool isNarrow = static_cast<double>(block.end - block.start) * scale.perTick() < kNarrow;
            if (!blend.empty() && (!isNarrow || to - blend.from() > kNarrow || from - blend.to() > kNarrow))
                flush();
            if (digits > 0 && (isNarrow || !block.parked))
                easel.wantedLabels += block.paired ? 2 : 1;
            if (isNarrow)
                blend.add(from, to, easel.drawing.looks[lookOf(block, block.op, block.chunk)].fill);
            else
                drawBlock(block, {from, top, to - from - std::min(0.35, 0.08 * (to - from)), height});
        }
        flush();
    }

private:
    int lookOf(const PlacedBlock& block, const Op& op, int chunk) const {
        return easel.blockLook(op.kind, chunk, op.microbatch, block.parked ? Standing::Parked : standing);
    }

    void drawBlock(const PlacedBlock& block, const Area& area) const {
        const double height = block.paired ? area.height / 2 : area.height;
        const BlockStretches* stretches = standing == Standing::Planned ? lanes.stretchesOf(block) : nullptr;
        const auto half = [&](const Op& op, int chunk, const Area& part, const std::vector<Stretch>& spends) {
            const int look = lookOf(block, op, chunk);
            std::string label = block.parked || digits == 0 ? std::string() : digitsOf(op, easel.style);
            if (textWidth(label, digits) + 2 * kBesideDigits > part.width + 1e-6)
                label.clear();
            easel.drawnLabels += label.empty() ? 0 : 1;
            easel.box(part, look, label, label.empty() ? 0 : digits);
            if (stretches && part.width >= kStretchesFrom && part.height >= kStretchesHeight)
                drawStretches(look, part, spends, stretches->length);
        };
        static const std::vector<Stretch> kNone;
        half(block.op, block.chunk, {area.x, area.y, area.width, height}, stretches ? stretches->first : kNone);
        if (!block.paired)
            return;
        std::vector<Stretch> second = stretches ? stretches->second : kNone;
        if (stretches && stretches->saved > 0)
            second = {{Spends::Hidden, 0, std::min(stretches->saved, stretches->length)}};
        half(*block.paired, block.pairedChunk, {area.x, area.y + height, area.width, height}, second);
    }

    /// At the foot of an op: plain where its network is hidden, hatched where it is exposed, empty where it is idle.
    void drawStretches(int look, const Area& area, const std::vector<Stretch>& stretches, Time length) const {
        const double height = 0.16 * area.height;
        const double perTick = (area.width - 0.8) / static_cast<double>(std::max<Time>(1, length));
        for (const Stretch& each : stretches)
            if (each.spends != Spends::Computing && each.end > each.start)
                easel.box({area.x + 0.4 + static_cast<double>(each.start) * perTick, area.bottom() - height - 0.3,
                           static_cast<double>(each.end - each.start) * perTick, height},
                          spendsLook(easel, look, each.spends));
    }
};

/// Idle time of a rank between the beginning and the end of all.
void drawBubbles(Easel& easel, const PlacedLane& lane, const TimeScale& scale, Time end, double top, double height) {
    Time free = 0;
    const auto gap = [&](Time until) {
        if (const auto [from, to] = scale.shown(free, until); to - from > kNarrow)
            easel.box({from, top, to - from, height}, bubbleLook(easel));
    };
    for (const PlacedBlock& block : lane.blocks) {
        if (block.parked)
            break;
        gap(block.start);
        free = block.end;
    }
    gap(end);
}

/// From where a value is made to where it is used, between ranks.
void drawArrows(Easel& easel, const Strip& strip, const TimeScale& scale, double top, const LaneHeights& heights) {
    const FigureStyle& style = easel.style;
    const auto isWanted = [&](int microbatch) {
        return style.allArrows || std::ranges::find(style.arrows, microbatch) != style.arrows.end();
    };
    const Schedule& schedule = strip.panel->plan->schedule;
    const int stages = schedule.stages();
    struct Made {
        std::size_t row = 0;
        Time end = 0;
    };
    // Iterations stand one behind the other on a lane: each of them is looked at apart.
    const std::size_t count = std::max<std::size_t>(1, strip.timelines.size());
    for (std::size_t iteration = 0; iteration < count; ++iteration) {
        std::unordered_map<int, Made> made;
        const auto eachOp = [&](auto&& seen) {
            for (std::size_t row = 0; row < strip.ranks.size(); ++row) {
                const std::vector<PlacedBlock>& blocks = strip.lanes.lanes[strip.ranks[row]].blocks;
                const std::size_t each = blocks.size() / count;
                for (std::size_t at = iteration * each; at < (iteration + 1) * each; ++at)
                    for (const Op& op : opsIn(blocks[at]))
                        if (!blocks[at].parked && isWanted(op.microbatch))
                            seen(op, blocks[at], row);
            }
        };
        eachOp([&](const Op& op, const PlacedBlock& block, std::size_t row) {
            for (const Value& value : yieldsOf(op, stages))
                made[indexOf(value, stages, schedule.microbatches)] = {row, block.end};
        });
        eachOp([&](const Op& op, const PlacedBlock& block, std::size_t row) {
            for (const Value& value : needsOf(op, stages)) {
                const auto found = made.find(indexOf(value, stages, schedule.microbatches));
                if (!crossesRanks(value.kind) || found == made.end() || found->second.row == row)
                    continue;
                const auto middle = [&](std::size_t at) {
                    return top + static_cast<double>(at) * heights.pitch + heights.block / 2;
                };
                const Point from{scale.x(found->second.end), middle(found->second.row)};
                const Point to{scale.x(block.start), middle(row)};
                const auto isSeen = [&](double x) { return x >= scale.left && x <= scale.right(); };
                if (!isSeen(from.x) || !isSeen(to.x))
                    continue;
                // A seam of the ground lets it be seen on every block.
                const Line arrow = arrowLine(easel);
                easel.line(
                    {.points = {from, to}, .colour = easel.colour(ColourRole::Surface), .width = 2.5 * arrow.width});
                easel.line({{from, to}, arrow.colour, arrow.width, {}, true});
            }
        });
    }
}

} // namespace

int Easel::look(Look look) {
    const auto [found, isNew] = m_named.try_emplace(look.name, static_cast<int>(drawing.looks.size()));
    if (isNew)
        drawing.looks.push_back(std::move(look));
    return found->second;
}

int Easel::blockLook(OpKind kind, int chunk, int microbatch, Standing standing) {
    const bool byKind = style.colourBy == ColourBy::Kind;
    const int place = style.colourBy == ColourBy::Microbatch ? microbatch % kShades : std::max(chunk, 0);
    const int step = byKind ? std::min(place, kChunkSteps - 1) : place % kShades;
    const auto [found, isNew] = m_blocks.try_emplace({kind, step, standing}, 0);
    if (!isNew)
        return found->second;
    const BlockColours own =
        byKind ? blockColours(kind, step, style.ground, style.palette) : shadedColours(kind, step, style.ground);
    const Rgb surface = colour(ColourRole::Surface);
    static constexpr std::pair<std::string_view, double> kStandings[] = {
        {"", 0}, {"Run", kBarPaleness}, {"Other", 0.75}, {"Parked", 0.62}};
    const auto& [suffix, pale] = kStandings[static_cast<int>(standing)];
    Look look{.name = std::string(toText(kind)) + letterOf(step) + std::string(suffix),
              .fill = mixed(own.fill, surface, pale),
              .border = mixed(own.border, surface, pale),
              .label = own.label,
              .isDashed = standing == Standing::OtherOrder || standing == Standing::Parked,
              .hatch = mixed(own.fill, own.label, 0.3),
              .rises = kind != OpKind::B};
    if (standing == Standing::Planned && kind != OpKind::F && kind != OpKind::R)
        if (style.hatched == Hatched::Kinds || (style.hatched == Hatched::Weights && kind == OpKind::W))
            look.hatched = kind == OpKind::BW ? 0.5 : 0.28;
    return found->second = this->look(std::move(look));
}

void Easel::words(std::string text, Point at, double size, ColourRole role, Anchor anchor, bool isBold) {
    const double width = textWidth(text, size, isBold);
    drawing.marks.emplace_back(Words{std::move(text), at, size, colour(role), anchor, isBold, width});
}

LaneHeights::LaneHeights(double from, bool hasBars) : pitch(from) {
    const double room = from - std::min(0.14 * from, 4.0);
    block = hasBars ? 0.68 * room : room;
    bar = hasBars ? 0.26 * room : 0;
    barTop = 0.74 * room;
}

double digitsThatFit(const std::vector<Strip>& strips, const FigureStyle& style, const TimeScale& scale,
                     const LaneHeights& heights) {
    std::vector<Time> lengths;
    Op widest;
    bool hasPairs = false;
    for (const Strip& strip : strips) {
        for (const int rank : strip.ranks)
            for (const PlacedBlock& block : strip.lanes.lanes[rank].blocks) {
                hasPairs |= block.paired.has_value();
                if (!block.parked && block.end > scale.start && block.start < scale.end)
                    lengths.push_back(block.end - block.start);
            }
        const Schedule& schedule = strip.panel->plan->schedule;
        widest.stage = std::max<int>(widest.stage, schedule.stages() - 1);
        widest.microbatch = std::max(widest.microbatch, schedule.microbatches - 1);
    }
    if (lengths.empty())
        return 0;
    const double ink = textWidth(digitsOf(widest, style), 1);
    const double most = std::min(style.type(), heights.block / (hasPairs ? 2 : 1) / kLineHeight);
    for (const std::size_t tenths : {1, 2, 3, 5, 7}) {
        const auto place = lengths.begin() + static_cast<std::ptrdiff_t>(tenths * lengths.size() / 10);
        std::ranges::nth_element(lengths, place);
        const double room = 0.92 * static_cast<double>(*place) * scale.perTick() - 2 * kBesideDigits;
        if (const double size = std::min(most, room / ink); size >= kSmallestFont)
            return size;
    }
    return 0;
}

void drawLanes(Easel& easel, const Strip& strip, const TimeScale& scale, double top, const LaneHeights& heights,
               double digits) {
    const Standing measured = strip.panel->otherOrder ? Standing::OtherOrder : Standing::Measured;
    for (std::size_t row = 0; row < strip.ranks.size(); ++row) {
        const int rank = strip.ranks[row];
        const double y = top + static_cast<double>(row) * heights.pitch;
        if (easel.style.shows(FigurePart::Bubbles))
            drawBubbles(easel, strip.lanes.lanes[rank], scale, strip.lanes.reached, y, heights.block);
        LanePainter{easel, strip.lanes, scale, Standing::Planned, digits}.draw(rank, y, heights.block);
        if (heights.bar > 0 && rank < static_cast<int>(strip.bars.lanes.size()))
            LanePainter{easel, strip.bars, scale, measured}.draw(rank, y + heights.barTop, heights.bar);
        for (const std::vector<StepSpan>& steps : strip.steps)
            if (const auto [from, to] = scale.shown(steps[rank].start, steps[rank].end); to > from)
                easel.box({from, y, to - from, heights.block}, optimizerLook(easel));
        // A mark where one iteration of the rank ends and the next one begins.
        for (std::size_t next = 1; next < strip.steps.size(); ++next)
            if (const double x = scale.x(strip.steps[next - 1][rank].end); x > scale.left && x < scale.right())
                easel.line({{{x, y}, {x, y + heights.block}}, easel.colour(ColourRole::Text), 0.5});
    }
    if (easel.style.allArrows || !easel.style.arrows.empty())
        drawArrows(easel, strip, scale, top, heights);
}

int bubbleLook(Easel& easel) {
    return easel.look({.name = "Bubble",
                       .fill = easel.colour(ColourRole::Surface),
                       .line = 0,
                       .corner = 0,
                       .hatched = 1,
                       .hatch = easel.colour(ColourRole::MutedText)});
}

Line arrowLine(const Easel& easel) {
    return {.colour = easel.colour(ColourRole::Text), .width = 0.08 * easel.style.type(), .hasHead = true};
}

int optimizerLook(Easel& easel) {
    const Rgb fill = colourOf(ActivityKind::Optimizer, easel.style.ground, easel.style.palette);
    return easel.look({.name = "Step", .fill = fill, .border = mixed(fill, easel.colour(ColourRole::MutedText), 0.6)});
}

int spendsLook(Easel& easel, int look, Spends spends) {
    const Look& own = easel.drawing.looks[look];
    const bool isHidden = spends == Spends::Hidden;
    const bool isExposed = spends == Spends::Exposed;
    return easel.look({.name = own.name + (isHidden    ? "Hidden"
                                           : isExposed ? "Exposed"
                                                       : "Idle"),
                       .fill = isHidden ? mixed(own.fill, own.border, 0.8) : easel.colour(ColourRole::Surface),
                       .line = 0,
                       .corner = 0,
                       .hatched = isExposed ? 1.0 : 0.0,
                       .hatch = own.border});
}

} // namespace lanewright::figure
