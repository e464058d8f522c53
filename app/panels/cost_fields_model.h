// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "core/edit/cost_fields.h"

#include <QAbstractTableModel>

#include <vector>

namespace lanewright::app {

/// A table of numbers of the plan that are edited in place. What is refused is said by `refused`, in a sentence.
class PlanTable : public QAbstractTableModel {
    Q_OBJECT

public:
    PlanTable(Document& document, QObject* parent);

    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void refused(const QString& sentence);

protected:
    virtual bool isEditable(const QModelIndex& index) const = 0;
    virtual QString titleOf(int column) const = 0;
    virtual QString meaningOf(int column) const = 0;
    /// Whether a column shows times; else memory.
    virtual bool showsTime(int column) const = 0;
    /// The number that a person has typed, in ticks or bytes.
    virtual Result<std::optional<std::int64_t>> numberFrom(const QString& text, int column) const;
    /// The plan with the number set; `sentence` becomes what the history says.
    virtual Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value,
                                 QString& sentence) const = 0;

    /// A number as a cell shows it, and as it is edited, to the last digit.
    QString shown(std::optional<std::int64_t> value, bool time) const;
    QString exact(std::optional<std::int64_t> value, bool time) const;
    QString unitOf(bool time) const;
    void follow();

    Document& m_document;

private:
    int m_rows = -1;
};

/// What every stage costs: a row per stage (per copy where the directions differ), a column per number.
class StageCostsModel : public PlanTable {
    Q_OBJECT

public:
    enum Column { StageColumn, RankColumn, FirstField };

    explicit StageCostsModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    StageCopy copyAt(int row) const;
    static StageField fieldAt(int column) { return kStageFields[column - FirstField]; }
    static int columnOf(StageField field) { return FirstField + static_cast<int>(field); }
    static QString nameOf(StageField field);

protected:
    bool isEditable(const QModelIndex& index) const override {
        return index.column() >= FirstField && !isInTable(fieldAt(index.column()));
    }
    QString titleOf(int column) const override;
    QString meaningOf(int column) const override;
    bool showsTime(int column) const override { return isTime(fieldAt(column)); }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value, QString& sentence) const override;

private:
    /// Whether a table of microbatches says it, so that the number of the stage counts for nothing.
    bool isInTable(StageField field) const;
    QString stageText(StageCopy copy) const;
};

/// What every rank may hold, and what it does.
class RankLimitsModel : public PlanTable {
    Q_OBJECT

public:
    enum Column { RankColumn, LimitColumn, PeakColumn, DeviceColumn, TotalColumn, Columns };

    explicit RankLimitsModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool isEditable(const QModelIndex& index) const override;
    QString titleOf(int column) const override;
    QString meaningOf(int column) const override;
    bool showsTime(int) const override { return false; }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value, QString& sentence) const override;

private:
    std::optional<Bytes> amountAt(const QModelIndex& index) const;
    bool isOver(const QModelIndex& index) const;
};

} // namespace lanewright::app
