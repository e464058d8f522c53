// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/sheet.h"

#include "app/document/translate.h"
#include "app/panels/cost_fields_model.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/controls.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QTableView>

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanewright::app {
namespace {

/// 0, 1, … below `count`.
std::vector<int> upTo(int count) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

class ClipboardKeys : public QObject {
public:
    ClipboardKeys(QTableView* table, std::function<void()> copy, std::function<void()> paste)
        : QObject(table), m_copy(std::move(copy)), m_paste(std::move(paste)) {}

private:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
            return false;
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool pastes = key->matches(QKeySequence::Paste);
        if (pastes ? !m_paste : !key->matches(QKeySequence::Copy))
            return false;
        event->accept();
        if (event->type() == QEvent::KeyPress)
            (pastes ? m_paste : m_copy)();
        return true;
    }

    std::function<void()> m_copy;
    std::function<void()> m_paste;
};

} // namespace

QTableView* makeSheet(PlanTable* model, const char* name, const QString& spoken, QWidget* parent) {
    QTableView* table = named(makeTable(model, parent), {.name = name, .role = "sheet", .spoken = spoken});
    table->setSelectionBehavior(QAbstractItemView::SelectItems);
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    return table;
}

void onCopyAndPaste(QTableView* table, std::function<void()> copy, std::function<void()> paste) {
    table->installEventFilter(new ClipboardKeys(table, std::move(copy), std::move(paste)));
}

void copyCells(const QAbstractItemModel& model, const std::vector<int>& rows, const std::vector<int>& columns) {
    QStringList lines;
    const auto write = [&](const auto& cellAt) {
        QStringList cells;
        for (const int column : columns)
            cells << cellAt(column).toString();
        lines << cells.join(u'\t');
    };
    write([&](int column) { return model.headerData(column, Qt::Horizontal); });
    for (const int row : rows)
        write([&](int column) {
            const QModelIndex index = model.index(row, column);
            const QVariant number = index.data(Qt::EditRole);
            return number.isValid() ? number : index.data();
        });
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void copyColumns(const QAbstractItemModel& model, const std::vector<int>& columns) {
    copyCells(model, upTo(model.rowCount()), columns);
}

void copySelectedRows(const QTableView& table) {
    std::vector<int> rows;
    for (const QModelIndex& index : table.selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::ranges::sort(rows);
    copyCells(*table.model(), rows, upTo(table.model()->columnCount()));
}

SheetEdits::SheetEdits(Document& document, const std::vector<PlanTable*>& models,
                       std::function<void(const QString& sentence)> say, std::function<void()> refresh)
    : m_document(document), m_slide(document), m_say(std::move(say)), m_refresh(std::move(refresh)) {
    for (const PlanTable* model : models)
        connect(model, &PlanTable::refused, this, &SheetEdits::say);
    connect(&m_document, &Document::changed, this, [this] {
        m_say({}); // what was refused is over
        m_refresh();
    });
}

void SheetEdits::apply(const QString& text, Result<Plan> next) {
    m_say(next ? QString() : sentenceOf(next.error()));
    if (next)
        m_document.apply(text, *std::move(next));
    // What was refused must not look done.
    m_refresh();
}

void SheetEdits::paste(const Result<PastedCosts>& pasted, const std::function<QString(int numbers)>& text) {
    if (!pasted)
        return m_say(sentenceOf(pasted.error()));
    apply(text(pasted->numbers), Plan(pasted->plan));
    m_say(translated(inTurn(pasted->left)));
}

void SheetEdits::slideBy(AmountSlider& slider,
                         std::function<Result<Plan>(const Plan& before, std::int64_t amount)> change,
                         std::function<QString(std::int64_t amount)> text) {
    connect(&slider, &AmountSlider::moved, this,
            [this, change = std::move(change), text = std::move(text)](std::int64_t amount) {
                m_slide.begin();
                Result<Plan> next = change(m_slide.before(), amount);
                m_say(next ? QString() : sentenceOf(next.error()));
                if (next)
                    m_slide.show(text(amount), *std::move(next));
            });
    connect(&slider, &AmountSlider::ended, this, [this] {
        m_slide.end();
        m_refresh();
    });
    connect(&slider, &AmountSlider::cancelled, this, [this] {
        m_slide.cancel();
        m_say({});
        m_refresh();
    });
}

} // namespace lanewright::app
