// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/widgets/qt_names.h"
#include "core/explain/compare.h"

#include <QWidget>

namespace lanewright::app {

/// Where the difference between planned and measured makespan comes from, as bars. Hidden without a run.
class LostTimePanel : public QWidget {
    Q_OBJECT

public:
    explicit LostTimePanel(Document& document, QWidget* parent = nullptr);

Q_SIGNALS:
    void useCostsRequested();
    void solveRequested();

private:
    void resizeEvent(QResizeEvent* event) override;

    void refresh();
    void enableUse();

    class Bars;
    Document& m_document;
    QLabel* m_title;
    QLabel* m_note;
    Bars* m_bars;
    QPushButton* m_useCosts;
    QPushButton* m_solve;
    QBoxLayout* m_buttons;
};

} // namespace lanewright::app
