// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_text.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "core/generate/catalogue.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

struct LessonPhrases {
    Q_DECLARE_TR_FUNCTIONS(Lesson)
};

QString nameOf(const Op& op, const Plan& plan) { return opText(op, plan.costs.weightParts); }

QString nameOf(const Block& block, const Plan& plan) { return app::blockText(block, plan.costs.weightParts); }

QString timeIn(const Plan& plan, Time time) { return timeWithUnit(time, plan.timeUnit); }

QString titlesOf(const std::vector<std::string>& names) {
    QStringList titles;
    for (const std::string& name : names) {
        const Generator* generator = findGenerator(name);
        titles << translatedTitle(generator ? titleOf(*generator) : Message(name));
    }
    return titles.join(QStringLiteral(" / "));
}

/// In words where the unit is an activation.
QString amountText(Bytes bytes, MemoryUnit unit) {
    if (unit != MemoryUnit::Unit)
        return memoryText(bytes, unit) + QLatin1Char(' ') + unitText(unit);
    if (bytes % scaleOf(unit) == 0)
        return LessonPhrases::tr("%n activation(s)", nullptr, static_cast<int>(bytes / scaleOf(unit)));
    return LessonPhrases::tr("%1 activations").arg(memoryText(bytes, unit));
}

QString comingWait(const Wait& wait, const Plan& plan) {
    const QString from = timeText(wait.start, plan.timeUnit);
    const QString to = timeIn(plan, wait.end);
    const QString op = nameOf(wait.next, plan);
    if (wait.binding == Binding::Gap)
        return LessonPhrases::tr("Next, rank %1 has nothing to run from %2 to %3: there is a gap before %4.")
            .arg(wait.rank)
            .arg(from, to, op);
    if (wait.producer)
        return LessonPhrases::tr("Next, rank %1 has nothing to run from %2 to %3: %4 waits for %5 on rank %6.")
            .arg(wait.rank)
            .arg(from, to, op, nameOf(*wait.producer, plan))
            .arg(wait.producerRank);
    return LessonPhrases::tr("Next, rank %1 has nothing to run from %2 to %3.").arg(wait.rank).arg(from, to);
}

/// What could run in the meantime; nothing where nothing could.
QString fillerFor(const NextWait& next, const Plan& plan) {
    if (!next.filler)
        return {};
    const QString filler = nameOf(*next.filler, plan);
    const QString ready = timeIn(plan, next.fillerReady);
    if (next.fillerLength == next.wait.length())
        return LessonPhrases::tr("%1 is ready since %2 and takes exactly as long. It would fill this gap for free.")
            .arg(filler, ready);
    return LessonPhrases::tr("%1 is ready since %2 and takes %3. It would fit in here.")
        .arg(filler, ready, timeIn(plan, next.fillerLength));
}

} // namespace

QString numberName(GoalKind kind) {
    switch (kind) {
    case GoalKind::Complete: return LessonPhrases::tr("all ops placed");
    case GoalKind::Valid: return LessonPhrases::tr("nothing wrong");
    case GoalKind::Makespan: return LessonPhrases::tr("makespan");
    case GoalKind::LongestSpan: return LessonPhrases::tr("longest span");
    case GoalKind::Period: return LessonPhrases::tr("period");
    case GoalKind::IterationTime: return LessonPhrases::tr("time per iteration");
    case GoalKind::BubbleShare: return LessonPhrases::tr("bubble");
    case GoalKind::BubbleRate: return LessonPhrases::tr("papers' rate", "the bubble rate of the Zero Bubble papers");
    case GoalKind::IdleShare: return LessonPhrases::tr("idle share");
    case GoalKind::Overhead: return LessonPhrases::tr("overhead");
    case GoalKind::PeakMemory: return LessonPhrases::tr("memory");
    case GoalKind::ParameterCopies: return LessonPhrases::tr("copies of a weight");
    case GoalKind::Recognised: return LessonPhrases::tr("recognised");
    }
    return {};
}

QString numberText(GoalKind kind, double value, const Plan& problem) {
    if (isShare(kind))
        return percentText(value);
    if (isTime(kind))
        return timeWithUnit(static_cast<Time>(std::llround(value)), problem.timeUnit, 2);
    if (kind == GoalKind::PeakMemory)
        return amountText(static_cast<Bytes>(std::llround(value)), problem.memoryUnit);
    return QLocale().toString(std::llround(value));
}

QString goalText(const Goal& goal, const Plan& problem) {
    const double most = isShare(goal.kind) ? goal.share : static_cast<double>(goal.most);
    if (isNumber(goal.kind))
        return LessonPhrases::tr("%1 at most %2").arg(numberName(goal.kind), numberText(goal.kind, most, problem));
    if (goal.kind == GoalKind::Recognised)
        return LessonPhrases::tr("recognised as %1").arg(titlesOf(goal.names));
    return numberName(goal.kind);
}

QString gapText(const Assessment& assessment, const Plan& problem) {
    const auto open = std::ranges::find(assessment.goals, false, &GoalState::reached);
    if (open == assessment.goals.end())
        return {};
    const Goal& goal = open->goal;
    if (goal.kind == GoalKind::Recognised)
        return LessonPhrases::tr("Not there yet: this is not the order of %1.").arg(titlesOf(goal.names));
    if (!isNumber(goal.kind) || !open->value)
        return LessonPhrases::tr("Not there yet: the goal is \"%1\".").arg(goalText(goal, problem));
    const double most = isShare(goal.kind) ? goal.share : static_cast<double>(goal.most);
    return LessonPhrases::tr("Not there yet: %1 is %2, the goal is at most %3.", "number, now, goal")
        .arg(numberName(goal.kind), numberText(goal.kind, *open->value, problem), numberText(goal.kind, most, problem));
}

QString asSentence(const QString& words) {
    if (words.isEmpty())
        return words;
    const QString sentence = words.front().toUpper() + words.sliced(1);
    return QStringLiteral(".!?…").contains(sentence.back()) ? sentence : sentence + QLatin1Char('.');
}

QString nextStepText(const CoachStep& step, const Plan& plan) {
    const QString op = nameOf(step.op, plan);
    const QString other = step.other ? nameOf(*step.other, plan) : QString();
    switch (step.kind) {
    case CoachStep::Kind::Nothing: return LessonPhrases::tr("The coach knows no step from here.");
    case CoachStep::Kind::Place:
        return step.other ? LessonPhrases::tr("Place %1 before %2").arg(op, other)
                          : LessonPhrases::tr("Place %1 at the end of rank %2").arg(op).arg(step.to.rank);
    case CoachStep::Kind::Move:
        return step.other ? LessonPhrases::tr("Move %1 before %2").arg(op, other)
                          : LessonPhrases::tr("Move %1 to the end of rank %2").arg(op).arg(step.to.rank);
    case CoachStep::Kind::Split: return LessonPhrases::tr("Split %1 into B and W").arg(op);
    case CoachStep::Kind::Fuse: return LessonPhrases::tr("Fuse %1 with its W").arg(op);
    case CoachStep::Kind::Pair: return LessonPhrases::tr("Run %1 and %2 as a pair").arg(op, other);
    case CoachStep::Kind::Unpair: return LessonPhrases::tr("Take the pair of %1 apart").arg(op);
    case CoachStep::Kind::Optimizer:
        return step.mode == OptimizerMode::PostValidated ? LessonPhrases::tr("Let the ranks step at once")
                                                         : LessonPhrases::tr("Let all ranks step together");
    case CoachStep::Kind::Halve: return LessonPhrases::tr("Cut the schedule in half");
    }
    return {};
}

QString coachText(const CoachStep& step, const Plan& plan) {
    QStringList sentences{nextStepText(step, plan) + QLatin1Char('.')};
    if (step.kind == CoachStep::Kind::Nothing)
        return nextStepText(step, plan);
    if (const QString reason = asSentence(translated(step.because)); !reason.isEmpty())
        sentences << reason;
    // That it falls is the reason of a move already.
    const bool saysPlace = step.kind == CoachStep::Kind::Place || step.kind == CoachStep::Kind::Move;
    if (step.before && step.after && (*step.before < *step.after || (*step.after < *step.before && !saysPlace)))
        sentences << LessonPhrases::tr("The makespan goes from %1.")
                         .arg(timeChange(*step.before, *step.after, plan.timeUnit));
    return sentences.join(QLatin1Char(' '));
}

QString readyText(const std::vector<Op>& ready, const Plan& plan) {
    if (ready.empty())
        return {};
    constexpr std::size_t kMost = 6;
    QStringList names;
    for (std::size_t i = 0; i < std::min(kMost, ready.size()); ++i)
        names << nameOf(ready[i], plan);
    const QString list = names.join(QStringLiteral(", "));
    if (ready.size() <= kMost)
        return LessonPhrases::tr("Could run next: %1").arg(list);
    return LessonPhrases::tr("Could run next: %1, and %2 more").arg(list).arg(ready.size() - kMost);
}

QString usedText(const HelpUsed& used) {
    if (!used.isKnown())
        return LessonPhrases::tr("It is not known what helped");
    QStringList helps;
    if (*used.hints > 0)
        helps << LessonPhrases::tr("%n hint(s)", nullptr, *used.hints);
    if (*used.coachSteps > 0)
        helps << LessonPhrases::tr("%n step(s) of the coach", nullptr, *used.coachSteps);
    if (*used.answerShown)
        helps << LessonPhrases::tr("the answer shown");
    const auto minutes = static_cast<int>(*used.seconds / 60);
    const QString time = LessonPhrases::tr("%n minute(s)", nullptr, minutes);
    if (helps.empty())
        return LessonPhrases::tr("Without help, in %1", "a stretch of time").arg(time);
    const QString last = helps.takeLast();
    const QString all = helps.empty()
                            ? last
                            : LessonPhrases::tr("%1 and %2", "what helped").arg(helps.join(QStringLiteral(", ")), last);
    return LessonPhrases::tr("With %1, in %2", "what helped, and a stretch of time").arg(all, time);
}

QString momentText(const RankState& moment, const Plan& plan) {
    switch (moment.doing) {
    case Doing::Runs: return LessonPhrases::tr("%1 runs").arg(nameOf(*moment.block, plan));
    case Doing::Done: return LessonPhrases::tr("has run all");
    case Doing::Stalls: return LessonPhrases::tr("stalls at %1").arg(nameOf(*moment.block, plan));
    case Doing::Waits: break;
    }
    if (moment.wait->binding == Binding::Gap)
        return LessonPhrases::tr("gap before %1").arg(nameOf(*moment.block, plan));
    if (moment.wait->producer)
        return LessonPhrases::tr("waits for %1").arg(nameOf(*moment.wait->producer, plan));
    return LessonPhrases::tr("waits to run %1").arg(nameOf(*moment.block, plan));
}

WaitText waitText(const NextWait& next, const Plan& plan) {
    return {.sentence = comingWait(next.wait, plan), .filler = fillerFor(next, plan), .toCome = true};
}

WaitText presentText(const std::vector<RankState>& ranks, const Plan& plan) {
    if (const auto stalled = std::ranges::find(ranks, Doing::Stalls, &RankState::doing); stalled != ranks.end())
        return {.sentence = LessonPhrases::tr("Rank %1 goes no further: %2 never gets what it needs.")
                                .arg(stalled - ranks.begin())
                                .arg(nameOf(*stalled->block, plan))};
    if (const auto waiting = std::ranges::find(ranks, Doing::Waits, &RankState::doing); waiting != ranks.end()) {
        const Wait& wait = *waiting->wait;
        const QString until = timeIn(plan, wait.end);
        const QString op = nameOf(wait.next, plan);
        if (wait.binding != Binding::Gap && wait.producer)
            return {.sentence = LessonPhrases::tr("Rank %1 has nothing to run until %2: %3 waits for %4 on rank %5.")
                                    .arg(wait.rank)
                                    .arg(until, op, nameOf(*wait.producer, plan))
                                    .arg(wait.producerRank)};
        return {.sentence = LessonPhrases::tr("Rank %1 has nothing to run until %2: there is a gap before %3.")
                                .arg(wait.rank)
                                .arg(until, op)};
    }
    if (std::ranges::all_of(ranks, [](const RankState& rank) { return rank.doing == Doing::Done; }))
        return {.sentence = LessonPhrases::tr("Every rank has run all it has.")};
    return {.sentence = LessonPhrases::tr("From here on nobody waits between two blocks.")};
}

} // namespace lanewright::app
