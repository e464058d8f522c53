// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/sheet.h"

#include "app/panels/cost_fields_model.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/controls.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QTableView>

#include <utility>

namespace lanewright::app {
namespace {

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
        if (!pastes && !key->matches(QKeySequence::Copy))
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

void copyColumns(const QAbstractItemModel& model, const std::vector<int>& columns) {
    QStringList lines;
    const auto write = [&](const auto& cellAt) {
        QStringList cells;
        for (const int column : columns)
            cells << cellAt(column).toString();
        lines << cells.join(u'\t');
    };
    write([&](int column) { return model.headerData(column, Qt::Horizontal); });
    for (int row = 0; row < model.rowCount(); ++row)
        write([&](int column) {
            const QModelIndex index = model.index(row, column);
            const QVariant number = index.data(Qt::EditRole);
            return number.isValid() ? number : index.data();
        });
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void follow(AmountSlider& slider, LiveEdit& edit, const Slide& slide) {
    QObject::connect(&slider, &AmountSlider::moved, &slider, [&edit, slide](std::int64_t amount) {
        edit.begin();
        Result<Plan> next = slide.change(amount);
        slide.say(next ? QString() : sentenceOf(next.error()));
        if (next)
            edit.show(slide.words(amount), *std::move(next));
    });
    QObject::connect(&slider, &AmountSlider::ended, &slider, [&edit, slide] {
        edit.end();
        slide.refresh();
    });
    QObject::connect(&slider, &AmountSlider::cancelled, &slider, [&edit, slide] {
        edit.cancel();
        slide.say({});
        slide.refresh();
    });
}

} // namespace lanewright::app
