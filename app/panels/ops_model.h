// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/widgets/table_model.h"
#include "core/explain/op_lines.h"

#include <set>
#include <vector>

namespace lanewright::app {

/// Every op of the schedule as a line that is edited: its position in its rank's order, and the rank its stage lives
/// on. Sorts and filters by itself, so that 10^5 lines come at once.
class OpsModel : public TableModel {
    Q_OBJECT

public:
    enum Column {
        RankColumn,
        PositionColumn,
        OpColumn,
        KindColumn,
        StageColumn,
        MicrobatchColumn,
        StartColumn,
        EndColumn,
        LengthColumn,
        WaitColumn,
        SlackColumn,
        Columns
    };

    explicit OpsModel(Document& document, QObject* parent = nullptr);

    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// @name Rows are dragged to another place of their rank's order
    /// @{
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;
    /// @}

    /// Shows only what the words find, as the search bar understands them; fails in words and shows nothing then.
    Result<Done> setFilter(const QString& words);
    /// While nobody looks, nothing is read.
    void setWatched(bool watched);

    const OpLine& line(int row) const { return m_lines[m_shown[row]]; }
    /// The rows of the ops, ascending.
    std::vector<int> rowsOf(const std::set<Op>& ops) const;
    bool isInOrder() const { return m_key == LineKey::Place && !m_descends; }

Q_SIGNALS:
    void refused(const QString& sentence);
    /// The lines are those of the present plan.
    void wasRead();

private:
    int rows() const override { return static_cast<int>(m_shown.size()); }
    QVariant cell(const QModelIndex& index, int role) const override;

    void read();
    void arrange();
    void askSlack();
    QString cellText(const OpLine& line, int column) const;
    QString sentenceOf(const OpLine& line) const;
    bool setPosition(const OpLine& line, const QString& text);
    bool setRank(const OpLine& line, const QString& text);
    /// `next`: an order, or a plan.
    template <typename Next>
    bool apply(const QString& text, Result<Next> next);
    /// Drops ops of a rank in front of the line that stands at `row`.
    bool drop(const std::set<Op>& ops, int row);

    Document& m_document;
    std::vector<OpLine> m_lines;
    std::vector<int> m_shown; ///< indices into `m_lines`, as they are sorted and filtered
    std::vector<std::vector<Time>> m_slack;
    Latest m_latest;
    QString m_filter;
    LineKey m_key = LineKey::Place;
    bool m_descends = false;
    bool m_watched = false;
    bool m_stale = true;
};

} // namespace lanewright::app
