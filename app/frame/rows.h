// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>

#include <optional>

namespace lanewright::app {

/// How high the three rows of a window are, in pixels.
struct RowHeights {
    int lanes = 0;
    int overview = 0; ///< memory and minimap; below `Overview::kWithMemory` the minimap alone
    int panels = 0;

    friend bool operator==(const RowHeights&, const RowHeights&) = default;
};

/// What rows are laid out for.
struct RowsWanted {
    int height = 0;     ///< all rows together
    int ranks = 0;      ///< lanes to see
    bool open = true;   ///< the panels below are more than their tabs
    int tabs = 34;      ///< height of the tabs alone
    int least = 0;      ///< below this open panels can't be used
    bool memory = true; ///< the curves are wanted
};

/// Lanes get room first: eight of them, or all if there are fewer, are seen before the memory curves get theirs, and
/// the panels below stay as low as they can be used. Where there is plenty, all three have it.
RowHeights rowHeights(const RowsWanted& wanted);

/// From this height on of all rows together the panels below are open unless somebody folds them.
bool panelsFit(int height);

/// The tables and forms below the lanes, a tab each. Folded, only the tabs are there; a click on one opens it, a click
/// on the tab that is shown folds again.
class FoldingTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit FoldingTabs(QWidget* parent = nullptr);

    bool isOpen() const { return m_open; }
    void setOpen(bool open);
    /// Shows the page and opens if folded. What was asked for stays open until somebody folds it.
    void open(QWidget* page);
    int tabsHeight() const { return tabBar()->sizeHint().height() + 1; }
    /// Height of what is open to be of any use.
    int leastOpen() const { return QTabWidget::minimumSizeHint().height(); }

    QSize minimumSizeHint() const override { return folded(QTabWidget::minimumSizeHint()); }
    QSize sizeHint() const override { return folded(QTabWidget::sizeHint()); }

    /// Folds or opens it as a person does, who wants it so from now on.
    void toggle();

Q_SIGNALS:
    void openChanged(bool open);
    /// Somebody folded or opened it by hand, or asked for one of its pages.
    void chosen(bool open);

private:
    QSize folded(const QSize& whole) const { return m_open ? whole : QSize(whole.width(), tabsHeight()); }

    bool m_open = true;
    QToolButton* m_fold;
};

/// Memory curves with the minimap below them. Where it is low, the minimap alone.
class Overview : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWithMemory = 134;

    explicit Overview(QWidget* parent = nullptr);

    void fill(QWidget* memory, QWidget* minimap);
    void setMemoryWanted(bool wanted);
    bool wantsMemory() const { return m_wanted; }

Q_SIGNALS:
    void memoryWantedChanged();

private:
    void resizeEvent(QResizeEvent* event) override;

    void showMemory();

    QWidget* m_memory = nullptr;
    bool m_wanted = true;
};

/// Lanes, overview and panels under each other.
///
/// Heights follow the window by `rowHeights` until somebody moves a handle; then they stay as they were moved as long
/// as the lanes keep their room. What a handle frees above the panels goes to the lanes.
class Rows : public QSplitter {
    Q_OBJECT

public:
    explicit Rows(QWidget* parent = nullptr);

    void fill(QWidget* lanes, Overview* overview, FoldingTabs* panels);
    void setRanks(int ranks);
    /// Heights by the rule again.
    void layOut();

    /// Heights and folds that were chosen by hand; empty: none were.
    QByteArray saveChoices() const;
    void restoreChoices(const QByteArray& state);

private:
    void resizeEvent(QResizeEvent* event) override;

    void moved(int handle);
    void openOrFold();
    void arrange();

    QWidget* m_lanes = nullptr;
    Overview* m_overview = nullptr;
    FoldingTabs* m_panels = nullptr;
    struct Chosen {
        int overview = 0;
        int panels = 0; ///< open; 0: never seen open
    };
    int m_ranks = 0;
    int m_overviewHeight = 0;
    bool m_arranges = false;          ///< moves that are not made by hand
    std::optional<Chosen> m_chosen;   ///< by hand; none: heights follow the rule
    std::optional<bool> m_openChosen; ///< by hand or asked for; none: as the height allows
};

} // namespace lanewright::app
