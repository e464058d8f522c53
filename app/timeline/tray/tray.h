// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/document/selection.h"
#include "core/base/result.h"

#include <QAbstractScrollArea>
#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QPushButton;

namespace lanewright::app {

class TimelineView;

/// The ops of one copy of a stage that no row holds.
struct TrayLine {
    StageCopy copy = {};
    int rank = 0;
    std::vector<Op> ops = {};

    friend bool operator==(const TrayLine&, const TrayLine&) = default;
};

/// The cells of the tray: a line per copy of a stage, a small block per op. Lines of larger type stand beside each
/// other where they fit. Dragged into the lanes, or placed by keys: arrows choose, Enter places where it does best.
class TrayCells : public QAbstractScrollArea {
    Q_OBJECT

public:
    TrayCells(TimelineView& view, QWidget* parent);

    void setLines(std::vector<TrayLine> lines);
    /// Ops keep their places while others leave the tray and come back.
    void setKeepsPlaces(bool keeps) { m_keepsPlaces = keeps; }
    /// Those that come next are arranged anew.
    void forgetPlaces() { m_places.clear(); }
    const std::vector<TrayLine>& lines() const { return m_lines; }
    /// Where the op lies, in pixels of the viewport; null when it is not in the tray.
    QRectF rectOf(const Op& op) const;
    /// The selected ops of the tray; of one rank only with `rank` ≥ 0.
    std::vector<Op> chosen(int rank = -1) const;
    /// As high as its lines are, four at most.
    int wantedHeight() const;
    /// How much larger than usual the type is.
    void setType(double type);

Q_SIGNALS:
    void placeRequested(const std::vector<Op>& ops);

private:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void scrollContentsBy(int, int) override { viewport()->update(); }

    struct Cell {
        int line = 0;
        int index = 0;
    };
    std::optional<Cell> cellAt(QPointF at) const;
    std::optional<Cell> cellOf(const Op& op) const;
    const Op& opAt(const Cell& cell) const { return m_lines[cell.line].ops[cell.index]; }
    void arrange();
    QRectF cellRect(int line, int index) const;
    /// The line of `m_places` that the line has its places in.
    int placesOf(int line) const;
    void paintLine(QPainter& painter, int line, const QRectF& seen) const;
    void paintCaption(QPainter& painter, int line, const QRectF& seen) const;
    int caption() const;
    QFont captionFont() const;
    int step() const; ///< from one cell to the next
    int lineHeight() const;
    void press(const Cell& cell, Qt::KeyboardModifiers keys);
    void stepBy(int key);
    void reveal(const Cell& cell);
    void refreshBars();
    /// Screen readers say the op that is chosen.
    void speak();

    TimelineView& m_view;
    Selection& m_selection;
    std::vector<TrayLine> m_lines;
    std::vector<TrayLine> m_places; ///< lines of ops that have a place, in the tray or no more
    std::vector<QPointF> m_origins; ///< where each line of places begins, with its caption
    bool m_keepsPlaces = false;
    double m_type = 1;
    std::optional<QPointF> m_press;
    bool m_dragging = false;
};

/// A strip below the lanes with the ops that the order misses; hidden when it has them all.
class Tray : public QWidget {
    Q_OBJECT

public:
    Tray(TimelineView& view, QWidget* parent);

    /// Reads the document anew. Says whether there is anything in the tray.
    bool refresh();
    /// All that is in the tray, line after line.
    std::vector<Op> ops() const;
    TrayCells& cells() { return *m_cells; }
    int wantedHeight() const;

    /// Whether an order without any backward is offered BW, or B and W. An order with one is offered what it has.
    bool backwardInOne() const { return m_inOne; }
    void setBackwardInOne(bool inOne);

    /// Leaves the thinking to the person: ops that are placed by keys go to the end of their lane, no button places all
    /// of them, and those that are left keep their places.
    void setPlain(bool plain);
    /// How much larger than usual the type is, and how wide the column of the headers.
    void setType(double type, int headerWidth);

    /// Puts ops of the tray where they do best, as one step; then the next one of the tray is selected. Many are placed
    /// on another thread; a change of the document meanwhile gives that up.
    void place(const std::vector<Op>& ops);
    void placeAll() { place(ops()); }
    /// The same with those that are chosen in the tray, which then are selected in their lanes, where keys move them.
    void placeToMove();
    /// Ops are being placed on another thread.
    bool isPlacing() const { return m_placing; }
    void stopPlacing();

Q_SIGNALS:
    void hint(const QString& sentence);
    /// What the tray offers has changed without a change of the document.
    void offerChanged();

private:
    /// The place of the last of the ops in the tray, where the next one is selected afterwards.
    std::ptrdiff_t placeInTray(const std::vector<Op>& ops) const;
    void placeOnThread(const std::vector<Op>& ops);
    void showPlacing(int placed, int all);
    void placed(const std::vector<Op>& ops, std::ptrdiff_t at, Result<Schedule> next);
    /// Gives the keyboard to the lanes, with those blocks selected.
    void hold(const std::vector<Op>& ops);

    TimelineView& m_view;
    Latest m_work;
    bool m_placing = false;
    TrayCells* m_cells;
    QWidget* m_column;
    QLabel* m_count;
    QPushButton* m_placeAll;
    QCheckBox* m_oneBox;
    bool m_inOne = false;
    bool m_plain = false;
};

} // namespace lanewright::app
