// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace lanewright::app {

class PlannerWindow;
class Session;

/// Opens the planner beside the windows, with these models and clusters; without any with one of each that everybody
/// has. Its plans open in main windows.
PlannerWindow* openPlanner(Session& session, const QStringList& files);

} // namespace lanewright::app
