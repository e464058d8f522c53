// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/timeline/tools/tool.h"

#include <set>

namespace lanewright {

/// What would follow from another order. `ops` are those the gesture moves.
Proposal propose(const Document& document, Schedule next, const std::set<Op>& ops);
/// The same with another placement or other costs, too.
Proposal propose(const Document& document, Plan next, const std::set<Op>& ops);

} // namespace lanewright
