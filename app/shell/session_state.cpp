// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/session_state.h"

#include "app/document/first_plan.h"
#include "app/frame/rows.h"
#include "app/frame/screen_fit.h"
#include "app/shell/file_actions.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/action_registry.h"
#include "core/model/text.h"

#include <QMainWindow>
#include <QScreen>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>

namespace lanewright::app {
namespace {

/// More selected ops than this are not worth keeping.
constexpr int kMostSelected = 256;
constexpr int kCascade = 28;
constexpr int kSideWidth = 344;
/// Named so since heights are kept only where somebody chose them.
const QString kRowsKey = QStringLiteral("chosenRows");

} // namespace

WindowRecord SessionState::record() const {
    if (const std::optional<WindowRecord>& awaited = m_files.awaited())
        return *awaited;
    WindowRecord record{.file = m_files.openedFile(),
                        .geometry = m_window.saveGeometry(),
                        .columns = m_panels.columns->saveState(),
                        .rows = m_panels.rows->saveChoices(),
                        .laneHeight = m_panels.lanes->chosenLaneHeight(),
                        .scroll = m_panels.lanes->verticalScrollBar()->value(),
                        .page = m_panels.bottom->currentIndex(),
                        .memory = m_actions.at("view.showMemory")->isChecked()};
    if (!m_model.range.isFitted()) {
        record.from = m_model.range.start();
        record.to = m_model.range.end();
    }
    const auto name = [](const Op& op) { return QString::fromStdString(toText(op, 2)); };
    if (!m_model.selection.empty())
        record.selected << name(m_model.selection.current());
    for (const Op& op : m_model.selection.ops())
        if (record.selected.size() < kMostSelected && op != m_model.selection.current())
            record.selected << name(op);
    return record;
}

void SessionState::showAgain(const WindowRecord& record) {
    m_window.restoreGeometry(record.geometry);
    m_panels.columns->restoreState(record.columns);
    m_panels.rows->restoreChoices(record.rows);
    if (record.laneHeight > 0)
        m_panels.lanes->setLaneHeight(record.laneHeight);
    if (record.page >= 0 && record.page < m_panels.bottom->count())
        m_panels.bottom->setCurrentIndex(record.page);
    m_actions.at("view.showMemory")->setChecked(record.memory);
    if (record.to > record.from)
        m_model.range.set(record.from, record.to);
    std::set<Op> ops;
    for (const QString& word : record.selected)
        if (const Result<Op> op = opFromText(word.toStdString()); op && slotOf(m_model.document.schedule(), *op))
            ops.insert(*op);
    const Result<Op> current =
        record.selected.isEmpty() ? Result<Op>(Error{"nothing"}) : opFromText(record.selected.front().toStdString());
    if (current && ops.contains(*current))
        m_model.selection.set(ops, *current);
    // The bar has its range when the window has its size.
    QTimer::singleShot(0, m_panels.lanes,
                       [this, scroll = record.scroll] { m_panels.lanes->verticalScrollBar()->setValue(scroll); });
}

void SessionState::showWhenRead(const WindowRecord& record) {
    m_window.restoreGeometry(record.geometry);
    m_window.show();
    m_files.openThen(record.file, [this, record](bool opened) {
        if (opened)
            showAgain(record);
        else
            m_model.document.reset(firstPlan());
    });
    if (m_files.isOpening())
        m_files.await(record);
}

void SessionState::standBeside(const QWidget& other) {
    if (other.isMaximized() || other.isFullScreen())
        return;
    const QRect frame = other.frameGeometry();
    const QRect beside = besideWithin(frame, kCascade, other.screen()->availableGeometry());
    m_window.resize(other.size() - (frame.size() - beside.size()));
    m_window.move(beside.topLeft());
}

void SessionState::restoreLayout() {
    if (const QByteArray state = m_model.settings.layout(QStringLiteral("window")); !state.isEmpty())
        m_window.restoreGeometry(state);
    if (const QByteArray state = m_model.settings.layout(QStringLiteral("columns")); !state.isEmpty())
        m_panels.columns->restoreState(state);
    m_panels.rows->restoreChoices(m_model.settings.layout(kRowsKey));
}

void SessionState::saveLayout() {
    m_model.settings.setLayout(QStringLiteral("window"), m_window.saveGeometry());
    m_model.settings.setLayout(QStringLiteral("columns"), m_panels.columns->saveState());
    m_model.settings.setLayout(kRowsKey, m_panels.rows->saveChoices());
}

void SessionState::resetLayout() {
    constexpr QSize kUsual{1600, 1000};
    // A window that is not shown yet is fitted to its screen when it is.
    if (!m_window.isMaximized() && !m_window.isFullScreen())
        m_window.resize(m_window.isVisible() ? fitting(m_window, kUsual) : kUsual);
    m_panels.columns->setSizes({kUsual.width() - kSideWidth, kSideWidth});
    m_panels.rows->layOut();
}

} // namespace lanewright::app
