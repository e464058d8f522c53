// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lanewright {

/// Makes the screenshots of the documentation from the real windows and a real run of the engine: main-light.png,
/// main-dark.png, lesson-light.png and lesson-dark.png, each with an `@2x` beside it, drag.png, finding.png,
/// measured.png, generate.png. Makes the folder where it is missing.
Result<Done> makeScreenshots(const QString& folder);

} // namespace lanewright
