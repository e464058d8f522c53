// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QWidget>

namespace lanewright::app {

class DeviationModel;
class DeviationPlot;
class Document;
class Selection;

/// The deviations as a table; a click selects the op everywhere.
class DeviationPanel : public QWidget {
    Q_OBJECT

public:
    /// Columns of the table.
    enum Column {
        OpColumn,
        RankColumn,
        PlannedColumn,
        MeasuredColumn,
        SlipColumn,
        DurationColumn,
        StepsColumn,
        WhyColumn
    };
    DeviationPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

    int count() const;

private:
    QWidget* makePlots();
    void refresh();

    Document& m_document;
    Selection& m_selection;
    DeviationModel* m_model;
    QTableView* m_table;
    DeviationPlot* m_plot;
    QListWidget* m_inversions;
    QLabel* m_inversionsTitle;
    QSplitter* m_parts;
    QLabel* m_nothing;
    QStackedLayout* m_stack;
};

} // namespace lanewright::app
