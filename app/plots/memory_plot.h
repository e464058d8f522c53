// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/lanes/time_range.h"
#include "app/plots/plot.h"

#include <QPolygonF>

#include <optional>
#include <vector>

class QCPItemStraightLine;
class QLabel;

namespace lanewright::app {

/// Activation memory over time, a curve per rank at its values with the limit as a dashed line, on the time axis of the
/// lanes.
///
/// At most eight curves are drawn: of the ranks with the highest peaks where there are more. The curve of the selected
/// op's rank is thicker. Where the file says how buffers for messages are kept, what they take lies as a band on the
/// curve of the selected op's rank, or of the fullest.
class MemoryPlot : public Plot {
    Q_OBJECT

public:
    MemoryPlot(Document& document, Selection& selection, TimeRange& range, QWidget* parent = nullptr);

    /// Draws what a gesture would give, unless that is too large to follow a hand; null: the plan's own curves again.
    /// It must live until the next call.
    void preview(const Analysis* analysis);
    /// A line at what the memory is to come to, where there is such a goal; and the axis has room for so much from the
    /// start, and never less than it once had, so that curves are seen to sink.
    void setGoal(std::optional<Bytes> goal, Bytes room);
    /// The line of a moment of playback; none: nothing is played.
    void setMoment(std::optional<Time> moment);
    std::optional<double> momentX() const; ///< where it is drawn, in pixels
    /// Pixels to leave free at the right: what a scroll bar takes from the lanes.
    void setRightMargin(int pixels);
    /// Pixels to leave free at the left: the headers of the lanes, where they are wider than usual.
    void setLeftMargin(int pixels);
    /// The ranks whose curves are drawn.
    const std::vector<int>& shownRanks() const { return m_ranks; }
    /// What the axis is made for, in the plan's unit: the highest peak or limit.
    double top() const { return m_top; }
    /// Where a value of the axis lies, in pixels.
    double yOf(double value) const;
    /// The corners of the curve at a place in `shownRanks()`, in pixels.
    QPolygonF curve(int place) const;
    /// The upper edge of the band of buffers, in pixels; empty where there is none.
    QPolygonF band() const;
    /// What stands beside the marks of the axis.
    QStringList marks() const;
    /// Where the words of the limits stand, in pixels; those for which there is no room are left out.
    std::vector<QRectF> limitLabels() const;
    QSize sizeHint() const override { return {800, 150}; }

private:
    void rebuild() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    class Legend;
    const Analysis& shown() const { return m_preview ? *m_preview : m_document.analysis(); }
    QCPGraph* addCurve(const MemoryCurve& curve);
    static QPolygonF pointsOf(const QCPGraph& graph);
    /// The rank whose curve has a band of buffers; −1: none has.
    int bufferedRank() const;
    void addBand();
    int rankOfSelection() const;
    void addLimits(double top);
    void addLimitWords(const QString& text, double value, const QColor& colour);
    void addMoment();
    /// Moves the words of limits that are near each other apart.
    void placeLimits();
    void showRange();
    void placeLegend();
    void applyTheme();
    void say(const QPoint& position);

    Document& m_document;
    const Analysis* m_preview = nullptr; ///< what the gesture that goes on would give
    Selection& m_selection;
    TimeRange& m_range;
    QLabel* m_title;
    Legend* m_legend;
    std::vector<int> m_ranks;
    std::vector<QCPItemText*> m_limits; ///< the words, from the lowest limit up
    QCPGraph* m_band = nullptr;         ///< the upper edge of the band of buffers
    QCPItemStraightLine* m_momentLine = nullptr;
    std::optional<Time> m_moment;
    std::optional<Bytes> m_goal;
    Bytes m_room = 0; ///< the least that the axis is for; 0: what the curves take
    double m_top = 1;
    int m_leftMargin;
    int m_rightMargin = 0;
    int m_dragX = -1;
};

} // namespace lanewright::app
