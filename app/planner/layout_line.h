// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/planner/planner_document.h"
#include "core/planner/layout_string.h"

#include <QLineEdit>

namespace lanewright::app {

/// The shown partition as a Megatron layout, to be copied; a layout that is typed here is shown instead, on the devices
/// as listed. What was typed stays as it was typed while its stages are shown.
class LayoutLine : public QLineEdit {
    Q_OBJECT

public:
    explicit LayoutLine(PlannerDocument& planner, QWidget* parent = nullptr);

    /// How the stages of what is typed next lie.
    void setPlacement(const LayoutPlacement& placement) { m_placement = placement; }

Q_SIGNALS:
    void hint(const QString& text);

private:
    void show();
    void take();

    PlannerDocument& m_planner;
    LayoutPlacement m_placement = {};
    QString m_typed;
};

} // namespace lanewright::app
