// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/board/board.h"
#include "core/api/board/board_view.h"
#include "core/api/question.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Inside core/api only: how questions of a board are answered.
namespace lanewright::api {

template <typename A>
Reply objectReply(A answer, const Fields<A>& fields) {
    return {.json = [shared = std::make_shared<const A>(std::move(answer)), &fields] {
        json::Writer writer;
        writeObject(writer, fields, *shared, {}, json::Layout::Lines);
        return writer.take();
    }};
}

inline Reply viewReply(const Board& board) { return objectReply(viewOf(board), viewFields()); }

/// A no that is an answer.
struct No {
    std::string sentence = {};
};

inline Reply noReply(const Board& board, const Message& why) {
    static const Fields<No> kFields = {{"refused", "why not", &No::sentence}};
    return objectReply(No{board.said(why)}, kFields);
}

inline Reply noBoard() {
    return refused(Exit::Usage, "", {"there is no board yet; ask \"board\" of a document first"});
}

/// The answer of a function that gets the board, which has begun.
template <typename R, Reply (*answer)(const R&, Board&)>
Reply ofBoard(const R& request, const Asker& asker) {
    const std::shared_ptr<Board>* const board = asker.board();
    return board == nullptr || *board == nullptr ? noBoard() : answer(request, **board);
}

/// The text of a file in place of an answer.
template <typename R, std::string (*text)(const R&, Board&)>
Reply textOfBoard(const R& request, const Asker& asker) {
    const std::shared_ptr<Board>* const board = asker.board();
    if (board == nullptr || *board == nullptr)
        return noBoard();
    const Result<Done> printed = asker.print(text(request, **board));
    return printed ? printedFile() : refused(Exit::Usage, "", printed.error());
}

struct BoardOnly {};

/// What is asked of the board of a lesson.
std::vector<Question> lessonBoardQuestions();

} // namespace lanewright::api
