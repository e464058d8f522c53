// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/bubbles.h"
#include "core/model/schedule.h"

#include <QObject>

#include <optional>
#include <set>

namespace lanewright::app {

class Document;

/// A bubble by what stands behind it, so that edits elsewhere leave it what it is.
struct BubbleName {
    int rank = 0;
    std::optional<Op> next = {}; ///< none: the end of the lane

    friend bool operator==(const BubbleName&, const BubbleName&) = default;
};

/// The ops that are selected, or a bubble. They are named, not numbered, so a selection survives every edit.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::set<Op>& ops() const { return m_ops; }
    bool contains(const Op& op) const { return m_ops.contains(op); }
    bool empty() const { return m_ops.empty(); }
    /// The op the inspector speaks of: the one selected last. Meaningful unless `empty`.
    Op current() const { return m_current; }

    /// The selected bubble; then no op is.
    const std::optional<BubbleName>& bubble() const { return m_bubble; }
    void setBubble(const BubbleName& bubble);

    void clear();
    void set(const Op& op);
    void set(std::set<Op> ops, const Op& current);
    void toggle(const Op& op);
    /// Lets go of the ops that are not in the order: undo and redo may bring one that lacks them.
    void keepThoseIn(const Schedule& schedule);

Q_SIGNALS:
    void changed();
    /// Someone asks that the current op be brought into view (findings panel, deviation table).
    void revealRequested();

public:
    /// Selects the op and brings it into view.
    void reveal(const Op& op);

private:
    std::set<Op> m_ops;
    Op m_current;
    std::optional<BubbleName> m_bubble;
};

/// Where the selected bubble is at present; none where there is none any more.
std::optional<Bubble> bubbleNow(const Document& document, const Selection& selection);

} // namespace lanewright::app
