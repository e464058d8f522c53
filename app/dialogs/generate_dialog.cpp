// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/generate_dialog.h"

#include "app/dialogs/generate_fields.h"
#include "app/dialogs/method_marks.h"
#include "app/document/comparable.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/figure.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/generate/empty_board.h"
#include "core/generate/problem.h"
#include "core/model/block_ops.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLayout>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kWaitMs = 120;
/// From when on a person wonders whether anything happens.
constexpr int kSlowMs = 400;
constexpr int kLeftWidth = 360;
constexpr int kListHeight = 96;

/// As tall as what it holds, and less, with a scroll bar, where there is no room for all of it.
class FieldsArea : public QScrollArea {
public:
    FieldsArea(QWidget* content, int width, QWidget* parent) : QScrollArea(parent), m_width(width) {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        setFocusPolicy(Qt::NoFocus);
        setWidget(content);
    }
    QSize sizeHint() const override { return {m_width, widget()->layout()->totalHeightForWidth(m_width)}; }
    QSize minimumSizeHint() const override { return {m_width, kLeastHeight}; }

private:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }

    static constexpr int kLeastHeight = 120;
    int m_width;
};

/// What a preview needs from the other thread.
struct Made {
    Result<Plan> plan = Error{};
    std::vector<Bound> bounds = {}; ///< on the iteration time, by closed forms
};

/// `isFresh`: the method's own placement replaces nothing.
Made makePreview(const Generator& method, const Plan& problem, bool isFresh, const Choices& choices) {
    Made made{.plan = generate(method.name, isFresh ? preparedFor(method, problem) : problem, choices)};
    if (!made.plan)
        return made;
    made.bounds = lowerBounds(*made.plan, Objective::Iteration, BoundEffort::Quick);
    return made;
}

QString emptyText() {
    return GenerateDialog::tr("Lanes without blocks, and all of them in the tray: an order of your own begins here.");
}

/// Whether its orders have overlapped pairs: those of a small problem do.
bool makesPairs(const Generator& generator) {
    const Result<Plan> small = problemOf({.ranks = 2, .microbatches = 4, .chunks = generator.takesChunks ? 2 : 1});
    const Result<Plan> made = small ? generate(generator.name, *small) : small;
    return made && hasPairs(made->schedule);
}

/// What the letters of a formula stand for, a line of small print; only of those that are in it.
QString keyOf(const QString& formula) {
    const std::initializer_list<std::pair<const char*, QString>> letters = {
        {"p", GenerateDialog::tr("p ranks")},
        {"m", GenerateDialog::tr("m microbatches")},
        {"v", GenerateDialog::tr("v chunks of a rank")},
        {"S", GenerateDialog::tr("S all work of a microbatch on a rank")},
        {"T_F", GenerateDialog::tr("T_F, T_B, T_W the parts of it")},
        {"P", GenerateDialog::tr("P an overlapped pair")},
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
    QWidget* left = buildList();
    QWidget* preview = buildPreview();
    const auto [buttons, replace] = makeDialogButtons(tr("Replace the schedule"), this);
    m_replace = replace;
    m_new = buttons->addButton(tr("Open in a new window"), QDialogButtonBox::ActionRole);
    makeColumn(this, {.margins = kDialogMargins, .between = 14},
               {{makeRow({.between = 20}, {left, {preview, 1}}), 1}, buttons});
    connect(m_replace, &QPushButton::clicked, this, [this] { finish(false); });
    connect(m_new, &QPushButton::clicked, this, [this] { finish(true); });
    setUpOnce(m_wait, kWaitMs, this, &GenerateDialog::startPreview);
    setUpOnce(m_slow, kSlowMs, this, &GenerateDialog::showWaiting);
    // What was asked for before it was cancelled must not come.
    connect(this, &QDialog::finished, this, [this] {
        m_wait.stop();
        m_latest.drop();
        m_latestMarks.drop();
    });
    m_list->setCurrentRow(1);
    changed();
}

QWidget* GenerateDialog::buildList() {
    auto* box = new QWidget(this);
    box->setFixedWidth(kLeftWidth);
    m_list = named(new QListWidget(box), "generators");
    auto* empty = new QListWidgetItem(tr("An empty board"), m_list);
    empty->setData(Qt::UserRole, toQt(kEmptyBoard));
    empty->setToolTip(emptyText());
    for (const Generator& generator : generators()) {
        auto* item = new QListWidgetItem(translatedTitle(titleOf(generator)), m_list);
        item->setData(Qt::UserRole, toQt(generator.name));
        item->setToolTip(translated(generator.summary));
    }
    m_list->setMinimumHeight(kListHeight);
    m_list->viewport()->installEventFilter(this);
    auto* more = new QWidget;
    m_about = named(richLabel(more), {.role = "body"});
    m_about->setWordWrap(true);
    m_about->setAlignment(Qt::AlignTop);
    m_runners = named(makeParagraph("caption", {}, more), "runners");
    m_runners->hide();
    m_fields = new GenerateFields(m_present, more);
    makeColumn(more, {.between = 10}, {m_about, m_runners, m_fields});
    makeColumn(box, {.between = 10}, {{m_list, 1}, new FieldsArea(more, kLeftWidth, box)});
    connect(m_fields, &GenerateFields::changed, this, &GenerateDialog::changed);
    connect(m_list, &QListWidget::currentRowChanged, this, &GenerateDialog::changed);
    return box;
}

QWidget* GenerateDialog::buildPreview() {
    auto* box = new QWidget(this);
    m_iteration = named(new Figure(tr("Iteration"), "iteration_time", box), "iteration");
    m_bubble = named(new Figure(tr("Bubble"), "bubble_share", box), "bubble");
    m_idle = named(new Figure(tr("Idle"), "idle_share", box), "idle");
    m_avoidable = named(new Figure(tr("Avoidable"), "avoidable_share", box), "avoidable");
    m_memory = named(new Figure(tr("Peak memory"), "peak_memory", box), "peakMemory");
    m_numbers = new QWidget(box);
    m_numbers->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_numbers->installEventFilter(this);
    m_grid = makeGrid(m_numbers, {.across = 20});
    m_lanes = new TimelineView(m_preview, m_selection, m_range, box);
    m_lanes->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_lanes->setFocusPolicy(Qt::NoFocus);
    m_lanes->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_noLanes = new QWidget(box);
    m_noLanes->hide();
    m_sentence = makeFailure(box);
    m_waiting = makeParagraph("caption", tr("It is being made …"), box);
    m_leftOut = named(makeParagraph("caption", {}, box), "leftOut");
    for (QLabel* each : {m_waiting, m_leftOut})
        each->hide();
    makeColumn(box, {.between = 10}, {m_numbers, m_sentence, m_waiting, {m_lanes, 1}, {m_noLanes, 1}, m_leftOut});
    return box;
}

void GenerateDialog::choose(const QString& generator) {
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString() == generator)
            m_list->setCurrentRow(row);
}

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
        showRunners();
        m_fields->suit(*chosen, makesPairs(*chosen));
    } else {
        m_about->setText(QStringLiteral("<b>%1</b><br>%2")
                             .arg(m_list->item(0)->text().toHtmlEscaped(), emptyText().toHtmlEscaped()));
        m_runners->hide();
        m_fields->suitBoard();
    }
    m_plan.reset();
    m_isPending = true;
    m_awaited.reset();
    m_wait.start();
    if (!m_slow.isActive() && m_waiting->isHidden())
        m_slow.start();
}

void GenerateDialog::startPreview() {
    const Generator* chosen = generator();
    const Result<Plan> problem = m_fields->problem();
    if (!problem) {
        m_latest.drop();
        return showPreview(problem.error(), {});
    }
    if (!chosen) {
        m_latest.drop();
        const Result<Placement> placement = m_fields->placement();
        showPreview(placement ? emptyBoard(*problem, *placement) : placement.error(), {});
        return startMarks(*problem);
    }
    m_latest.ask([method = *chosen, plan = *problem, isFresh = m_fields->isFresh(), choices = m_fields->choices()](
                     const std::stop_token&) { return makePreview(method, plan, isFresh, choices); },
                 [this, plan = *problem](const Made& made) {
                     showPreview(made.plan, made.bounds);
                     startMarks(plan);
                 });
}

void GenerateDialog::startMarks(const Plan& problem) {
    m_latestMarks.ask([problem, choices = m_fields->choices()](
                          const std::stop_token& stop) { return methodFits(problem, choices, stop); },
                      [this](const std::vector<MethodFit>& fits) { showMarks(fits); });
}

void GenerateDialog::showMarks(std::vector<MethodFit> fits) {
    m_fits = std::move(fits);
    markMethods(*m_list, m_fits);
    showRunners();
}

void GenerateDialog::showRunners() {
    const auto fit = std::ranges::find(m_fits, generator(), &MethodFit::generator);
    // Why it does not suit stands where its lanes would.
    showWords(*m_runners, fit != m_fits.end() && fit->fits() ? runnersText(*fit) : QString());
}

void GenerateDialog::showPreview(const Result<Plan>& made, const std::vector<Bound>& bounds) {
    m_isPending = false;
    m_slow.stop();
    m_waiting->hide();
    m_plan.reset();
    m_bounds = bounds;
    if (made)
        m_plan = *made;
    // The place is a key of the problem, which the sentence names in its own words.
    showWords(*m_sentence, made ? QString() : translated(made.error().message));
    const Generator* chosen = generator();
    QStringList remarks;
    if (made && chosen)
        for (const Message& remark : {leftOutBy(*chosen, *made), keptLimitsOf(*chosen, *made)})
            if (!remark.empty())
                remarks << translated(remark);
    showWords(*m_leftOut, remarks.join(QLatin1Char('\n')));
    m_replace->setEnabled(made.ok());
    m_new->setEnabled(made.ok());
    if (made) {
        m_preview.reset(*made);
        m_range.fit();
    }
    // Lanes of another method, under the name of one that refuses, would be taken for its own.
    m_lanes->setVisible(made.ok());
    m_noLanes->setVisible(!made.ok());
    showNumbers();
    if (const std::optional<bool> inNewWindow = std::exchange(m_awaited, {}))
        finish(*inNewWindow);
}

void GenerateDialog::showWaiting() {
    m_sentence->hide();
    m_leftOut->hide();
    m_waiting->show();
    m_lanes->hide();
    m_noLanes->show();
    for (Figure* figure : {m_iteration, m_bubble, m_idle, m_avoidable, m_memory})
        figure->show(QStringLiteral("…"), {});
    arrangeNumbers();
}

void GenerateDialog::arrangeNumbers() {
    const std::initializer_list<Figure*> figures = {m_iteration, m_bubble, m_idle, m_avoidable, m_memory};
    int wide = 0;
    for (const Figure* figure : figures)
        wide += std::max(figure->minimumWidth(), figure->sizeHint().width()) + m_grid->horizontalSpacing();
    constexpr int kFewColumns = 3;
    const int all = static_cast<int>(figures.size());
    const int columns = wide > m_numbers->width() ? kFewColumns : all;
    if (columns == m_columns)
        return;
    m_columns = columns;
    int place = 0;
    for (Figure* figure : figures) {
        m_grid->addWidget(figure, place / columns, place % columns);
        ++place;
    }
    m_grid->setColumnStretch(kFewColumns, columns == kFewColumns ? 1 : 0);
    m_grid->setColumnStretch(all, columns == all ? 1 : 0);
}

void GenerateDialog::showNumbers() {
    if (!m_plan || !generator()) { // an empty board has no numbers
        for (Figure* figure : {m_iteration, m_bubble, m_idle, m_avoidable, m_memory})
            figure->showNone();
        return arrangeNumbers();
    }
    const Plan& present = m_present.plan();
    const Metrics& now = m_present.analysis().metrics;
    const Metrics& then = m_preview.analysis().metrics;
    const TimeUnit unit = m_plan->timeUnit;
    const bool areTimes = !plansIncomparable(m_present, m_preview);
    const bool areMemories = areTimes && areComparable(present.memoryUnit, m_plan->memoryUnit);
    const auto note = [&](const QString& unitName, const QString& before, bool comparable) {
        return comparable ? tr("%1  now %2").arg(unitName, before).trimmed() : unitName;
    };
    const auto percent = [](const std::optional<double>& share) {
        return share ? decimalText(100 * *share, 1) : QStringLiteral("–");
    };
    const QString sign = QStringLiteral("%");
    const auto iteration = [&](const Metrics& metrics) {
        return fixedTime(valueOf(metrics, Objective::Iteration), unit);
    };
    m_iteration->show(iteration(then), note(unitText(unit), iteration(now), areTimes));
    m_bubble->show(percent(then.bubbleShare()), note(sign, percent(now.bubbleShare()), areTimes));
    m_idle->show(percent(then.idleShare), note(sign, percent(now.idleShare), areTimes));
    const Bound bound = m_bounds.empty() ? Bound{} : largestUnder(m_bounds, valueOf(then, Objective::Iteration));
    const std::optional<Avoidable> avoidable = m_bounds.empty() ? std::nullopt : avoidableOf(then, bound.value);
    m_avoidable->show(avoidable ? percent(avoidable->share) : QStringLiteral("–"), avoidable ? sign : QString());
    m_avoidable->explain(avoidable
                             ? tr("The share of the iteration above what no order goes below, by closed forms: %1")
                                   .arg(translated(bound.reason))
                             : QString());
    m_memory->show(memoryText(then.highestPeak(), m_plan->memoryUnit),
                   note(unitText(m_plan->memoryUnit), memoryText(now.highestPeak(), m_plan->memoryUnit), areMemories));
    arrangeNumbers();
}

void GenerateDialog::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter || !m_fields->isAncestorOf(focusWidget()))
        return QDialog::keyPressEvent(event);
    // What was typed last has no preview yet.
    m_isPending = true;
    m_awaited = false;
    m_wait.stop();
    startPreview();
}

bool GenerateDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_list->viewport() && event->type() == QEvent::Resize)
        QTimer::singleShot(0, m_list, [this] { m_list->scrollToItem(m_list->currentItem()); });
    if (watched == m_numbers && event->type() == QEvent::Resize)
        arrangeNumbers();
    return QDialog::eventFilter(watched, event);
}

void GenerateDialog::finish(bool inNewWindow) {
    if (m_isPending) {
        m_awaited = inNewWindow;
        if (m_wait.isActive()) {
            m_wait.stop();
            startPreview();
        }
        return;
    }
    if (!m_plan)
        return;
    Q_EMIT accepted(*m_plan, inNewWindow);
    accept();
}

} // namespace lanewright::app
