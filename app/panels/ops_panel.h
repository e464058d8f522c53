// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

namespace lanewright::app {

class OpsModel;

/// The schedule as a table that edits: a line per op. What is selected here is selected in the lanes, and the reverse.
class OpsPanel : public QWidget {
    Q_OBJECT

public:
    OpsPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

    QTableView& table() { return *m_table; }
    OpsModel& model() { return *m_model; }

private:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

    void say(const QString& trouble);
    /// From the table to the lanes, and back.
    void publishSelection();
    void showSelection();

    Document& m_document;
    Selection& m_selection;
    OpsModel* m_model;
    QTableView* m_table;
    QLineEdit* m_filter;
    QLabel* m_status;
    bool m_syncing = false; ///< one side tells the other, which need not answer
};

} // namespace lanewright::app
