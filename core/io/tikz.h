// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <string>

namespace lanewright {

/// The lanes as a LaTeX document of their own that draws with TikZ; its `tikzpicture` can be copied into a paper.
/// `measured` adds a thinner bar under each planned block; null: none. Where it was measured in another order
/// (`otherOrder`), its bars are pale and dashed, and the picture says so. Colours are those of white paper, defined
/// once at the top.
std::string toTikz(const Plan& plan, const Timeline& planned, const Timeline* measured = nullptr,
                   bool otherOrder = false);

} // namespace lanewright
