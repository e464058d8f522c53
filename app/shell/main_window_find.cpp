// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"
#include "app/panels/search_bar.h"
#include "app/shell/command_palette.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/lane_layout.h"
#include "app/timeline/lane_selection.h"
#include "app/timeline/view_history.h"
#include "core/client/profile.h"
#include "core/explain/search.h"

#include <QActionGroup>
#include <QCryptographicHash>
#include <QInputDialog>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace lanewright {
namespace {

QString laneOrderKey(const QString& path) {
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("lanes/") + QString::fromLatin1(hash.left(16));
}

} // namespace

void MainWindow::addFindActions() {
    const auto add = [this](const char* id, const QString& text, std::initializer_list<const char*> shortcuts,
                            std::function<void()> run) {
        QList<QKeySequence> keys;
        for (const char* each : shortcuts)
            keys << QKeySequence(QLatin1String(each));
        return m_actions.add(QLatin1String(id), text, keys, std::move(run));
    };
    add("view.find", tr("Fin&d blocks …"), {"Ctrl+F"}, [this] { m_search->open(); });
    add("view.palette", tr("&Commands …"), {"Ctrl+Shift+P"}, [this] { showPalette(); });
    add("view.goToLane", tr("&Go to lane …"), {"Ctrl+G"}, [this] { askForLane(); });
    add("view.pinLane", tr("&Pin lane"), {"P"}, [this] { m_lanes->togglePin(m_lanes->laneSelection().rank()); });
    add("view.lanesByNumber", tr("Lanes by &number"), {}, [this] { m_lanes->setLaneOrder({}); });
    add("view.mark", tr("&Mark the stretch"), {"M"}, [this] { m_lanes->markSelection(false); });
    add("view.keepMark", tr("&Keep the mark"), {"Shift+M"}, [this] { m_lanes->markSelection(true); });
    add("view.clearMarks", tr("Clear ma&rks"), {}, [this] { m_lanes->clearMarks(); });
    add("view.needs", tr("What the block &needs …"), {"Ctrl+["}, [this] { m_lanes->keys().chooseNeighbour(true); });
    add("view.neededBy", tr("What needs the b&lock …"), {"Ctrl+]"}, [this] { m_lanes->keys().chooseNeighbour(false); });
    add("view.back", tr("View &before"), {"Backspace"}, [this] { m_viewHistory->back(); });
    add("view.forward", tr("Ne&xt view"), {"Shift+Backspace"}, [this] { m_viewHistory->forward(); });
    add("view.compare", tr("C&ompare plans and runs …"), {"Ctrl+Shift+M"}, [this] { showComparison(); });
    addArrowActions();
    addRunViewActions();
}

CompareWindow* MainWindow::showComparison() {
    if (!m_compare) {
        const std::vector<CompareWindow*> open = CompareWindow::all();
        m_compare = open.empty() ? new CompareWindow : open.front();
        m_compare->show();
    }
    const QString name = m_document.displayName();
    m_compare->add(m_document.plan(), name, m_document.run());
    m_compare->raise();
    return m_compare;
}

void MainWindow::addRunViewActions() {
    QAction* retime = m_actions.add(QStringLiteral("view.retime"), tr("Re-&time with measured durations"),
                                    {QKeySequence(QStringLiteral("Ctrl+Shift+T"))}, [] {});
    retime->setCheckable(true);
    retime->setToolTip(tr("Draws the plan as it would run if each op took its measured duration."));
    connect(retime, &QAction::toggled, this, [this](bool on) {
        m_lanes->setRetimed(on);
        const Time before = m_document.analysis().metrics.makespan;
        const TimeUnit unit = m_document.plan().timeUnit;
        m_hint->setText(m_lanes->isRetimed() ? tr("Planned blocks take their measured durations: makespan %1.")
                                                   .arg(timeChange(before, m_lanes->placed().reached, unit))
                                             : QString());
    });
    m_actions.add(QStringLiteral("run.useMeasured"), tr("&Use measured costs"), {}, [this] { useMeasuredCosts(); });
}

void MainWindow::useMeasuredCosts() {
    const auto run = m_document.run();
    if (!run)
        return;
    if (run->paced)
        return complain(
            tr("The times of a paced run are held to the plan: they say nothing of costs. Run it unpaced."));
    if (run->plan.schedule.placement != m_document.schedule().placement)
        return complain(tr("The run had its stages on other ranks than the plan."));
    m_document.apply(tr("Use measured costs"), withMeasuredCosts(m_document.plan(), profileOf(*run)));
    m_range.fit();
}

void MainWindow::addArrowActions() {
    auto* group = new QActionGroup(this);
    const auto add = [&](const char* id, const QString& text, const char* key, ArrowDepth depth) {
        QAction* action = m_actions.add(QLatin1String(id), text, {QKeySequence(QLatin1String(key))},
                                        [this, depth] { m_lanes->setArrowDepth(depth); });
        action->setCheckable(true);
        action->setChecked(depth == ArrowDepth::Direct);
        group->addAction(action);
        return action;
    };
    add("view.arrows.direct", tr("Of the selected &block"), "Ctrl+1", ArrowDepth::Direct)
        ->setToolTip(tr("What it needs and what needs it."));
    add("view.arrows.chain", tr("The whole &chain"), "Ctrl+2", ArrowDepth::Chain)
        ->setToolTip(tr("What decided its start, back to the first block, and on to what it decides."));
    add("view.arrows.critical", tr("The critical &path"), "Ctrl+3", ArrowDepth::CriticalPath)
        ->setToolTip(tr("The chain of blocks that decides the makespan."));
}

QWidget* MainWindow::makeFindBox(QWidget* parent) {
    auto* box = new QToolButton(parent);
    box->setObjectName(QStringLiteral("findBox"));
    box->setText(tr("Find block, rank, command …   Ctrl+Shift+P"));
    box->setToolButtonStyle(Qt::ToolButtonTextOnly);
    box->setCursor(Qt::IBeamCursor);
    box->setFocusPolicy(Qt::TabFocus);
    connect(box, &QToolButton::clicked, this, &MainWindow::showPalette);
    return box;
}

void MainWindow::showPalette() {
    const auto offers = [this](const QString& typed) {
        std::vector<CommandPalette::Offer> result;
        const Plan& plan = m_document.plan();
        bool isNumber = false;
        const int rank = QString(typed).remove(tr("rank"), Qt::CaseInsensitive).trimmed().toInt(&isNumber);
        if (isNumber && rank >= 0 && rank < plan.schedule.ranks())
            result.push_back({tr("Go to rank %1").arg(rank), [this, rank] { m_lanes->revealLane(rank); }});
        const Result<Search> search = searchFromText(typed.toStdString(), plan.timeUnit);
        const std::vector<Op> ops =
            search ? findOps(*search, plan, m_document.timeline(), m_document.measured()) : std::vector<Op>{};
        if (ops.size() == 1)
            result.push_back({tr("Go to %1").arg(opText(ops.front(), plan.costs.weightParts)),
                              [this, op = ops.front()] { m_selection.reveal(op); }});
        else if (!ops.empty())
            result.push_back({tr("Find %1: %n block(s)", nullptr, static_cast<int>(ops.size())).arg(typed),
                              [this, typed] { m_search->open(typed); }});
        return result;
    };
    auto* palette = new CommandPalette(m_actions, offers, this);
    const QPoint middle = mapToGlobal(QPoint((width() - palette->width()) / 2, height() / 8));
    palette->move(middle);
    palette->show();
    palette->line()->setFocus();
}

void MainWindow::askForLane() {
    const int ranks = m_document.schedule().ranks();
    if (ranks < 1)
        return;
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("laneDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setWindowTitle(tr("Go to lane"));
    dialog->setLabelText(tr("Rank, 0 to %1:").arg(ranks - 1));
    dialog->setIntRange(0, ranks - 1);
    connect(dialog, &QInputDialog::intValueSelected, m_lanes, &TimelineView::revealLane);
    dialog->open();
}

void MainWindow::saveLaneOrder() {
    if (m_document.path().isEmpty())
        return;
    QByteArray words = QByteArray::number(m_lanes->laneOrder().pinned);
    for (const int rank : m_lanes->laneOrder().ranks)
        words += ' ' + QByteArray::number(rank);
    m_settings.setLayout(laneOrderKey(m_document.path()), words);
}

void MainWindow::restoreLaneOrder() {
    LaneOrder order;
    const QList<QByteArray> words = m_settings.layout(laneOrderKey(m_document.path())).split(' ');
    for (qsizetype i = 1; i < words.size(); ++i)
        order.ranks.push_back(words[i].toInt());
    order.pinned = words.front().toInt();
    // What the settings hold may be anything.
    std::vector<int> sorted = order.ranks;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<int>(i))
            order = {};
    if (order.pinned < 0 || order.pinned > static_cast<int>(order.ranks.size()) || m_document.path().isEmpty())
        order = {};
    m_lanes->setLaneOrder(order);
}

} // namespace lanewright
