// SPDX-License-Identifier: Apache-2.0
#include "core/api/board/board_questions.h"

#include "core/api/board/board_proposal.h"
#include "core/api/board/board_replies.h"
#include "core/api/edit/named_edit.h"
#include "core/edit/drop_places.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/fixes.h"
#include "core/edit/fold.h"
#include "core/edit/place.h"
#include "core/io/dictionary_json.h"
#include "core/io/quoted_text.h"
#include "core/io/schedule_json.h"
#include "core/lesson/coach.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/progress_json.h"
#include "core/lesson/remake.h"
#include "core/model/block_ops.h"
#include "core/model/limits.h"
#include "core/model/text.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <utility>

namespace lanewright::api {

namespace {

// ------------------------------------------------------------------------------------------------ begin

struct BeginRequest {
    std::string language = {};
    bool inOne = false;
    std::string progress = {};
};

Error tooManyBlocks(std::int64_t blocks) {
    return Error{
        say(phrase("page", "a page holds at most %1 blocks, and this schedule has %2"), kMostPageBlocks, blocks)};
}

Result<PageLanguage> languageNamed(const std::string& tag, const Asker& asker) {
    if (tag.empty() || tag == "en")
        return PageLanguage{};
    const std::optional<std::string> words = asker.textNamed("words");
    if (!words)
        return Error{"no document is named \"words\", which has the dictionary of the language", "language"};
    const Result<Dictionary> read = dictionaryFromJson(*words);
    if (!read)
        return read.error();
    const auto dictionary = std::make_shared<const Dictionary>(*read);
    return PageLanguage{shownLine(tag), [dictionary](const Message& message) { return dictionary->said(message); }};
}

/// A board of what the document holds, which its text tells.
Result<std::shared_ptr<Board>> boardIn(const BeginRequest& request, const Asker& asker) {
    const Result<std::string> text = asker.bytes("");
    if (text && isLessonFile("", *text)) {
        const Result<Lesson> lesson = lessonFromJson(*text);
        return lesson ? Board::of(*lesson) : lesson.error();
    }
    Result<Plan> plan = asker.plan("");
    if (!plan)
        return plan.error();
    if (const std::int64_t blocks = blockCount(plan->schedule.order); blocks > kMostPageBlocks)
        return tooManyBlocks(blocks);
    auto board = std::make_shared<Board>(*std::move(plan));
    board->setBackwardInOne(request.inOne);
    return board;
}

Reply beginBoard(const BeginRequest& request, const Asker& asker) {
    std::shared_ptr<Board>* const board = asker.board();
    if (board == nullptr)
        return noBoard();
    Result<PageLanguage> language = languageNamed(request.language, asker);
    if (!language)
        return refused(Exit::Usage, "words", language.error());
    std::optional<LessonProgress> progress;
    if (!request.progress.empty()) {
        Result<LessonProgress> kept = progressFromJson(request.progress);
        if (!kept)
            return refused(Exit::Usage, "progress", kept.error());
        progress = *std::move(kept);
    }
    if (*board == nullptr) {
        Result<std::shared_ptr<Board>> begun = boardIn(request, asker);
        if (!begun)
            return refused(Exit::Usage, "", begun.error());
        *board = *std::move(begun);
    }
    if (!request.language.empty())
        (*board)->setLanguage(*std::move(language));
    if (progress && (*board)->isLesson())
        (*board)->resume(*progress);
    return viewReply(**board);
}

// ------------------------------------------------------------------------------------------------ edits

struct BoardEdit {
    NamedEdit edit = {};
    bool fills = false;
    bool halves = false;
    std::optional<int> microbatches = {};
    std::string generator = {};
    std::vector<int> fix = {};
    std::string plan = {};
    std::string title = {};
    std::optional<int> merge = {};
};

std::vector<Option> boardEditOptions() {
    using R = BoardEdit;
    std::vector<Option> options = namedEditOptions(&R::edit);
    for (Option& option : std::vector{
             option<R>("--fill", &R::fills, "Put all of the tray where it does best"),
             option<R>("--halve", &R::halves, "Fold a schedule of two directions and keep half of its ranks"),
             option<R>("--microbatches", &R::microbatches, "In a lesson that allows it: the order for so many")
                 .range(1, kMaxMicrobatches),
             option<R>("--generator", &R::generator, "In a lesson that allows it: the order that this one makes"),
             option<R>("--fix", &R::fix, "Finding of the page and number of one of its fixes, both from 0"),
             option<R>("--plan", &R::plan, "The text of a file: this schedule in place of the board's"),
             option<R>("--title", &R::title, "Of --plan: what the history says").with("--plan"),
             option<R>("--merge", &R::merge, "Edits with the same number that follow each other are one step")
                 .range(0, 1 << 30)})
        options.push_back(std::move(option));
    return options;
}

Result<EditedPlan> filled(const Board& board) {
    const std::vector<Op> tray = board.tray();
    if (tray.empty())
        return Error{say(phrase("refusal", "there is nothing in the tray"))};
    Result<Schedule> next = placeOps(board.plan(), tray);
    if (!next)
        return next.error();
    const std::set<Op> ops(tray.begin(), tray.end());
    EditedPlan edited{board.plan(), placeSentence(ops, board.plan().costs.weightParts), ops};
    edited.plan.schedule = *std::move(next);
    return edited;
}

Result<EditedPlan> halved(const Board& board) {
    Result<Plan> next = cutInHalf(board.plan());
    return next ? Result<EditedPlan>{{*std::move(next), halveSentence(), {}}} : next.error();
}

bool remakes(const BoardEdit& request) { return request.microbatches || !request.generator.empty(); }

/// What is not chosen stays as it was chosen last.
Result<EditedPlan> madeAnew(const BoardEdit& request, const Board& board) {
    if (!board.isLesson())
        return Error{say(phrase("refusal", "this board is of a schedule, not of a lesson"))};
    const OrderChoice now = choiceOf(board.written(), board.plan()).value_or(OrderChoice{});
    const OrderChoice choice{.generator = request.generator.empty() ? now.generator : request.generator,
                             .microbatches = request.microbatches.value_or(board.plan().schedule.microbatches)};
    Result<Plan> next = remade(board.written(), choice);
    return next ? Result<EditedPlan>{{*std::move(next), remakeSentence(choice, board.plan()), {}}} : next.error();
}

/// The finding of that number, as the page lists them.
Result<Finding> findingAt(const Board& board, int place) {
    const std::vector<Finding> findings = board.findings();
    if (place < 0 || place >= std::ssize(findings))
        return Error{say(phrase("refusal", "there is no finding %1"), place)};
    return findings[static_cast<std::size_t>(place)];
}

Result<EditedPlan> fixed(const Board& board, const std::vector<int>& fix) {
    if (fix.size() != 2)
        return Error{say(phrase("refusal", "a fix is named by its finding and its place among the fixes of that"))};
    const Result<Finding> finding = findingAt(board, fix[0]);
    if (!finding)
        return finding.error();
    std::vector<Fix> fixes = fixesOf(board.plan(), *finding);
    if (fix[1] < 0 || fix[1] >= std::ssize(fixes))
        return Error{say(phrase("refusal", "there is no fix %1 for this finding"), fix[1])};
    Fix& chosen = fixes[static_cast<std::size_t>(fix[1])];
    return EditedPlan{std::move(chosen.plan), std::move(chosen.sentence), {}};
}

Result<EditedPlan> replaced(const BoardEdit& request) {
    Result<Plan> plan = planFromJson(request.plan);
    if (!plan)
        return plan.error();
    if (const std::int64_t blocks = blockCount(plan->schedule.order); blocks > kMostPageBlocks)
        return tooManyBlocks(blocks);
    if (plan->isProblem())
        plan->schedule.order.resize(static_cast<std::size_t>(plan->schedule.ranks()));
    return EditedPlan{*std::move(plan),
                      request.title.empty() ? say(phrase("edit", "Take another schedule")) : Message(request.title),
                      {}};
}

/// What a request says: an edit by name, or one of the board's own.
struct ChosenEdit {
    const EditKind* kind = nullptr; ///< null: one of the board's own
};

/// Fails where a request says no edit, or several.
Result<ChosenEdit> chosenIn(const BoardEdit& request) {
    const int own = static_cast<int>(request.fills) + static_cast<int>(request.halves) +
                    static_cast<int>(remakes(request)) + static_cast<int>(!request.fix.empty()) +
                    static_cast<int>(!request.plan.empty());
    if (own == 0) {
        const Result<const EditKind*> kind = kindOf(request.edit);
        return kind ? Result<ChosenEdit>{{*kind}} : kind.error();
    }
    if (own > 1 || isGiven(request.edit))
        return Error{say(phrase("refusal", "a request makes one edit, and this one says several"))};
    return ChosenEdit{};
}

Result<EditedPlan> editedBy(const BoardEdit& request, const ChosenEdit& chosen, const Board& board) {
    // A lesson leaves to the student where ops stand.
    if (board.isLesson() && (request.fills || !request.plan.empty() || !request.fix.empty()))
        return Error{say(phrase("refusal", "this lesson leaves it to you where ops stand"))};
    if (chosen.kind != nullptr)
        return edited(*chosen.kind, request.edit, board.plan(), board.isLesson() ? Inserts::Behind : Inserts::Best);
    if (!request.plan.empty())
        return replaced(request);
    if (remakes(request))
        return madeAnew(request, board);
    return request.fills ? filled(board) : request.halves ? halved(board) : fixed(board, request.fix);
}

Reply proposeEdit(const BoardEdit& request, Board& board) {
    const Result<ChosenEdit> chosen = chosenIn(request);
    if (!chosen)
        return refused(Exit::Usage, "", chosen.error());
    Result<EditedPlan> made = editedBy(request, *chosen, board);
    if (!made)
        return noReply(board, made.error().message);
    if (const Result<Done> may = board.mayBecome(made->plan); !may)
        return noReply(board, may.error().message);
    return objectReply(proposalOf(board, *std::move(made)), proposalFields());
}

Reply applyEdit(const BoardEdit& request, Board& board) {
    const Result<ChosenEdit> chosen = chosenIn(request);
    if (!chosen)
        return refused(Exit::Usage, "", chosen.error());
    Result<EditedPlan> made = editedBy(request, *chosen, board);
    if (!made)
        return noReply(board, made.error().message);
    const bool isMadeAnew = !request.plan.empty();
    const Result<Done> applied =
        board.apply(made->sentence, isMadeAnew ? std::move(made->plan) : board.asEdited(std::move(made->plan)),
                    request.merge.value_or(-1));
    return applied ? viewReply(board) : noReply(board, applied.error().message);
}

Reply undoEdit(const BoardOnly&, Board& board) {
    return board.undo() ? viewReply(board) : noReply(board, say(phrase("refusal", "there is nothing to undo")));
}

Reply redoEdit(const BoardOnly&, Board& board) {
    return board.redo() ? viewReply(board) : noReply(board, say(phrase("refusal", "there is nothing to do again")));
}

// ------------------------------------------------------------------------------------------------ questions

struct PlacesRequest {
    std::string ops = {};
    std::optional<int> first = {};
    std::optional<int> last = {};
};

struct RatedPlaces {
    int rank = 0;
    int first = 0;
    std::vector<PlaceRating> ratings = {};
};

const Fields<RatedPlaces> kPlacesFields = {
    {"rank", "where the ops stand; -1 where they stand on several ranks, or on none", &RatedPlaces::rank},
    {"first", "boundary of the rank's row, 0 in front of its first block", &RatedPlaces::first},
    {"ratings", "of that boundary and those behind it: better, same, worse by the makespan, or bad",
     [](json::Writer& writer, const RatedPlaces& each, const Units&) {
         writer.list(json::Layout::Tight, each.ratings, [&](PlaceRating rating) { writer.string(toText(rating)); });
     }}};

Reply ratePlaces(const PlacesRequest& request, Board& board) {
    // So many blocks are simulated for one answer, a few hundredths of a second.
    constexpr std::int64_t kMostWork = 1'000'000;
    constexpr int kAround = 80;
    const Plan& plan = board.plan();
    const Result<std::vector<Op>> ops = opsNamed(plan, request.ops);
    if (!ops)
        return noReply(board, ops.error().message);
    RatedPlaces rated{.rank = -1};
    std::vector<int> positions;
    for (const Op& op : *ops) {
        const std::optional<lanewright::Slot> slot = slotOf(plan.schedule, op);
        if (!slot || (rated.rank >= 0 && slot->rank != rated.rank))
            return objectReply(RatedPlaces{.rank = -1}, kPlacesFields);
        rated.rank = slot->rank;
        positions.push_back(slot->position);
    }
    const int end = static_cast<int>(plan.schedule.order[rated.rank].size());
    const auto most = static_cast<int>(kMostWork / (1 + blockCount(plan.schedule.order)));
    rated.first = std::clamp(request.first.value_or(positions.front() - std::min(kAround, most / 2)), 0, end);
    const int last = std::clamp(request.last.value_or(positions.front() + std::min(kAround, most / 2)), rated.first,
                                std::min(end, rated.first + most));
    rated.ratings = judgePlaces(plan, board.present().timeline, rated.rank, positions, rated.first, last);
    return objectReply(std::move(rated), kPlacesFields);
}

struct FixesRequest {
    int finding = 0;
};

struct OfferedFix {
    std::string sentence = {};
    std::string change = {};
};
struct OfferedFixes {
    std::vector<OfferedFix> fixes = {};
};

const Fields<OfferedFix> kFixFields = {
    {"sentence", "what it does", &OfferedFix::sentence},
    {"change", "of the makespan; empty where something would not run", &OfferedFix::change}};
const Fields<OfferedFixes> kFixesFields = {
    {"fixes", "the best first", rowsOf<OfferedFixes>(&OfferedFixes::fixes, kFixFields)}};

Reply offerFixes(const FixesRequest& request, Board& board) {
    const Result<Finding> finding = findingAt(board, request.finding);
    if (!finding)
        return noReply(board, finding.error().message);
    OfferedFixes offered;
    if (board.isLesson())
        return objectReply(std::move(offered), kFixesFields);
    for (const Fix& fix : fixesOf(board.plan(), *finding))
        offered.fixes.push_back({board.said(fix.sentence),
                                 fix.runs ? board.said(numbers::signedTime(fix.change, board.plan().timeUnit)) : ""});
    return objectReply(std::move(offered), kFixesFields);
}

struct BoardVerdict {
    bool isWrong = false;
    std::string sentence = {};
    std::optional<std::string> op = {};
};

const Fields<BoardVerdict> kVerdictFields = {
    {"wrong", "something is", &BoardVerdict::isWrong},
    {"op", "the one that it is about, or null", &BoardVerdict::op},
    {"sentence", "what is wrong first, or that nothing is", &BoardVerdict::sentence}};

Reply checkBoard(const BoardOnly&, Board& board) {
    const Plan& plan = board.plan();
    if (const std::optional<FirstWrong> wrong = firstWrong(plan)) {
        BoardVerdict verdict{.isWrong = true, .sentence = board.said(wrong->sentence)};
        if (wrong->op)
            verdict.op = toText(*wrong->op, plan.costs.weightParts);
        return objectReply(std::move(verdict), kVerdictFields);
    }
    const auto missing = std::ssize(board.tray());
    const Message fine = missing == 0
                             ? say(phrase("check", "Nothing is wrong: all ops are placed, and all of them run."))
                             : sayCounted(countedPhrase("check", "Nothing is wrong so far; %1 ops are not placed yet.",
                                                        "Nothing is wrong so far; %1 op is not placed yet."),
                                          missing, missing);
    return objectReply(BoardVerdict{.sentence = board.said(fine)}, kVerdictFields);
}

struct Saved {};
const Fields<Saved> kSavedFields = {};

std::string saved(const BoardOnly&, Board& board) { return board.save(); }

constexpr const char* kBoardFooter = R"(
Begins a board with the document's schedule, or shows it again. For another language a document named "words" holds its
dictionary.)";
constexpr const char* kBoardEditFooter = R"(
One edit a request, in the words of edit, or one of the board's own: fill, halve, fix, plan, and in a lesson
microbatches, generator.)";

} // namespace

const std::vector<Question>& boardQuestions() {
    using B = BeginRequest;
    using P = PlacesRequest;
    using F = FixesRequest;
    static const std::vector<Question> kQuestions = [] {
        std::vector<Question> all = {
            question<B>(
                "board", "Begin a board, or show it", kBoardFooter,
                {option<B>("--language", &B::language, "What it says: en or that of the dictionary (as before)"),
                 option<B>("--in-one", &B::inOne, "An order without any backward is offered BW"),
                 option<B>("--progress", &B::progress, "Of a lesson: what progress gave, to go on there")},
                beginBoard, viewFields()),
            question<BoardEdit>("propose", "What an edit would give", kBoardEditFooter, boardEditOptions(),
                                ofBoard<BoardEdit, proposeEdit>, proposalFields()),
            question<BoardEdit>("apply", "Make an edit", kBoardEditFooter, boardEditOptions(),
                                ofBoard<BoardEdit, applyEdit>, viewFields()),
            question<BoardOnly>("undo", "Take the last edit back", "", {}, ofBoard<BoardOnly, undoEdit>, viewFields()),
            question<BoardOnly>("redo", "Make again what was taken back", "", {}, ofBoard<BoardOnly, redoEdit>,
                                viewFields()),
            question<P>("places", "What the places near a block are worth", "",
                        {option<P>("--ops", &P::ops, "Ops of one rank, which are moved together").required(),
                         option<P>("--first", &P::first, "From this boundary of the row (some in front of the ops)"),
                         option<P>("--last", &P::last, "To this boundary (some behind them)")},
                        ofBoard<P, ratePlaces>, kPlacesFields),
            question<F>("fixes", "What would remove a finding", "",
                        {option<F>("--finding", &F::finding, "Its place among those of the page, from 0").required()},
                        ofBoard<F, offerFixes>, kFixesFields),
            question<BoardOnly>("check", "What is wrong first", "", {}, ofBoard<BoardOnly, checkBoard>, kVerdictFields),
            question<BoardOnly>("save", "The text of the file", "\nNothing is to be saved after that.", {},
                                textOfBoard<BoardOnly, saved>, kSavedFields)};
        for (Question& each : lessonBoardQuestions())
            all.push_back(std::move(each));
        return all;
    }();
    return kQuestions;
}

} // namespace lanewright::api
