// SPDX-License-Identifier: Apache-2.0
// A board as a script asks for it.
#include "core/edit/edits.h"
#include "core/io/schedule_json.h"
#include "tests/core/api/asked_board.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;
using nlohmann::json;

namespace {

/// Rank 0: F F . . B0 B0 . B1 B1, rank 1: . F B0 B0 F B1 B1; under a title that no edit changes.
Plan twoRanks() {
    Plan plan = smallPlan();
    plan.title = "two ranks";
    return plan;
}

AskedDocument begun(const Plan& plan) {
    AskedDocument document(planToJson(plan));
    document.text(R"({"ask": "board"})");
    return document;
}

std::string refusedWith(const json& answer) { return answer.value("refused", ""); }

} // namespace

TEST(Board, ShowsThePageAndWhatThereIsToEdit) {
    const AskedDocument document(planToJson(twoRanks()));
    EXPECT_EQ(document.ask({{"ask", "undo"}}).at("error").at("sentence"),
              "there is no board yet; ask \"board\" of a document first");
    const json view = document.ask({{"ask", "board"}});
    EXPECT_EQ(view.at("page").at("format"), "lanewright-page");
    EXPECT_EQ(view.at("page").at("lanes").size(), 2);
    const json& board = view.at("board");
    EXPECT_EQ(board.at("tray"), json::array());
    EXPECT_EQ(board.at("undo"), nullptr);
    EXPECT_EQ(board.at("modified"), false);
    EXPECT_EQ(board.at("file"), "two ranks.lwsched");
}

TEST(Board, MakesAnEditTakesItBackAndMakesItAgain) {
    const AskedDocument document = begun(twoRanks());
    const json view = document.ask({{"ask", "apply"}, {"move", "F0.1"}, {"after", "BW0.0"}});
    EXPECT_EQ(view.at("board").at("undo"), "Move F0.1 before BW0.1");
    EXPECT_EQ(view.at("board").at("modified"), true);
    EXPECT_EQ(view.at("page").at("lanes")[0].at("blocks")[1][0], "BW0.0");
    const json undone = document.ask({{"ask", "undo"}});
    EXPECT_EQ(undone.at("board").at("redo"), "Move F0.1 before BW0.1");
    EXPECT_EQ(undone.at("board").at("modified"), false);
    EXPECT_EQ(document.ask({{"ask", "redo"}}), view);
    EXPECT_EQ(refusedWith(document.ask({{"ask", "redo"}})), "there is nothing to do again");
}

TEST(Board, SaysWhatAnEditWouldGiveAndMakesItNot) {
    const AskedDocument document = begun(twoRanks());
    const json moved = document.ask({{"ask", "propose"}, {"move", "F0.1"}, {"after", "BW0.0"}});
    EXPECT_EQ(moved.at("sentence"), "Move F0.1 before BW0.1");
    EXPECT_EQ(moved.at("rating"), "worse");
    EXPECT_EQ(moved.at("change"), "+3");
    EXPECT_EQ(moved.at("outcome"), "valid");
    EXPECT_EQ(moved.at("valid"), true);
    EXPECT_EQ(moved.at("touched"), json::array({1}));
    EXPECT_EQ(moved.at("made"), json::array());
    // Block 2 is BW0.0, which starts at 4 and takes 2.
    EXPECT_EQ(moved.at("lanes")[0], json::array({0, 0, 1, 2, 4, 2, 1, 6, 1, 3, 10, 2}));
    EXPECT_EQ(moved.at("peaks")[0], json::array({0, "1", false}));
    EXPECT_EQ(document.ask({{"ask", "board"}}).at("board").at("undo"), nullptr);
}

TEST(Board, NamesBlocksThatAnEditMakes) {
    const AskedDocument document = begun(twoRanks());
    const json split = document.ask({{"ask", "propose"}, {"split", "BW1.1"}});
    EXPECT_EQ(split.at("made"), json::array({"B1.1", "W1.1"}));
    EXPECT_EQ(split.at("lanes")[1], json::array({4, 1, 1, 5, 2, 2, 6, 4, 1, -1, 5, 1, -2, 6, 1}));
}

TEST(Board, TellsBlocksThatNeverRunFromThoseThatDo) {
    const AskedDocument document = begun(twoRanks());
    const json stalled = document.ask({{"ask", "propose"}, {"move", "BW0.0"}, {"before", "F0.0"}});
    EXPECT_EQ(stalled.at("rating"), "bad");
    EXPECT_EQ(stalled.at("valid"), false);
    EXPECT_EQ(stalled.at("lanes"), json::array({json::array(), json::array()}));
    EXPECT_EQ(stalled.at("parked"), json::parse("[[0,[2,0,1,3]],[1,[4,5,6,7]]]"));
    const json view = document.ask({{"ask", "apply"}, {"move", "BW0.0"}, {"before", "F0.0"}});
    EXPECT_EQ(view.at("board").at("parked")[0], json::parse(R"([0,["BW0.0","F0.0","F0.1","BW0.1"]])"));
    const json back = document.ask({{"ask", "propose"}, {"move", "BW0.0"}, {"after", "F0.1"}});
    EXPECT_EQ(back.at("lanes")[0], json::array({1, 0, 1, 2, 1, 1, 0, 4, 2, 3, 7, 2}));
    const json wrong = document.ask({{"ask", "check"}});
    EXPECT_EQ(wrong.at("wrong"), true);
    EXPECT_EQ(wrong.at("op"), "BW0.0");
    EXPECT_EQ(wrong.at("sentence"), "BW0.0 on rank 0 waits for F0.0, which stands behind it.");
}

TEST(Board, TakesSeveralOpsAtOnce) {
    const AskedDocument document = begun(twoRanks());
    const json out = document.ask({{"ask", "apply"}, {"remove", "BW0.1,BW1.1,F1.1"}});
    EXPECT_EQ(out.at("board").at("undo"), "Take 3 ops out of the order");
    EXPECT_EQ(out.at("board").at("tray"), json::parse(R"([[0,["BW0.1"]],[1,["F1.1","BW1.1"]]])"));
    EXPECT_EQ(document.ask({{"ask", "check"}}).at("sentence"), "Nothing is wrong so far; 3 ops are not placed yet.");
    document.ask({{"ask", "apply"}, {"insert", {"F1.1", "BW1.1"}}, {"after", "BW1.0"}});
    const json full = document.ask({{"ask", "apply"}, {"fill", true}});
    EXPECT_EQ(full.at("board").at("undo"), "Place BW0.1");
    EXPECT_EQ(full.at("board").at("tray"), json::array());
    EXPECT_EQ(document.file(), planToJson(twoRanks()));
    EXPECT_EQ(refusedWith(document.ask({{"ask", "apply"}, {"fill", true}})), "there is nothing in the tray");
    const json both = document.ask({{"ask", "apply"}, {"move", "F0.0,F0.1"}, {"after", "BW0.1"}});
    EXPECT_EQ(both.at("board").at("undo"), "Move 2 blocks to the end of rank 0");
    const json lanes = document.ask({{"ask", "apply"}, {"move", "F0.0,F1.0"}, {"by", -1}});
    EXPECT_EQ(refusedWith(lanes), "F1.0 is the first block of rank 1 already");
}

TEST(Board, BeginsAProblemWithoutABlock) {
    Plan problem = twoRanks();
    problem.schedule.order.clear();
    const AskedDocument document(planToJson(problem));
    const json view = document.ask({{"ask", "board"}, {"in_one", true}});
    EXPECT_EQ(view.at("board").at("tray"), json::parse(R"([[0,["F0.0","F0.1","BW0.0","BW0.1"]],)"
                                                       R"([1,["F1.0","F1.1","BW1.0","BW1.1"]]])"));
    const json first = document.ask({{"ask", "apply"}, {"insert", "F1.0"}});
    EXPECT_EQ(first.at("board").at("parked"), json::parse(R"([[1,["F1.0"]]])"));
    EXPECT_EQ(document.ask({{"ask", "propose"}, {"fill", true}}).at("outcome"), "valid");
}

TEST(Board, RatesPlacesAsADropWould) {
    const AskedDocument document = begun(twoRanks());
    const json rated = document.ask({{"ask", "places"}, {"ops", "F0.1"}});
    EXPECT_EQ(rated.at("rank"), 0);
    EXPECT_EQ(rated.at("first"), 0);
    EXPECT_EQ(rated.at("ratings"), json::array({"worse", "same", "same", "worse", "bad"}));
    EXPECT_EQ(document.ask({{"ask", "places"}, {"ops", "F0.1,F1.1"}}).at("ratings"), json::array());
}

TEST(Board, OffersTheFixesOfAFindingAndMakesOne) {
    const AskedDocument document = begun(twoRanks());
    document.ask({{"ask", "apply"}, {"move", "BW0.0"}, {"before", "F0.0"}});
    const json offered = document.ask({{"ask", "fixes"}, {"finding", 0}});
    ASSERT_FALSE(offered.at("fixes").empty());
    const json view = document.ask({{"ask", "apply"}, {"fix", {0, 0}}});
    EXPECT_EQ(view.at("board").at("undo"), offered.at("fixes")[0].at("sentence"));
    EXPECT_EQ(view.at("page").at("valid"), true);
    EXPECT_EQ(refusedWith(document.ask({{"ask", "apply"}, {"fix", {7, 0}}})), "there is no finding 7");
    EXPECT_EQ(refusedWith(document.ask({{"ask", "fixes"}, {"finding", -1}})), "there is no finding -1");
}

TEST(Board, TakesAnotherScheduleAsOneStep) {
    const AskedDocument document = begun(twoRanks());
    const std::string other =
        document.text(R"({"ask": "generate", "name": "zb-h1", "ranks": 3, "microbatches": 5, "output": "-"})");
    const json view = document.ask({{"ask", "apply"}, {"plan", other}, {"title", "Generate ZB-H1"}});
    EXPECT_EQ(view.at("board").at("undo"), "Generate ZB-H1");
    EXPECT_EQ(view.at("page").at("lanes").size(), 3);
    EXPECT_EQ(document.file(), other);
    document.ask({{"ask", "undo"}});
    EXPECT_EQ(document.file(), planToJson(twoRanks()));
    EXPECT_FALSE(refusedWith(document.ask({{"ask", "apply"}, {"plan", "{"}})).empty());
}

TEST(Board, IsWhatOtherQuestionsOfTheDocumentMean) {
    const AskedDocument document = begun(twoRanks());
    document.ask({{"ask", "apply"}, {"move", "F0.1"}, {"after", "BW0.0"}});
    EXPECT_EQ(document.ask({{"ask", "simulate"}}).at("makespan"), 12);
    EXPECT_EQ(document.held(), document.file());
}

TEST(Board, MergesEditsOfOneNumber) {
    const AskedDocument document = begun(twoRanks());
    document.ask({{"ask", "apply"}, {"move", "F1.1"}, {"by", -1}, {"merge", 3}});
    document.ask({{"ask", "apply"}, {"move", "F1.1"}, {"by", -1}, {"merge", 3}});
    EXPECT_EQ(document.ask({{"ask", "undo"}}).at("board").at("undo"), nullptr);
}

TEST(Board, GivesATitleThatNobodyGaveToTheOrderThatItIs) {
    const AskedDocument document(
        AskedDocument("").text(R"({"ask": "generate", "name": "1f1b", "ranks": 2, "microbatches": 3})"));
    document.ask({{"ask", "board"}});
    const json view = document.ask({{"ask", "apply"}, {"move", "F0.0"}, {"by", 1}});
    EXPECT_EQ(view.at("page").at("title"), "1F1B, 2 ranks, 3 microbatches, edited");
    EXPECT_EQ(view.at("board").at("file"), "1F1B, 2 ranks, 3 microbatches, edited.lwsched");
}

TEST(Board, RefusesWhatIsNoEdit) {
    const AskedDocument document = begun(twoRanks());
    const auto error = [&](const json& request) { return document.ask(request).at("error").at("sentence"); };
    EXPECT_EQ(error({{"ask", "apply"}, {"fill", true}, {"move", "F0.0"}, {"by", 1}}),
              "a request makes one edit, and this one says several");
    EXPECT_EQ(error({{"ask", "apply"}}).get<std::string>().substr(0, 28), "there is no edit; say one of");
    EXPECT_EQ(error({{"ask", "apply"}, {"file", "/etc/passwd"}}), "apply has no such option");
    EXPECT_EQ(error({{"ask", "board"}, {"language", "de"}}),
              "no document is named \"words\", which has the dictionary of the language");
    EXPECT_EQ(refusedWith(document.ask({{"ask", "apply"}, {"move", "F9.9"}, {"by", 1}})), "F9.9 is not in the order");
    EXPECT_EQ(refusedWith(document.ask({{"ask", "apply"}, {"insert", "F0.0"}})), "F0.0 is in the order already");
    EXPECT_FALSE(refusedWith(document.ask({{"ask", "propose"}, {"move", "<b>"}, {"by", 1}})).empty());
    EXPECT_EQ(document.file(), planToJson(twoRanks()));
}
