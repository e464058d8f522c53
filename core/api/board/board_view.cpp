// SPDX-License-Identifier: Apache-2.0
#include "core/api/board/board_view.h"

#include "core/api/board/board_proposal.h"
#include "core/model/text.h"
#include "core/page/page_data.h"
#include "core/simulate/number_text.h"

#include <cstdint>

namespace lanewright::api {

namespace {

using json::Layout;

void add(std::vector<RankWords>& rows, int rank, const std::string& word) {
    if (rows.empty() || rows.back().rank != rank)
        rows.push_back({rank, {}});
    rows.back().words.push_back(word);
}

/// The tray, rank by rank.
std::vector<RankWords> trayOf(const Board& board) {
    const Plan& plan = board.plan();
    std::vector<std::vector<std::string>> ranks(static_cast<std::size_t>(plan.schedule.ranks()));
    for (const Op& op : board.tray())
        ranks[static_cast<std::size_t>(plan.schedule.rankOf(op))].push_back(toText(op, plan.costs.weightParts));
    std::vector<RankWords> rows;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        if (!ranks[rank].empty())
            rows.push_back({static_cast<int>(rank), std::move(ranks[rank])});
    return rows;
}

/// Where blocks stand among those of the page, behind which those that never run are counted.
void addGaps(BoardView& view, const Outlook& outlook) {
    constexpr int kDecimals = 6;
    std::int64_t place = 0;
    const auto visit = [&](const Block& block) {
        if (block.gap > 0)
            view.gaps.emplace_back(place, numbers::shortTime(block.gap, outlook.plan->timeUnit, kDecimals));
        ++place;
    };
    const std::vector<Row>& rows = outlook.plan->schedule.order;
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        for (std::size_t at = 0; at < outlook.timeline.lanes[rank].size(); ++at)
            visit(rows[rank][at]);
    forEachParked(outlook, [&](int, const Block& block) { visit(block); });
}

std::optional<std::string> sentenceOf(const Board& board, const HistoryStep* step) {
    return step == nullptr ? std::nullopt : std::optional(board.said(step->sentence));
}

void writeRows(json::Writer& writer, const std::vector<RankWords>& rows) {
    writer.list(Layout::Tight, rows, [&](const RankWords& row) {
        writer.list(Layout::Tight, [&] {
            writer.number(row.rank);
            writer.list(Layout::Tight, row.words, [&](const std::string& word) { writer.string(word); });
        });
    });
}

const Fields<BoardView>& boardFields() {
    using V = BoardView;
    static const Fields<V> kFields = {
        {"tray", "rank and ops, of those that the order lacks",
         [](json::Writer& writer, const V& view, const Units&) { writeRows(writer, view.tray); }},
        {"parked", "rank and blocks, of those that never run; they are counted behind all blocks of the page",
         [](json::Writer& writer, const V& view, const Units&) { writeRows(writer, view.parked); }},
        {"gaps", "block and gap, of those that wait on purpose",
         [](json::Writer& writer, const V& view, const Units&) {
             writer.list(Layout::Tight, view.gaps, [&](const auto& gap) {
                 writer.list(Layout::Tight, [&] {
                     writer.number(gap.first);
                     writer.string(gap.second);
                 });
             });
         }},
        {"undo", "what undo takes back, or null", &V::undo},
        {"redo", "what redo does again, or null", &V::redo},
        {"modified", "there is something to save", &V::isModified},
        {"file", "a name for it", &V::file},
        {"lesson", "what there is to learn, or null", objectOf<V>(&V::lesson, lessonViewFields())}};
    return kFields;
}

} // namespace

BoardView viewOf(const Board& board) {
    BoardView view{.page = pageData(board.plan(), nullptr, board.language()),
                   .tray = trayOf(board),
                   .undo = sentenceOf(board, board.history().undoStep()),
                   .redo = sentenceOf(board, board.history().redoStep()),
                   .isModified = !board.history().isClean(),
                   .file = board.fileName()};
    const Outlook& now = board.present();
    forEachParked(
        now, [&](int rank, const Block& block) { add(view.parked, rank, toText(block, now.plan->costs.weightParts)); });
    addGaps(view, now);
    if (board.isLesson())
        view.lesson = lessonViewOf(board);
    return view;
}

const Fields<BoardView>& viewFields() {
    using V = BoardView;
    static const auto kItself = [](const V& view) -> const V& { return view; };
    static const Fields<V> kFields = {
        {"page", "what a shared page holds of the schedule",
         [](json::Writer& writer, const V& view, const Units&) { writer.numeral(view.page); }},
        {"board", "what there is to edit", objectOf<V>(kItself, boardFields())}};
    return kFields;
}

} // namespace lanewright::api
