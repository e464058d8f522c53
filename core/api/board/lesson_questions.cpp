// SPDX-License-Identifier: Apache-2.0
#include "core/api/board/board_replies.h"
#include "core/lesson/answer_json.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/progress_json.h"
#include "core/lesson/setting.h"

#include <algorithm>
#include <array>

namespace lanewright::api {

namespace {

/// The answer of a function that gets the board of a lesson.
template <typename R, Reply (*answer)(const R&, Board&)>
Reply ofLesson(const R& request, Board& board) {
    return board.isLesson() ? answer(request, board)
                            : refused(Exit::Usage, "", {"this board is of a schedule, not of a lesson"});
}

Reply giveHint(const BoardOnly&, Board& board) {
    return board.work().showHint() ? viewReply(board)
                                   : noReply(board, say(phrase("refusal", "all hints are shown already")));
}

struct HelpRequest {
    std::string level = {};
};

Reply setHelp(const HelpRequest& request, Board& board) {
    for (const HelpLevel level : {HelpLevel::Check, HelpLevel::Ready, HelpLevel::Coach})
        if (toText(level) == request.level)
            board.work().setHelp(level);
    return viewReply(board);
}

struct OptimizerRequest {
    std::string mode = {};
};

Reply setOptimizer(const OptimizerRequest& request, Board& board) {
    if (!board.written().allows(LessonEdit::Optimizer))
        return noReply(board, say(phrase("refusal", "this lesson does not let you choose the optimizer mode")));
    for (const OptimizerMode mode : kOptimizerModes)
        if (keyOf(mode) == request.mode)
            board.work().setOptimizer(mode);
    return viewReply(board);
}

Reply takeStep(const BoardOnly&, Board& board) {
    const std::optional<CoachStep> step = board.work().nextStep();
    if (!step || step->kind == CoachStep::Kind::Nothing)
        return noReply(board, say(phrase("lesson", "The coach knows no step from here.")));
    if (step->kind == CoachStep::Kind::Optimizer) {
        board.work().setOptimizer(step->mode);
        return viewReply(board);
    }
    const Result<Done> applied = board.apply(nextStepText(*step, board.plan()), step->next);
    return applied ? viewReply(board) : noReply(board, applied.error().message);
}

Reply restartLesson(const BoardOnly&, Board& board) {
    board.restart();
    return viewReply(board);
}

struct AnswerRequest {
    bool isShown = false;
};

Reply showAnswer(const AnswerRequest& request, Board& board) {
    const Result<Attempt> solution = solutionOf(board.written());
    if (!solution)
        return noReply(board, solution.error().message);
    if (request.isShown)
        board.work().noteAnswerShown();
    Board answer(solution->plan);
    answer.setLanguage(board.language());
    return viewReply(answer);
}

struct TimeRequest {
    int seconds = 0;
};
struct Helped {
    std::string used = {};
};
const Fields<Helped> kHelpedFields = {{"used", "what helped, and how long the lesson was there", &Helped::used}};

Reply addTime(const TimeRequest& request, Board& board) {
    board.work().addTime(request.seconds);
    return objectReply(Helped{board.said(usedText(board.work().used()))}, kHelpedFields);
}

std::string keptProgress(const BoardOnly&, Board& board) { return progressToJson(board.progress()); }

struct AnswersRequest {
    std::string by = {};
    std::vector<std::string> with = {};
};

/// The file with those of other lessons before this one.
std::string answersFile(const AnswersRequest& request, Board& board) {
    std::vector<Answer> answers;
    for (const std::string& text : request.with)
        if (const Result<std::vector<Answer>> others = answersFromJson(text))
            answers.insert(answers.end(), others->begin(), others->end());
    answers.push_back({.lesson = board.written().title,
                       .by = request.by,
                       .attempt = board.work().attempt(),
                       .help = board.work().used()});
    return answersToJson(request.by, answers);
}

struct TextOnly {};
const Fields<TextOnly> kTextOnly = {};

/// The text of a file of a lesson.
template <typename R, std::string (*text)(const R&, Board&)>
Reply textOfLesson(const R& request, const Asker& asker) {
    const std::shared_ptr<Board>* const board = asker.board();
    if (board != nullptr && *board != nullptr && !(*board)->isLesson())
        return refused(Exit::Usage, "", {"this board is of a schedule, not of a lesson"});
    return textOfBoard<R, text>(request, asker);
}

/// A question of the board of a lesson that is answered with the board.
template <typename R, Reply (*answer)(const R&, Board&)>
Question viewQuestion(const std::string& name, const std::string& words, const std::vector<Option>& options = {}) {
    return question<R>(name, words, "", options, ofBoard<R, ofLesson<R, answer>>, viewFields());
}

} // namespace

std::vector<Question> lessonBoardQuestions() {
    using H = HelpRequest;
    using O = OptimizerRequest;
    using A = AnswerRequest;
    using T = TimeRequest;
    using S = AnswersRequest;
    constexpr int kLongest = 1'000'000;
    return {viewQuestion<BoardOnly, giveHint>("hint", "Show one hint more"),
            viewQuestion<H, setHelp>(
                "help", "Choose how much help there is",
                {option<H>("--level", &H::level, "How much").required().oneOf({"check", "ready", "coach"})}),
            viewQuestion<O, setOptimizer>("optimizer", "Choose when the ranks step",
                                          {option<O>("--mode", &O::mode, "All together, or each at once")
                                               .required()
                                               .oneOf({"sync", "postvalidated"})}),
            viewQuestion<BoardOnly, takeStep>("follow", "Take the step that the coach names"),
            viewQuestion<BoardOnly, restartLesson>("restart", "Begin the lesson again"),
            viewQuestion<A, showAnswer>("answer", "The teacher's solution, as a board of its own",
                                        {option<A>("--shown", &A::isShown, "It comes in front of the student")}),
            question<T>("time", "Say that the lesson was in front of the student", "",
                        {option<T>("--seconds", &T::seconds, "For so long").required().range(0, kLongest)},
                        ofBoard<T, ofLesson<T, addTime>>, kHelpedFields),
            question<BoardOnly>("progress", "Where the student is, as text to go on from", "", {},
                                textOfLesson<BoardOnly, keptProgress>, kTextOnly),
            question<S>("answers", "The text of the file to hand in", "",
                        {option<S>("--by", &S::by, "The student's name"),
                         option<S>("--with", &S::with, "Texts of such files of other lessons, which go into the same")},
                        textOfLesson<S, answersFile>, kTextOnly)};
}

} // namespace lanewright::api
