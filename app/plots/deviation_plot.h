// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot.h"
#include "core/explain/compare.h"

#include <algorithm>
#include <set>
#include <vector>

namespace lanewright::app {

class Document;
class Selection;

/// How far measured ops are from their plan: a histogram of their slips by kind, or their measured over their planned
/// durations. A click selects the ops that it hits, everywhere.
class DeviationPlot : public Plot {
    Q_OBJECT

public:
    enum class View { Histogram, Scatter };
    static constexpr int kBins = 24;

    DeviationPlot(Document& document, Selection& selection, QWidget* parent = nullptr);

    void show(std::vector<Deviation> deviations);
    void setView(View view);
    /// The ops whose slips fall into a bin of the histogram.
    std::set<Op> opsIn(int bin) const;
    /// How many ops of a kind fall into each bin.
    std::vector<int> countsOf(OpKind kind) const;
    /// What a click at a point of the plot selects, in pixels of this widget.
    void clickAt(QPointF at) override;
    QSize sizeHint() const override { return {420, 180}; }

private:
    void rebuild() override;

    int binOf(Time slip) const { return std::clamp(static_cast<int>((slip - m_least) / m_bin), 0, kBins - 1); }
    double unitOf(Time time) const;
    void addHistogram();
    void addScatter();
    /// A title with the unit of times.
    QString withUnit(const QString& bare, const QString& title) const;

    Document& m_document;
    Selection& m_selection;
    View m_view = View::Histogram;
    std::vector<Deviation> m_deviations;
    Time m_least = 0; ///< slip at the left edge of the histogram
    Time m_bin = 1;   ///< width of a bin
};

} // namespace lanewright::app
