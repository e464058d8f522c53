// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/tables.h"

#include "app/document/plain_text.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/table_model.h"
#include "core/io/fields.h"
#include "core/io/files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace lanewright::app {
namespace {

/// Editors say aloud what the cell they lie on says; by themselves they have no name.
class SpokenEditors : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
        if (editor)
            editor->setAccessibleName(index.data(Qt::AccessibleTextRole).toString());
        return editor;
    }
};

} // namespace

QTableView* makeTable(QAbstractItemModel* model, QWidget* parent) {
    auto* table = new QTableView(parent);
    table->setModel(model);
    table->setItemDelegate(new SpokenEditors(table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table;
}

Result<QString> writeTable(const QAbstractItemModel& model, const QString& path) {
    const QString file = QFileInfo(path).suffix().isEmpty() ? path + QStringLiteral(".csv") : path;
    const bool isMarkdown = file.endsWith(QStringLiteral(".md"), Qt::CaseInsensitive);
    std::string text;
    const auto add = [&](const auto& cellOf) {
        text += isMarkdown ? "| " : "";
        for (int column = 0; column < model.columnCount(); ++column) {
            std::string cell = cellOf(column).toString().toStdString();
            if (isMarkdown)
                for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2)
                    cell.insert(at, "\\");
            text += (column == 0 ? "" : isMarkdown ? " | " : ",") + (isMarkdown ? cell : csvCell(cell));
        }
        text += isMarkdown ? " |\n" : "\n";
    };
    add([&](int column) { return model.headerData(column, Qt::Horizontal, kFileRole); });
    if (isMarkdown)
        add([](int) { return QVariant(QStringLiteral("---")); });
    for (int row = 0; row < model.rowCount(); ++row)
        add([&](int column) { return model.index(row, column).data(kFileRole); });
    const Result<Done> written = writeFile(file.toStdString(), text);
    return written ? Result{file} : written.error();
}

QString askWhere(const QString& title, QWidget* parent) {
    const QString markdown = QCoreApplication::translate("Tables", "Markdown (*.md)");
    QString kind;
    const QString path = QFileDialog::getSaveFileName(
        parent, title, {}, QCoreApplication::translate("Tables", "Tables (*.csv)") + QStringLiteral(";;") + markdown,
        &kind);
    const bool isNamed = path.isEmpty() || !QFileInfo(path).suffix().isEmpty();
    return isNamed || kind != markdown ? path : path + QStringLiteral(".md");
}

QString saveTable(const QAbstractItemModel& model, const QString& path) {
    const Result<QString> written = writeTable(model, path);
    return written ? QCoreApplication::translate("Tables", "The numbers are saved in %1.")
                         .arg(plainLine(QDir::toNativeSeparators(*written)))
                   : QStringLiteral("%1: %2").arg(plainLine(QFileInfo(path).fileName()), sentenceOf(written.error()));
}

void fitHeaders(QTableView* table) {
    const auto widen = [table] {
        QHeaderView* header = table->horizontalHeader();
        header->ensurePolished();
        for (int column = 0; column < header->count(); ++column)
            header->resizeSection(column, std::max(header->sectionSize(column), header->sectionSizeHint(column)));
    };
    widen();
    QObject::connect(table->model(), &QAbstractItemModel::headerDataChanged, table, widen);
    QObject::connect(table->model(), &QAbstractItemModel::modelReset, table, widen);
}

} // namespace lanewright::app
