// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/runs_panel.h"
#include "core/model/run.h"
#include "tests/app/shell/drive.h"

#include <QAction>

#include <memory>

namespace lanewright::app {

/// 1F1B with ops of 10 ms.
Plan planOf(int ranks, int microbatches);
/// A run that took `factor` times as long as its plan says.
std::shared_ptr<const Run> runOf(const Plan& plan, double factor, bool paced = false);

/// A window with no run in its list.
class RunListTest : public WindowTest {
protected:
    void SetUp() override;
    /// A run in this process, on a model that trains in no time.
    static RunSettings settings(int steps);
    /// Waits until the run of the window has ended.
    bool ends();
    /// The run as if it had just ended in the window.
    void keep(const std::shared_ptr<const lanewright::Run>& run);
    QAction& start() { return *window().actionRegistry().at("run.start"); }
};

} // namespace lanewright::app
