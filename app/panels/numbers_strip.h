// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lanewright {

/// One number, large, under its name.
class Figure : public QWidget {
    Q_OBJECT

public:
    /// `key` is the number's key in `definitionOf`, which the tooltip shows.
    Figure(const QString& name, std::string_view key, QWidget* parent = nullptr);

    void show(const QString& value, const QString& unit);
    QString value() const;
    QString unit() const;

private:
    QLabel* m_value;
    QLabel* m_unit;
};

/// The numbers of the plan, of the run when there is one, and whether the plan is valid.
class NumbersStrip : public QWidget {
    Q_OBJECT

public:
    explicit NumbersStrip(Document& document, QWidget* parent = nullptr);

    const Figure& makespan() const { return *m_makespan; }
    const Figure& measured() const { return *m_measured; }
    QString stateText() const;

Q_SIGNALS:
    /// The state chip was pressed.
    void findingsRequested();

private:
    void refresh();
    void showPlan();
    void showMemory();
    void showMeasured();
    void showState();

    Document& m_document;
    Figure* m_makespan;
    Figure* m_period;
    Figure* m_bubble;
    Figure* m_idle;
    Figure* m_memory;
    Figure* m_measured;
    QToolButton* m_state;
};

} // namespace lanewright
