// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/op.h"

#include <memory>
#include <set>

namespace lanewright::app {

class TimelineView;
class Tool;

/// Moves ops of any lanes by as many places as somebody typed. The mouse has no part in it; the card stays where the
/// gesture began.
std::unique_ptr<Tool> makeMoveByTool(TimelineView& view, std::set<Op> ops, int places);

} // namespace lanewright::app
