// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"
#include "core/page/page.h"
#include "core/picture/figure_layout.h"

namespace lanewright {

/// A plan as a panel of a figure, with `run` what was measured of it in `step`, or in its representative one where that
/// is null: the title, a note of what the measurement is, and the numbers that a page has at its top, without those
/// that need a bound. The panel looks at `plan`, `planned` and `run`. Takes as long as `checked`.
FigurePanel panelOf(const Plan& plan, const Timeline& planned, const Run* run = nullptr,
                    const StepRecord* step = nullptr, const PageLanguage& language = {});

} // namespace lanewright
