// SPDX-License-Identifier: Apache-2.0
#include "core/api/board/lesson_view.h"

#include "core/base/mapped.h"
#include "core/generate/catalogue.h"
#include "core/io/quoted_text.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/remake.h"
#include "core/model/optimizer.h"
#include "core/model/text.h"
#include "core/simulate/iterations.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanewright::api {

namespace {

std::string_view toneOf(const LessonSpeech& speech) {
    switch (speech.tone) {
    case LessonSpeech::Tone::Plain: return "plain";
    case LessonSpeech::Tone::Good: return "good";
    case LessonSpeech::Tone::Warn: return "warn";
    }
    return "";
}

LessonView::Next nextOf(const Board& board, const CoachStep& step) {
    const Plan& plan = board.plan();
    LessonView::Next next{.sentence = board.said(nextStepText(step, plan)), .because = board.said(step.because)};
    if (step.kind == CoachStep::Kind::Nothing || step.kind == CoachStep::Kind::Optimizer ||
        step.kind == CoachStep::Kind::Halve || step.kind == CoachStep::Kind::Remake)
        return next;
    next.op = toText(step.op, plan.costs.weightParts);
    if (step.kind == CoachStep::Kind::Place || step.kind == CoachStep::Kind::Move) {
        next.rank = step.to.rank;
        next.position = step.to.position;
    }
    return next;
}

LessonView::InARow inARowOf(const Board& board) {
    const Attempt attempt = board.work().attempt();
    const int count = board.work().lesson().iterations;
    if (!board.tray().empty() || !reachesEnd(attempt.plan.schedule, board.present().timeline))
        return {.sentence = board.said(say(
                    phrase("lesson", "%1 iterations in a row appear here once all ops are placed and nothing stalls."),
                    count))};
    const Iterations iterations = simulateIterations(attempt.plan, count, attempt.optimizer);
    const Message each = numberText(GoalKind::IterationTime, iterations.iterationTime.value(), attempt.plan);
    LessonView::InARow inARow{.sentence =
                                  board.said(say(phrase("lesson", "%1 iterations in a row, %2 each"), count, each))};
    for (std::size_t at = 0; at < iterations.timelines.size(); ++at) {
        auto& ranks = inARow.ranks.emplace_back();
        for (std::size_t rank = 0; rank < iterations.steps[at].size(); ++rank) {
            const Lane& lane = iterations.timelines[at].lanes[rank];
            const StepSpan& step = iterations.steps[at][rank];
            ranks.push_back({lane.empty() ? step.start : lane.front().start,
                             lane.empty() ? step.start : lane.back().end, step.start, step.end});
        }
    }
    return inARow;
}

void writeRanks(json::Writer& writer, const LessonView::InARow& inARow, const Units&) {
    writer.list(json::Layout::Tight, inARow.ranks, [&](const auto& ranks) {
        writer.list(json::Layout::Tight, ranks, [&](const LessonView::InARow::OfRank& times) {
            writer.list(json::Layout::Tight, times, [&](Time time) { writer.number(time); });
        });
    });
}

std::optional<LessonView::Remake> remakeOf(const Board& board) {
    const Lesson& lesson = board.written();
    if (!mayRemake(lesson))
        return {};
    LessonView::Remake remake{.microbatches = board.plan().schedule.microbatches};
    if (lesson.allows(LessonEdit::Microbatches) && lesson.microbatches)
        std::tie(remake.from, remake.to) = std::pair{lesson.microbatches->from, lesson.microbatches->to};
    if (lesson.allows(LessonEdit::Generator))
        for (const std::string& name : lesson.generators)
            remake.generators.push_back({name, board.said(titleOf(*findGenerator(name)))});
    if (const std::optional<OrderChoice> choice = choiceOf(lesson, board.plan()))
        remake.generator = choice->generator;
    return remake;
}

/// What a person wrote, on as many lines as it has.
std::vector<std::string> shownTexts(const std::vector<std::string>& texts, std::size_t most) {
    std::vector<std::string> shown;
    for (std::size_t at = 0; at < std::min(most, texts.size()); ++at)
        shown.push_back(shownText(texts[at]));
    return shown;
}

} // namespace

LessonView lessonViewOf(const Board& board) {
    const LessonWork& work = board.work();
    const Lesson& lesson = work.lesson();
    const Plan& problem = lesson.problem;
    const auto number = [&](GoalKind kind, double value) { return board.said(numberText(kind, value, problem)); };
    const auto say = [&](const Message& message) { return board.said(message); };
    const LessonSpeech speech = speechOf(work, false);
    LessonView view{.title = shownLine(lesson.title),
                    .task = shownText(lesson.task),
                    .text = shownTexts(lesson.text, lesson.text.size()),
                    .points = work.assessment().points,
                    .reached = work.reached(),
                    .hints = shownTexts(lesson.hints, static_cast<std::size_t>(work.hintsShown())),
                    .hintCount = work.hintCount(),
                    .help = std::string{toText(work.help())},
                    .ready =
                        mapped(work.readyOps(), [&](const Op& op) { return toText(op, problem.costs.weightParts); }),
                    .sentence = spoken(speech.sentence, say),
                    .more = spoken(speech.more, say),
                    .keys = spoken(speech.keys, say),
                    .tone = std::string{toneOf(speech)},
                    .used = board.said(usedText(work.used())),
                    .allowed = mapped(lesson.allowed, [](LessonEdit edit) { return std::string{toText(edit)}; }),
                    .remake = remakeOf(board),
                    .optimizer = std::string{keyOf(work.optimizer())},
                    .inARow = lesson.iterations > 1 ? std::optional(inARowOf(board)) : std::nullopt,
                    .hasAnswer = lesson.solution.has_value(),
                    .isStep = lesson.step};
    for (const GoalState& goal : work.assessment().goals)
        view.goals.push_back({board.said(goalText(goal.goal, problem)), goal.reached,
                              goal.value ? std::optional(number(goal.goal.kind, *goal.value)) : std::nullopt,
                              goal.progress});
    for (const ScoreLine& line : work.assessment().score)
        view.score.push_back({board.said(numberName(line.number)),
                              line.now ? std::optional(number(line.number, *line.now)) : std::nullopt,
                              number(line.number, line.best), line.share});
    if (work.nextStep())
        view.next = nextOf(board, *work.nextStep());
    return view;
}

const Fields<LessonView>& lessonViewFields() {
    using V = LessonView;
    static const Fields<V::Goal> kGoalFields = {{"text", "what is to be reached", &V::Goal::text},
                                                {"reached", "it is", &V::Goal::reached},
                                                {"value", "what the number is now, or null", &V::Goal::value},
                                                {"progress", "how far it came, 0 to 1", &V::Goal::progress}};
    static const Fields<V::Score> kScoreFields = {
        {"name", "the number", &V::Score::name},
        {"now", "what it is, or null while ops are missing or stall", &V::Score::now},
        {"teacher", "what fills its bar", &V::Score::teacher},
        {"share", "how far it came, 0 to 1", &V::Score::share}};
    static const Fields<V::Next> kNextFields = {
        {"sentence", "the step", &V::Next::sentence},
        {"because", "what it is good for", &V::Next::because},
        {"op", "that it is about, or null", &V::Next::op},
        {"rank", "where it goes, or -1", &V::Next::rank},
        {"position", "in front of which block of the rank's row, or -1", &V::Next::position}};
    static const Fields<V::InARow> kInARowFields = {
        {"sentence", "how long each takes", &V::InARow::sentence},
        {"ranks", "per iteration and rank: first start and last end of its ops, and of its optimizer step",
         writeRanks}};
    using R = V::Remake;
    static const Fields<R::Generator> kGeneratorFields = {{"name", "as commands take it", &R::Generator::name},
                                                          {"title", "as papers write it", &R::Generator::title}};
    static const Fields<R> kRemakeFields = {
        {"from", "the fewest microbatches, or 0 where their number stays", &R::from},
        {"to", "the most", &R::to},
        {"microbatches", "that there are now", &R::microbatches},
        {"generators", "to choose from, or none", rowsOf<R>(&R::generators, kGeneratorFields)},
        {"generator", "whose order the board has; empty where it was edited since", &R::generator}};
    static const Fields<V> kFields = {
        {"title", "its title", &V::title},
        {"task", "what is to be reached, in words", &V::task},
        {"text", "paragraphs", &V::text},
        {"goals", "one by one", rowsOf<V>(&V::goals, kGoalFields)},
        {"score", "number by number", rowsOf<V>(&V::score, kScoreFields)},
        {"points", "0 to 100", &V::points},
        {"reached", "all goals are", &V::reached},
        {"hints", "those that are out", &V::hints},
        {"hint_count", "how many there are", &V::hintCount},
        {"help", "check, ready or coach", &V::help},
        {"ready", "ops that could run next, where the level of help says them", &V::ready},
        {"next", "the coach's step, or null", objectOf<V>(&V::next, kNextFields)},
        {"sentence", "what the card says", &V::sentence},
        {"more", "below that", &V::more},
        {"keys", "behind that, where there is a keyboard", &V::keys},
        {"tone", "plain, good or warn", &V::tone},
        {"used", "what helped", &V::used},
        {"allowed", "what the student may do", &V::allowed},
        {"remake", "how the whole order may be made anew, or null", objectOf<V>(&V::remake, kRemakeFields)},
        {"optimizer", "how iterations follow each other: sync or postvalidated", &V::optimizer},
        {"in_a_row", "several iterations, or null", objectOf<V>(&V::inARow, kInARowFields)},
        {"answer", "there is a teacher's solution", &V::hasAnswer},
        {"step", "its goal is a stop on the way", &V::isStep}};
    return kFields;
}

} // namespace lanewright::api
