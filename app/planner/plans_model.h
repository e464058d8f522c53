// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/planner.h"

#include <QAbstractTableModel>

#include <vector>

namespace lanewright::app {

/// The plans that were found as a table: the front by time, then what plainer methods give.
class PlansModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Method, Iteration, Memory, Devices, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void show(const PlannerResult* result);
    /// The plan that is on the screen, in bold.
    void mark(const Partition& partition);
    const Candidate& at(int row) const { return m_rows[row].candidate; }
    bool isFront(int row) const { return m_rows[row].front; }
    int size() const { return static_cast<int>(m_rows.size()); }
    int marked() const { return m_marked; } ///< −1: none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line {
        Candidate candidate;
        bool front = true;
    };
    QString textOf(const Line& line, int column) const;

    std::vector<Line> m_rows;
    int m_marked = -1;
};

} // namespace lanewright::app
