// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/search_bar.h"

#include "app/document/translate.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/check/unplaced.h"
#include "core/explain/search.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <set>

namespace lanewright::app {

SearchBar::SearchBar(Document& document, Selection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection),
      m_line(named(new QLineEdit(this), {.spoken = tr("Find blocks")})),
      m_status(named(makeLabel("caption", {}, this), "searchStatus")) {
    setObjectName(QStringLiteral("searchBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_line->setPlaceholderText(tr("B3    B2.5    s2 F*    mb:7    dur>2ms    wait>0    slip>1ms    slack=0"));
    m_line->setClearButtonEnabled(true);
    m_line->setMaximumWidth(460);
    m_line->installEventFilter(this);
    const auto button = [&](const QString& words, const Naming& naming, auto act) {
        auto* each = named(new QToolButton(this), naming);
        each->setText(words);
        connect(each, &QToolButton::clicked, this, act);
        return each;
    };
    const auto sign = [&](const QString& words, const QString& tip, auto act) {
        return button(words, {.spoken = tip, .tip = tip}, act);
    };
    auto* before = sign(QStringLiteral("↑"), tr("The one before (Shift+Enter)"), [this] { step(-1); });
    auto* next = sign(QStringLiteral("↓"), tr("The next (Enter)"), [this] { step(1); });
    auto* all = button(tr("Select all"), {.name = "selectFound", .tip = tr("Selects all that match (Ctrl+Enter)")},
                       &SearchBar::selectAll);
    auto* close = sign(QStringLiteral("✕"), tr("Close (Esc)"), [this] { this->close(); });
    makeRow(this, {.margins = {16, 6, 12, 6}, .between = 8}, {{m_line, 1}, before, next, all, {m_status, 1}, close});
    connect(m_line, &QLineEdit::textChanged, this, &SearchBar::search);
    for (const auto signal : {&Document::changed, &Document::runChanged})
        connect(&m_document, signal, this, [this] {
            if (isVisible())
                search();
        });
    hide();
}

void SearchBar::open(const QString& text) {
    show();
    if (!text.isEmpty())
        m_line->setText(text);
    m_line->setFocus();
    m_line->selectAll();
    search();
}

void SearchBar::close() {
    hide();
    m_matches.clear();
    Q_EMIT found({});
    Q_EMIT closed();
}

void SearchBar::search() {
    m_matches.clear();
    m_trouble.clear();
    m_inTray = 0;
    m_at = -1;
    const std::string text = m_line->text().toStdString();
    const Plan& plan = m_document.plan();
    if (text.find_first_not_of(' ') != std::string::npos) {
        const Result<Search> search = searchFromText(text, plan.timeUnit);
        if (search) {
            m_matches = findOps(*search, plan, m_document.timeline(), m_document.measured());
            m_inTray = countInTray(*search);
        } else
            m_trouble = translated(search.error().message);
    }
    say();
    Q_EMIT found(m_matches);
}

int SearchBar::countInTray(const Search& search) const {
    Plan left = m_document.plan();
    left.schedule.order.assign(left.schedule.ranks(), {});
    for (const Op& op : unplacedOps(m_document.plan()))
        left.schedule.order[left.schedule.rankOf(op)].push_back({.op = op});
    return static_cast<int>(findOps(search, left, {std::vector<Lane>(left.schedule.ranks())}).size());
}

void SearchBar::say() {
    if (!m_trouble.isEmpty())
        m_status->setText(m_trouble);
    else if (m_line->text().trimmed().isEmpty())
        m_status->setText({});
    else if (m_matches.empty() && m_inTray > 0)
        m_status->setText(tr("no block, %n in the tray", nullptr, m_inTray));
    else if (m_matches.empty())
        m_status->setText(tr("no block"));
    else if (m_at < 0 && m_inTray > 0)
        m_status->setText(tr("%n block(s), %1 in the tray", nullptr, static_cast<int>(m_matches.size())).arg(m_inTray));
    else if (m_at < 0)
        m_status->setText(tr("%n block(s)", nullptr, static_cast<int>(m_matches.size())));
    else
        m_status->setText(tr("%1 of %2").arg(m_at + 1).arg(m_matches.size()));
}

void SearchBar::step(int by) {
    if (m_matches.empty())
        return;
    const int count = static_cast<int>(m_matches.size());
    m_at = m_at < 0 && by < 0 ? count - 1 : (m_at + by + count) % count;
    say();
    m_selection.reveal(m_matches[m_at]);
}

bool SearchBar::selectAll() {
    if (m_matches.empty())
        return false;
    m_selection.set(std::set<Op>(m_matches.begin(), m_matches.end()), m_matches.front());
    return true;
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (key->modifiers().testFlag(Qt::ControlModifier))
                selectAll();
            else
                step(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            close();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lanewright::app
