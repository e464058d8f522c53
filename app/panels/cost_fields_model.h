// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/widgets/table_model.h"
#include "core/edit/cost_fields.h"

#include <vector>

namespace lanewright::app {

/// A table of numbers of the plan that are edited in place. What is refused is said by `refused`, in a sentence.
class PlanTable : public TableModel {
    Q_OBJECT

public:
    PlanTable(Document& document, QObject* parent, std::vector<Heading> headings = {});

    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void refused(const QString& sentence);

protected:
    bool isNumber(int column) const override { return column > 0; }
    QVariant cell(const QModelIndex& index, int role) const override;
    virtual bool isEditable(const QModelIndex& index) const = 0;
    /// Whether a column shows times; else memory.
    virtual bool showsTime(int column) const = 0;
    /// What the first columns say of the row; empty: the column holds numbers.
    virtual QString nameAt(const QModelIndex&) const { return {}; }
    virtual std::optional<std::int64_t> numberAt(const QModelIndex& index) const = 0;
    /// The number as a cell shows it, or as it is edited, to the last digit.
    virtual QString textAt(const QModelIndex& index, bool exactly) const;
    virtual QString spokenAt(const QModelIndex& index) const = 0;
    virtual QString tipAt(const QModelIndex& index) const { return meaningOf(index.column()); }
    /// What can't be changed, or says nothing.
    virtual bool isMuted(const QModelIndex& index) const { return !isEditable(index); }
    /// The number that a person has typed, in ticks or bytes.
    virtual Result<std::optional<std::int64_t>> numberFrom(const QString& text, int column) const;
    /// The plan with the number set; `sentence` becomes what the history says.
    virtual Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value,
                                 QString& sentence) const = 0;

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

    explicit StageCostsModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

    StageCopy copyAt(int row) const;
    static StageField fieldAt(int column) { return kStageFields[column - FirstField]; }
    static int columnOf(StageField field) { return FirstField + static_cast<int>(field); }
    static QString nameOf(StageField field) { return tr(wordsOf(field).name); }

private:
    int rows() const override { return static_cast<int>(costedCopies(m_document.plan()).size()); }
    int columns() const override { return FirstField + static_cast<int>(kStageFields.size()); }
    bool isEditable(const QModelIndex& index) const override {
        return index.column() >= FirstField && !isInTable(index.column());
    }
    QString nameAt(const QModelIndex& index) const override;
    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override {
        return fieldOf(m_document.plan(), copyAt(index.row()), fieldAt(index.column()));
    }
    QString spokenAt(const QModelIndex& index) const override;
    QString tipAt(const QModelIndex& index) const override {
        return isInTable(index.column()) ? tr("A table says it of each microbatch.") : meaningOf(index.column());
    }
    bool isMuted(const QModelIndex& index) const override {
        return !isEditable(index) || numberAt(index).value_or(0) == 0;
    }
    QString titleOf(int column) const override;
    QString meaningOf(int column) const override;
    bool showsTime(int column) const override { return isTime(fieldAt(column)); }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value, QString& sentence) const override;

    /// How a number of a stage is called in sentences and over its column, and what it means.
    struct FieldWords {
        StageField field;
        const char* name;
        const char* title;
        const char* meaning;
    };
    static const FieldWords& wordsOf(StageField field);
    /// Whether a table of microbatches says it, so that the number of the stage counts for nothing.
    bool isInTable(int column) const;
    QString stageText(StageCopy copy) const;
};

/// What every rank may hold, and what it does.
class RankLimitsModel : public PlanTable {
    Q_OBJECT

public:
    enum Column { RankColumn, LimitColumn, PeakColumn, DeviceColumn, TotalColumn };

    RankLimitsModel(Document& document, QObject* parent);

private:
    int rows() const override { return m_document.schedule().ranks(); }
    bool isEditable(const QModelIndex& index) const override {
        return index.column() == LimitColumn || index.column() == DeviceColumn;
    }
    QString nameAt(const QModelIndex& index) const override {
        return index.column() == RankColumn ? QString::number(index.row()) : QString();
    }
    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override;
    QString spokenAt(const QModelIndex& index) const override {
        return tr("rank %1, %2: %3").arg(index.row()).arg(titleOf(index.column()), textAt(index, false));
    }
    /// Red where more is held than may be.
    QVariant cell(const QModelIndex& index, int role) const override;
    QString titleOf(int column) const override {
        const QString title = TableModel::titleOf(column);
        return column == LimitColumn ? title.arg(unitOf(false)) : title;
    }
    bool showsTime(int) const override { return false; }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value, QString& sentence) const override;

    bool isOver(const QModelIndex& index) const;
};

} // namespace lanewright::app
