// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lanewright::app {

/// What a test program does instead of testing when it is started as `PROGRAM --NAME PATH`: a part of the desktop that
/// a test watches from outside, or kills. Made once, outside of functions.
struct TestTask {
    using Act = int (*)(const QString& path);
    TestTask(const char* name, Act act);
};

} // namespace lanewright::app
