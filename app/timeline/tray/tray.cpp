// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tray/tray.h"

#include "app/document/call_later.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/place_tool.h"
#include "core/check/unplaced.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/edit/place.h"
#include "core/model/block_ops.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kPadding = 6;
/// So many ops are placed at once; for more the window does not wait.
constexpr std::size_t kManyOps = 128;

/// A problem has no rows yet.
int rowLength(const Schedule& schedule, int rank) {
    return schedule.order.empty() ? 0 : static_cast<int>(schedule.order[rank].size());
}

std::vector<TrayLine> linesOf(const Schedule& schedule, const std::vector<Op>& ops) {
    std::vector<TrayLine> lines;
    for (const Op& op : ops) {
        const StageCopy copy = schedule.copyOf(op);
        if (lines.empty() || lines.back().copy != copy)
            lines.push_back({copy, schedule.rankOf(op), {}});
        lines.back().ops.push_back(op);
    }
    return lines;
}

Result<Schedule> appended(const Schedule& schedule, const std::vector<Op>& ops) {
    Result<Schedule> next = schedule;
    for (const Op& op : ops)
        if (next)
            next = insertOp(*next, op, rowLength(*next, schedule.rankOf(op)));
    return next;
}

} // namespace

Tray::Tray(TimelineView& view, QWidget* parent)
    : QWidget(parent), m_view(view), m_cells(new TrayCells(view, this)), m_column(new QWidget(this)),
      m_count(plainLabel(this)), m_placeAll(new QPushButton(tr("Place all"), this)),
      m_oneBox(new QCheckBox(tr("B+W in one"), this)) {
    setObjectName(QStringLiteral("tray"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_column->setFixedWidth(TimelineView::headerWidth());
    auto* column = new QVBoxLayout(m_column);
    column->setContentsMargins(16, kPadding, 8, kPadding);
    column->setSpacing(4);
    m_count->setProperty("role", QStringLiteral("section"));
    m_placeAll->setObjectName(QStringLiteral("placeAll"));
    m_placeAll->setToolTip(tr("Puts every op of the tray where the makespan stays smallest"));
    m_oneBox->setObjectName(QStringLiteral("backwardInOne"));
    m_oneBox->setToolTip(tr("Offers the whole backward as one op BW, not as B and W"));
    column->addWidget(m_count);
    column->addWidget(m_placeAll, 0, Qt::AlignLeft);
    column->addWidget(m_oneBox);
    column->addStretch(1);
    layout->addWidget(m_column);
    layout->addWidget(m_cells, 1);
    connect(m_placeAll, &QPushButton::clicked, this, [this] { m_placing ? stopPlacing() : placeAll(); });
    connect(&view.document(), &Document::changed, this, &Tray::stopPlacing);
    connect(m_oneBox, &QCheckBox::toggled, this, &Tray::setBackwardInOne);
    connect(m_cells, &TrayCells::placeRequested, this, &Tray::place);
    hide();
}

bool Tray::refresh() {
    const Document& document = m_view.document();
    const bool complete =
        !document.plan().isProblem() && std::ranges::find(document.analysis().findings, "incomplete", &Finding::code) ==
                                            document.analysis().findings.end();
    if (complete) {
        // What hides its focus hands it to whatever comes next, which may be a button.
        if (m_cells->hasFocus())
            m_view.setFocus();
        m_cells->setLines({});
        return false;
    }
    const bool fused = holdsKind(document.schedule().order, OpKind::BW);
    const bool split = holdsKind(document.schedule().order, OpKind::B);
    if (fused != split)
        m_inOne = fused;
    m_cells->setLines(linesOf(document.schedule(), unplacedOps(document.plan(), m_inOne)));
    const QSignalBlocker quiet(m_oneBox);
    m_oneBox->setChecked(m_inOne);
    m_oneBox->setVisible(!fused && !split && !m_plain);
    m_count->setText(tr("%n unplaced", nullptr, static_cast<int>(ops().size())));
    return !m_cells->lines().empty();
}

int Tray::wantedHeight() const {
    int column = m_count->sizeHint().height() + 2 * kPadding;
    for (const QWidget* below : {static_cast<QWidget*>(m_placeAll), static_cast<QWidget*>(m_oneBox)})
        if (!below->isHidden())
            column += below->sizeHint().height() + 4;
    return std::max(column, m_cells->wantedHeight());
}

std::vector<Op> Tray::ops() const {
    std::vector<Op> all;
    for (const TrayLine& line : m_cells->lines())
        all.insert(all.end(), line.ops.begin(), line.ops.end());
    return all;
}

void Tray::setBackwardInOne(bool inOne) {
    if (inOne == m_inOne)
        return;
    m_inOne = inOne;
    refresh();
    Q_EMIT offerChanged();
}

void Tray::setPlain(bool plain) {
    m_plain = plain;
    m_placeAll->setVisible(!plain);
    m_cells->setKeepsPlaces(plain);
    refresh();
    Q_EMIT offerChanged();
}

void Tray::setType(double type, int headerWidth) {
    QFont font = m_column->font();
    font.setPointSizeF(font.pointSizeF() * (type > 1 ? type * 0.86 : 1));
    font.setWeight(QFont::DemiBold);
    m_count->setFont(font);
    m_column->setFixedWidth(headerWidth);
    m_column->layout()->setContentsMargins(static_cast<int>(16 * type), static_cast<int>(kPadding * (2 * type - 1)), 0,
                                           kPadding);
    m_cells->setType(type);
}

std::ptrdiff_t Tray::placeInTray(const std::vector<Op>& ops) const {
    const std::vector<Op> all = this->ops();
    const auto last = std::ranges::find(all, ops.back());
    return last - all.begin() - static_cast<std::ptrdiff_t>(ops.size()) + 1;
}

void Tray::place(const std::vector<Op>& ops) {
    if (ops.empty() || m_placing)
        return;
    Document& document = m_view.document();
    if (!m_plain && ops.size() > kManyOps)
        return placeOnThread(ops);
    placed(ops, placeInTray(ops), m_plain ? appended(document.schedule(), ops) : placeOps(document.plan(), ops));
}

void Tray::placeOnThread(const std::vector<Op>& ops) {
    m_placing = true;
    showPlacing(0, static_cast<int>(ops.size()));
    const QPointer<Tray> self(this);
    const auto told = [self](int placed, int all) {
        callLater(QCoreApplication::instance(), [self, placed, all] {
            if (self && self->m_placing)
                self->showPlacing(placed, all);
        });
    };
    m_work.ask([plan = m_view.document().sharedPlan(), ops,
                told](const std::stop_token& stop) { return placeOps(*plan, ops, {.stop = stop, .progress = told}); },
               [this, ops, at = placeInTray(ops)](const Result<Schedule>& next) {
                   stopPlacing();
                   placed(ops, at, next);
               });
}

void Tray::showPlacing(int placed, int all) {
    m_count->setText(tr("%1 of %2 placed").arg(placed).arg(all));
    m_placeAll->setText(tr("Stop"));
}

void Tray::stopPlacing() {
    if (!m_placing)
        return;
    m_placing = false;
    m_work.drop();
    m_placeAll->setText(tr("Place all"));
    refresh();
}

void Tray::placed(const std::vector<Op>& ops, std::ptrdiff_t at, Result<Schedule> next) {
    if (!next) {
        Q_EMIT hint(translated(next.error().message));
        return;
    }
    Document& document = m_view.document();
    document.apply(translated(placeSentence({ops.begin(), ops.end()}, document.plan().costs.weightParts)),
                   *std::move(next));
    const std::vector<Op> left = this->ops();
    if (left.empty())
        return hold(ops);
    // Behind the last one the last line begins anew.
    const bool isBehind = at >= static_cast<std::ptrdiff_t>(left.size());
    m_view.selection().set(isBehind ? m_cells->lines().back().ops.front() : left[std::max<std::ptrdiff_t>(at, 0)]);
}

void Tray::hold(const std::vector<Op>& ops) {
    m_view.selection().set({ops.begin(), ops.end()}, ops.back());
    m_view.setFocus();
}

void Tray::placeToMove() {
    const std::vector<Op> ops = m_cells->chosen();
    place(ops);
    if (!ops.empty() && slotOf(m_view.document().schedule(), ops.back()))
        hold(ops);
}

} // namespace lanewright::app
