// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QCustomPlot;

namespace lanewright::app {

/// The training loss per step.
class LossPlot : public QWidget {
    Q_OBJECT

public:
    explicit LossPlot(QWidget* parent = nullptr);

    /// `steps` is the length of the axis: the steps that were asked for.
    void show(const std::vector<double>& losses, int steps);
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();

    QCustomPlot* m_plot;
};

} // namespace lanewright::app
