// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/make_lesson_dialog.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_goal_fields.h"
#include "app/lesson/lesson_start_fields.h"
#include "app/lesson/lesson_words_fields.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/lesson/lesson_facts.h"
#include "core/lesson/lesson_solve.h"
#include "core/lesson/lesson_words.h"
#include "core/model/block_ops.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kWaitMs = 250;
/// How long to look for the best of one goal.
constexpr double kSeconds = 5;
constexpr int kColumns = 3; ///< what students may do stands in so many
constexpr int kLeftWidth = 430;
constexpr QLatin1Char kBetweenNeeds(';');

QString wordsOf(LessonEdit edit) {
    switch (edit) {
    case LessonEdit::Move: return MakeLessonDialog::tr("move blocks");
    case LessonEdit::Place: return MakeLessonDialog::tr("place ops of the tray");
    case LessonEdit::Gap: return MakeLessonDialog::tr("leave gaps");
    case LessonEdit::Split: return MakeLessonDialog::tr("split BW into B and W");
    case LessonEdit::Pair: return MakeLessonDialog::tr("make pairs");
    case LessonEdit::Stage: return MakeLessonDialog::tr("host stages elsewhere");
    case LessonEdit::Costs: return MakeLessonDialog::tr("change costs");
    case LessonEdit::Optimizer: return MakeLessonDialog::tr("choose when ranks step");
    case LessonEdit::Halve: return MakeLessonDialog::tr("cut it in half");
    case LessonEdit::Microbatches:
    case LessonEdit::Generator: break;
    }
    return {};
}

QString wordsOf(HelpLevel level) {
    switch (level) {
    case HelpLevel::Check: return MakeLessonDialog::tr("says what is wrong");
    case HelpLevel::Ready: return MakeLessonDialog::tr("shows what is ready, too");
    case HelpLevel::Coach: return MakeLessonDialog::tr("says the next step, too");
    }
    return {};
}

/// What the best of its goals depends on.
Lesson withoutWords(Lesson lesson) {
    for (std::string* words : {&lesson.title, &lesson.task, &lesson.learnt})
        words->clear();
    for (auto* lines : {&lesson.text, &lesson.hints, &lesson.needs})
        lines->clear();
    lesson.in.clear();
    lesson.level.reset();
    lesson.minutes = 0;
    lesson.score.clear();
    lesson.help = HelpLevel::Check;
    return lesson;
}

} // namespace

MakeLessonDialog::MakeLessonDialog(Plan plan, QWidget* parent) : QDialog(parent), m_plan(std::move(plan)) {
    setWindowTitle(tr("Make a lesson of this schedule"));
    setObjectName(QStringLiteral("makeLessonDialog"));
    QWidget* left = makeLeft();
    QWidget* right = makeRight();
    m_sentence = makeFailure(this);
    m_copy = named(new QCheckBox(tr("and a &copy without its answer, to hand out"), this), "copy");
    const auto [buttons, save] = makeDialogButtons(tr("Save …"), this, QDialogButtonBox::ActionRole);
    m_save = save;
    m_try = named(buttons->addButton(tr("Tr&y it"), QDialogButtonBox::ActionRole),
                  {.name = "try", .tip = tr("Opens the classroom on it; nothing is saved.")});
    makeColumn(this, {.margins = kDialogMargins, .between = 12},
               {{makeRow({.between = 26}, {left, {right, 1}}), 1},
                m_sentence,
                makeRow({.between = 14}, {freeRoom(), m_copy, buttons})});
    connect(m_save, &QPushButton::clicked, this, [this] { finish(Awaited::Saved); });
    connect(m_try, &QPushButton::clicked, this, [this] { finish(Awaited::Tried); });
    setUpOnce(m_wait, kWaitMs, this, &MakeLessonDialog::startMaking);
    // What was looked for before it was cancelled must not come.
    connect(this, &QDialog::finished, this, [this] {
        m_wait.stop();
        m_latest.drop();
    });
    m_words->setFocus();
    numbersChanged();
}

QWidget* MakeLessonDialog::makeLeft() {
    auto* box = new QWidget(this);
    box->setFixedWidth(kLeftWidth);
    m_words = new LessonWordsFields(m_plan.title, box);
    m_level = named(new QComboBox(box), "level");
    m_level->addItem(tr("level not said"));
    withEach(m_level, kLessonLevels, [](LessonLevel level) { return translated(levelText(level)); });
    m_minutes = named(makeSpin(0, kMostLessonMinutes, box), "minutes");
    m_minutes->setSpecialValueText(tr("time not said"));
    m_minutes->setSuffix(tr(" min"));
    m_needs = named(new QLineEdit(box), {.name = "needs",
                                         .tip = tr("Titles of the lessons that come before this one, "
                                                   "with a semicolon between them.")});
    auto* menu = new QMenu(box);
    for (const BuiltInLesson& each : builtInLessons())
        menu->addAction(plainLine(localizedText(each.lesson).title), this, [this, title = each.lesson.title] {
            addPart(*m_needs, kBetweenNeeds, QString::fromStdString(title));
        });
    auto* add = named(new QToolButton(box), {.spoken = tr("Add a lesson of the program")});
    add->setText(tr("Add"));
    add->setMenu(menu);
    add->setPopupMode(QToolButton::InstantPopup);
    addRow(m_words->form(), tr("Le&vel"), makeRow({.between = 10}, {wide(m_level), wide(m_minutes)}), m_level);
    addRow(m_words->form(), tr("A&fter"), makeRow({.between = 6}, {wide(m_needs), add}), m_needs);
    makeColumn(box, {}, {{m_words, 1}});
    connect(m_words, &LessonWordsFields::changed, this, &MakeLessonDialog::fieldsChanged);
    whenChanged({m_level, m_minutes, m_needs}, this, &MakeLessonDialog::fieldsChanged);
    return box;
}

QWidget* MakeLessonDialog::makeRight() {
    auto* box = new QWidget(this);
    m_start = new LessonStartFields(m_plan.schedule, box);
    connect(m_start, &LessonStartFields::changed, this, &MakeLessonDialog::fieldsChanged);
    QWidget* edits = makeEdits();
    QLayout* help = makeHelp();
    m_goals = new LessonGoalFields(box);
    connect(m_goals, &LessonGoalFields::changed, this, &MakeLessonDialog::fieldsChanged);
    makeColumn(box, {.between = 8},
               {makeLabel("section", tr("Students begin with"), box), m_start,
                makeLabel("section", tr("They may"), box), edits, help,
                makeLabel("section", tr("They are to reach at most what this schedule has"), box), m_goals,
                makeSearch(), freeRoom()});
    return box;
}

QWidget* MakeLessonDialog::makeEdits() {
    auto* box = new QWidget(this);
    QGridLayout* grid = makeGrid(box, {.across = 14, .down = 4});
    for (const LessonEdit edit : kEditsOfOrders) {
        auto* check = new QCheckBox(wordsOf(edit), box);
        check->setObjectName(QLatin1String("allow_") + toText(edit).data());
        const int at = static_cast<int>(m_edits.size());
        grid->addWidget(check, at / kColumns, at % kColumns);
        m_edits[edit] = check;
        connect(check, &QCheckBox::toggled, this, [this, edit](bool wished) {
            if (wished)
                m_wished.insert(edit);
            else
                m_wished.erase(edit);
            fieldsChanged();
        });
    }
    return box;
}

QLayout* MakeLessonDialog::makeHelp() {
    m_help = named(withEach(new QComboBox(this), kHelpLevels, [](HelpLevel level) { return wordsOf(level); }), "help");
    choose(m_help, HelpLevel::Ready);
    m_iterations = named(makeSpin(1, kMostLessonIterations, this, 1),
                         {.name = "iterations",
                          .tip = tr("So many are shown in a row, and counted by the time per "
                                    "iteration.")});
    auto* help = plainLabel(tr("The program"), this);
    auto* iterations = plainLabel(tr("&Iterations in a row"), this);
    help->setBuddy(m_help);
    iterations->setBuddy(m_iterations);
    whenChanged({m_help}, this, &MakeLessonDialog::fieldsChanged);
    whenChanged({m_iterations}, this, &MakeLessonDialog::numbersChanged);
    return makeRow({.between = 10}, {help, m_help, gap(12), iterations, m_iterations, freeRoom()});
}

QLayout* MakeLessonDialog::makeSearch() {
    m_progress = named(makeParagraph("caption", {}, this), "progress");
    m_stop = named(makeButton(tr("Stop"), this, this, &MakeLessonDialog::stopSearch), "stop");
    m_better = named(makeButton(tr("Make the better order the answer"), this, this, &MakeLessonDialog::takeBetter),
                     {.name = "better",
                      .tip = tr("The order that the search has found takes the place of this schedule in the "
                                "lesson; the schedule in the window stays.")});
    for (QPushButton* button : {m_stop, m_better})
        button->setAutoDefault(false);
    return makeRow({.between = 10}, {wide(m_progress), m_stop, m_better});
}

// ---------------------------------------------------------------------------------------------- what the fields say

LessonRequest MakeLessonDialog::request() const {
    LessonRequest request{.minutes = m_minutes->value(),
                          .goals = m_goals->goals(),
                          .score = m_goals->score(),
                          .help = chosen<HelpLevel>(m_help),
                          .iterations = m_iterations->value()};
    m_words->fill(request);
    m_start->fill(request);
    if (m_level->currentIndex() > 0)
        request.level = chosen<LessonLevel>(m_level);
    for (const QString& title : partsOf(*m_needs, kBetweenNeeds))
        request.needs.push_back(title.toStdString());
    request.allowed.assign(m_wished.begin(), m_wished.end());
    return request;
}

void MakeLessonDialog::numbersChanged() {
    m_goals->show(m_plan, m_iterations->value());
    fieldsChanged();
}

void MakeLessonDialog::fieldsChanged() {
    m_lesson.reset();
    m_searched.reset();
    m_awaited = Awaited::Nothing;
    m_isRefused = false;
    m_latest.drop();
    showFields();
    m_wait.start();
    showSearch();
}

void MakeLessonDialog::showFields() {
    m_words->setTask(taskOf(m_goals->goals(), m_plan));
    const std::vector<LessonEdit> needed = editsNeeded(m_plan, request());
    for (const auto& [edit, check] : m_edits) {
        const bool isNeeded = std::ranges::find(needed, edit) != needed.end();
        const QSignalBlocker quiet(check);
        check->setChecked(isNeeded || m_wished.contains(edit));
        check->setEnabled(!isNeeded);
        check->setToolTip(isNeeded ? tr("Without it nobody comes to the answer.") : QString());
    }
}

// ---------------------------------------------------------------------------------------------- what comes of it

void MakeLessonDialog::startMaking() {
    m_latest.ask([plan = m_plan, asked = request()](const std::stop_token&) { return makeLesson(plan, asked); },
                 [this](const Result<Lesson>& made) { take(made); });
}

void MakeLessonDialog::take(const Result<Lesson>& made) {
    app::showWords(*m_sentence, made ? QString() : sentenceOf(made.error()));
    m_isRefused = !made;
    if (!made) {
        m_rules.reset();
        m_known.clear();
        return settle();
    }
    m_lesson = *made;
    Lesson rules = withoutWords(*made);
    if (m_rules != rules) {
        m_rules = std::move(rules);
        m_known.clear();
        m_unknown.clear();
        m_isStopped = opsOfAll(m_plan.schedule.order).size() > kMostSolvedOps;
    }
    searchNext();
}

void MakeLessonDialog::searchNext() {
    m_searched.reset();
    for (const Goal& goal : m_lesson->goals)
        if (!m_searched && isNumber(goal.kind) && !m_unknown.contains(goal.kind) &&
            std::ranges::find(m_known, goal.kind, &GoalBest::number) == m_known.end())
            m_searched = goal.kind;
    if (!m_searched || m_isStopped)
        return settle();
    finish(m_awaited);
    m_latest.ask(
        [lesson = *m_lesson, number = *m_searched](const std::stop_token& stop) {
            return bestOf(lesson, number, {.timeLimit = kSeconds, .exact = true, .threads = 1}, stop);
        },
        [this](const Result<GoalBest>& best) {
            if (best)
                m_known.push_back(*best);
            else
                m_unknown[*m_searched] = sentenceOf(best.error());
            searchNext();
        });
}

void MakeLessonDialog::stopSearch() {
    m_latest.drop();
    m_isStopped = true;
    settle();
}

void MakeLessonDialog::settle() {
    m_searched.reset();
    if (m_lesson)
        m_lesson->step = mayBeBetter(*m_lesson, m_known);
    Q_EMIT settled();
    finish(m_awaited);
}

/// One whose order is better than the schedule.
const GoalBest* MakeLessonDialog::better() const {
    if (m_lesson)
        for (const GoalBest& each : m_known)
            if (isBelow(each, *std::ranges::find(m_lesson->goals, each.number, &Goal::kind)))
                return &each;
    return nullptr;
}

void MakeLessonDialog::takeBetter() {
    if (const GoalBest* found = better()) {
        m_plan.schedule = found->attempt.plan.schedule;
        numbersChanged();
    }
}

void MakeLessonDialog::showSearch() {
    m_goals->showBest(m_known, m_plan);
    for (const auto& [number, why] : m_unknown)
        m_goals->showWords(number, tr("not known"));
    QStringList words;
    if (m_searched) {
        m_goals->showWords(*m_searched, tr("looking …"));
        words << tr("Looking for the best %1 …").arg(translated(numberName(*m_searched)));
    } else if (m_isStopped && m_lesson)
        words << tr("What is not known to be the best is called a step on the way.");
    else if (m_lesson && !m_unknown.empty())
        words << m_unknown.begin()->second;
    else if (m_lesson)
        words << (m_lesson->step ? tr("A better order may be possible: the lesson calls its goal a step on the way.")
                                 : tr("By these rules nobody can do better than this schedule."));
    if (m_awaited == Awaited::Saved && m_searched)
        words << tr("Then it is saved; Stop saves it now.");
    m_progress->setText(words.join(QLatin1Char(' ')));
    m_stop->setVisible(m_searched.has_value());
    m_better->setVisible(!m_searched && better() != nullptr);
    m_try->setEnabled(!m_isRefused);
    m_save->setEnabled(!m_isRefused);
}

void MakeLessonDialog::finish(Awaited what) {
    // Whoever tries it needs no proof.
    const bool isReady = m_lesson && (what == Awaited::Tried || !m_searched);
    m_awaited = isReady ? Awaited::Nothing : what;
    showSearch();
    if (isReady && what == Awaited::Saved)
        Q_EMIT made(*m_lesson, m_copy->isChecked());
    else if (isReady && what == Awaited::Tried)
        Q_EMIT tried(*m_lesson);
}

void MakeLessonDialog::fail(const QString& sentence) { app::showWords(*m_sentence, sentence); }

} // namespace lanewright::app
