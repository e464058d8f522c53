// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_goal_fields.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/made/made_lesson.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <array>

namespace lanewright::app {
namespace {

constexpr std::array kOffered = {GoalKind::Makespan,    GoalKind::PeakMemory, GoalKind::IterationTime,
                                 GoalKind::BubbleShare, GoalKind::IdleShare,  GoalKind::LongestSpan,
                                 GoalKind::Period,      GoalKind::Recognised};
/// Those of a lesson of which nobody says more.
constexpr std::array kUsual = {GoalKind::Makespan, GoalKind::PeakMemory};

constexpr int kBestWidth = 190; ///< for the longest of its words

QString capitalised(const Message& words) {
    QString text = translated(words);
    return text.isEmpty() ? text : text.at(0).toUpper() + text.mid(1);
}

QString numberOf(const Goal& goal, double value, const Plan& plan) {
    return translated(numberText(goal.kind, value, plan));
}

} // namespace

LessonGoalFields::LessonGoalFields(QWidget* parent) : QWidget(parent) {
    QGridLayout* grid = makeGrid(this, {.across = 14, .down = 4});
    const QStringList heads = {tr("Number"), tr("This schedule"), tr("At best, by these rules"), tr("Points")};
    for (int column = 0; column < heads.size(); ++column)
        grid->addWidget(makeLabel("caption", heads[column], this), 0, column);
    grid->setColumnMinimumWidth(2, kBestWidth);
    grid->setColumnStretch(2, 1);
    for (const GoalKind kind : kOffered)
        addRow(*grid, kind);
}

void LessonGoalFields::addRow(QGridLayout& grid, GoalKind kind) {
    const auto nameOf = [kind](const char* what) { return QLatin1String(what) + toText(kind).data(); };
    const bool isUsual = std::ranges::find(kUsual, kind) != kUsual.end();
    Row row{.kind = kind,
            .asked = new QCheckBox(capitalised(numberName(kind)), this),
            .own = plainLabel(this),
            .best = named(plainLabel(this), {.role = "caption"})};
    row.asked->setObjectName(nameOf("goal_"));
    row.best->setObjectName(nameOf("best_"));
    row.asked->setChecked(isUsual);
    const int at = static_cast<int>(m_rows.size()) + 1;
    grid.addWidget(row.asked, at, 0);
    grid.addWidget(row.own, at, 1);
    grid.addWidget(row.best, at, 2);
    if (isNumber(kind)) {
        row.counts = named(new QCheckBox(this), {.spoken = tr("%1 counts for the points").arg(row.asked->text())});
        row.counts->setObjectName(nameOf("points_"));
        row.counts->setChecked(isUsual);
        grid.addWidget(row.counts, at, 3);
        whenChanged({row.asked, row.counts}, this, &LessonGoalFields::changed);
    } else
        whenChanged({row.asked}, this, &LessonGoalFields::changed);
    m_rows.push_back(row);
}

void LessonGoalFields::show(const Plan& plan, int iterations) {
    const std::vector<Goal> reached = goalsReachedBy(plan, kOffered, iterations);
    for (Row& row : m_rows) {
        const auto own = std::ranges::find(reached, row.kind, &Goal::kind);
        row.goal = own == reached.end() ? std::nullopt : std::optional(*own);
        const bool isThere = row.goal.has_value();
        row.asked->setEnabled(isThere);
        if (row.counts)
            row.counts->setEnabled(isThere);
        if (!isThere)
            row.own->setText(QStringLiteral("–"));
        else if (isNumber(row.kind))
            row.own->setText(
                numberOf(*row.goal, isShare(row.kind) ? row.goal->share : static_cast<double>(row.goal->most), plan));
        else
            row.own->setText(translated(titlesOf(row.goal->names)));
    }
}

void LessonGoalFields::showBest(const std::vector<GoalBest>& known, const Plan& plan) {
    for (const Row& row : m_rows) {
        const auto best = std::ranges::find(known, row.kind, &GoalBest::number);
        if (best == known.end()) {
            row.best->clear();
            continue;
        }
        const QString value = numberOf(*row.goal, best->value, plan);
        row.best->setText(best->isProved() ? tr("%1, proved").arg(value)
                          : best->bound
                              ? tr("%1 found, never below %2").arg(value, numberOf(*row.goal, *best->bound, plan))
                              : tr("%1 found").arg(value));
    }
}

void LessonGoalFields::showWords(GoalKind number, const QString& words) {
    const auto row = std::ranges::find(m_rows, number, &Row::kind);
    if (row != m_rows.end())
        row->best->setText(words);
}

std::vector<Goal> LessonGoalFields::goals() const {
    std::vector<Goal> goals;
    for (const Row& row : m_rows)
        if (row.goal && row.asked->isChecked())
            goals.push_back(*row.goal);
    return goals;
}

std::vector<GoalKind> LessonGoalFields::score() const {
    std::vector<GoalKind> score;
    for (const Row& row : m_rows)
        if (row.goal && row.counts && row.counts->isChecked())
            score.push_back(row.kind);
    return score;
}

} // namespace lanewright::app
