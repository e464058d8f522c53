// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/comparison_model.h"

#include "app/document/comparable.h"
#include "app/widgets/language_now.h"
#include "core/page/figure_panel.h"
#include "core/page/number_lines.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

/// All names, each once and in the order in which the columns have them.
std::vector<std::string> namesIn(const std::vector<ComparedNumbers>& columns) {
    std::vector<std::string> names;
    for (const ComparedNumbers& column : columns) {
        auto place = names.begin();
        for (const FigureNumber& number : column.numbers) {
            const auto found = std::ranges::find(names, number.name);
            place = (found == names.end() ? names.insert(place, number.name) : found) + 1;
        }
    }
    return names;
}

} // namespace

QString inShort(const QString& title, qsizetype most) {
    const qsizetype end = most / 2;
    return title.size() <= most ? title : title.left(most - end - 1) + QChar(0x2026) + title.right(end);
}

std::vector<FigureNumber> comparedNumbers(const Document& document) {
    const PageLanguage language = languageNow();
    std::vector<FigureNumber> numbers;
    if (!document.plan().isProblem())
        numbers = figureNumbers(document.plan(), document.analysis().metrics, language);
    if (!isMeasuredWhole(document))
        return numbers;
    const Run& run = *document.run();
    for (FigureNumber& each : figureNumbers(run.plan, metricsOfStep(run, *document.comparedStep()), language, true)) {
        each.name =
            ComparisonModel::tr("%1, measured", "Iteration").arg(QString::fromStdString(each.name)).toStdString();
        numbers.push_back(std::move(each));
    }
    return numbers;
}

void ComparisonModel::show(std::vector<ComparedNumbers> columns) {
    if (columns == m_columns)
        return;
    beginResetModel();
    m_columns = std::move(columns);
    m_names = namesIn(m_columns);
    endResetModel();
}

QString ComparisonModel::text(int row, int column, bool inFiles) const {
    const std::string& name = m_names[row];
    if (column == 0)
        return QString::fromStdString(name);
    const std::vector<FigureNumber>& numbers = m_columns[column - 1].numbers;
    const auto found = std::ranges::find(numbers, name, &FigureNumber::name);
    if (found == numbers.end())
        return QStringLiteral("–");
    return QString::fromStdString(inFiles ? found->inFiles : found->value);
}

QVariant ComparisonModel::cell(const QModelIndex& index, int role) const {
    const bool inFiles = role == kFileRole;
    return inFiles || role == Qt::DisplayRole ? text(index.row(), index.column(), inFiles) : QVariant();
}

} // namespace lanewright::app
