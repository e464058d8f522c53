// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/microbatch_sheet.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lanes/theme.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "core/base/decimal.h"

#include <QClipboard>
#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

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

/// What says how microbatches differ, so that it can be pasted again; not what follows from it.
std::vector<int> copiedColumns(MicrobatchCosts::Form form) {
    using enum MicrobatchModel::Column;
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

MicrobatchModel::MicrobatchModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

int MicrobatchModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_document.schedule().microbatches;
}

int MicrobatchModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

std::optional<MicrobatchField> MicrobatchModel::fieldAt(int column) {
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

bool MicrobatchModel::isEditable(const QModelIndex& index) const {
    const std::optional<MicrobatchField> field = fieldAt(index.column());
    return field && maySetMicrobatch(m_document.plan(), *field);
}

QString MicrobatchModel::titleOf(int column) const {
    switch (column) {
    case NumberColumn: return tr("microbatch");
    case LengthColumn: return tr("tokens");
    case WorkColumn: return tr("share of time");
    case SizeColumn: return tr("share of memory");
    case ForwardColumn: return tr("F (%1)").arg(unitOf(true));
    case BackwardInputColumn: return tr("B (%1)").arg(unitOf(true));
    case BackwardWeightColumn: return tr("W (%1)").arg(unitOf(true));
    case TimeColumn: return tr("all ops (%1)").arg(unitOf(true));
    default: return {};
    }
}

QString MicrobatchModel::meaningOf(int column) const {
    switch (column) {
    case NumberColumn: return tr("Its number.");
    case LengthColumn: return tr("How long it is. What stages cost is meant for the mean length.");
    case WorkColumn: return tr("It takes so many times what stages cost. With lengths it follows from those.");
    case SizeColumn: return tr("So many times the memory and the transfer times of the costs.");
    case ForwardColumn:
    case BackwardInputColumn:
    case BackwardWeightColumn:
        return tr("How long it takes on the stage below. A number that is set here makes a table of all times.");
    case TimeColumn: return tr("How long its ops take on all stages together.");
    default: return {};
    }
}

int MicrobatchModel::stage() const { return std::clamp(m_stage, 0, std::max(0, m_document.schedule().stages() - 1)); }

void MicrobatchModel::setStage(int stage) {
    m_stage = stage;
    follow();
}

Time MicrobatchModel::timeOf(int microbatch) const {
    const Plan& plan = m_document.plan();
    const int direction = plan.schedule.direction(microbatch);
    Time sum = 0;
    for (int stage = 0; stage < plan.schedule.stages(); ++stage)
        for (const OpKind kind : {OpKind::F, OpKind::BW, OpKind::R})
            sum += plan.costs.compute({.kind = kind, .stage = stage, .microbatch = microbatch}, direction);
    return sum;
}

QString MicrobatchModel::numberAt(const QModelIndex& index, bool exactly) const {
    if (index.column() == NumberColumn)
        return QString::number(index.row());
    if (index.column() == TimeColumn)
        return exactly ? exact(timeOf(index.row()), true) : shown(timeOf(index.row()), true);
    const MicrobatchField field = *fieldAt(index.column());
    const Plan& plan = m_document.plan();
    const std::optional<std::int64_t> value = microbatchFieldOf(plan, index.row(), field, stage());
    if (!value)
        return exactly ? QString() : QStringLiteral("–");
    if (isTime(field))
        return exactly ? exact(value, true) : shown(value, true);
    if (exactly || field == MicrobatchField::Length)
        return toQt(decimalFromTicks(*value, scaleOf(plan, field)));
    const std::int64_t finest = kShareOne / kShareDigits;
    return toQt(decimalFromTicks((*value + finest / 2) / finest, kShareDigits));
}

QVariant MicrobatchModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= Columns)
        return {};
    const bool isNumber = index.column() == NumberColumn;
    switch (role) {
    case Qt::TextAlignmentRole:
        return QVariant(isNumber ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole: return meaningOf(index.column());
    case Qt::ForegroundRole: return isEditable(index) ? QVariant() : QVariant(currentTheme().mutedText);
    case Qt::DisplayRole: return numberAt(index, false);
    case Qt::EditRole: return numberAt(index, true);
    case Qt::AccessibleTextRole:
        return tr("microbatch %1, %2: %3")
            .arg(QString::number(index.row()), titleOf(index.column()), numberAt(index, false));
    default: return {};
    }
}

Result<std::optional<std::int64_t>> MicrobatchModel::numberFrom(const QString& text, int column) const {
    const std::optional<MicrobatchField> field = fieldAt(column);
    if (!field || isTime(*field))
        return PlanTable::numberFrom(text, column);
    return fieldFromText(withPoint(text).toStdString(), scaleOf(m_document.plan(), *field), {});
}

Result<Plan> MicrobatchModel::changed(const QModelIndex& index, std::optional<std::int64_t> value,
                                      QString& sentence) const {
    const MicrobatchField field = *fieldAt(index.column());
    if (!value)
        return Error{say(phrase("refusal", "a number has to stand here"))};
    const Plan& plan = m_document.plan();
    sentence = tr("Set %1 of microbatch %2 to %3")
                   .arg(titleOf(index.column()), QString::number(index.row()),
                        toQt(decimalFromTicks(*value, scaleOf(plan, field))));
    return setMicrobatchFields(plan, field, index.row(), {*value}, stage());
}

MicrobatchSheet::MicrobatchSheet(Document& document, QWidget* parent)
    : QDialog(parent), m_document(document), m_slide(document), m_model(new MicrobatchModel(document, this)) {
    setWindowTitle(tr("Microbatches"));
    m_table = makeTable(m_model, this);
    m_table->setObjectName(QStringLiteral("microbatches"));
    m_table->setProperty("role", QStringLiteral("sheet"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    m_table->setAccessibleName(tr("How microbatches differ"));
    m_table->horizontalHeader()->setDefaultSectionSize(kLengthWidth);
    m_table->setColumnWidth(MicrobatchModel::NumberColumn, kMicrobatchWidth);
    for (int column = MicrobatchModel::ForwardColumn; column < MicrobatchModel::Columns; ++column)
        m_table->setColumnWidth(column, kStageTimeWidth);
    m_table->installEventFilter(this);
    fitHeaders(m_table);
    auto* words = plainLabel(tr("Packed sequences, long documents and images make microbatches unequal. Give each its "
                                "tokens, or its shares of what stages cost; paste a column from a spreadsheet."),
                             this);
    words->setWordWrap(true);
    m_stage = new QComboBox(this);
    m_stage->setObjectName(QStringLiteral("stage"));
    m_stage->setAccessibleName(tr("Stage whose times are shown"));
    connect(m_stage, &QComboBox::currentIndexChanged, m_model, &MicrobatchModel::setStage);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(words);
    layout->addWidget(m_table, 1);
    layout->addWidget(makeControls());
    connect(m_model, &PlanTable::refused, this, &MicrobatchSheet::say);
    connect(&m_document, &Document::changed, this, [this] {
        say({}); // what was refused is over
        refresh();
    });
    refresh();
    const int seen = std::min(kMostRowsSeen, document.schedule().microbatches);
    resize(kMicrobatchWidth + 3 * kLengthWidth + 4 * kStageTimeWidth + 60, 300 + (seen + 1) * kSheetRowHeight);
}

QWidget* MicrobatchSheet::makeControls() {
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    m_spread = new AmountSlider(box);
    m_spread->setObjectName(QStringLiteral("spread"));
    m_spread->setName(tr("How uneven microbatches are"));
    m_spread->setToolTip(tr("How far each microbatch is from the mean: 0 % makes all alike, 100 % is as it is."));
    m_quadratic = new AmountBox(box);
    m_quadratic->setObjectName(QStringLiteral("quadratic"));
    m_quadratic->setRange(0, 1);
    m_quadratic->setSingleStep(0.05);
    m_quadratic->setToolTip(tr("Which part of a time grows with the square of the length, as attention does; the rest "
                               "grows with the length."));
    auto* paste = new QPushButton(tr("&Paste lengths"), box);
    paste->setObjectName(QStringLiteral("pasteLengths"));
    paste->setToolTip(tr("Takes a column or a row of numbers from the clipboard (Ctrl+V), from the selected cell on."));
    m_alike = new QPushButton(tr("All &alike"), box);
    m_alike->setObjectName(QStringLiteral("alike"));
    m_alike->setToolTip(tr("Forgets lengths, shares and tables: every microbatch takes what stages cost."));
    for (QPushButton* button : {paste, m_alike})
        button->setAutoDefault(false);
    m_trouble = plainLabel(box);
    m_trouble->setProperty("tone", QStringLiteral("bad"));
    m_trouble->setWordWrap(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(paste);
    buttons->addWidget(m_alike);
    buttons->addStretch(1);
    form->addRow(tr("F, B and W of &stage"), m_stage);
    form->addRow(tr("&How uneven"), m_spread);
    form->addRow(tr("Part that grows with the s&quare"), m_quadratic);
    form->addRow(buttons);
    form->addRow(m_trouble);
    followSpread();
    connect(m_quadratic, &QDoubleSpinBox::valueChanged, this, [this](double part) {
        apply(tr("Let %1 of the times grow with the square of the length").arg(part),
              setQuadratic(m_document.plan(), std::llround(part * static_cast<double>(kShareOne))));
    });
    connect(paste, &QPushButton::clicked, this, &MicrobatchSheet::paste);
    connect(m_alike, &QPushButton::clicked, this, &MicrobatchSheet::makeAlike);
    return box;
}

void MicrobatchSheet::followSpread() {
    connect(m_spread, &AmountSlider::moved, this, [this](std::int64_t percent) {
        m_slide.begin();
        m_spreading = true;
        const int most = static_cast<int>(std::min<std::int64_t>(percent, kMostSpread));
        // From where the slide began, so that nothing is rounded twice; the order is the present one all the while.
        const Result<Plan> spread = spreadMicrobatches(m_slide.before(), most);
        say(spread ? QString() : sentenceOf(spread.error()));
        if (!spread)
            return;
        Plan next = m_document.plan();
        setMicrobatches(next, spread->costs.microbatches);
        m_slide.show(tr("Make microbatches %1 % as uneven").arg(most), std::move(next));
    });
    connect(m_spread, &AmountSlider::ended, this, [this] {
        m_slide.end();
        m_spreading = false;
        refresh();
    });
    connect(m_spread, &AmountSlider::cancelled, this, [this] {
        m_slide.cancel();
        m_spreading = false;
        say({});
        refresh();
    });
}

void MicrobatchSheet::refresh() {
    const MicrobatchCosts& microbatches = m_document.plan().costs.microbatches;
    const bool hasLengths = microbatches.form() == MicrobatchCosts::Form::Lengths;
    m_spread->setEnabled(!microbatches.areEqual() || m_spreading);
    m_spread->setScale(1, QStringLiteral("%"), kMostSpread);
    if (!m_spreading)
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

QString MicrobatchSheet::trouble() const { return m_trouble->text(); }

void MicrobatchSheet::say(const QString& sentence) { m_trouble->setText(sentence); }

void MicrobatchSheet::apply(const QString& text, Result<Plan> next) {
    say(next ? QString() : sentenceOf(next.error()));
    if (next)
        m_document.apply(text, *std::move(next));
    // What was refused must not look done.
    refresh();
}

void MicrobatchSheet::makeAlike() {
    Plan next = m_document.plan();
    setMicrobatches(next, {});
    apply(tr("Make all microbatches alike"), std::move(next));
}

void MicrobatchSheet::copy() const {
    const std::vector<int> columns = copiedColumns(m_document.plan().costs.microbatches.form());
    QStringList lines;
    const auto write = [&](const auto& cellAt) {
        QStringList cells;
        for (const int column : columns)
            cells << cellAt(column).toString();
        lines << cells.join(u'\t');
    };
    write([this](int column) { return m_model->headerData(column, Qt::Horizontal); });
    for (int row = 0; row < m_model->rowCount(); ++row)
        write([this, row](int column) { return m_model->index(row, column).data(Qt::EditRole); });
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void MicrobatchSheet::paste() {
    std::map<std::string, MicrobatchField> names;
    for (int column = 0; column < MicrobatchModel::Columns; ++column)
        if (const std::optional<MicrobatchField> field = MicrobatchModel::fieldAt(column))
            names[m_model->headerData(column, Qt::Horizontal).toString().toLower().toStdString()] = *field;
    const QModelIndexList chosen = m_table->selectionModel()->selectedIndexes();
    const QModelIndex at = chosen.isEmpty() ? QModelIndex() : *std::min_element(chosen.begin(), chosen.end());
    const std::optional<MicrobatchField> field = at.isValid() ? MicrobatchModel::fieldAt(at.column()) : std::nullopt;
    const Result<PastedCosts> pasted =
        pasteMicrobatches(m_document.plan(), QGuiApplication::clipboard()->text().toStdString(), field ? at.row() : 0,
                          field.value_or(MicrobatchField::Length), names, m_model->stage());
    if (!pasted)
        return say(sentenceOf(pasted.error()));
    apply(tr("Paste %n numbers of microbatches", nullptr, pasted->numbers), Plan(pasted->plan));
    say(translated(inTurn(pasted->left)));
}

bool MicrobatchSheet::eventFilter(QObject* watched, QEvent* event) {
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != m_table || !isKey)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool pastes = key->matches(QKeySequence::Paste);
    if (!pastes && !key->matches(QKeySequence::Copy))
        return QDialog::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress && pastes)
        paste();
    else if (event->type() == QEvent::KeyPress)
        copy();
    return true;
}

} // namespace lanewright::app
