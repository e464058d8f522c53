// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"
#include "core/page/page.h"
#include "core/picture/figure_layout.h"
#include "core/simulate/metrics.h"

namespace lanewright {

/// The numbers that a page has at its top, without those that need a bound, and the peak memory; `measured`: of a step
/// of a run. What an order does not have is left out.
std::vector<FigureNumber> figureNumbers(const Plan& plan, const Metrics& metrics, const PageLanguage& language = {},
                                        bool measured = false);

/// A plan as a panel of a figure, with `run` what was measured of it in `step`, or in its representative one where that
/// is null: the title, a note of what the measurement is, and its numbers. The panel looks at `plan`, `planned` and
/// `run`. Takes as long as `checked`.
FigurePanel panelOf(const Plan& plan, const Timeline& planned, const Run* run = nullptr,
                    const StepRecord* step = nullptr, const PageLanguage& language = {});

} // namespace lanewright
