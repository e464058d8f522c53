// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/tools/edit_tool.h"

#include <QString>

#include <set>

namespace lanewright::app {

/// What the history says of blocks that move by so many places, −1 is one earlier: "Move F1.2 3 places earlier".
QString moveSentence(const QString& what, int places);

/// Moves ops of any lanes by as many places as somebody typed. The mouse has no part in it; the card stays where the
/// gesture began.
class MoveByTool : public EditTool {
public:
    MoveByTool(TimelineView& view, std::set<Op> ops, int places);

    void begin(const ToolPoint&) override {}
    void preview(const ToolPoint&) override {}
    void commit() override;

private:
    QString sentence() const;

    std::set<Op> m_ops;
    int m_places;
    QString m_refusal; ///< why they can't; empty: they can
};

} // namespace lanewright::app
