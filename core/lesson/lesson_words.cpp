// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_words.h"

#include "core/base/joined_by.h"
#include "core/bounds/bounds.h"
#include "core/edit/edit_sentence.h"
#include "core/generate/catalogue.h"
#include "core/lesson/setting.h"
#include "core/model/text.h"
#include "core/simulate/memory.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lanewright {

namespace {

std::string nameOf(const Op& op, const Plan& plan) { return toText(op, plan.costs.weightParts); }
std::string nameOf(const Block& block, const Plan& plan) { return toText(block, plan.costs.weightParts); }
Message timeIn(const Plan& plan, Time time) { return numbers::shortTime(time, plan.timeUnit); }

/// In words where the unit is an activation.
Message amountText(Bytes bytes, MemoryUnit unit) {
    constexpr int kDecimals = 2;
    const std::int64_t scale = scaleOf(unit);
    const Message number = numbers::shortText(bytes, scale, kDecimals);
    if (unit != MemoryUnit::Unit)
        return numbers::said(number.text() + ' ' + std::string{toText(unit)});
    constexpr Phrase kActivations = countedPhrase("lesson", "%1 activations", "%1 activation");
    return sayCounted(kActivations, bytes % scale == 0 ? bytes / scale : 0, number);
}

Message comingWait(const Wait& wait, const Plan& plan) {
    const Message from = numbers::shortText(wait.start, scaleOf(plan.timeUnit), numbers::shownDecimals(plan.timeUnit));
    const Message to = timeIn(plan, wait.end);
    const std::string op = nameOf(wait.next, plan);
    if (wait.binding == Binding::Gap)
        return say(phrase("lesson", "Next, rank %1 has nothing to run from %2 to %3: there is a gap before %4."),
                   wait.rank, from, to, op);
    if (wait.producer)
        return say(phrase("lesson", "Next, rank %1 has nothing to run from %2 to %3: %4 waits for %5 on rank %6."),
                   wait.rank, from, to, op, nameOf(*wait.producer, plan), wait.producerRank);
    return say(phrase("lesson", "Next, rank %1 has nothing to run from %2 to %3."), wait.rank, from, to);
}

/// What could run in the meantime; nothing where nothing could.
Message fillerFor(const NextWait& next, const Plan& plan) {
    if (!next.filler)
        return {};
    const std::string filler = nameOf(*next.filler, plan);
    const Message ready = timeIn(plan, next.fillerReady);
    if (next.fillerLength == next.wait.length())
        return say(phrase("lesson", "%1 is ready since %2 and takes exactly as long. It would fill this gap for free."),
                   filler, ready);
    return say(phrase("lesson", "%1 is ready since %2 and takes %3. It would fit in here."), filler, ready,
               timeIn(plan, next.fillerLength));
}

double mostOf(const Goal& goal) { return isShare(goal.kind) ? goal.share : static_cast<double>(goal.most); }

/// Two bytes of UTF-8 that are a small letter of Latin-1 become its capital.
constexpr int kLatin = 0xC3;
bool isSmallLatin(unsigned char lead, unsigned char trail) {
    return lead == kLatin && trail >= 0xA0 && trail <= 0xBE && trail != 0xB7;
}

} // namespace

Message titlesOf(const std::vector<std::string>& names) {
    Message titles;
    for (const std::string& name : names) {
        const Generator* const generator = findGenerator(name);
        const Message title = generator != nullptr ? titleOf(*generator) : Message(name);
        titles = titles.empty() ? title : say(phrase("lesson", "%1 / %2"), titles, title);
    }
    return titles;
}

Message numberName(GoalKind kind) {
    switch (kind) {
    case GoalKind::Complete: return say(phrase("lesson", "all ops placed"));
    case GoalKind::Valid: return say(phrase("lesson", "nothing wrong"));
    case GoalKind::Makespan: return say(phrase("lesson", "makespan"));
    case GoalKind::LongestSpan: return say(phrase("lesson", "longest span"));
    case GoalKind::Period: return say(phrase("lesson", "period"));
    case GoalKind::IterationTime: return say(phrase("lesson", "time per iteration"));
    case GoalKind::BubbleShare: return say(phrase("lesson", "bubble"));
    case GoalKind::BubbleRate: return say(phrase("lesson", "papers' rate"));
    case GoalKind::IdleShare: return say(phrase("lesson", "idle"));
    case GoalKind::Overhead: return say(phrase("lesson", "overhead"));
    case GoalKind::PeakMemory: return say(phrase("lesson", "peak memory"));
    case GoalKind::ParameterCopies: return say(phrase("lesson", "copies of a weight"));
    case GoalKind::Recognised: return say(phrase("lesson", "recognised"));
    }
    return {};
}

Message numberText(GoalKind kind, double value, const Plan& problem) {
    constexpr int kDecimals = 2;
    if (isShare(kind))
        return numbers::percentText(value);
    if (isTime(kind))
        return numbers::shortTime(static_cast<Time>(std::llround(value)), problem.timeUnit, kDecimals);
    if (kind == GoalKind::PeakMemory)
        return amountText(static_cast<Bytes>(std::llround(value)), problem.memoryUnit);
    return std::to_string(std::llround(value));
}

Message goalText(const Goal& goal, const Plan& problem) {
    if (isNumber(goal.kind))
        return say(phrase("lesson", "%1 at most %2"), numberName(goal.kind),
                   numberText(goal.kind, mostOf(goal), problem));
    if (goal.kind == GoalKind::Recognised)
        return say(phrase("lesson", "recognised as %1"), titlesOf(goal.names));
    return numberName(goal.kind);
}

Message gapText(const Assessment& assessment, const Plan& board) {
    const auto open = std::ranges::find(assessment.goals, false, &GoalState::reached);
    if (open == assessment.goals.end())
        return {};
    const Goal& goal = open->goal;
    if (goal.kind == GoalKind::Recognised)
        return say(phrase("lesson", "Not there yet: this is not the order of %1."), titlesOf(goal.names));
    if (!isNumber(goal.kind) || !open->value)
        return say(phrase("lesson", "Not there yet: the goal is \"%1\"."), goalText(goal, board));
    Message now = numberText(goal.kind, *open->value, board);
    if (goal.kind == GoalKind::PeakMemory) {
        const std::vector<Bytes> peaks = peakMemory(board.schedule, board.memory, board.costs.weightParts);
        now = say(phrase("lesson", "%1 on rank %2"), now, std::ranges::max_element(peaks) - peaks.begin());
    }
    return say(phrase("lesson", "Not there yet: %1 is %2, the goal is at most %3."), numberName(goal.kind), now,
               numberText(goal.kind, mostOf(goal), board));
}

std::string asSentence(std::string words) {
    if (words.empty())
        return words;
    if (words.front() >= 'a' && words.front() <= 'z')
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    else if (words.size() > 1 &&
             isSmallLatin(static_cast<unsigned char>(words[0]), static_cast<unsigned char>(words[1])))
        words[1] = static_cast<char>(words[1] - 0x20);
    constexpr std::string_view kEnds = ".!?";
    const bool isEnded = kEnds.find(words.back()) != std::string_view::npos || words.ends_with("…");
    return isEnded ? words : words + '.';
}

std::string spoken(const Sentences& sentences, const std::function<std::string(const Message&)>& say) {
    std::string all;
    for (const Message& each : sentences)
        if (const std::string sentence = asSentence(say(each)); !sentence.empty())
            all += (all.empty() ? "" : " ") + sentence;
    return all;
}

Message nextStepText(const CoachStep& step, const Plan& plan) {
    const std::string op = nameOf(step.op, plan);
    const std::string other = step.other ? nameOf(*step.other, plan) : std::string();
    switch (step.kind) {
    case CoachStep::Kind::Nothing: return say(phrase("lesson", "The coach knows no step from here."));
    case CoachStep::Kind::Place:
        return step.other ? say(phrase("lesson", "Place %1 before %2"), op, other)
                          : say(phrase("lesson", "Place %1 at the end of rank %2"), op, step.to.rank);
    case CoachStep::Kind::Move:
        return step.other ? say(phrase("edit", "Move %1 before %2"), op, other)
                          : say(phrase("edit", "Move %1 to the end of rank %2"), op, step.to.rank);
    case CoachStep::Kind::Split: return splitSentence({step.op}, plan.costs.weightParts);
    case CoachStep::Kind::Fuse: return say(phrase("lesson", "Fuse %1 with its W"), op);
    case CoachStep::Kind::Pair: return pairSentence(step.op, *step.other, plan.costs.weightParts);
    case CoachStep::Kind::Unpair: return unpairSentence(step.op, plan.costs.weightParts);
    case CoachStep::Kind::Optimizer:
        return say(step.mode == OptimizerMode::PostValidated ? phrase("lesson", "Let the ranks step at once")
                                                             : phrase("lesson", "Let all ranks step together"));
    case CoachStep::Kind::Halve: return halveSentence();
    case CoachStep::Kind::Remake: return remakeSentence(step.choice, plan);
    }
    return {};
}

Sentences coachText(const CoachStep& step, const Plan& plan) {
    Sentences sentences{nextStepText(step, plan)};
    if (step.kind == CoachStep::Kind::Nothing)
        return sentences;
    sentences.push_back(step.because);
    // That it falls is the reason of a move already.
    const bool saysPlace = step.kind == CoachStep::Kind::Place || step.kind == CoachStep::Kind::Move;
    const bool isOtherWork = step.next.schedule.microbatches != plan.schedule.microbatches;
    if (!isOtherWork && step.before && step.after &&
        (*step.before < *step.after || (*step.after < *step.before && !saysPlace)))
        sentences.push_back(say(phrase("lesson", "The makespan goes from %1."),
                                numbers::timeChange(*step.before, *step.after, plan.timeUnit)));
    return sentences;
}

Message resumeSentence() { return say(phrase("lesson", "Go on where I was")); }

Message readyText(const std::vector<Op>& ready, const Plan& plan) {
    constexpr std::size_t kMost = 6;
    if (ready.empty())
        return {};
    const std::span<const Op> named = std::span(ready).first(std::min(kMost, ready.size()));
    const std::string list = joinedBy(", ", named, [&](const Op& op) { return nameOf(op, plan); });
    if (ready.size() <= kMost)
        return say(phrase("lesson", "Could run next: %1"), list);
    return say(phrase("lesson", "Could run next: %1, and %2 more"), list, ready.size() - kMost);
}

Message usedText(const HelpUsed& used) {
    if (!used.isKnown())
        return say(phrase("lesson", "It is not known what helped"));
    Sentences helps;
    if (*used.hints > 0)
        helps.push_back(sayCounted(countedPhrase("lesson", "%1 hints", "%1 hint"), *used.hints, *used.hints));
    if (*used.coachSteps > 0)
        helps.push_back(sayCounted(countedPhrase("lesson", "%1 steps of the coach", "%1 step of the coach"),
                                   *used.coachSteps, *used.coachSteps));
    if (*used.answerShown)
        helps.push_back(say(phrase("lesson", "the answer shown")));
    const std::int64_t minutes = *used.seconds / 60;
    const Message time = minutes == 0
                             ? say(phrase("lesson", "less than a minute"))
                             : sayCounted(countedPhrase("lesson", "%1 minutes", "%1 minute"), minutes, minutes);
    if (helps.empty())
        return say(phrase("lesson", "Without help, in %1"), time);
    Message all = helps.front();
    for (std::size_t at = 1; at < helps.size(); ++at)
        all = say(at + 1 < helps.size() ? phrase("lesson", "%1, %2") : phrase("lesson", "%1 and %2"), all, helps[at]);
    return say(phrase("lesson", "With %1, in %2"), all, time);
}

namespace {

/// That the student did better than the teacher, and whether anybody could do better still.
Sentences beatenText(const Assessment::Beaten& beaten, const Plan& plan) {
    Sentences sentences{say(phrase("lesson", "That is better than the teacher's: %1 is %2 instead of %3."),
                            numberName(beaten.number), numberText(beaten.number, beaten.now, plan),
                            numberText(beaten.number, beaten.teachers, plan))};
    if (!isTime(beaten.number) || beaten.number == GoalKind::IterationTime)
        return sentences;
    const std::vector<Bound> bounds = lowerBounds(plan, objectiveOf(beaten.number), BoundEffort::Quick);
    const Bound& bound = largestUnder(bounds, {static_cast<Time>(std::ceil(beaten.now)), 1});
    if (bound.value.value() >= beaten.now)
        sentences.push_back(say(phrase("lesson", "Nobody can do better (%1)."), bound.reason));
    return sentences;
}

LessonSpeech speechWhenReached(const LessonWork& work, bool canRun, bool isRun) {
    Message next = say(phrase("lesson", "Go on to the next lesson."));
    if (canRun)
        next = isRun ? say(phrase("lesson", "The thin blocks are what was measured."))
                     : say(phrase("lesson", "Run your schedule, or go on to the next lesson."));
    const Assessment& assessment = work.assessment();
    LessonSpeech speech{{say(phrase("lesson", "All goals are reached: %1 of 100 points."), assessment.points)},
                        {work.lesson().learnt, usedText(work.used()), next},
                        {},
                        LessonSpeech::Tone::Good};
    if (assessment.beaten)
        for (Message& each : beatenText(*assessment.beaten, work.board()))
            speech.sentence.push_back(std::move(each));
    return speech;
}

} // namespace

LessonSpeech speechOf(const LessonWork& work, bool canRun, bool isRun) {
    if (work.reached())
        return speechWhenReached(work, canRun, isRun);
    const Plan& plan = work.board();
    const std::optional<CoachStep>& nextStep = work.nextStep();
    const auto missing = std::ssize(trayOf(work.lesson(), plan));
    const Message left =
        missing == 0 ? Message()
                     : sayCounted(countedPhrase("lesson", "%1 ops left in the tray.", "%1 op left in the tray."),
                                  missing, missing);
    const Message ready = readyText(work.readyOps(), plan);
    const Sentences step = nextStep ? coachText(*nextStep, plan) : Sentences{};
    // The coach speaks only while a goal is open; then that it knows no step goes with what is missing.
    const bool isStuck = nextStep && nextStep->kind == CoachStep::Kind::Nothing;
    const Sentences stuck = isStuck ? Sentences{step.front(), left} : Sentences{};
    if (const std::optional<FirstWrong> wrong = firstWrong(plan)) {
        const Sentences help = isStuck ? stuck : nextStep ? step : Sentences{ready};
        return {{wrong->sentence}, help.front().empty() ? Sentences{left} : help, {}, LessonSpeech::Tone::Warn};
    }
    if (nextStep && !isStuck)
        return {.sentence = step, .keys = {say(phrase("lesson", "Ctrl+Return takes this step."))}};
    if (!ready.empty())
        return {{ready}, isStuck ? stuck : Sentences{left}};
    LessonSpeech speech{{missing == 0 ? gapText(work.assessment(), plan) : left}};
    const bool isEmpty = std::ranges::all_of(plan.schedule.order, &Row::empty);
    if (isStuck)
        speech.more = step;
    else if (!isEmpty)
        speech.keys = {say(phrase("lesson", "Space plays the schedule and says why each rank waits."))};
    return speech;
}

Message momentText(const RankState& moment, const Plan& plan) {
    switch (moment.doing) {
    case Doing::Runs: return say(phrase("lesson", "%1 runs"), nameOf(*moment.block, plan));
    case Doing::Done: return say(phrase("lesson", "has run all"));
    case Doing::Stalls: return say(phrase("lesson", "stalls at %1"), nameOf(*moment.block, plan));
    case Doing::Waits: break;
    }
    if (moment.wait->binding == Binding::Gap)
        return say(phrase("lesson", "gap before %1"), nameOf(*moment.block, plan));
    if (moment.wait->producer)
        return say(phrase("lesson", "waits for %1"), nameOf(*moment.wait->producer, plan));
    return say(phrase("lesson", "waits to run %1"), nameOf(*moment.block, plan));
}

WaitText waitText(const NextWait& next, const Plan& plan) {
    return {.sentence = comingWait(next.wait, plan), .filler = fillerFor(next, plan), .toCome = true};
}

WaitText presentText(const std::vector<RankState>& ranks, const Plan& plan) {
    if (const auto stalled = std::ranges::find(ranks, Doing::Stalls, &RankState::doing); stalled != ranks.end())
        return {.sentence = say(phrase("lesson", "Rank %1 goes no further: %2 never gets what it needs."),
                                stalled - ranks.begin(), nameOf(*stalled->block, plan))};
    if (const auto waiting = std::ranges::find(ranks, Doing::Waits, &RankState::doing); waiting != ranks.end()) {
        const Wait& wait = *waiting->wait;
        const Message until = timeIn(plan, wait.end);
        const std::string op = nameOf(wait.next, plan);
        if (wait.binding != Binding::Gap && wait.producer)
            return {.sentence =
                        say(phrase("lesson", "Rank %1 has nothing to run until %2: %3 waits for %4 on rank %5."),
                            wait.rank, until, op, nameOf(*wait.producer, plan), wait.producerRank)};
        return {.sentence = say(phrase("lesson", "Rank %1 has nothing to run until %2: there is a gap before %3."),
                                wait.rank, until, op)};
    }
    if (std::ranges::all_of(ranks, [](const RankState& rank) { return rank.doing == Doing::Done; }))
        return {.sentence = say(phrase("lesson", "Every rank has run all it has."))};
    return {.sentence = say(phrase("lesson", "From here on nobody waits between two blocks."))};
}

} // namespace lanewright
