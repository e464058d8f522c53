// SPDX-License-Identifier: Apache-2.0
#include "core/model/text.h"

#include <gtest/gtest.h>

using namespace lanewright;

TEST(Text, AnOpReadsBackAsItself) {
    for (const char* word : {"F0.0", "B2.5", "W12.1023", "BW3.4", "R1.0"}) {
        const Result<Op> op = opFromText(word);
        ASSERT_TRUE(op) << word;
        EXPECT_EQ(toText(*op), word);
    }
}

TEST(Text, APartOfWShowsOnlyWhereWIsCut) {
    const Result<Op> op = opFromText("W2.5/1");
    ASSERT_TRUE(op);
    EXPECT_EQ(op->part, 1);
    EXPECT_EQ(toText(*op, 2), "W2.5/1");
    EXPECT_EQ(toText(Op{.kind = OpKind::W, .stage = 2, .microbatch = 5}), "W2.5");
}

TEST(Text, AnOverlappedPairIsTwoOpsInOneBlock) {
    const Result<Block> block = blockFromText("F3.7+BW4.2");
    ASSERT_TRUE(block);
    EXPECT_EQ(block->op, (Op{.kind = OpKind::F, .stage = 3, .microbatch = 7}));
    ASSERT_TRUE(block->paired);
    EXPECT_EQ(*block->paired, (Op{.kind = OpKind::BW, .stage = 4, .microbatch = 2}));
    EXPECT_EQ(toText(*block), "F3.7+BW4.2");
}

TEST(Text, TheForwardOfAPairComesFirstWhicheverIsNamedFirst) {
    const Result<Block> block = blockFromText("BW4.2+F3.7");
    ASSERT_TRUE(block);
    EXPECT_EQ(*block, *blockFromText("F3.7+BW4.2"));
    EXPECT_EQ(block->op.kind, OpKind::F);
    EXPECT_EQ(block->last().kind, OpKind::BW);
    const Result<std::vector<Row>> rows = rowsFromText("F0.0 B0.0+F0.1");
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->front()[1].op, (Op{.kind = OpKind::F, .stage = 0, .microbatch = 1}));
}

TEST(Text, RefusesWhatIsNoOpAndNamesTheWord) {
    for (const char* word : {"", "F", "F1", "F1.", "F.1", "G1.2", "F-1.2", "F1.2/0", "F1.2x", "F99999999999.0", "W1.2/",
                             "+F1.2", "F1.2+"}) {
        const Result<Block> block = blockFromText(word);
        ASSERT_FALSE(block) << word;
        EXPECT_NE(block.error().message.text().find("is no op"), std::string::npos) << word;
    }
}

TEST(Text, RowsAreLinesOfBlocks) {
    const auto rows = rowsFromText(R"(
        F0.0  BW0.0

        F1.0  BW1.0  F1.1+BW1.2
    )");
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 2u);
    EXPECT_EQ((*rows)[1].size(), 3u);
}
