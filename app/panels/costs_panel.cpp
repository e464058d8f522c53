// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/costs_panel.h"

#include "app/document/plain_text.h"
#include "app/panels/cost_fields_model.h"
#include "app/panels/microbatch_sheet.h"
#include "app/panels/transfer_sheet.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "app/widgets/window_parts.h"
#include "core/edit/cost_table.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kSlidersWidth = 352;
constexpr int kNarrow = 800;
constexpr int kFigureWidth = 74;
constexpr int kWideWidth = 108;
constexpr int kNameWidth = 52;

/// How far the slider of transfers reaches: twice the longest op, or twice what it is.
Time farthestTransfer(const Plan& plan) {
    Time longest = 1;
    for (const auto& list : plan.costs.stages)
        for (const StageCosts& each : list)
            longest = std::max({longest, each.forward, each.backwardInput + each.backwardWeight});
    return 2 * std::max(longest, longestTransfer(plan.costs.transfer));
}

/// How far that of limits reaches: beyond the peak, so that the order has room to grow.
Bytes farthestLimit(const Plan& plan, const Metrics& metrics) {
    Bytes peak = 1;
    for (const Bytes each : metrics.peakMemory)
        peak = std::max(peak, each);
    return 2 * std::max(peak, highestLimit(plan.memory).value_or(0));
}

void open(QDialog* sheet, const char* name) {
    named(sheet, name)->setAttribute(Qt::WA_DeleteOnClose);
    sheet->show();
}

/// A row of buttons, from the left.
QLayout* buttonRow(std::initializer_list<QPushButton*> buttons) {
    QHBoxLayout* layout = makeRow({.between = 8}, {});
    for (QPushButton* each : buttons)
        layout->addWidget(each);
    layout->addStretch(1);
    return layout;
}

} // namespace

CostsPanel::CostsPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_stageModel(new StageCostsModel(document, this)),
      m_rankModel(new RankLimitsModel(document, this)),
      m_edits(
          document, {m_stageModel, m_rankModel}, [this](const QString& sentence) { showWords(*m_trouble, sentence); },
          [this] { refresh(); }) {
    QWidget* sliders = makeSliders();
    makeRow(this, {.margins = {16, 10, 0, 0}, .between = 16}, {sliders, {makeTables(), 1}});
    refresh();
}

QWidget* CostsPanel::makeSliders() {
    auto* box = m_sliders = new QWidget(this);
    m_transfer = new AmountSlider(box);
    m_transfer->setName(tr("Transfer time between ranks"));
    m_limit = named(new AmountSlider(box), "memoryLimit");
    m_limit->setName(tr("Memory limit"));
    m_transferLabel =
        named(plainLabel(tr("&Transfer"), box),
              {.tip = tr("How long a value travels to another rank; with times per pair, the longest of them.")});
    m_transferLabel->setBuddy(m_transfer);
    m_limited = named(new QCheckBox(tr("&Memory limit"), box),
                      {.name = "limitMemory",
                       .tip = tr("How much activation memory a rank may hold; with limits per rank, the highest of "
                                 "them.")});
    m_serial = named(new QCheckBox(tr("Links carry &one value at a time"), box),
                     {.name = "serialLinks", .tip = tr("Else any number of values travel at once.")});
    makeButtons();
    QGridLayout* grid = makeGrid(box, {.margins = {0, 0, 0, 6}, .across = 12, .down = 8});
    grid->addWidget(m_transferLabel, 0, 0);
    grid->addWidget(m_transfer, 0, 1);
    grid->addWidget(m_limited, 1, 0);
    grid->addWidget(m_limit, 1, 1);
    grid->addWidget(m_serial, 2, 0, 1, 2);
    grid->addLayout(buttonRow({m_spread, m_pairs, m_boundaries}), 3, 0, 1, 2);
    grid->addLayout(buttonRow({m_scale, m_paste, m_microbatches}), 4, 0, 1, 2);
    grid->setRowStretch(5, 1);
    followSliders();
    connect(m_limited, &QCheckBox::clicked, this, &CostsPanel::setLimited);
    connect(m_serial, &QCheckBox::clicked, this, [this](bool on) {
        Plan next = m_document.plan();
        next.costs.links = on ? Links::Serial : Links::Latency;
        m_edits.apply(on ? tr("Let links carry one value at a time") : tr("Let links carry any number of values"),
                      std::move(next));
    });
    return box;
}

void CostsPanel::makeButtons() {
    m_spread = named(makeButton(tr("Same for &all stages"), this, this, &CostsPanel::spread),
                     {.tip = tr("Gives every stage the number of the selected cell.")});
    m_pairs = named(makeButton(tr("&Pairs …"), this, this, &CostsPanel::showPairs),
                    {.tip = tr("The transfer time of every pair of ranks, and how long a host is busy with a value.")});
    m_boundaries = named(makeButton(tr("&Boundaries …"), this, this, &CostsPanel::showBoundaries),
                         {.name = "showBoundaries",
                          .tip = tr("What messages take, and how large they are, where that differs from one stage "
                                    "boundary to the next.")});
    m_scale = named(makeButton(tr("S&cale …"), this, this, &CostsPanel::askScale),
                    {.tip = tr("Multiplies the selected numbers; all, where none is selected.")});
    m_paste = named(makeButton(tr("Paste &table"), this, this, &CostsPanel::pasteTable),
                    {.name = "pasteTable",
                     .tip = tr("Takes a table from a spreadsheet (Ctrl+V): stages down, F, B, W and the others across, "
                               "from the selected cell on or as its header says.")});
    m_microbatches = named(makeButton(tr("M&icrobatches …"), this, this, &CostsPanel::showMicrobatches),
                           {.name = "showMicrobatches", .tip = tr("How long each microbatch is, where they differ.")});
}

void CostsPanel::followSliders() {
    m_edits.slideBy(*m_transfer, setTransfer, [this](std::int64_t amount) {
        return tr("Set the transfer time to %1").arg(timeWithUnit(amount, m_document.plan().timeUnit, 6));
    });
    m_edits.slideBy(*m_limit, setLimits, [this](std::int64_t amount) {
        return tr("Set the memory limit to %1").arg(memoryWithUnit(amount, m_document.plan().memoryUnit, 3));
    });
}

QWidget* CostsPanel::makeTables() {
    auto* box = new QWidget(this);
    m_tables = makeSplitter(Qt::Horizontal, box);
    m_stages = makeSheet(m_stageModel, "stageCosts", tr("Costs and memory of every stage"), m_tables);
    m_ranks = makeSheet(m_rankModel, "rankLimits", tr("Memory limits of every rank"), m_tables);
    for (QTableView* table : {m_stages, m_ranks}) {
        table->setSelectionMode(QAbstractItemView::ExtendedSelection);
        table->horizontalHeader()->setDefaultSectionSize(kFigureWidth);
        table->setColumnWidth(0, kNameWidth);
    }
    m_stages->setColumnWidth(StageCostsModel::RankColumn, kNameWidth);
    for (const StageField wide : {StageField::Optimizer, StageField::AllReduce, StageField::MemoryFixed})
        m_stages->setColumnWidth(StageCostsModel::columnOf(wide), kWideWidth);
    m_ranks->setColumnWidth(RankLimitsModel::LimitColumn, kWideWidth);
    onCopyAndPaste(
        m_stages, [this] { copyTable(); }, [this] { pasteTable(); });
    fitHeaders(m_stages);
    fitHeaders(m_ranks);
    m_tables->addWidget(m_stages);
    m_tables->addWidget(m_ranks);
    m_tables->setStretchFactor(0, 1);
    connect(m_tables, &QSplitter::splitterMoved, this, [this] { m_divided = true; });
    // Below the tables there is room for any sentence, however low the panel: they give way.
    m_shared = named(makeParagraph(nullptr, {}, box), "costsShared");
    m_trouble = named(makeParagraph(nullptr, {}, box), {.name = "costsTrouble", .tone = "bad"});
    m_trouble->hide();
    for (QLabel* each : {m_shared, m_trouble})
        each->setContentsMargins(0, 4, 12, 6);
    makeColumn(box, {.between = 0}, {{m_tables, 1}, m_shared, m_trouble});
    return box;
}

void CostsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    divide(); // buttons have their style, and so their size, now
}

void CostsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    divide();
}

void CostsPanel::divide() {
    // In a narrow window the sliders give way until their buttons fill the row, in any language, and so does the column
    // that says where a stage lives.
    const int least = m_sliders->layout()->minimumSize().width();
    m_sliders->setFixedWidth(std::max(least, std::min(width() * 3 / 10, kSlidersWidth)));
    m_stages->setColumnHidden(StageCostsModel::RankColumn, width() < kNarrow);
    if (m_divided)
        return;
    // The limits get what they need, but where there is little room most of it is for the costs.
    constexpr int kLimitsWidth = kNameWidth + kWideWidth + 3 * kFigureWidth + 24;
    const int limits = std::min(kLimitsWidth, m_tables->width() * 3 / 8);
    m_tables->setSizes({m_tables->width() - limits, limits});
}

void CostsPanel::setLimited(bool on) {
    const Plan& plan = m_document.plan();
    if (!on)
        return m_edits.apply(tr("Remove the memory limits"), setLimits(plan, std::nullopt));
    const std::vector<Bytes>& peaks = m_document.analysis().metrics.peakMemory;
    const Bytes peak = peaks.empty() ? scaleOf(plan.memoryUnit) : std::ranges::max(peaks);
    m_edits.apply(tr("Limit the memory to the present peak"), setLimits(plan, peak));
}

void CostsPanel::refresh() {
    const Plan& plan = m_document.plan();
    const QString timeUnit = plan.timeUnit == TimeUnit::Unit ? tr("units") : unitText(plan.timeUnit);
    m_transfer->setScale(scaleOf(plan.timeUnit), timeUnit, farthestTransfer(plan));
    m_transfer->setAmount(longestTransfer(plan.costs.transfer));
    // Measured where no rank ever waited: nobody knows more than that it takes no longer.
    m_transferLabel->setText(isLongestAtMost(plan.costs.transfer) ? tr("&Transfer, at most") : tr("&Transfer"));
    showWords(*m_shared, sharedCoresText(plan));
    const std::optional<Bytes> limit = highestLimit(plan.memory);
    m_limited->setChecked(limit.has_value());
    m_limit->setEnabled(limit.has_value());
    m_limit->setScale(scaleOf(plan.memoryUnit), unitText(plan.memoryUnit),
                      farthestLimit(plan, m_document.analysis().metrics));
    m_limit->setAmount(limit.value_or(0));
    m_serial->setChecked(plan.costs.links == Links::Serial);
    const bool any = plan.schedule.stages() > 0;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_transfer, m_limited, m_serial, m_spread, m_scale, m_pairs,
                                                           m_paste, m_microbatches})
        widget->setEnabled(any);
    m_boundaries->setEnabled(plan.schedule.stages() > 1);
}

std::vector<FieldPlace> CostsPanel::chosen() const {
    std::vector<FieldPlace> places;
    const QModelIndexList cells = m_stages->selectionModel()->selectedIndexes();
    places.reserve(cells.size());
    for (const QModelIndex& cell : cells)
        if (cell.column() >= StageCostsModel::FirstField)
            places.push_back({m_stageModel->copyAt(cell.row()), StageCostsModel::fieldAt(cell.column())});
    return places;
}

void CostsPanel::spread() {
    const std::vector<FieldPlace> places = chosen();
    if (places.empty())
        return m_edits.say(tr("Select a cell first: all stages get its number."));
    const std::vector<StageCopy> all = costedCopies(m_document.plan());
    Result<Plan> next = m_document.plan();
    for (const FieldPlace& place : places)
        if (next)
            next = setField(*next, all, place.field, fieldOf(m_document.plan(), place.copy, place.field));
    m_edits.apply(places.size() == 1 ? tr("Give all stages %1 of stage %2")
                                           .arg(StageCostsModel::nameOf(places.front().field))
                                           .arg(places.front().copy.stage)
                                     : tr("Give all stages the same costs"),
                  std::move(next));
}

void CostsPanel::scaleBy(int percent) {
    std::vector<FieldPlace> places = chosen();
    const bool all = places.empty();
    if (all)
        for (const StageCopy copy : costedCopies(m_document.plan()))
            for (const StageField field : kStageFields)
                places.push_back({copy, field});
    m_edits.apply(all ? tr("Scale all costs by %1 %").arg(percent)
                      : tr("Scale %n numbers by %1 %", nullptr, static_cast<int>(places.size())).arg(percent),
                  scaleFields(m_document.plan(), places, percent));
}

void CostsPanel::askScale() {
    const int count = static_cast<int>(chosen().size());
    QInputDialog* dialog =
        makeInput("scaleDialog", tr("Scale"),
                  count == 0 ? tr("All costs and memory of all stages become so many per cent of what they are:")
                             : tr("The %n selected numbers become so many per cent of what they are:", nullptr, count),
                  this);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(0, 10'000);
    dialog->setIntValue(100);
    connect(dialog, &QInputDialog::intValueSelected, this, &CostsPanel::scaleBy);
    opened(dialog);
}

void CostsPanel::copyTable() const {
    // Copies of two directions are told apart by their order alone.
    const bool hasNames = m_stageModel->rowCount() == m_document.schedule().stages();
    std::vector<int> columns;
    for (int column = 0; column < m_stageModel->columnCount(); ++column)
        if (column >= StageCostsModel::FirstField || (hasNames && column == StageCostsModel::StageColumn))
            columns.push_back(column);
    copyColumns(*m_stageModel, columns);
}

void CostsPanel::pasteTable() {
    ColumnNames names;
    const auto small = [](const QString& word) { return word.toLower().toStdString(); };
    names[small(m_stageModel->headerData(StageCostsModel::StageColumn, Qt::Horizontal).toString())] = std::nullopt;
    for (const StageField field : kStageFields) {
        const int column = StageCostsModel::columnOf(field);
        names[small(m_stageModel->headerData(column, Qt::Horizontal).toString())] = field;
        names[small(StageCostsModel::nameOf(field))] = field;
    }
    const std::vector<FieldPlace> places = chosen();
    const auto first = std::ranges::min_element(places, {}, [](const FieldPlace& each) {
        return std::tuple(each.copy.direction, each.copy.stage, each.field);
    });
    const FieldPlace at = first == places.end() ? FieldPlace{} : *first;
    m_edits.paste(pasteCosts(m_document.plan(), QGuiApplication::clipboard()->text().toStdString(), at, names),
                  [](int numbers) { return tr("Paste %n costs", nullptr, numbers); });
}

void CostsPanel::showPairs() { open(new TransferSheet(m_document, this), "transferSheet"); }

void CostsPanel::showBoundaries() { open(new BoundarySheet(m_document, this), "boundarySheet"); }

void CostsPanel::showMicrobatches() { open(new MicrobatchSheet(m_document, this), "microbatchSheet"); }

} // namespace lanewright::app
