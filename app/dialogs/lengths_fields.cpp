// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/lengths_fields.h"

#include "app/widgets/amount_slider.h"
#include "app/widgets/panel_text.h"
#include "core/generate/drawn_lengths.h"
#include "core/io/files.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kSpreadThousandths = 1000;
constexpr double kMostLogSpread = 10;

bool differs(const Plan& plan) { return plan.costs.microbatches.form() != MicrobatchCosts::Form::None; }

} // namespace

LengthsFields::LengthsFields(const Document& present, QWidget* parent) : QWidget(parent), m_present(present) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_rows = new QFormLayout;
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setHorizontalSpacing(10);
    m_rows->setVerticalSpacing(7);
    layout->addLayout(m_rows);
    buildRows();
    if (differs(present.plan()))
        choose(AsPresent);
    suit();
}

QSpinBox* LengthsFields::makeTokens(int value) {
    auto* box = new QSpinBox(this);
    box->setRange(1, MicrobatchCosts::kMostLength);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setValue(value);
    connect(box, &QSpinBox::valueChanged, this, &LengthsFields::changed);
    return box;
}

void LengthsFields::buildRows() {
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("lengths"));
    m_kind->addItem(tr("all alike"), Alike);
    if (differs(m_present.plan()))
        m_kind->addItem(tr("as in this schedule"), AsPresent);
    m_kind->addItem(tr("any length alike"), Uniform);
    m_kind->addItem(tr("lognormal"), Lognormal);
    m_kind->addItem(tr("from a file"), File);
    m_kind->setToolTip(tr("How many tokens each microbatch has. What stages cost is meant for the mean length."));
    m_file = new QPushButton(tr("Choose …"), this);
    m_file->setAutoDefault(false);
    m_file->setToolTip(tr("A text that lists a length for each microbatch."));
    m_least = makeTokens(512);
    m_most = makeTokens(8192);
    m_median = makeTokens(2048);
    m_spread = new AmountBox(this);
    m_spread->setRange(0, kMostLogSpread);
    m_spread->setSingleStep(0.1);
    m_spread->setValue(0.8);
    m_spread->setToolTip(tr("The standard deviation of the logarithm of the length."));
    m_quadratic = new AmountBox(this);
    m_quadratic->setRange(0, 1);
    m_quadratic->setSingleStep(0.05);
    m_quadratic->setToolTip(tr("Which part of a time grows with the square of the length, as attention does; the rest "
                               "grows with the length."));
    m_seed = new QSpinBox(this);
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setValue(1);
    m_seed->setToolTip(tr("Another number draws other lengths."));
    m_rows->addRow(tr("Microbatches"), m_kind);
    m_rows->addRow(tr("File"), m_file);
    m_rows->addRow(tr("Least tokens"), m_least);
    m_rows->addRow(tr("Most tokens"), m_most);
    m_rows->addRow(tr("Median tokens"), m_median);
    m_rows->addRow(tr("Spread"), m_spread);
    m_rows->addRow(tr("Quadratic part"), m_quadratic);
    m_rows->addRow(tr("Draw"), m_seed);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        suit();
        Q_EMIT changed();
    });
    connect(m_file, &QPushButton::clicked, this, &LengthsFields::askFile);
    for (QDoubleSpinBox* box : {m_spread, m_quadratic})
        connect(box, &QDoubleSpinBox::valueChanged, this, &LengthsFields::changed);
    connect(m_seed, &QSpinBox::valueChanged, this, &LengthsFields::changed);
}

LengthsFields::Kind LengthsFields::kind() const { return static_cast<Kind>(m_kind->currentData().toInt()); }

void LengthsFields::choose(Kind kind) { m_kind->setCurrentIndex(std::max(0, m_kind->findData(kind))); }

void LengthsFields::setFile(const QString& path) {
    m_path = path;
    m_file->setText(path.isEmpty() ? tr("Choose …") : QFileInfo(path).fileName());
    Q_EMIT changed();
}

void LengthsFields::setRange(int first, int second) {
    if (kind() == Lognormal) {
        m_median->setValue(first);
        m_spread->setValue(static_cast<double>(second) / kSpreadThousandths);
        return;
    }
    m_least->setValue(first);
    m_most->setValue(second);
}

void LengthsFields::setQuadratic(double part) { m_quadratic->setValue(part); }

void LengthsFields::setSeed(int seed) { m_seed->setValue(seed); }

void LengthsFields::askFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a list of lengths"), m_path);
    if (!path.isEmpty())
        setFile(path);
}

void LengthsFields::suit() {
    const Kind chosen = kind();
    const bool isDrawn = chosen == Uniform || chosen == Lognormal;
    m_rows->setRowVisible(m_file, chosen == File);
    m_rows->setRowVisible(m_least, chosen == Uniform);
    m_rows->setRowVisible(m_most, chosen == Uniform);
    m_rows->setRowVisible(m_median, chosen == Lognormal);
    m_rows->setRowVisible(m_spread, chosen == Lognormal);
    m_rows->setRowVisible(m_quadratic, isDrawn || chosen == File);
    m_rows->setRowVisible(m_seed, isDrawn);
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
