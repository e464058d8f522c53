// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_part.h"
#include "core/io/run_json.h"

#include <QPointer>

#include <memory>
#include <vector>

namespace lanewright::app {

class CompareWindow;
class PresentWindow;

/// Lays plans and runs of a window beside what is compared already, and opens the comparison where there is none.
class CompareActions : public WindowPart {
    Q_OBJECT

public:
    using WindowPart::WindowPart;

    void addActions();
    void connectPanels();
    /// The present plan with its run.
    CompareWindow* showPresent();
    /// For a room, on the whole screen.
    PresentWindow* present();
    /// The present plan and all its variants, as far as they are not there yet.
    CompareWindow* showVariants();
    void showRuns(const std::vector<std::shared_ptr<const Run>>& runs);

private:
    /// What a fix makes of a run, and what ran.
    void showFix();
    CompareWindow& comparison();

    QPointer<CompareWindow> m_compare;
};

} // namespace lanewright::app
