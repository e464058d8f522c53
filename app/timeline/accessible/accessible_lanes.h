// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_view.h"
#include "core/model/schedule.h"

#include <QAccessibleWidget>

#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace lanewright::app {

/// The lanes as screen readers see them: a list of lanes, each a list of its blocks.
///
/// A schedule may have a million blocks, so their interfaces are made when they are asked for, and of those that were,
/// the oldest go again. Blocks are known by their places, as cells of a table are: what stands there is read anew each
/// time.
class AccessibleLanes : public QAccessibleWidget {
public:
    /// So many blocks have an interface at once.
    static constexpr std::size_t kMostBlocks = 4096;

    explicit AccessibleLanes(TimelineView& view);
    ~AccessibleLanes() override;

    /// Makes assistive programs see the lanes of every view; once is enough.
    static void install();
    /// Someone who hears what is told, in place of the assistive programs of the desktop; for tests, whose platform has
    /// none. Empty: those of the desktop hear it again.
    using Listener = std::function<void(QAccessibleInterface& about, QAccessible::Event what)>;
    static void setListener(Listener listener);
    /// The interface of a view; null where nobody listens.
    static AccessibleLanes* of(TimelineView& view);

    TimelineView& view() const { return *m_view; }
    QAccessibleInterface* lane(int rank) const;   ///< null where there is no such lane
    QAccessibleInterface* block(Slot slot) const; ///< null where nothing stands there
    /// The block that is current, or the lane of the bubble that is selected; null where nothing is.
    QAccessibleInterface* current() const;
    std::size_t blocksMade() const { return m_blocks.size(); }

    /// Tells assistive programs that the keyboard came to another block, or that the words of the present one changed.
    void announce();
    /// Tells them that the keyboard came to the lanes, and where in them it is.
    void announceFocus() const;
    /// Tells them that the lanes are others now.
    void announceLanes();

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* focusChild() const override;
    QString text(QAccessible::Text which) const override;

private:
    int lanes() const;

    TimelineView* m_view;
    mutable std::vector<QAccessible::Id> m_lanes; ///< by rank; 0: not made
    mutable std::map<Slot, QAccessible::Id> m_blocks;
    mutable std::deque<Slot> m_age; ///< keys of `m_blocks`, the oldest first
    QString m_spoken;               ///< that was announced last
};

} // namespace lanewright::app
