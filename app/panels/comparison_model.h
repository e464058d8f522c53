// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/plain_text.h"
#include "app/widgets/table_model.h"
#include "core/picture/figure_layout.h"

#include <QString>

#include <vector>

namespace lanewright::app {

/// A plan or run in a table of several.
struct ComparedNumbers {
    QString title = {};
    std::vector<FigureNumber> numbers = {};

    friend bool operator==(const ComparedNumbers&, const ComparedNumbers&) = default;
};

/// A title of at most so many letters; both of its ends tell it from others.
QString inShort(const QString& title, qsizetype most);

/// The numbers of a document, as figures have them: of its plan, and of its run where that was measured to its end.
std::vector<FigureNumber> comparedNumbers(const Document& document);

/// Plans and runs beside each other: a row for each number that one of them has, a column for each of them behind that
/// of the names. Where one does not have a number stands a dash.
class ComparisonModel : public TableModel {
    Q_OBJECT

public:
    /// `letters`: how many of a title stand above its column at most.
    explicit ComparisonModel(qsizetype letters, QObject* parent) : TableModel(parent), m_letters(letters) {}

    void show(std::vector<ComparedNumbers> columns);

private:
    int rows() const override { return static_cast<int>(m_names.size()); }
    int columns() const override { return static_cast<int>(m_columns.size()) + 1; }
    QString wholeTitleOf(int column) const { return column == 0 ? QString() : m_columns[column - 1].title; }
    QString titleOf(int column) const override { return inShort(wholeTitleOf(column), m_letters); }
    QString titleInFiles(int column) const override { return wholeTitleOf(column); }
    QString meaningOf(int column) const override { return plainTip(wholeTitleOf(column)); }
    bool isNumber(int column) const override { return column > 0; }
    QVariant cell(const QModelIndex& index, int role) const override;
    QString text(int row, int column, bool inFiles) const;

    qsizetype m_letters;
    std::vector<ComparedNumbers> m_columns;
    std::vector<std::string> m_names; ///< per row
};

} // namespace lanewright::app
