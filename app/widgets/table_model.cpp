// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/table_model.h"

#include <algorithm>
#include <cassert>

namespace lanewright::app {

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rows() || index.column() >= columns())
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column());
    const QVariant said = cell(index, role);
    return role == kFileRole && !said.isValid() ? cell(index, Qt::DisplayRole) : said;
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns())
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    const QString words = role == Qt::DisplayRole   ? titleOf(section)
                          : role == Qt::ToolTipRole ? meaningOf(section)
                          : role == kFileRole       ? titleInFiles(section)
                                                    : QString();
    return words.isEmpty() ? QVariant() : words;
}

const TableModel::Heading& TableModel::headingOf(int column) const {
    const auto heading = std::ranges::find(m_headings, column, &Heading::column);
    assert(heading != m_headings.end());
    return *heading;
}

} // namespace lanewright::app
