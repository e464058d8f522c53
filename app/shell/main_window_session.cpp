// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/main_window.h"
#include "app/shell/rows.h"
#include "app/shell/screen_fit.h"
#include "core/model/text.h"

#include <QScreen>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>

namespace lanewright {
namespace {

/// More selected ops than this are not worth keeping.
constexpr int kMostSelected = 256;
constexpr int kCascade = 28;

} // namespace

WindowRecord MainWindow::record() const {
    if (m_awaited)
        return *m_awaited;
    WindowRecord record{.file = openedFile(),
                        .geometry = saveGeometry(),
                        .columns = m_columns->saveState(),
                        .rows = m_rows->saveChoices(),
                        .laneHeight = m_lanes->chosenLaneHeight(),
                        .scroll = m_lanes->verticalScrollBar()->value(),
                        .page = m_bottom->currentIndex(),
                        .memory = m_actions.at(QStringLiteral("view.showMemory"))->isChecked()};
    if (!m_range.isFitted()) {
        record.from = m_range.start();
        record.to = m_range.end();
    }
    const auto name = [](const Op& op) { return QString::fromStdString(toText(op, 2)); };
    if (!m_selection.empty())
        record.selected << name(m_selection.current());
    for (const Op& op : m_selection.ops())
        if (record.selected.size() < kMostSelected && op != m_selection.current())
            record.selected << name(op);
    return record;
}

void MainWindow::showAgain(const WindowRecord& record) {
    restoreGeometry(record.geometry);
    m_columns->restoreState(record.columns);
    m_rows->restoreChoices(record.rows);
    if (record.laneHeight > 0)
        m_lanes->setLaneHeight(record.laneHeight);
    if (record.page >= 0 && record.page < m_bottom->count())
        m_bottom->setCurrentIndex(record.page);
    m_actions.at(QStringLiteral("view.showMemory"))->setChecked(record.memory);
    if (record.to > record.from)
        m_range.set(record.from, record.to);
    std::set<Op> ops;
    for (const QString& word : record.selected)
        if (const Result<Op> op = opFromText(word.toStdString()); op && slotOf(m_document.schedule(), *op))
            ops.insert(*op);
    const Result<Op> current =
        record.selected.isEmpty() ? Result<Op>(Error{"nothing"}) : opFromText(record.selected.front().toStdString());
    if (current && ops.contains(*current))
        m_selection.set(ops, *current);
    // The bar has its range when the window has its size.
    QTimer::singleShot(0, m_lanes, [this, scroll = record.scroll] { m_lanes->verticalScrollBar()->setValue(scroll); });
}

void MainWindow::showWhenRead(const WindowRecord& record) {
    restoreGeometry(record.geometry);
    show();
    openThen(record.file, [this, record](bool opened) {
        if (opened)
            showAgain(record);
        else
            m_document.reset(firstPlan());
    });
    if (isOpening())
        m_awaited = record;
}

QString MainWindow::openedFile() const {
    if (m_awaited)
        return m_awaited->file;
    return m_document.path().isEmpty() ? m_openedFile : m_document.path();
}

void MainWindow::standBeside(const MainWindow& other) {
    if (other.isMaximized() || other.isFullScreen())
        return;
    const QRect frame = other.frameGeometry();
    const QRect beside = besideWithin(frame, kCascade, other.screen()->availableGeometry());
    resize(other.size() - (frame.size() - beside.size()));
    move(beside.topLeft());
}

} // namespace lanewright
