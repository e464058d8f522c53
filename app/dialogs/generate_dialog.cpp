// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/generate_dialog.h"

#include "app/dialogs/generate_fields.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/panels/numbers_strip.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/panel_text.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kWaitMs = 120;

/// What a preview needs from the other thread.
struct Made {
    Result<Plan> plan = Error{};
    std::optional<Bound> bound = {}; ///< on the iteration time, by closed forms
};

Made makePreview(const std::string& name, const Plan& problem, const Choices& choices) {
    Made made{.plan = generate(name, problem, choices)};
    if (!made.plan)
        return made;
    const std::vector<Bound> bounds = lowerBounds(*made.plan, Objective::Iteration, BoundEffort::Instant);
    if (!bounds.empty())
        made.bound = bounds.front();
    return made;
}

bool hasPairs(const Plan& plan) {
    return std::ranges::any_of(plan.schedule.order, [](const Row& row) {
        return std::ranges::any_of(row, [](const Block& block) { return block.paired.has_value(); });
    });
}

/// What the letters of a formula stand for, a line of small print; only of those that are in it.
QString keyOf(const QString& formula) {
    const std::initializer_list<std::pair<const char*, QString>> letters = {
        {"p", GenerateDialog::tr("p ranks")},
        {"m", GenerateDialog::tr("m microbatches")},
        {"v", GenerateDialog::tr("v chunks of a rank")},
        {"S", GenerateDialog::tr("S all work of a microbatch on a rank")},
        {"T_F", GenerateDialog::tr("T_F, T_B, T_W the parts of it")},
        {"C", GenerateDialog::tr("C a transfer")},
    };
    QStringList key;
    for (const auto& [letter, words] : letters) {
        const QRegularExpression whole(QStringLiteral("(?<![A-Za-z_])%1(?![A-Za-z_])").arg(QLatin1String(letter)));
        if (formula.contains(whole))
            key << words;
    }
    return key.isEmpty() ? QString()
                         : QStringLiteral("<br><small>%1</small>").arg(key.join(QStringLiteral(", ")).toHtmlEscaped());
}

} // namespace

GenerateDialog::GenerateDialog(const Document& present, QWidget* parent) : QDialog(parent), m_present(present) {
    setWindowTitle(tr("Generate a schedule"));
    setObjectName(QStringLiteral("generateDialog"));
    resize(1280, 860);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(20);
    auto* left = new QWidget(this);
    left->setFixedWidth(360);
    buildList(left);
    columns->addWidget(left);
    columns->addWidget(buildPreview(), 1);
    auto* buttons = new QDialogButtonBox(this);
    m_replace = new QPushButton(tr("Replace the schedule"), buttons);
    m_replace->setObjectName(QStringLiteral("primary"));
    m_replace->setDefault(true);
    buttons->addButton(m_replace, QDialogButtonBox::AcceptRole);
    m_new = buttons->addButton(tr("Open in a new window"), QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    layout->addLayout(columns, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_replace, &QPushButton::clicked, this, [this] { finish(false); });
    connect(m_new, &QPushButton::clicked, this, [this] { finish(true); });
    m_wait.setSingleShot(true);
    m_wait.setInterval(kWaitMs);
    connect(&m_wait, &QTimer::timeout, this, &GenerateDialog::startPreview);
    m_list->setCurrentRow(0);
    changed();
}

void GenerateDialog::buildList(QWidget* parent) {
    auto* layout = new QVBoxLayout(parent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_list = new QListWidget(parent);
    m_list->setObjectName(QStringLiteral("generators"));
    for (const Generator& generator : generators()) {
        auto* item = new QListWidgetItem(translatedTitle(titleOf(generator)), m_list);
        item->setData(Qt::UserRole, toQt(generator.name));
        item->setToolTip(translated(generator.summary));
    }
    m_about = richLabel(parent);
    m_about->setProperty("role", QStringLiteral("body"));
    m_about->setWordWrap(true);
    m_about->setAlignment(Qt::AlignTop);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_about);
    m_fields = new GenerateFields(m_present, parent);
    layout->addWidget(m_fields);
    connect(m_fields, &GenerateFields::changed, this, &GenerateDialog::changed);
    connect(m_list, &QListWidget::currentRowChanged, this, &GenerateDialog::changed);
}

QWidget* GenerateDialog::buildPreview() {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_iteration = new Figure(tr("Iteration"), "iteration_time", box);
    m_bubble = new Figure(tr("Bubble"), "bubble_share", box);
    m_idle = new Figure(tr("Idle"), "idle_share", box);
    m_avoidable = new Figure(tr("Avoidable"), "avoidable_share", box);
    m_memory = new Figure(tr("Peak memory"), "peak_memory", box);
    auto* numbers = new QHBoxLayout;
    numbers->setSpacing(20);
    for (Figure* figure : {m_iteration, m_bubble, m_idle, m_avoidable, m_memory})
        numbers->addWidget(figure);
    numbers->addStretch(1);
    auto* lanes = new TimelineView(m_preview, m_selection, m_range, box);
    lanes->setAttribute(Qt::WA_TransparentForMouseEvents);
    lanes->setFocusPolicy(Qt::NoFocus);
    lanes->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_sentence = plainLabel(box);
    m_sentence->setProperty("role", QStringLiteral("failure"));
    m_sentence->setWordWrap(true);
    m_sentence->hide();
    m_leftOut = plainLabel(box);
    m_leftOut->setProperty("role", QStringLiteral("caption"));
    m_leftOut->setWordWrap(true);
    m_leftOut->hide();
    layout->addLayout(numbers);
    layout->addWidget(lanes, 1);
    layout->addWidget(m_sentence);
    layout->addWidget(m_leftOut);
    return box;
}

void GenerateDialog::choose(const QString& generator) {
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString() == generator)
            m_list->setCurrentRow(row);
}

void GenerateDialog::setShape(int ranks, int microbatches) { m_fields->setShape(ranks, microbatches); }

QString GenerateDialog::sentence() const { return m_sentence->isHidden() ? QString() : m_sentence->text(); }

QString GenerateDialog::leftOut() const { return m_leftOut->isHidden() ? QString() : m_leftOut->text(); }

LengthsFields& GenerateDialog::lengths() { return m_fields->lengths(); }

const Generator* GenerateDialog::generator() const {
    const QListWidgetItem* item = m_list->currentItem();
    return item ? findGenerator(item->data(Qt::UserRole).toString().toStdString()) : nullptr;
}

void GenerateDialog::changed() {
    if (const Generator* chosen = generator()) {
        QString about =
            QStringLiteral("<b>%1</b><br>%2")
                .arg(translatedTitle(titleOf(*chosen)).toHtmlEscaped(), translated(chosen->summary).toHtmlEscaped());
        if (!chosen->parameters.text.empty())
            about += tr("<br>Looks at: %1").arg(translated(chosen->parameters).toHtmlEscaped());
        if (!chosen->closedForm.text.empty())
            about += tr("<br>Longest span: %1").arg(translated(chosen->closedForm).toHtmlEscaped()) +
                     keyOf(translated(chosen->closedForm));
        if (!chosen->source.empty())
            about += QStringLiteral("<br><i>%1</i>").arg(toQt(chosen->source).toHtmlEscaped());
        m_about->setText(about);
        m_fields->suit(*chosen, m_pairsOf == chosen);
        // More words leave the list less room.
        QTimer::singleShot(0, m_list, [this] { m_list->scrollToItem(m_list->currentItem()); });
    }
    m_wait.start();
}

void GenerateDialog::startPreview() {
    const Generator* chosen = generator();
    if (!chosen)
        return;
    const Result<Plan> problem = m_fields->problem();
    if (!problem) {
        m_latest.drop();
        return showPreview(problem.error(), {});
    }
    m_latest.ask([name = std::string(chosen->name), plan = *problem,
                  choices = m_fields->choices()](const std::stop_token&) { return makePreview(name, plan, choices); },
                 [this, chosen](const Made& made) {
                     if (made.plan && hasPairs(*made.plan) != (m_pairsOf == chosen)) {
                         m_pairsOf = hasPairs(*made.plan) ? chosen : nullptr;
                         m_fields->suit(*chosen, m_pairsOf == chosen);
                     }
                     showPreview(made.plan, made.bound);
                 });
}

void GenerateDialog::showPreview(const Result<Plan>& made, const std::optional<Bound>& bound) {
    m_plan.reset();
    m_bound = bound;
    if (made)
        m_plan = *made;
    // The place is a key of the problem, which the sentence names in its own words.
    m_sentence->setText(made ? QString() : translated(made.error().message));
    m_sentence->setVisible(!made.ok());
    const Generator* chosen = generator();
    const Message leftOut = made && chosen ? leftOutBy(*chosen, *made) : Message();
    m_leftOut->setText(translated(leftOut));
    m_leftOut->setVisible(!leftOut.empty());
    m_replace->setEnabled(made.ok());
    m_new->setEnabled(made.ok());
    if (made) {
        m_preview.reset(*made);
        m_range.fit();
    }
    showNumbers();
    Q_EMIT previewed();
    if (std::exchange(m_awaited, false))
        finish(false);
}

void GenerateDialog::showNumbers() {
    if (!m_plan) {
        for (Figure* figure : {m_iteration, m_bubble, m_idle, m_avoidable, m_memory})
            figure->show(QStringLiteral("–"), {});
        return;
    }
    const Plan& present = m_present.plan();
    const Metrics& now = m_present.analysis().metrics;
    const Metrics& then = m_preview.analysis().metrics;
    const TimeUnit unit = m_plan->timeUnit;
    const bool comparable = m_present.analysis().valid && unit == present.timeUnit;
    const auto note = [&](const QString& unitName, const QString& before) {
        return comparable ? tr("%1  now %2").arg(unitName, before).trimmed() : unitName;
    };
    const auto peak = [](const Metrics& metrics) {
        return metrics.peakMemory.empty() ? Bytes{0} : std::ranges::max(metrics.peakMemory);
    };
    const auto percent = [](double share) { return QString::number(100 * share, 'f', 1); };
    const QString sign = QStringLiteral("%");
    const auto iteration = [&](const Metrics& metrics) {
        return fixedTime(valueOf(metrics, Objective::Iteration), unit);
    };
    m_iteration->show(iteration(then), note(unitText(unit), iteration(now)));
    m_bubble->show(percent(then.bubbleShare().value_or(0)), note(sign, percent(now.bubbleShare().value_or(0))));
    m_idle->show(percent(then.idleShare), note(sign, percent(now.idleShare)));
    const std::optional<Avoidable> avoidable = m_bound ? avoidableOf(then, m_bound->value) : std::nullopt;
    m_avoidable->show(avoidable ? percent(avoidable->share) : QStringLiteral("–"), avoidable ? sign : QString());
    m_avoidable->explain(avoidable
                             ? tr("The share of the iteration above what no order goes below, by closed forms: %1")
                                   .arg(translated(m_bound->reason))
                             : QString());
    m_memory->show(memoryText(peak(then), m_plan->memoryUnit),
                   note(unitText(m_plan->memoryUnit), memoryText(peak(now), present.memoryUnit)));
}

void GenerateDialog::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter || !m_fields->isAncestorOf(focusWidget()))
        return QDialog::keyPressEvent(event);
    // What was typed last has no preview yet.
    m_awaited = true;
    m_wait.stop();
    startPreview();
}

void GenerateDialog::finish(bool inNewWindow) {
    if (!m_plan)
        return;
    Q_EMIT accepted(*m_plan, inNewWindow);
    accept();
}

} // namespace lanewright::app
