// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot.h"

#include <vector>

namespace lanewright::app {

/// The training loss per step.
class LossPlot : public Plot {
    Q_OBJECT

public:
    explicit LossPlot(QWidget* parent = nullptr);

    /// `steps` is the length of the axis: the steps that were asked for.
    void show(const std::vector<double>& losses, int steps);
    QSize sizeHint() const override { return {240, 110}; }

protected:
    void rebuild() override;
};

} // namespace lanewright::app
