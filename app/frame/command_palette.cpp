// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/command_palette.h"

#include "app/lanes/theme.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/layouts.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kKeysRole = Qt::UserRole;
constexpr int kWidth = 560;
constexpr int kMostLines = 10;
constexpr int kLinePadding = 12; ///< height of a line above that of its font

/// The text at the left, the keys at the right.
class Lines : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const QString keys = index.data(kKeysRole).toString();
        if (keys.isEmpty())
            return;
        const bool marked = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setPen(marked ? option.palette.color(QPalette::HighlightedText) : currentTheme().mutedText);
        painter->drawText(option.rect.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, keys);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + kLinePadding};
    }
};

/// `View: Fit all`.
QString nameOf(const QAction& action) {
    const QString id = action.objectName();
    QString text = action.text().remove(QLatin1Char('&'));
    text.remove(QStringLiteral(" …"));
    // The narrower beginning stands before the wider.
    const std::initializer_list<std::pair<const char*, QString>> menus = {
        {"file.", CommandPalette::tr("File: %1")},
        {"edit.", CommandPalette::tr("Edit: %1")},
        {"view.theme.", CommandPalette::tr("Theme: %1")},
        {"view.language.", CommandPalette::tr("Language: %1")},
        {"view.arrows.", CommandPalette::tr("Arrows: %1")},
        {"view.", CommandPalette::tr("View: %1")},
        {"run.", CommandPalette::tr("Run: %1")},
        {"help.", CommandPalette::tr("Help: %1")}};
    for (const auto& [beginning, name] : menus)
        if (id.startsWith(QLatin1String(beginning)))
            return name.arg(text);
    return text;
}

bool beginsWord(const QString& text, qsizetype at) { return at == 0 || !text[at - 1].isLetterOrNumber(); }

/// A letter that begins a word is rather meant than one that comes by chance: where the letter at `first` next begins
/// one, else `first`.
qsizetype rather(const QString& text, qsizetype first) {
    for (qsizetype at = first; at >= 0; at = text.indexOf(text[first], at + 1, Qt::CaseInsensitive))
        if (beginsWord(text, at))
            return at;
    return first;
}

} // namespace

std::optional<int> fuzzyScore(const QString& pattern, const QString& text) {
    constexpr int kFits = 1;
    constexpr int kFollows = 6;
    constexpr int kBeginsWord = 8;
    int score = 0;
    qsizetype at = -1;
    for (const QChar letter : pattern) {
        if (letter.isSpace())
            continue;
        const qsizetype next = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
        if (next < 0)
            return {};
        const bool follows = at >= 0 && next == at + 1;
        at = follows ? next : rather(text, next);
        score += kFits + (follows ? kFollows : 0) + (beginsWord(text, at) ? kBeginsWord : 0);
    }
    // The shorter of two equal fits is nearer to what was typed.
    return 100 * score - static_cast<int>(std::min<qsizetype>(99, text.size()));
}

CommandPalette::CommandPalette(const ActionRegistry& actions, Offers offers, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_actions(actions), m_offers(std::move(offers)), m_line(new QLineEdit(this)),
      m_list(new QListWidget(this)) {
    setObjectName(QStringLiteral("palette"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    m_line->setPlaceholderText(tr("A command, a block such as B2.5, a rank …"));
    m_line->setAccessibleName(tr("Command"));
    m_line->installEventFilter(this);
    m_list->setItemDelegate(new Lines(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    makeColumn(this, {.margins = {10, 10, 10, 10}, .between = 8}, {m_line, m_list});
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) {
        m_list->setCurrentItem(item);
        accept();
    });
    resize(kWidth, height());
    fill();
    m_line->setFocus();
}

std::vector<CommandPalette::Entry> CommandPalette::entriesFor(const QString& typed) const {
    std::vector<Entry> entries = typed.isEmpty() ? std::vector<Entry>{} : m_offers(typed);
    struct Fit {
        int score;
        QAction* action;
    };
    std::vector<Fit> fits;
    for (QAction* action : m_actions.all())
        if (const auto score = fuzzyScore(typed, nameOf(*action)))
            fits.push_back({*score, action});
    if (!typed.isEmpty())
        std::ranges::stable_sort(fits, std::greater<>{}, &Fit::score);
    entries.reserve(entries.size() + fits.size());
    for (const auto& [score, action] : fits)
        entries.push_back({.text = nameOf(*action),
                           .run = [action = action] { action->trigger(); },
                           .keys = action->shortcut().toString(QKeySequence::NativeText),
                           .enabled = action->isEnabled()});
    return entries;
}

void CommandPalette::fill() {
    m_entries = entriesFor(m_line->text().trimmed());
    m_list->clear();
    for (const Entry& entry : m_entries) {
        auto* item = new QListWidgetItem(entry.text, m_list);
        item->setData(kKeysRole, entry.keys);
        if (!entry.enabled)
            item->setFlags(Qt::NoItemFlags);
    }
    fitHeight();
    if (const auto first = std::ranges::find(m_entries, true, &Entry::enabled); first != m_entries.end())
        m_list->setCurrentRow(static_cast<int>(first - m_entries.begin()));
}

/// As high as what it found.
void CommandPalette::fitHeight() {
    const int lines = std::clamp(m_list->count(), 1, kMostLines);
    m_list->setFixedHeight(lines * (m_list->fontMetrics().height() + kLinePadding) + 2 * m_list->frameWidth());
    layout()->activate();
    resize(kWidth, layout()->sizeHint().height());
}

void CommandPalette::accept() {
    const int row = m_list->currentRow();
    if (row < 0 || !m_entries[row].enabled)
        return;
    const std::function<void()> run = m_entries[row].run;
    close();
    run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter: accept(); return true;
        case Qt::Key_Escape: close(); return true;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: QCoreApplication::sendEvent(m_list, event); return true;
        default: break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace lanewright::app
