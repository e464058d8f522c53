// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace lanewright {

class LessonWindow;

/// The classroom in the middle of the lesson on ZB-H1: a hint is out, some W are placed, playback stands at 14.5. Not
/// shown yet.
std::unique_ptr<LessonWindow> lessonToShoot();

} // namespace lanewright
