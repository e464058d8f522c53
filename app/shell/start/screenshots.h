// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lanewright::app {

/// Makes the screenshots of the documentation from the real windows and a real run of the engine, or the run of a file:
/// main, lesson, planner, job, measured and compare, each `-light` and `-dark`; drag, finding and generate. Makes the
/// folder where it is missing.
Result<Done> makeScreenshots(const QString& folder, const QString& runFile = {});

} // namespace lanewright::app
