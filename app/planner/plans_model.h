// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/table_model.h"
#include "core/planner/planner.h"

#include <vector>

namespace lanewright::app {

/// The plans that were found as a table: the front by time, then what plainer methods give.
class PlansModel : public TableModel {
    Q_OBJECT

public:
    enum Column { Method, Iteration, Memory, Devices };

    explicit PlansModel(QObject* parent);

    /// Does nothing where these are shown.
    void show(const PlannerResult* result);
    /// The plan that is on the screen, in bold.
    void mark(const Partition& partition);
    const Candidate& at(int row) const { return m_rows[row].candidate; }
    bool isFront(int row) const { return m_rows[row].front; }
    int size() const { return static_cast<int>(m_rows.size()); }
    int marked() const { return m_marked; } ///< −1: none

private:
    int rows() const override { return size(); }
    QVariant cell(const QModelIndex& index, int role) const override;
    struct Line {
        Candidate candidate;
        bool front = true;
    };
    QString textOf(const Line& line, int column) const;

    std::vector<Line> m_rows;
    int m_marked = -1;
};

} // namespace lanewright::app
