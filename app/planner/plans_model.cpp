// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/plans_model.h"

#include "app/lanes/theme.h"
#include "app/planner/planner_text.h"
#include "app/widgets/panel_text.h"

#include <QFont>

namespace lanewright::app {

namespace {

/// Without the unit, which the head of the column says.
QString numberOf(const QString& text) { return text.left(text.lastIndexOf(QLatin1Char(' '))); }

} // namespace

void PlansModel::show(const PlannerResult* result) {
    beginResetModel();
    m_rows.clear();
    m_marked = -1;
    if (result) {
        for (const Candidate& candidate : result->front)
            m_rows.push_back({candidate, true});
        for (const Candidate& candidate : result->others)
            m_rows.push_back({candidate, false});
    }
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
        Q_EMIT dataChanged(index(0, 0), index(size() - 1, Columns - 1), {Qt::FontRole});
}

int PlansModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : size(); }

int PlansModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

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

QVariant PlansModel::data(const QModelIndex& index, int role) const {
    const Line& line = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole: return textOf(line, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == Method ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                        : QVariant(Qt::AlignRight | Qt::AlignVCenter);
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

QVariant PlansModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == Method ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                 : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Method: return tr("plan");
    case Iteration: return tr("ms");
    case Memory: return tr("GiB");
    case Devices: return tr("devices");
    default: return {};
    }
}

} // namespace lanewright::app
