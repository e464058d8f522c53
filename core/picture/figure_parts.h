// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/picture/figure_layout.h"
#include "core/picture/placed_lanes.h"
#include "core/picture/time_scale.h"
#include "core/simulate/iterations.h"
#include "core/simulate/memory.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/// The parts of `layOut`. Nobody else includes this.
namespace lanewright::figure {

/// How blocks stand in a figure.
enum class Standing : std::uint8_t {
    Planned,
    Measured,   ///< in a bar under planned blocks
    OtherOrder, ///< such a bar of a run that had another order
    Parked,     ///< never starts: its rank stalled
};

/// Lanes under each other that belong together: those of a plan, or of a run.
struct Strip {
    const FigurePanel* panel = nullptr;
    std::string title = {};
    std::vector<FigureNumber> numbers = {};
    PlacedLanes lanes = {};
    PlacedLanes bars = {};                         ///< a run's, thin under the blocks; empty: none
    std::vector<Timeline> timelines = {};          ///< whose memory is drawn, one after the other; empty: none
    std::vector<std::vector<StepSpan>> steps = {}; ///< the optimizer's, `[iteration][rank]`
    std::vector<int> ranks = {};                   ///< those that are drawn, from the top
};

/// The strips of all panels, in their order. Fails on ranks and microbatches that none has, on a stretch of time that
/// lies elsewhere, and where iterations are asked for of an order that does not reach its end.
Result<std::vector<Strip>> stripsOf(const FigureContents& figure);

/// A picture that grows: its looks, each once, and its marks.
class Easel {
public:
    explicit Easel(const FigureStyle& style) : m_style(style) {}

    const FigureStyle& style() const { return m_style; }
    Rgb colour(ColourRole role) const { return colourOf(role, m_style.ground); }
    /// The look of blocks of one kind, chunk and microbatch.
    int blockLook(OpKind kind, int chunk, int microbatch, Standing standing);
    /// A plain area of a colour, for stretches of blocks too narrow to be seen apart.
    int mixedLook(Rgb fill);
    /// A look of another kind; equal names are one look.
    int look(Look look);
    const Look& lookAt(int place) const { return m_drawing.looks[place]; }

    void box(const Area& frame, int look, std::string label = {}, double size = 0) {
        m_drawing.marks.emplace_back(Box{frame, look, std::move(label), size});
    }
    void line(Line line) { m_drawing.marks.emplace_back(std::move(line)); }
    void words(std::string text, Point at, double size, ColourRole role, Anchor anchor = Anchor::Start,
               bool isBold = false);
    /// So many more labels were wanted, and so many drawn.
    void countLabels(int wanted, int drawn) {
        m_wanted += wanted;
        m_missing += wanted - drawn;
    }
    int wantedLabels() const { return m_wanted; }
    int missingLabels() const { return m_missing; }
    Drawing take() && { return std::move(m_drawing); }

private:
    using Key = std::tuple<OpKind, int, Standing>;

    const FigureStyle& m_style;
    Drawing m_drawing;
    std::map<Key, int> m_blocks;
    std::map<std::string, int> m_named;
    int m_wanted = 0;
    int m_missing = 0;
};

/// What is written on blocks: of one size in all of a picture.
struct Digits {
    double size = 0; ///< 0: none
    Numbering numbering = Numbering::Microbatch;
    int countFrom = 0;

    std::string of(const Op& op) const;
};

/// `rank 3`, as the figure counts.
std::string rankName(const FigureContents& figure, int rank);

/// The parts of a lane, from its top.
struct LaneHeights {
    double pitch = 0; ///< from one lane to the next
    double block = 0;
    double barTop = 0;
    double bar = 0; ///< 0: no bars

    LaneHeights(double pitch, bool hasBars);
};

/// The largest digits that fit in nine tenths of the blocks, else in fewer of them, down to three; shorter ones have
/// none. 0 where they would be too small to be read.
double digitsThatFit(const std::vector<Strip>& strips, const FigureStyle& style, const TimeScale& scale,
                     const LaneHeights& heights);

/// The blocks of a strip whose first lane begins at `top`, with bars, bubbles, steps and arrows.
void drawLanes(Easel& easel, const Strip& strip, const TimeScale& scale, double top, const LaneHeights& heights,
               const Digits& digits);

/// A value on its way between ranks.
Line arrowLine(const Easel& easel);
/// The looks of idle time, of an optimizer's step, and of the foot of a forward that spends its time so.
int bubbleLook(Easel& easel);
int optimizerLook(Easel& easel);
int spendsLook(Easel& easel, Spends spends);

/// An entry of a legend: what its swatch shows, and its words.
struct LegendEntry {
    std::vector<int> looks = {};   ///< boxes beside each other
    bool isLow = false;            ///< a bar
    int foot = -1;                 ///< the look of a stretch at the foot of the boxes; −1: none
    std::optional<Line> line = {}; ///< instead, without its points
    std::string words = {};
    std::string value = {}; ///< behind the words, bold
};

/// Entries beside each other in as many rows as they need; nothing where one is wider than the room.
class Flow {
public:
    Flow(std::vector<LegendEntry> entries, double width, double size);

    bool fits() const { return m_fits; }
    int rows() const { return m_rows; }
    double height() const { return m_fits ? m_rows * rowHeight() : 0; }
    void draw(Easel& easel, Point at) const;

private:
    double rowHeight() const { return 1.4 * m_size; }
    double swatchOf(const LegendEntry& entry) const;
    double wordsAt(const LegendEntry& entry) const;
    double valueAt(const LegendEntry& entry) const;
    double widthOf(const LegendEntry& entry) const { return valueAt(entry) + textWidth(entry.value, m_size, true); }

    std::vector<LegendEntry> m_entries;
    std::vector<Point> m_places;
    double m_size;
    int m_rows = 0;
    bool m_fits = true;
};

/// How the iterations of a plan follow each other.
Message iterationsText(const FigureStyle& style, const Plan& plan);

/// What colours and signs of the strips mean; of one strip also how its iterations follow each other.
std::vector<LegendEntry> legendOf(Easel& easel, const std::vector<Strip>& strips, const FigureContents& figure);

/// The memory curves of a strip's ranks on one scale.
class MemoryStrip {
public:
    MemoryStrip(const Strip& strip, const FigureContents& figure);

    bool empty() const { return m_rows.empty(); }
    /// Names of curves, the unit, the limit.
    std::vector<LegendEntry> caption() const;
    /// The numbers at the axis, of which the wider one says how much room they take.
    std::string most() const;
    void draw(Easel& easel, const TimeScale& scale, const Area& area, double size) const;

private:
    Line curveLine(std::size_t place) const;

    const Strip& m_strip;
    const FigureContents& m_figure;
    std::vector<MemoryCurve> m_curves; ///< by row of the strip
    std::vector<int> m_rows;           ///< whose curves are drawn
    Bytes m_most = 1;
    std::set<Bytes> m_limits; ///< all different ones of those rows
};

} // namespace lanewright::figure
