// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/plans_model.h"

#include "app/lanes/theme.h"
#include "app/planner/planner_text.h"
#include "app/widgets/panel_text.h"

#include <QFont>
#include <algorithm>

namespace lanewright::app {

namespace {

/// Without the unit, which the head of the column says.
QString numberOf(const QString& text) { return text.left(text.lastIndexOf(QLatin1Char(' '))); }

} // namespace

PlansModel::PlansModel(QObject* parent)
    : TableModel(parent, {{Method, tr("plan")},
                          {Iteration, tr("ms"), {}, true},
                          {Memory, tr("GiB"), {}, true},
                          {Devices, tr("devices"), {}, true}}) {}

void PlansModel::show(const PlannerResult* result) {
    std::vector<Line> rows;
    if (result) {
        for (const Candidate& candidate : result->front)
            rows.push_back({candidate, true});
        for (const Candidate& candidate : result->others)
            rows.push_back({candidate, false});
    }
    const auto isSame = [](const Line& one, const Line& other) {
        return one.front == other.front && one.candidate.partition == other.candidate.partition &&
               one.candidate.method == other.candidate.method &&
               one.candidate.iterationTime == other.candidate.iterationTime;
    };
    if (std::ranges::equal(rows, m_rows, isSame))
        return;
    beginResetModel();
    m_rows = std::move(rows);
    m_marked = -1;
    endResetModel();
}

void PlansModel::mark(const Partition& partition) {
    int found = -1;
    for (int row = size() - 1; row >= 0; --row)
        if (at(row).partition == partition)
            found = row;
    if (found == m_marked)
        return;
    m_marked = found;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(size() - 1, Devices), {Qt::FontRole});
}

QString PlansModel::textOf(const Line& line, int column) const {
    const Candidate& candidate = line.candidate;
    switch (column) {
    case Method: return methodText(candidate);
    case Iteration: return numberOf(iterationText(candidate.iterationTime));
    case Memory: return numberOf(gibText(candidate.memory));
    case Devices: return QString::number(candidate.devices);
    default: return {};
    }
}

QVariant PlansModel::cell(const QModelIndex& index, int role) const {
    const Line& line = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole: return textOf(line, index.column());
    case Qt::FontRole: {
        QFont font;
        font.setWeight(index.row() == m_marked ? QFont::DemiBold : QFont::Normal);
        return font;
    }
    case Qt::ForegroundRole: return line.front ? QVariant() : QVariant(currentTheme().mutedText);
    case Qt::ToolTipRole:
        return tr("%1, ordered by %2; simulated %3 ± %4")
            .arg(methodText(line.candidate), toQt(line.candidate.order), iterationText(line.candidate.iterationTime),
                 percentText(line.candidate.spread, 0));
    default: return {};
    }
}

} // namespace lanewright::app
