// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <string>

namespace lanewright {

/// The lanes as a LaTeX document of their own that draws with TikZ; its `tikzpicture` can be copied into a paper.
/// `measured` adds a thinner bar under each planned block; null: none. Colours are those of the light theme, defined
/// once at the top.
std::string toTikz(const Plan& plan, const Timeline& planned, const Timeline* measured = nullptr);

} // namespace lanewright
