// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/cause_text.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/widgets/panel_text.h"
#include "core/measured/profile/shared_cores.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace lanewright::app {
namespace {

/// A place for the words of this file in the translations.
struct CauseText {
    Q_DECLARE_TR_FUNCTIONS(CauseText)
};

struct CauseWords {
    QString name;
    QString help;
};

CauseWords wordsOf(LossCause cause) {
    switch (cause) {
    case LossCause::FillAndDrain:
        return {CauseText::tr("Fill and drain"),
                CauseText::tr("What the order makes ranks wait before their first op, between ops and after their "
                              "last, even if all stages, microbatches and ranks were alike and nothing travelled.")};
    case LossCause::Stages:
        return {CauseText::tr("Stages differ"), CauseText::tr("Stages have unequal work. Cut the model anew.")};
    case LossCause::Microbatches:
        return {CauseText::tr("Microbatches differ"),
                CauseText::tr("Microbatches are of unequal length. Sort them, or deal them anew between replicas.")};
    case LossCause::Rank:
        return {CauseText::tr("A slow rank"),
                CauseText::tr("A rank takes longer than its twins. Look at that machine, or give it less to do.")};
    case LossCause::Link:
        return {CauseText::tr("A slow link"),
                CauseText::tr("A link takes far longer than the others. Look at it, or place its stages elsewhere.")};
    case LossCause::Communication:
        return {CauseText::tr("Transfers"),
                CauseText::tr("Values travel between ranks. An order can hide some of it.")};
    case LossCause::Order: return {CauseText::tr("Order"), CauseText::tr("Another order of the same ops takes less.")};
    case LossCause::Jitter:
        return {CauseText::tr("Jitter"), CauseText::tr("The same op takes longer at one time than at another. Look "
                                                       "for what else runs there.")};
    case LossCause::Launch:
        return {CauseText::tr("Late launches"),
                CauseText::tr("Ops start late, though all that they need is there: the host is too slow. Larger ops, "
                              "CUDA graphs and less Python help.")};
    case LossCause::Between:
        return {CauseText::tr("Between ops"),
                CauseText::tr("Nothing runs, and the trace does not tell late launches from waits for values. The "
                              "recorder does.")};
    case LossCause::Outside:
        return {CauseText::tr("Outside the pipeline"),
                CauseText::tr("Collectives, the optimizer and work of the host. Overlap it or make it shorter.")};
    }
    return {};
}

struct FixWords {
    QString name;
    QString tried; ///< what was done; `%1`: in which step
    QString help;
};

FixWords wordsOf(LossFix fix) {
    switch (fix) {
    case LossFix::SplitBackward:
        return {CauseText::tr("Split B and W"), CauseText::tr("B and W apart"),
                CauseText::tr("B hands its gradient on at once, and W fills what was a bubble. A backward that was "
                              "measured in one is split as the plan's costs split it.")};
    case LossFix::MoreMicrobatches:
        return {CauseText::tr("Twice the microbatches"), CauseText::tr("Twice the microbatches"),
                CauseText::tr("Twice as many microbatches share one fill and drain. The batch grows with them, or "
                              "each gets smaller; what is said is the time of as many as ran.")};
    case LossFix::Interleave:
        return {CauseText::tr("Two stages per rank"), CauseText::tr("Two stages per rank"),
                CauseText::tr("Each rank hosts two smaller stages, so that fill and drain take half; twice as many "
                              "values travel.")};
    case LossFix::CutAnew:
        return {CauseText::tr("Cut anew"), CauseText::tr("Cut evenly"),
                CauseText::tr("The same work, cut into stages that all take the same.")};
    case LossFix::OrderMicrobatches:
        return {CauseText::tr("Order microbatches"), CauseText::tr("Microbatches ordered, step %1"),
                CauseText::tr("Each replica runs its own microbatches, in the best turns that a search finds.")};
    case LossFix::DealMicrobatches:
        return {CauseText::tr("Deal microbatches anew"), CauseText::tr("Microbatches dealt anew, step %1"),
                CauseText::tr("Microbatches may change replicas, as many to each as it had, and take the best turns "
                              "there: of every step, with a bound.")};
    case LossFix::OtherOrder:
        return {CauseText::tr("Another order"), CauseText::tr("Another order"),
                CauseText::tr("The best order that is found at once for the times of this run.")};
    case LossFix::Solve:
        return {CauseText::tr("Solve"), CauseText::tr("Solved for this run"),
                CauseText::tr("Search the best order for the times of this run.")};
    }
    return {};
}

} // namespace

QString meanText(double ticks, TimeUnit unit) {
    return fixedTimeWithUnit(static_cast<Time>(std::llround(ticks)), unit);
}

QString causeText(LossCause cause) { return wordsOf(cause).name; }

QString causeHelp(LossCause cause, const Run& run) {
    if (sharedCoresOf(run))
        return CauseText::tr("Ranks shared cores: the times hold waits for a core, and nothing is advised.");
    if (cause == LossCause::Launch && ranOnCpus(run))
        return CauseText::tr("Ops start late, though all that they need is there: their thread did something else. "
                             "Larger ops help, and a machine that runs nothing else.");
    return wordsOf(cause).help;
}

QString whereText(const LossPlace& where, bool replicas) {
    QStringList words;
    if (!where.name.empty())
        words << plainLine(where.name);
    if (where.stage >= 0)
        words << CauseText::tr("stage %1").arg(where.stage);
    if (where.microbatch >= 0)
        words << CauseText::tr("microbatch %1").arg(where.microbatch);
    if (where.peer >= 0)
        words << CauseText::tr("from rank %1 to rank %2").arg(where.rank).arg(where.peer);
    else if (where.rank >= 0)
        words << CauseText::tr("rank %1").arg(where.rank);
    if (where.replica >= 0 && replicas)
        words << CauseText::tr("replica %1").arg(where.replica);
    if (where.step >= 0)
        words << CauseText::tr("most in step %1").arg(where.step);
    return words.join(QStringLiteral(", "));
}

QString fixText(LossFix fix) { return wordsOf(fix).name; }

QString fixHelp(LossFix fix) { return wordsOf(fix).help; }

QString effectText(const FixEffect& effect, MemoryUnit unit) {
    const QString memory =
        effect.fix == LossFix::Solve ? CauseText::tr("memory within the limit")
        : effect.memoryAfter == effect.memoryBefore
            ? CauseText::tr("memory as it is")
            : CauseText::tr("memory %1 → %2")
                  .arg(memoryWithUnit(effect.memoryBefore, unit), memoryWithUnit(effect.memoryAfter, unit));
    if (!effect.gain)
        return CauseText::tr("unknown until tried, %1").arg(memory);
    return (effect.atMost ? CauseText::tr("planned: at most %1 shorter, %2") : CauseText::tr("planned: %1 shorter, %2"))
        .arg(percentText(*effect.gain), memory);
}

QString triedText(const TriedFix& tried) {
    const QString words = wordsOf(tried.fix).tried;
    return words.contains(QLatin1String("%1")) ? words.arg(tried.step) : words;
}

QString gainText(const TriedFix& tried, TimeUnit unit) {
    QStringList words;
    words << CauseText::tr("%1 → %2 (%3)")
                 .arg(meanText(tried.before, unit), meanText(tried.after, unit), changeText(-tried.gain()));
    if (tried.memoryBefore && tried.memoryAfter)
        words << CauseText::tr("Activations of the fullest rank: %1 → %2.")
                     .arg(memoryWithUnit(*tried.memoryBefore, tried.memoryUnit),
                          memoryWithUnit(*tried.memoryAfter, tried.memoryUnit));
    if (tried.ordered)
        words << CauseText::tr("Only ordered: %1.").arg(meanText(*tried.ordered, unit));
    if (tried.bound)
        words << CauseText::tr("Nothing of this kind is below %1.").arg(meanText(*tried.bound, unit));
    if (tried.fix == LossFix::MoreMicrobatches)
        words << CauseText::tr("For as many microbatches as ran.");
    words << (tried.steps > 0
                  ? CauseText::tr("Means of %1, replayed with each op's own time and nothing outside the pipeline.")
                        .arg(counted(tried.steps, CauseText::tr("step"), CauseText::tr("steps")))
                  : CauseText::tr("Replayed with the mean times of stages."));
    if (tried.fix == LossFix::CutAnew)
        words << CauseText::tr("A model can only be cut between its layers, so this is the most it can win.");
    return words.join(QLatin1Char('\n'));
}

} // namespace lanewright::app
