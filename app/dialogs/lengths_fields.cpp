// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/lengths_fields.h"

#include "app/widgets/amount_slider.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/generate/drawn_lengths.h"
#include "core/io/files.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace lanewright::app {
namespace {

constexpr double kMostLogSpread = 10;

bool differs(const Plan& plan) { return plan.costs.microbatches.form() != MicrobatchCosts::Form::None; }

} // namespace

LengthsFields::LengthsFields(const Document& present, QWidget* parent) : QWidget(parent), m_present(present) {
    m_rows = makeForm(nullptr, {.across = 10, .down = 7});
    makeColumn(this, {}, {m_rows});
    buildRows();
    if (differs(present.plan()))
        choose(AsPresent);
    suit();
}

QSpinBox* LengthsFields::makeTokens(int value) {
    QSpinBox* box = makeSpin(1, MicrobatchCosts::kMostLength, this, value);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return box;
}

AmountBox* LengthsFields::makePart(double most, double step, double value) {
    auto* box = new AmountBox(this);
    box->setRange(0, most);
    box->setSingleStep(step);
    box->setValue(value);
    return box;
}

void LengthsFields::buildRows() {
    m_kind = named(withChoices(new QComboBox(this), {{tr("all alike"), Alike}}),
                   {.name = "lengths",
                    .tip = tr("How many tokens each microbatch has. What stages cost is meant for the mean length.")});
    if (differs(m_present.plan()))
        withChoices(m_kind, {{tr("as in this schedule"), AsPresent}});
    withChoices(m_kind, {{tr("any length alike"), Uniform}, {tr("lognormal"), Lognormal}, {tr("from a file"), File}});
    m_file = named(makeButton(tr("Choose …"), this, this, &LengthsFields::askFile),
                   {.tip = tr("A text that lists a length for each microbatch.")});
    m_file->setAutoDefault(false);
    m_least = makeTokens(512);
    m_most = makeTokens(8192);
    m_median = named(makeTokens(2048), "median");
    m_spread = named(makePart(kMostLogSpread, 0.1, 0.8),
                     {.name = "spread", .tip = tr("The standard deviation of the logarithm of the length.")});
    m_quadratic = named(makePart(1, 0.05, 0),
                        {.name = "quadratic",
                         .tip = tr("Which part of a time grows with the square of the length, as attention does; the "
                                   "rest grows with the length.")});
    m_seed = named(makeSpin(0, std::numeric_limits<int>::max(), this, 1),
                   {.name = "seed", .tip = tr("Another number draws other lengths.")});
    m_rows->addRow(tr("Microbatches"), m_kind);
    m_rows->addRow(tr("File"), m_file);
    m_rows->addRow(tr("Least tokens"), m_least);
    m_rows->addRow(tr("Most tokens"), m_most);
    m_rows->addRow(tr("Median tokens"), m_median);
    m_rows->addRow(tr("Spread"), m_spread);
    m_rows->addRow(tr("Quadratic part"), m_quadratic);
    m_rows->addRow(tr("Draw"), m_seed);
    whenChanged({m_kind}, this, &LengthsFields::suit);
    whenChanged({m_kind, m_least, m_most, m_median, m_spread, m_quadratic, m_seed}, this, &LengthsFields::changed);
}

void LengthsFields::setFile(const QString& path) {
    m_path = path;
    m_file->setText(path.isEmpty() ? tr("Choose …") : QFileInfo(path).fileName());
    Q_EMIT changed();
}

void LengthsFields::askFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a list of lengths"), m_path);
    if (!path.isEmpty())
        setFile(path);
}

void LengthsFields::suit() {
    const Kind now = kind();
    const bool isDrawn = now == Uniform || now == Lognormal;
    const std::initializer_list<std::pair<QWidget*, bool>> needed = {{m_file, now == File},
                                                                     {m_least, now == Uniform},
                                                                     {m_most, now == Uniform},
                                                                     {m_median, now == Lognormal},
                                                                     {m_spread, now == Lognormal},
                                                                     {m_quadratic, isDrawn || now == File},
                                                                     {m_seed, isDrawn}};
    for (const auto& [field, isNeeded] : needed)
        m_rows->setRowVisible(field, isNeeded);
}

Result<std::vector<int>> LengthsFields::lengths(int microbatches) const {
    const auto seed = static_cast<std::uint64_t>(m_seed->value());
    if (kind() == File) {
        if (m_path.isEmpty())
            return Error{say(phrase("refusal", "choose a file that lists the lengths"))};
        const Result<std::string> text = readFile(m_path.toStdString());
        return text ? lengthsFromText(*text) : Result<std::vector<int>>(text.error());
    }
    const std::string words =
        kind() == Uniform ? "uniform:" + std::to_string(m_least->value()) + ':' + std::to_string(m_most->value())
                          : "lognormal:" + std::to_string(m_median->value()) + ':' +
                                QString::number(m_spread->value(), 'f', 6).toStdString();
    return drawnLengths(words, microbatches, seed);
}

Result<Plan> LengthsFields::applied(Plan problem) const {
    const Plan& present = m_present.plan();
    const int count = problem.schedule.microbatches;
    if (kind() == Alike) {
        setMicrobatches(problem, {});
        return problem;
    }
    if (kind() == AsPresent) {
        if (present.costs.microbatches.count() != count)
            return Error{say(phrase("refusal", "this schedule says how %1 microbatches differ, and there are %2"),
                             present.costs.microbatches.count(), count)};
        const bool isTable = present.costs.microbatches.form() == MicrobatchCosts::Form::Table;
        if (problem.schedule.stages() != present.schedule.stages() &&
            (isTable || present.costs.microbatches.quadratic().size() > 1))
            return Error{
                say(phrase("refusal", "how microbatches differ is said of this schedule's stages: keep those"))};
        setMicrobatches(problem, present.costs.microbatches);
        return problem;
    }
    Result<std::vector<int>> drawn = lengths(count);
    if (!drawn)
        return drawn.error();
    if (static_cast<int>(drawn->size()) != count)
        return Error{say(phrase("refusal", "there are %1 lengths for %2 microbatches"), drawn->size(), count)};
    setMicrobatches(problem, MicrobatchCosts::ofLengths(*std::move(drawn),
                                                        {std::llround(m_quadratic->value() * MicrobatchCosts::kOne)}));
    return problem;
}

} // namespace lanewright::app
