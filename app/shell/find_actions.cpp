// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/find_actions.h"

#include "app/document/numbers.h"
#include "app/frame/command_palette.h"
#include "app/lanes/lane_layout.h"
#include "app/panels/search_bar.h"
#include "app/shell/main_window.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/lane_selection.h"
#include "app/timeline/view_history.h"
#include "core/explain/search.h"

#include <QActionGroup>
#include <QCryptographicHash>
#include <QInputDialog>
#include <QLineEdit>

#include <algorithm>
#include <set>

namespace lanewright::app {
namespace {

QString laneOrderKey(const QString& path) {
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("lanes/") + QString::fromLatin1(hash.left(16));
}

} // namespace

FindActions::FindActions(const WindowContext& context)
    : m_window(context.window), m_model(context.model), m_panels(context.panels), m_actions(context.actions) {}

void FindActions::addActions() {
    m_actions.add("view.find", tr("Fin&d blocks …"), {"Ctrl+F"}, [this] { m_panels.search->open(); });
    m_actions.add("view.palette", tr("&Commands …"), {"Ctrl+Shift+P"}, [this] { showPalette(); });
    m_actions.add("view.goToLane", tr("&Go to lane …"), {"Ctrl+G"}, [this] { askForLane(); });
    m_actions.add("view.pinLane", tr("&Pin lane"), {"P"},
                  [this] { m_panels.lanes->togglePin(m_panels.lanes->laneSelection().rank()); });
    m_actions.add("view.lanesByNumber", tr("Lanes by &number"), {}, [this] { m_panels.lanes->setLaneOrder({}); });
    m_actions.add("view.mark", tr("&Mark the stretch"), {"M"}, [this] { m_panels.lanes->markSelection(false); });
    m_actions.add("view.keepMark", tr("&Keep the mark"), {"Shift+M"}, [this] { m_panels.lanes->markSelection(true); });
    m_actions.add("view.clearMarks", tr("Clear ma&rks"), {}, [this] { m_panels.lanes->clearMarks(); });
    m_actions.add("view.needs", tr("What the block n&eeds …"), {"Ctrl+["},
                  [this] { m_panels.lanes->keys().chooseNeighbour(true); });
    m_actions.add("view.neededBy", tr("What needs the b&lock …"), {"Ctrl+]"},
                  [this] { m_panels.lanes->keys().chooseNeighbour(false); });
    m_actions.add("view.back", tr("View &before"), {"Backspace"}, [this] { m_panels.viewHistory->back(); });
    m_actions.add("view.forward", tr("Ne&xt view"), {"Shift+Backspace"}, [this] { m_panels.viewHistory->forward(); });
    m_actions.add("view.compare", tr("C&ompare plans and runs …"), {"Ctrl+Shift+M"},
                  [this] { m_window.runActions().showComparison(); });
    addArrowActions();
    m_window.runActions().addMeasuredActions();
}

void FindActions::addArrowActions() {
    auto* group = new QActionGroup(&m_window);
    const auto add = [&](const char* id, const QString& text, const char* key, ArrowDepth depth) {
        QAction* action = m_actions.add(QLatin1String(id), text, {QKeySequence(QLatin1String(key))},
                                        [this, depth] { m_panels.lanes->setArrowDepth(depth); });
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

void FindActions::showPalette() {
    const auto offers = [this](const QString& typed) {
        std::vector<CommandPalette::Offer> result;
        const Plan& plan = m_model.document.plan();
        bool isNumber = false;
        const int rank = QString(typed).remove(tr("rank"), Qt::CaseInsensitive).trimmed().toInt(&isNumber);
        if (isNumber && rank >= 0 && rank < plan.schedule.ranks())
            result.push_back({tr("Go to rank %1").arg(rank), [this, rank] { m_panels.lanes->revealLane(rank); }});
        const Result<Search> search = searchFromText(typed.toStdString(), plan.timeUnit);
        const std::vector<Op> ops =
            search ? findOps(*search, plan, m_model.document.timeline(), m_model.document.measured())
                   : std::vector<Op>{};
        if (ops.size() == 1)
            result.push_back({tr("Go to %1").arg(opText(ops.front(), plan.costs.weightParts)),
                              [this, op = ops.front()] { m_model.selection.reveal(op); }});
        else if (!ops.empty()) {
            result.push_back({tr("Find %1: %n block(s)", nullptr, static_cast<int>(ops.size())).arg(typed),
                              [this, typed] { m_panels.search->open(typed); }});
            result.push_back({tr("Select all that match %1").arg(typed), [this, ops] {
                                  m_model.selection.set(std::set<Op>(ops.begin(), ops.end()), ops.front());
                              }});
        }
        return result;
    };
    auto* palette = new CommandPalette(m_actions, offers, &m_window);
    const QPoint middle =
        m_window.mapToGlobal(QPoint((m_window.width() - palette->width()) / 2, m_window.height() / 8));
    palette->move(middle);
    palette->show();
    palette->line()->setFocus();
}

void FindActions::askForLane() {
    const int ranks = m_model.document.schedule().ranks();
    if (ranks < 1)
        return;
    auto* dialog = new QInputDialog(&m_window);
    dialog->setObjectName(QStringLiteral("laneDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setWindowTitle(tr("Go to lane"));
    dialog->setLabelText(tr("Rank, 0 to %1:").arg(ranks - 1));
    dialog->setIntRange(0, ranks - 1);
    connect(dialog, &QInputDialog::intValueSelected, m_panels.lanes, &TimelineView::revealLane);
    dialog->open();
}

void FindActions::saveLaneOrder() {
    if (m_model.document.path().isEmpty())
        return;
    QByteArray words = QByteArray::number(m_panels.lanes->laneOrder().pinned);
    for (const int rank : m_panels.lanes->laneOrder().ranks)
        words += ' ' + QByteArray::number(rank);
    m_model.settings.setLayout(laneOrderKey(m_model.document.path()), words);
}

void FindActions::restoreLaneOrder() {
    LaneOrder order;
    const QList<QByteArray> words = m_model.settings.layout(laneOrderKey(m_model.document.path())).split(' ');
    for (qsizetype i = 1; i < words.size(); ++i)
        order.ranks.push_back(words[i].toInt());
    order.pinned = words.front().toInt();
    // What the settings hold may be anything.
    std::vector<int> sorted = order.ranks;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<int>(i))
            order = {};
    if (order.pinned < 0 || order.pinned > static_cast<int>(order.ranks.size()) || m_model.document.path().isEmpty())
        order = {};
    m_panels.lanes->setLaneOrder(order);
}

} // namespace lanewright::app
