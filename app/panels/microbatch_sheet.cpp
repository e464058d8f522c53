// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/microbatch_sheet.h"

#include "app/document/plain_text.h"
#include "app/panels/cost_fields_model.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "core/base/decimal.h"
#include "core/edit/microbatch_fields.h"

#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

constexpr std::int64_t kShareOne = MicrobatchCosts::kOne;
constexpr std::int64_t kShareDigits = 10'000; ///< a cell shows four digits after the point
constexpr int kMostSpread = 300;              ///< per cent
constexpr int kMicrobatchWidth = 100;
constexpr int kLengthWidth = 118;
constexpr int kStageTimeWidth = 84;
constexpr int kMostRowsSeen = 14;
constexpr int kSheetRowHeight = 30;

int clamped(std::int64_t percent) { return static_cast<int>(std::min<std::int64_t>(percent, kMostSpread)); }

/// What says how microbatches differ, so that it can be pasted again; not what follows from it.
std::vector<int> copiedColumns(MicrobatchCosts::Form form) {
    using enum MicrobatchSheet::Column;
    switch (form) {
    case MicrobatchCosts::Form::None:
    case MicrobatchCosts::Form::Shares: return {NumberColumn, WorkColumn, SizeColumn};
    case MicrobatchCosts::Form::Lengths: return {NumberColumn, LengthColumn};
    case MicrobatchCosts::Form::Table:
        return {NumberColumn, SizeColumn, ForwardColumn, BackwardInputColumn, BackwardWeightColumn};
    }
    return {};
}

} // namespace

/// How microbatches differ: a row per microbatch with its tokens, its shares of times and memory, its times on one
/// stage, and how long all of its ops take together.
class MicrobatchModel : public PlanTable {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::MicrobatchModel)

public:
    using enum MicrobatchSheet::Column;

    MicrobatchModel(Document& document, QObject* parent) : PlanTable(document, parent, headings()) { follow(); }

    /// The stage whose times are shown.
    int stage() const { return std::clamp(m_stage, 0, std::max(0, m_document.schedule().stages() - 1)); }
    void setStage(int stage) {
        m_stage = stage;
        follow();
    }

    /// None for the columns that follow from others.
    static std::optional<MicrobatchField> fieldAt(int column) {
        switch (column) {
        case LengthColumn: return MicrobatchField::Length;
        case WorkColumn: return MicrobatchField::Work;
        case SizeColumn: return MicrobatchField::Size;
        case ForwardColumn: return MicrobatchField::Forward;
        case BackwardInputColumn: return MicrobatchField::BackwardInput;
        case BackwardWeightColumn: return MicrobatchField::BackwardWeight;
        default: return {};
        }
    }

private:
    static std::vector<Heading> headings() {
        const QString time =
            tr("How long it takes on the stage below. A number that is set here makes a table of all times.");
        return {
            {NumberColumn, tr("microbatch"), tr("Its number.")},
            {LengthColumn, tr("tokens"), tr("How long it is. What stages cost is meant for the mean length.")},
            {WorkColumn, tr("share of time"),
             tr("It takes so many times what stages cost. With lengths it follows from those.")},
            {SizeColumn, tr("share of memory"), tr("So many times the memory and the transfer times of the costs.")},
            {ForwardColumn, tr("F (%1)"), time},
            {BackwardInputColumn, tr("B (%1)"), time},
            {BackwardWeightColumn, tr("W (%1)"), time},
            {TimeColumn, tr("all ops (%1)"), tr("How long its ops take on all stages together.")}};
    }

    int rows() const override { return m_document.schedule().microbatches; }
    bool isEditable(const QModelIndex& index) const override {
        const std::optional<MicrobatchField> field = fieldAt(index.column());
        return field && maySetMicrobatch(m_document.plan(), *field);
    }

    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override {
        if (index.column() == TimeColumn)
            return timeOf(index.row());
        return microbatchFieldOf(m_document.plan(), index.row(), *fieldAt(index.column()), stage());
    }

    QString textAt(const QModelIndex& index, bool exactly) const override {
        if (index.column() == NumberColumn)
            return QString::number(index.row());
        const std::optional<std::int64_t> value = numberAt(index);
        if (!value || showsTime(index.column()))
            return PlanTable::textAt(index, exactly);
        const MicrobatchField field = *fieldAt(index.column());
        if (exactly || field == MicrobatchField::Length)
            return exactText(*value, scaleOf(m_document.plan(), field));
        const std::int64_t finest = kShareOne / kShareDigits;
        return exactText((*value + finest / 2) / finest, kShareDigits);
    }

    QString spokenAt(const QModelIndex& index) const override {
        return tr("microbatch %1, %2: %3")
            .arg(QString::number(index.row()), titleOf(index.column()), textAt(index, false));
    }

    QString titleOf(int column) const override {
        const QString title = TableModel::titleOf(column);
        return showsTime(column) ? title.arg(unitOf(true)) : title;
    }

    bool showsTime(int column) const override { return column >= ForwardColumn; }
    Result<std::optional<std::int64_t>> numberFrom(const QString& text, int column) const override {
        const std::optional<MicrobatchField> field = fieldAt(column);
        if (!field || isTime(*field))
            return PlanTable::numberFrom(text, column);
        return fieldFromText(withPoint(text).toStdString(), scaleOf(m_document.plan(), *field), {});
    }

    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value,
                         QString& sentence) const override {
        const MicrobatchField field = *fieldAt(index.column());
        if (!value)
            return Error{say(phrase("refusal", "a number has to stand here"))};
        const Plan& plan = m_document.plan();
        sentence =
            tr("Set %1 of microbatch %2 to %3")
                .arg(titleOf(index.column()), QString::number(index.row()), exactText(*value, scaleOf(plan, field)));
        return setMicrobatchFields(plan, field, index.row(), {*value}, stage());
    }

    Time timeOf(int microbatch) const {
        const Plan& plan = m_document.plan();
        const int direction = plan.schedule.direction(microbatch);
        Time sum = 0;
        for (int stage = 0; stage < plan.schedule.stages(); ++stage)
            for (const OpKind kind : {OpKind::F, OpKind::BW, OpKind::R})
                sum += plan.costs.compute({.kind = kind, .stage = stage, .microbatch = microbatch}, direction);
        return sum;
    }

    int m_stage = 0;
};

MicrobatchSheet::MicrobatchSheet(Document& document, QWidget* parent)
    : QDialog(parent), m_document(document), m_model(new MicrobatchModel(document, this)),
      m_edits(
          document, {m_model}, [this](const QString& sentence) { m_trouble->setText(sentence); },
          [this] { refresh(); }) {
    setWindowTitle(tr("Microbatches"));
    m_table = makeSheet(m_model, "microbatches", tr("How microbatches differ"), this);
    m_table->horizontalHeader()->setDefaultSectionSize(kLengthWidth);
    m_table->setColumnWidth(NumberColumn, kMicrobatchWidth);
    for (int column = ForwardColumn; column < Columns; ++column)
        m_table->setColumnWidth(column, kStageTimeWidth);
    onCopyAndPaste(
        m_table, [this] { copy(); }, [this] { paste(); });
    fitHeaders(m_table);
    auto* words =
        makeParagraph(nullptr,
                      tr("Packed sequences, long documents and images make microbatches unequal. Give each its "
                         "tokens, or its shares of what stages cost; paste a column from a spreadsheet."),
                      this);
    m_stage = named(new QComboBox(this), {.name = "stage", .spoken = tr("Stage whose times are shown")});
    connect(m_stage, &QComboBox::currentIndexChanged, m_model, &MicrobatchModel::setStage);
    makeColumn(this, {.margins = kMarginsOfStyle}, {words, {m_table, 1}, makeControls()});
    refresh();
    const int seen = std::min(kMostRowsSeen, document.schedule().microbatches);
    resize(kMicrobatchWidth + 3 * kLengthWidth + 4 * kStageTimeWidth + 60, 300 + (seen + 1) * kSheetRowHeight);
}

QWidget* MicrobatchSheet::makeControls() {
    auto* box = new QWidget(this);
    m_spread = named(new AmountSlider(box), {.name = "spread",
                                             .tip = tr("How far each microbatch is from the mean: 0 % makes all alike, "
                                                       "100 % is as it is.")});
    m_spread->setName(tr("How uneven microbatches are"));
    m_quadratic = named(new AmountBox(box), {.name = "quadratic",
                                             .tip = tr("Which part of a time grows with the square of the length, as "
                                                       "attention does; the rest grows with the length.")});
    m_quadratic->setRange(0, 1);
    m_quadratic->setSingleStep(0.05);
    auto* paste = named(makeButton(tr("&Paste lengths"), box, this, &MicrobatchSheet::paste),
                        {.name = "pasteLengths",
                         .tip = tr("Takes a column or a row of numbers from the clipboard (Ctrl+V), from the selected "
                                   "cell on.")});
    m_alike = named(
        makeButton(tr("All &alike"), box, this, &MicrobatchSheet::makeAlike),
        {.name = "alike", .tip = tr("Forgets lengths, shares and tables: every microbatch takes what stages cost.")});
    for (QPushButton* button : {paste, m_alike})
        button->setAutoDefault(false);
    m_trouble = named(makeParagraph(nullptr, {}, box), {.name = "trouble", .tone = "bad"});
    QFormLayout* form = makeForm(box, {});
    form->addRow(tr("F, B and W of &stage"), m_stage);
    form->addRow(tr("&How uneven"), m_spread);
    form->addRow(tr("Part that grows with the s&quare"), m_quadratic);
    form->addRow(makeRow({}, {paste, m_alike, freeRoom()}));
    form->addRow(m_trouble);
    followSpread();
    connect(m_quadratic, &QDoubleSpinBox::valueChanged, this, [this](double part) {
        m_edits.apply(tr("Let %1 of the times grow with the square of the length").arg(part),
                      setQuadratic(m_document.plan(), std::llround(part * static_cast<double>(kShareOne))));
    });
    return box;
}

void MicrobatchSheet::followSpread() {
    m_edits.slideBy(
        *m_spread,
        [this](const Plan& before, std::int64_t percent) -> Result<Plan> {
            Result<Plan> spread = spreadMicrobatches(before, clamped(percent));
            if (!spread)
                return spread;
            // The order is the present one all the while.
            Plan next = m_document.plan();
            setMicrobatches(next, spread->costs.microbatches);
            return next;
        },
        [](std::int64_t percent) { return tr("Make microbatches %1 % as uneven").arg(clamped(percent)); });
}

void MicrobatchSheet::refresh() {
    const MicrobatchCosts& microbatches = m_document.plan().costs.microbatches;
    const bool hasLengths = microbatches.form() == MicrobatchCosts::Form::Lengths;
    m_spread->setEnabled(!microbatches.areEqual() || m_edits.isSliding());
    m_spread->setScale(1, QStringLiteral("%"), kMostSpread);
    if (!m_edits.isSliding())
        m_spread->setAmount(100);
    const int stages = m_document.schedule().stages();
    if (m_stage->count() != stages) {
        const QSignalBlocker still(m_stage);
        m_stage->clear();
        for (int stage = 0; stage < stages; ++stage)
            m_stage->addItem(QString::number(stage));
        m_stage->setCurrentIndex(m_model->stage());
    }
    m_alike->setEnabled(microbatches.form() != MicrobatchCosts::Form::None);
    const QSignalBlocker quiet(m_quadratic);
    m_quadratic->setEnabled(hasLengths);
    const std::int64_t part = microbatches.quadratic().empty() ? 0 : microbatches.quadratic().front();
    m_quadratic->setValue(static_cast<double>(part) / static_cast<double>(kShareOne));
}

void MicrobatchSheet::makeAlike() {
    Plan next = m_document.plan();
    setMicrobatches(next, {});
    m_edits.apply(tr("Make all microbatches alike"), std::move(next));
}

void MicrobatchSheet::copy() const {
    copyColumns(*m_model, copiedColumns(m_document.plan().costs.microbatches.form()));
}

void MicrobatchSheet::paste() {
    std::map<std::string, MicrobatchField> names;
    for (int column = 0; column < Columns; ++column)
        if (const std::optional<MicrobatchField> field = MicrobatchModel::fieldAt(column))
            names[m_model->headerData(column, Qt::Horizontal).toString().toLower().toStdString()] = *field;
    const QModelIndexList chosen = m_table->selectionModel()->selectedIndexes();
    const QModelIndex at = chosen.isEmpty() ? QModelIndex() : *std::min_element(chosen.begin(), chosen.end());
    const std::optional<MicrobatchField> field = at.isValid() ? MicrobatchModel::fieldAt(at.column()) : std::nullopt;
    m_edits.paste(pasteMicrobatches(m_document.plan(), QGuiApplication::clipboard()->text().toStdString(),
                                    field ? at.row() : 0, field.value_or(MicrobatchField::Length), names,
                                    m_model->stage()),
                  [](int numbers) { return tr("Paste %n numbers of microbatches", nullptr, numbers); });
}

} // namespace lanewright::app
