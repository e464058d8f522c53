// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"

#include <memory>

/// The windows that the documentation shows, each in the state it is shown in. They depend on nobody's settings.
namespace lanewright::app {

class CompareWindow;
class LessonWindow;
class MainWindow;
class PlannerWindow;
class PresentWindow;
class Session;

/// The first schedule, with a block selected. The window can be driven on.
std::unique_ptr<MainWindow> mainScene(Session& session);

/// The first schedule and its run, where there is one, beside two others of the same shape.
std::unique_ptr<CompareWindow> compareScene(Session& session, std::shared_ptr<const Run> run);

/// The first schedule and two others, as a room sees them.
std::unique_ptr<PresentWindow> presentScene();

/// A measured job of 24 replicas whose microbatches differ, with the pipeline that took longest in the lanes; why it
/// did is still being found.
std::unique_ptr<MainWindow> jobScene(Session& session);

/// A GPT on eight unequal devices, while the search for its plan begins.
std::unique_ptr<PlannerWindow> plannerScene();

/// A lesson half done, while it is played.
std::unique_ptr<LessonWindow> lessonScene();

} // namespace lanewright::app
