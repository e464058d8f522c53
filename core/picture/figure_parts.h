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
struct Easel {
    explicit Easel(const FigureStyle& chosen) : style(chosen) {}

    Rgb colour(ColourRole role) const { return colourOf(role, style.ground); }
    /// The look of blocks of one kind, chunk and microbatch.
    int blockLook(OpKind kind, int chunk, int microbatch, Standing standing);
    /// A look of another kind; equal names are one look.
    int look(Look look);

    void box(const Area& frame, int look, std::string label = {}, double size = 0) {
        drawing.marks.emplace_back(Box{frame, look, std::move(label), size});
    }
    void line(Line line) { drawing.marks.emplace_back(std::move(line)); }
    void words(std::string text, Point at, double size, ColourRole role, Anchor anchor = Anchor::Start,
               bool isBold = false);

    const FigureStyle& style;
    Drawing drawing = {};
    int wantedLabels = 0;
    int drawnLabels = 0;

private:
    std::map<std::tuple<OpKind, int, Standing>, int> m_blocks;
    std::map<std::string, int> m_named;
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

/// The size of the largest digits that fit in nine tenths of the blocks, else in fewer of them, down to three; shorter
/// ones have none. 0 where they would be too small to be read.
double digitsThatFit(const std::vector<Strip>& strips, const FigureStyle& style, const TimeScale& scale,
                     const LaneHeights& heights);

/// The blocks of a strip whose first lane begins at `top`, with bars, bubbles, steps and arrows; what is written on
/// them has the size `digits` all over a picture, and is not written where that is 0.
void drawLanes(Easel& easel, const Strip& strip, const TimeScale& scale, double top, const LaneHeights& heights,
               double digits);

/// A value on its way between ranks.
Line arrowLine(const Easel& easel);
/// The looks of idle time, of an optimizer's step, and of the foot of an op of some look that spends its time so.
int bubbleLook(Easel& easel);
int optimizerLook(Easel& easel);
int spendsLook(Easel& easel, int look, Spends spends);

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

    int rows() const { return m_rows; }
    bool fits(int most) const { return m_fits && m_rows <= most; }
    double height() const { return m_fits ? m_rows * rowHeight() : 0; }
    void draw(Easel& easel, Point at) const;

private:
    /// An entry with its corner, and from there how wide its swatch is and where words and value begin.
    struct Place {
        LegendEntry entry;
        Point at = {};
        double swatch = 0;
        double words = 0;
        double value = 0;
    };
    double rowHeight() const { return 1.4 * m_size; }

    std::vector<Place> m_places;
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
