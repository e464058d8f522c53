// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/present/present_window.h"

#include "app/document/comparable.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/frame/help_window.h"
#include "app/frame/style_sheet.h"
#include "app/lanes/theme.h"
#include "app/panels/comparison_model.h"
#include "app/picture/picture.h"
#include "app/plots/pareto_plot.h"
#include "app/shell/file_actions.h"
#include "app/shell/present/room_figure.h"
#include "app/widgets/controls.h"
#include "app/widgets/language_now.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "app/widgets/window_parts.h"
#include "core/base/mapped.h"
#include "core/generate/catalogue.h"
#include "core/page/figure_panel.h"
#include "core/simulate/simulate.h"

#include <QAbstractItemView>
#include <QButtonGroup>
#include <QCompleter>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kMostMicrobatches = 64;
constexpr int kMostIterations = 9;
constexpr int kUsualIterations = 3;
constexpr int kNarrowestSlider = 48;
/// A screen holds so many of the smallest letters above each other: 24 pixels each on one of 1080.
constexpr int kLetters = 45;
constexpr int kLettersAcross = 60;
constexpr int kLettersOfTitle = 22; ///< above a column of numbers

} // namespace

PresentWindow::PresentWindow(Plan base, QWidget* parent)
    : QWidget(parent, Qt::Window), m_base(std::move(base)), m_mode(m_base.optimizerMode) {
    setObjectName(QStringLiteral("presentWindow"));
    setWindowIcon(programIcon());
    setAttribute(Qt::WA_DeleteOnClose);
    setFocusPolicy(Qt::StrongFocus);
    buildParts();
    bindKeys();
    takeDroppedFiles(*this, [this](const QStringList& paths) { addFiles(paths); });
    retranslate();
    resize(1280, 720);
    setFocus();
}

QLayout* PresentWindow::buildBar() {
    m_synchronous = named(new QPushButton(this), "synchronous");
    m_postValidated = named(new QPushButton(this), "postValidated");
    auto* modes = new QButtonGroup(this);
    for (QPushButton* each : {m_synchronous, m_postValidated}) {
        giveNames(*each, {.role = "choice"});
        each->setCheckable(true);
        each->setFocusPolicy(Qt::NoFocus); // Space is the window's
        modes->addButton(each);
    }
    (m_mode == OptimizerMode::Synchronous ? m_synchronous : m_postValidated)->setChecked(true);
    m_iterationsLabel = makeLabel(nullptr, {}, this);
    m_iterations = named(makeSpin(1, kMostIterations, this, kUsualIterations), "iterations");
    m_countOfMicrobatches = named(makeLabel(nullptr, {}, this), "countOfMicrobatches");
    m_microbatches = named(new QSlider(Qt::Horizontal, this), "microbatches");
    m_microbatches->setMinimumWidth(kNarrowestSlider);
    m_microbatches->setRange(1, std::max(kMostMicrobatches, m_base.schedule.microbatches));
    m_microbatches->setValue(m_base.schedule.microbatches);
    m_line = named(new PlanLine(this), "planLine");
    m_save = named(makeButton({}, this, this, [this] { saveNumbers(askWhere(tr("Save the numbers"), this)); }),
                   "saveNumbers");
    m_save->setFocusPolicy(Qt::NoFocus);
    m_leave = named(makeButton(QStringLiteral("✕"), this, this, &QWidget::close), "leave");
    m_leave->setFocusPolicy(Qt::NoFocus);
    connect(m_synchronous, &QPushButton::clicked, this, [this] { setMode(OptimizerMode::Synchronous); });
    connect(m_postValidated, &QPushButton::clicked, this, [this] { setMode(OptimizerMode::PostValidated); });
    connect(m_iterations, &QSpinBox::valueChanged, this, &PresentWindow::layOutFigure);
    connect(m_microbatches, &QSlider::valueChanged, this, &PresentWindow::make);
    connect(m_line, &PlanLine::chosen, this, [this](const PlanOffer& offer) {
        setFocus();
        add(offer);
    });
    connect(m_line, &PlanLine::refused, this, [this](const QString& sentence) {
        m_sentence = sentence;
        refresh();
    });
    return makeRow({.between = 14},
                   {makeRow({.between = 0}, {m_synchronous, m_postValidated}), m_iterationsLabel, m_iterations,
                    m_countOfMicrobatches, wide(m_microbatches), wide(m_line, 2), m_save, m_leave});
}

void PresentWindow::buildParts() {
    QLayout* bar = buildBar();
    m_room = named(new QWidget(this), "figure");
    m_room->installEventFilter(this);
    m_says = named(makeParagraph(nullptr, {}, this), "presentSays");
    m_numbers = new ComparisonModel(kLettersOfTitle, this);
    m_table = named(makeTable(m_numbers, this), "presentNumbers");
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setSelectionBehavior(QAbstractItemView::SelectColumns);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setAutoScroll(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_plot = named(new ParetoPlot(this), "presentPlot");
    makeColumn(this, {.margins = {16, 10, 16, 10}, .between = 8},
               {bar, wide(m_room), m_says, makeRow({.between = 20}, {standing(m_table, Qt::AlignTop), wide(m_plot)})});
}

void PresentWindow::bindKeys() {
    std::vector<QShortcut*> keys;
    const auto bind = [&](const char* words, auto&& run) {
        keys.push_back(new QShortcut(QKeySequence(QLatin1String(words)), this));
        connect(keys.back(), &QShortcut::activated, this, run);
    };
    bind("Space", [this] {
        setMode(m_mode == OptimizerMode::Synchronous ? OptimizerMode::PostValidated : OptimizerMode::Synchronous);
    });
    bind("Right", [this] { setMicrobatches(m_microbatches->value() + 1); });
    bind("Left", [this] { setMicrobatches(m_microbatches->value() - 1); });
    // Set, not stepped, which would mark the number as if it were to be typed over.
    bind("Up", [this] { m_iterations->setValue(m_iterations->value() + 1); });
    bind("Down", [this] { m_iterations->setValue(m_iterations->value() - 1); });
    bind("PgDown", [this] { choosePlan(1); });
    bind("PgUp", [this] { choosePlan(-1); });
    bind("Del", [this] { removePlan(); });
    bind("+", [this] { m_line->setFocus(); });
    bind("M", [this] {
        // What is over time needs the room of the numbers.
        m_showsMemory = !m_showsMemory;
        m_table->setVisible(!m_showsMemory);
        m_plot->setVisible(!m_showsMemory);
        layOutFigure();
    });
    bind("Ctrl+S", [this] { saveNumbers(askWhere(tr("Save the numbers"), this)); });
    bind("F11", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    bind("F1", [this] { HelpWindow::open({}, QStringLiteral("keys"), this); });
    bind("Ctrl+W", [this] { close(); });
    // What is typed goes into the line.
    connect(qApp, &QApplication::focusChanged, this, [this, keys](QWidget*, const QWidget* now) {
        for (QShortcut* key : keys)
            key->setEnabled(now != m_line);
    });
}

void PresentWindow::retranslate() {
    setWindowTitle(tr("Present — Lanewright"));
    m_synchronous->setText(tr("Synchronous"));
    m_postValidated->setText(tr("Post-validated"));
    for (QPushButton* each : {m_synchronous, m_postValidated})
        each->setToolTip(tr("Space changes it."));
    m_iterationsLabel->setText(tr("Iterations"));
    giveNames(*m_iterations, {.spoken = tr("Iterations"), .tip = tr("↑ and ↓ change it.")});
    giveNames(*m_microbatches, {.spoken = tr("Microbatches"), .tip = tr("← and → change it.")});
    giveNames(*m_table,
              {.spoken = tr("Numbers"), .tip = tr("Page Up and Page Down choose a plan, Delete takes it out.")});
    m_save->setText(tr("CSV"));
    giveNames(*m_save, {.spoken = tr("Save the numbers"), .tip = tr("Ctrl+S writes the table for a spreadsheet.")});
    giveNames(*m_leave, {.spoken = tr("Leave"), .tip = tr("Esc leaves, too.")});
    m_line->retranslate();
    make();
}

void PresentWindow::start() {
    PlanOffer own;
    if (!m_base.isProblem()) {
        const QString title = translatedTitle(m_base.title);
        own = recognised(
            {.title = title.isEmpty() ? tr("untitled") : title, .plan = std::make_shared<const Plan>(m_base)});
        add(own);
    }
    const Generator* known = findGenerator(own.generator == "1f1b" ? "gpipe" : "1f1b");
    add({.title = translatedTitle(titleOf(*known)), .generator = std::string(known->name)});
}

void PresentWindow::add(const PlanOffer& offer) {
    m_sentence.clear();
    if (count() < kMostPlans)
        m_offers.push_back(offer.generator.empty() ? recognised(offer) : offer);
    else
        m_sentence = tr("Four plans are as many as a screen shows; Delete takes out the one that is marked.");
    make();
}

void PresentWindow::addFiles(const QStringList& paths) {
    QStringList failures;
    for (const QString& path : paths)
        if (const Result<PlanOffer> offer = offerIn(path)) {
            add(*offer);
            failures << m_sentence;
        } else
            failures << FileActions::cannotOpen(plainLine(QFileInfo(path).fileName()), offer.error());
    failures.removeAll(QString());
    m_sentence = failures.join(QLatin1Char('\n'));
    refresh();
}

void PresentWindow::saveNumbers(const QString& path) {
    if (path.isEmpty())
        return;
    m_sentence = saveTable(*m_numbers, path);
    refresh();
}

void PresentWindow::removePlan() {
    const int place = m_table->currentIndex().column() - 1;
    if (m_showsMemory || place < 0 || place >= count() || count() == 1)
        return;
    m_offers.erase(m_offers.begin() + place);
    m_sentence.clear();
    make();
}

void PresentWindow::choosePlan(int step) {
    if (m_showsMemory)
        return; // the mark is not seen
    const int place = m_table->currentIndex().column() - 1 + step;
    m_table->setCurrentIndex(m_numbers->index(0, std::clamp(place, 0, std::max(0, count() - 1)) + 1));
}

void PresentWindow::setMicrobatches(int microbatches) { m_microbatches->setValue(microbatches); }

void PresentWindow::setMode(OptimizerMode mode) {
    m_mode = mode;
    (mode == OptimizerMode::Synchronous ? m_synchronous : m_postValidated)->setChecked(true);
    refresh();
}

void PresentWindow::make() {
    const int microbatches = m_microbatches->value();
    m_countOfMicrobatches->setText(tr("%n microbatch(es)", nullptr, microbatches));
    m_isMaking = true;
    m_latest.ask(
        [base = m_base, offers = m_offers, microbatches](const std::stop_token& stop) {
            std::vector<Shown> all;
            for (const PlanOffer& offer : offers) {
                if (stop.stop_requested())
                    break;
                Shown& shown =
                    all.emplace_back(Shown{.title = offer.title, .plan = offeredPlan(offer, base, microbatches)});
                if (!shown.plan)
                    continue;
                shown.timeline = simulate(shown.plan->schedule, shown.plan->costs);
                shown.known = checked(*shown.plan, shown.timeline);
            }
            return all;
        },
        [this](const std::vector<Shown>& all) {
            m_isMaking = false;
            m_shown = all;
            refresh();
        });
}

void PresentWindow::refresh() {
    const PageLanguage language = languageNow();
    std::vector<ComparedNumbers> columns;
    std::vector<ParetoPlot::Point> points;
    m_panels.clear();
    for (Shown& shown : m_shown) {
        columns.push_back({.title = shown.title});
        if (!shown.plan)
            continue;
        Plan& plan = *shown.plan;
        Metrics& metrics = shown.known.metrics;
        plan.optimizerMode = metrics.optimizerMode = m_mode;
        columns.back().numbers = figureNumbers(plan, metrics, language);
        m_panels.push_back({.plan = &plan, .planned = &shown.timeline, .title = shown.title.toStdString()});
        const Plan& first = *m_panels.front().plan;
        if (const std::optional<Fraction> time = metrics.iterationTime();
            time && areComparable(plan.timeUnit, first.timeUnit) && areComparable(plan.memoryUnit, first.memoryUnit))
            points.push_back({.name = inShort(shown.title, kLettersOfTitle),
                              .takes = {static_cast<Time>(std::llround(time->value())), metrics.highestPeak()},
                              .invalid = !shown.known.errors.empty()});
    }
    const int marked = std::clamp(m_table->currentIndex().column(), 1, std::max(1, static_cast<int>(columns.size())));
    m_numbers->show(std::move(columns));
    m_table->setCurrentIndex(m_numbers->index(0, marked));
    QHeaderView& head = *m_table->horizontalHeader();
    m_table->resizeColumnsToContents();
    m_table->setFixedSize(head.length() + 2, head.sizeHint().height() + m_table->verticalHeader()->length() + 2);
    const Plan& first = m_panels.empty() ? m_base : *m_panels.front().plan;
    m_plot->show(std::move(points), first.timeUnit, first.memoryUnit);
    layOutFigure();
}

void PresentWindow::layOutFigure() {
    m_drawing = {};
    if (m_panels.empty() || m_type == 0)
        return say({});
    const QSizeF room(m_room->width() / m_scale, m_room->height() / m_scale);
    Result<LaidOut> laid =
        layOutForRoom(m_panels, {room, reachEnds(m_panels) ? m_iterations->value() : 1, m_mode, m_showsMemory});
    QString lacks;
    if (!laid)
        lacks = sentenceOf(laid.error());
    else {
        m_drawing = std::move(laid->drawing);
        for (const Message& part : laid->leftOut)
            lacks = translated(part);
    }
    m_room->setAccessibleName(QString::fromStdString(m_drawing.title));
    update();
    // What is said may take room from the figure, which is laid out anew then.
    say(lacks);
}

QString PresentWindow::whatKeeps() const {
    QStringList names;
    int microbatches = 0;
    for (const Shown& shown : m_shown) {
        if (!shown.plan || shown.plan->schedule.microbatches == m_microbatches->value())
            continue;
        names << tr("“%1”").arg(inShort(shown.title, kLettersOfTitle));
        microbatches = shown.plan->schedule.microbatches;
    }
    if (names.isEmpty())
        return {};
    if (names.size() > 1)
        return tr("%1 stay as they are, for no generator makes their orders for other numbers of microbatches.")
            .arg(names.join(QStringLiteral(", ")));
    return tr("%1 keeps its %n microbatch(es): no generator makes its order for another number.", nullptr, microbatches)
        .arg(names.front());
}

void PresentWindow::say(const QString& lacks) {
    QStringList sentences{m_sentence, lacks, whatKeeps()};
    for (const Shown& shown : m_shown)
        if (!shown.plan)
            sentences << QStringLiteral("%1: %2").arg(shown.title, translated(shown.plan.error().message));
    if (!reachEnds(m_panels))
        sentences << tr("One of the orders does not reach its end, so one iteration is shown.");
    sentences.removeAll(QString());
    showWords(*m_says, sentences.join(QLatin1Char('\n')));
}

void PresentWindow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().surface);
    if (m_drawing.width <= 0)
        return;
    painter.translate(m_room->pos());
    painter.scale(m_scale, m_scale);
    paintDrawing(painter, m_drawing);
}

void PresentWindow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // On a narrow screen the bar above must fit, too.
    if (const int type = std::max(10, std::min(height() / kLetters, width() / kLettersAcross)); type != m_type)
        setType(type);
}

void PresentWindow::setType(int pixels) {
    constexpr int kWidestTitle = 13; // as all below, in letters
    constexpr int kNarrowestTitle = 4;
    constexpr int kHeightOfPlot = 10;
    constexpr double kHeightOfRow = 1.5;
    m_type = pixels;
    m_scale = pixels / kSmallestInRoom;
    m_table->verticalHeader()->setDefaultSectionSize(static_cast<int>(kHeightOfRow * pixels));
    m_table->horizontalHeader()->setMinimumSectionSize(kNarrowestTitle * pixels);
    m_table->horizontalHeader()->setMaximumSectionSize(kWidestTitle * pixels);
    m_plot->setMinimumHeight(kHeightOfPlot * pixels);
    // Plots write in smaller type than their own.
    const double points = pixels * 72.0 / logicalDpiY();
    m_line->completer()->popup()->setStyleSheet(
        QStringLiteral("font-size: %1pt; %2").arg(points, 0, 'f', 1).arg(QLatin1String(kPopupStyle)));
    setStyleSheet(QStringLiteral("* { font-size: %1pt; } QHeaderView::section { font-size: %1pt; padding: 2px 6px; }"
                                 "#presentPlot { font-size: %2pt; }")
                      .arg(points, 0, 'f', 1)
                      .arg(points / 0.85, 0, 'f', 1));
    refresh();
}

bool PresentWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        layOutFigure();
    return QWidget::eventFilter(watched, event);
}

void PresentWindow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        layOutFigure();
}

void PresentWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    if (m_line->hasFocus())
        setFocus();
    else
        close();
}

} // namespace lanewright::app
