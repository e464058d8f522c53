// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

namespace lanewright {

/// The order drawn together, as Qi et al. squeeze a repeated building block (arXiv:2405.15362): without gaps, and each
/// block in the first pause of its rank in which what it needs is there and the rank holds no more than it did at its
/// fullest. Nothing runs later than before. An order that stalls, and one of serial links that would run longer, stays
/// as it is but for its gaps; a problem has none.
///
/// O(n · pauses between where a block could run and where it does).
Schedule squeezed(const Plan& plan);

} // namespace lanewright
