// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/find_actions.h"

#include "app/document/numbers.h"
#include "app/lanes/lane_layout.h"
#include "app/panels/search_bar.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/shell/window_words.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/lane_selection.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/view_history.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/window_parts.h"
#include "core/explain/search.h"

#include <QCryptographicHash>
#include <QInputDialog>
#include <QLineEdit>
#include <QMainWindow>

#include <algorithm>
#include <optional>
#include <set>

namespace lanewright::app {
namespace {

QString laneOrderKey(const QString& path) {
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("lanes/") + QString::fromLatin1(hash.left(16));
}

/// The rank that somebody typed: its number, with or without the word for it in front. None: something else.
std::optional<int> rankIn(const QString& typed, const QString& word) {
    const QString number = typed.startsWith(word, Qt::CaseInsensitive) ? typed.mid(word.size()) : typed;
    bool isNumber = false;
    const int rank = number.trimmed().toInt(&isNumber);
    return isNumber && rank >= 0 ? std::optional(rank) : std::nullopt;
}

} // namespace

void FindActions::addActions() {
    m_actions.add("view.find", tr("Fin&d blocks …"), {"Ctrl+F"}, [this] { m_panels.search->open(); });
    m_actions.add("view.palette", tr("&Commands …"), {"Ctrl+Shift+P"}, [this] { showPalette(); });
    m_actions.add("view.goToLane", tr("&Go to lane …"), {"Ctrl+G"}, [this] {
        const int ranks = m_model.document.schedule().ranks();
        if (ranks < 1)
            return;
        QInputDialog* dialog =
            makeInput("laneDialog", tr("Go to lane"), tr("Rank, 0 to %1:").arg(ranks - 1), &m_window);
        dialog->setInputMode(QInputDialog::IntInput);
        dialog->setIntRange(0, ranks - 1);
        connect(dialog, &QInputDialog::intValueSelected, m_panels.lanes, &TimelineView::revealLane);
        opened(dialog);
    });
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
}

void FindActions::showPalette() {
    auto* palette = new CommandPalette(
        m_actions, [this](const QString& typed) { return offersFor(typed); }, &m_window);
    palette->move(m_window.mapToGlobal(QPoint((m_window.width() - palette->width()) / 2, m_window.height() / 8)));
    palette->show();
    palette->line()->setFocus();
}

std::vector<CommandPalette::Entry> FindActions::offersFor(const QString& typed) {
    std::vector<CommandPalette::Entry> offers;
    const Plan& plan = m_model.document.plan();
    if (const std::optional<int> rank = rankIn(typed, tr("rank")); rank && *rank < plan.schedule.ranks())
        offers.push_back({tr("Go to rank %1").arg(*rank), [this, rank] { m_panels.lanes->revealLane(*rank); }});
    const Result<Search> search = searchFromText(typed.toStdString(), plan.timeUnit);
    if (!search)
        return offers;
    const std::vector<Op> ops = findOps(*search, plan, m_model.document.timeline(), m_model.document.measured());
    if (ops.size() == 1)
        offers.push_back({tr("Go to %1").arg(opText(ops.front(), plan.costs.weightParts)),
                          [this, op = ops.front()] { m_model.selection.reveal(op); }});
    if (ops.size() < 2)
        return offers;
    offers.push_back({tr("Find %1: %n block(s)", nullptr, static_cast<int>(ops.size())).arg(typed),
                      [this, typed] { m_panels.search->open(typed); }});
    offers.push_back({tr("Select all that match %1").arg(typed),
                      [this, ops] { m_model.selection.set(std::set<Op>(ops.begin(), ops.end()), ops.front()); }});
    return offers;
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
