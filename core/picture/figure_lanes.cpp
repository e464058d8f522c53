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

/// Draws one lane: the blocks from left to right.
class LanePainter {
public:
    LanePainter(Easel& easel, const PlacedLanes& lanes, const TimeScale& scale, Standing standing, const Digits& digits)
        : m_easel(easel), m_lanes(lanes), m_scale(scale), m_standing(standing), m_digits(digits) {}

    void draw(const PlacedLane& lane, double top, double height) {
        Blend blend;
        const auto flush = [&] {
            if (!blend.empty())
                m_easel.box({blend.from(), top, std::max(blend.to() - blend.from(), 0.1), height},
                            m_easel.mixedLook(blend.colour(m_easel.colour(ColourRole::Surface))));
            blend = {};
        };
        for (const PlacedBlock& block : lane.blocks) {
            const double from = std::max(m_scale.x(block.start), m_scale.left);
            const double to = std::min(m_scale.x(block.end), m_scale.left + m_scale.width);
            if (to <= from)
                continue;
            // From the length alone, so that blocks of one length look alike wherever they stand.
            const bool isNarrow = static_cast<double>(block.end - block.start) * m_scale.perTick() < kNarrow;
            if (!blend.empty() && (!isNarrow || to - blend.from() > kNarrow || from - blend.to() > kNarrow))
                flush();
            if (isNarrow && m_digits.size > 0)
                m_easel.countLabels(block.paired ? 2 : 1, 0);
            if (isNarrow)
                blend.add(from, to, m_easel.lookAt(lookOf(block, block.op, block.chunk)).fill);
            else
                drawBlock(block, {from, top, to - from - std::min(0.35, 0.08 * (to - from)), height});
        }
        flush();
    }

private:
    int lookOf(const PlacedBlock& block, const Op& op, int chunk) {
        return m_easel.blockLook(op.kind, chunk, op.microbatch, block.parked ? Standing::Parked : m_standing);
    }

    void drawBlock(const PlacedBlock& block, const Area& area) {
        const double height = block.paired ? area.height / 2 : area.height;
        const BlockStretches* stretches = m_standing == Standing::Planned ? m_lanes.stretchesOf(block) : nullptr;
        const auto half = [&](const Op& op, int chunk, const Area& part, const std::vector<Stretch>* spends) {
            const int look = lookOf(block, op, chunk);
            std::string label = block.parked || m_digits.size == 0 ? std::string() : m_digits.of(op);
            if (textWidth(label, m_digits.size) + 2 * kBesideDigits > part.width + 1e-6)
                label.clear();
            if (m_digits.size > 0 && !block.parked)
                m_easel.countLabels(1, label.empty() ? 0 : 1);
            m_easel.box(part, look, label, label.empty() ? 0 : m_digits.size);
            if (spends && part.width >= kStretchesFrom && part.height >= kStretchesHeight)
                drawStretches(look, part, *spends, stretches->length);
        };
        half(block.op, block.chunk, {area.x, area.y, area.width, height}, stretches ? &stretches->first : nullptr);
        if (!block.paired)
            return;
        const std::vector<Stretch> saved{
            {Spends::Hidden, 0, stretches ? std::min(stretches->saved, stretches->length) : 0}};
        half(*block.paired, block.pairedChunk, {area.x, area.y + height, area.width, height},
             !stretches             ? nullptr
             : stretches->saved > 0 ? &saved
                                    : &stretches->second);
    }

    /// At the foot of an op: plain where its network is hidden, hatched where it is exposed, empty where it is idle.
    void drawStretches(int look, const Area& area, const std::vector<Stretch>& stretches, Time length) {
        const Look own = m_easel.lookAt(look);
        const double height = 0.16 * area.height;
        const double perTick = (area.width - 0.8) / static_cast<double>(std::max<Time>(1, length));
        for (const Stretch& each : stretches) {
            if (each.spends == Spends::Computing || each.end <= each.start)
                continue;
            m_easel.box({area.x + 0.4 + static_cast<double>(each.start) * perTick, area.bottom() - height - 0.3,
                         static_cast<double>(each.end - each.start) * perTick, height},
                        spendsLook(m_easel, own, each.spends));
        }
    }

public:
    static int spendsLook(Easel& easel, const Look& own, Spends spends) {
        const Rgb surface = easel.colour(ColourRole::Surface);
        const bool isHidden = spends == Spends::Hidden;
        return easel.look({.name = own.name + (isHidden                    ? "Hidden"
                                               : spends == Spends::Exposed ? "Exposed"
                                                                           : "Idle"),
                           .fill = isHidden ? mixed(own.fill, own.border, 0.8) : surface,
                           .line = 0,
                           .corner = 0,
                           .hatched = spends == Spends::Exposed ? 1.0 : 0.0,
                           .hatch = own.border});
    }

private:
    Easel& m_easel;
    const PlacedLanes& m_lanes;
    const TimeScale& m_scale;
    Standing m_standing;
    const Digits& m_digits;
};

/// Idle time of a rank between the beginning and the end of all.
void drawBubbles(Easel& easel, const PlacedLane& lane, const TimeScale& scale, Time end, double top, double height) {
    Time free = 0;
    const auto gap = [&](Time until) {
        const double from = std::max(scale.x(free), scale.left);
        const double to = std::min(scale.x(until), scale.left + scale.width);
        if (to - from > kNarrow)
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
    const FigureStyle& style = easel.style();
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
                const auto isSeen = [&](double x) { return x >= scale.left && x <= scale.left + scale.width; };
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
    const auto [found, isNew] = m_named.try_emplace(look.name, static_cast<int>(m_drawing.looks.size()));
    if (isNew)
        m_drawing.looks.push_back(std::move(look));
    return found->second;
}

int Easel::mixedLook(Rgb fill) {
    std::string name = "Mixed";
    for (const char digit : hexText(fill))
        name += static_cast<char>(digit <= '9' ? 'g' + (digit - '0') : 'a' + (digit - 'A'));
    return look({.name = std::move(name), .fill = fill, .line = 0, .corner = 0});
}

int Easel::blockLook(OpKind kind, int chunk, int microbatch, Standing standing) {
    const bool byKind = m_style.colourBy == ColourBy::Kind;
    const int place = m_style.colourBy == ColourBy::Microbatch ? microbatch % kShades : std::max(chunk, 0);
    const int step = byKind ? std::min(place, kChunkSteps - 1) : place % kShades;
    const auto [found, isNew] = m_blocks.try_emplace(Key{kind, step, standing}, 0);
    if (!isNew)
        return found->second;
    const BlockColours own =
        byKind ? blockColours(kind, step, m_style.ground, m_style.palette) : shadedColours(kind, step, m_style.ground);
    const Rgb surface = colour(ColourRole::Surface);
    const double pale = standing == Standing::Planned    ? 0
                        : standing == Standing::Measured ? kBarPaleness
                        : standing == Standing::Parked   ? 0.62
                                                         : 0.75;
    static constexpr std::string_view kNames[] = {"", "Run", "Other", "Parked"};
    Look look{.name = std::string(toText(kind)) + letterOf(step) + std::string(kNames[static_cast<int>(standing)]),
              .fill = mixed(own.fill, surface, pale),
              .border = mixed(own.border, surface, pale),
              .label = own.label,
              .isDashed = standing == Standing::OtherOrder || standing == Standing::Parked,
              .hatch = mixed(own.fill, own.label, 0.3),
              .rises = kind != OpKind::B};
    if (standing == Standing::Planned && kind != OpKind::F && kind != OpKind::R)
        look.hatched = m_style.hatched == Hatched::Kinds                          ? (kind == OpKind::BW ? 0.5 : 0.28)
                       : m_style.hatched == Hatched::Weights && kind == OpKind::W ? 0.28
                                                                                  : 0;
    return found->second = this->look(std::move(look));
}

void Easel::words(std::string text, Point at, double size, ColourRole role, Anchor anchor, bool isBold) {
    const double width = textWidth(text, size, isBold);
    m_drawing.marks.emplace_back(Words{std::move(text), at, size, colour(role), anchor, isBold, width});
}

std::string Digits::of(const Op& op) const {
    return LabelText{.stage = numbering == Numbering::Stage ? op.stage + countFrom : -1,
                     .microbatch = op.microbatch + countFrom}
        .text();
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
    const double ink = textWidth(Digits{.numbering = style.numbering, .countFrom = style.countFrom}.of(widest), 1);
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
               const Digits& digits) {
    const Digits none{};
    for (std::size_t row = 0; row < strip.ranks.size(); ++row) {
        const int rank = strip.ranks[row];
        const double y = top + static_cast<double>(row) * heights.pitch;
        const PlacedLane& lane = strip.lanes.lanes[rank];
        if (easel.style().shows(FigurePart::Bubbles))
            drawBubbles(easel, lane, scale, strip.lanes.reached, y, heights.block);
        LanePainter(easel, strip.lanes, scale, Standing::Planned, digits).draw(lane, y, heights.block);
        if (heights.bar > 0 && rank < static_cast<int>(strip.bars.lanes.size()))
            LanePainter(easel, strip.bars, scale, strip.panel->otherOrder ? Standing::OtherOrder : Standing::Measured,
                        none)
                .draw(strip.bars.lanes[rank], y + heights.barTop, heights.bar);
        for (const std::vector<StepSpan>& steps : strip.steps) {
            const double from = std::max(scale.x(steps[rank].start), scale.left);
            const double to = std::min(scale.x(steps[rank].end), scale.left + scale.width);
            if (to > from)
                easel.box({from, y, to - from, heights.block}, optimizerLook(easel));
        }
    }
    if (easel.style().allArrows || !easel.style().arrows.empty())
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
    return {.colour = easel.colour(ColourRole::Text), .width = 0.08 * easel.style().type(), .hasHead = true};
}

int optimizerLook(Easel& easel) {
    const Rgb fill = colourOf(ActivityKind::Optimizer, easel.style().ground, easel.style().palette);
    return easel.look({.name = "Step", .fill = fill, .border = mixed(fill, easel.colour(ColourRole::MutedText), 0.6)});
}

int spendsLook(Easel& easel, Spends spends) {
    return LanePainter::spendsLook(easel, easel.lookAt(easel.blockLook(OpKind::F, 0, 0, Standing::Planned)), spends);
}

} // namespace lanewright::figure
