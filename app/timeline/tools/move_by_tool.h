// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/op.h"

#include <QString>

#include <memory>
#include <set>

namespace lanewright::app {

class TimelineView;
class Tool;

/// What the history says of blocks that move by so many places, −1 is one earlier: "Move F1.2 3 places earlier".
QString moveSentence(const QString& what, int places);

/// Moves ops of any lanes by as many places as somebody typed. The mouse has no part in it; the card stays where the
/// gesture began.
std::unique_ptr<Tool> makeMoveByTool(TimelineView& view, std::set<Op> ops, int places);

} // namespace lanewright::app
