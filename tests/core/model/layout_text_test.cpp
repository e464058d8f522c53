// SPDX-License-Identifier: Apache-2.0
#include "core/model/layout/layout_text.h"

#include "tests/support/random_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright::test {
namespace {

/// A layout, what megatron.core 0.16.1 reads of it (null: it refuses), and whether it takes it on so many ranks.
struct Read {
    const char* layout = nullptr;
    int ranks = 1;
    const char* stages = nullptr;
    bool isLegal = false;
};

/// Kept from `parse_str_to_list` and `validate_layer_layout` of its `PipelineParallelLayerLayout`. One rule is its own
/// word and not its code: it says that MTP can't be on the first rank, and takes `Em|L` on two.
constexpr Read kMegatron[] = {
    {"E|t||L", 2, "E|t||L", true},
    {"E||t|L", 4, "E||t|L", true},
    {"EttL", 1, "EttL", true},
    {"E,t,|t,*,2L", 2, "Et|ttL", true},
    {"E(t,|)*,2tL", 3, "Et|t|tL", true},
    {"Et*0|t*2L", 2, "E|ttL", true},
    {"E(t|)*0t|L", 2, "Et|L", true},
    {"E|*3L", 4, "E|||L", true},
    {"E(t*2|)*2L", 3, "Ett|tt|L", true},
    {"E(|t*2)*2|mL", 4, "E|tt|tt|mL", true},
    {"Et|t|t|mmL", 2, "Et|t|t|mmL", true},
    {"Et|tm|L", 3, "Et|tm|L", true},
    {"Et|ttL|", 3, "Et|ttL|", true},
    {"Et|t|t|L", 3, "Et|t|t|L", false},
    {"t|L", 2, "t|L", false},
    {"Et|t", 2, "Et|t", false},
    {"EtE|L", 2, "EtE|L", false},
    {"EL|tL", 2, "EL|tL", false},
    {"tE|L", 2, "tE|L", false},
    {"Et|L|L", 3, "Et|L|L", false},
    {"Et|m|t|L", 4, "Et|m|t|L", false},
    {"Et|t|m|mL", 2, "Et|t|m|mL", false},
    {"Et|tm|t|L", 2, "Et|tm|t|L", false},
    {"Et|t|t|m|t|L", 3, "Et|t|t|m|t|L", false},
    {"E|t|m|||L", 2, "E|t|m|||L", false},
    {"Et|x", 2, nullptr, false},
    {"e|tL", 2, nullptr, false},
    {"Et |L", 2, nullptr, false},
    {"E(tt)L", 1, nullptr, false},
    {"E()*2tL", 1, nullptr, false},
    {"E(t|L", 2, nullptr, false},
    {"Et)|L", 2, nullptr, false},
    {"E((t)*2|)*2L", 3, nullptr, false},
    {"Et*|L", 2, nullptr, false},
    {"Et*2*3L", 1, nullptr, false},
};

std::string joined(const std::vector<std::string>& stages) {
    std::string text;
    for (const std::string& stage : stages)
        text += (&stage == &stages.front() ? "" : "|") + stage;
    return text;
}

TEST(LayoutText, IsReadAndJudgedAsMegatronDoes) {
    for (const auto& [layout, ranks, stages, isLegal] : kMegatron) {
        const Result<std::vector<std::string>> read = stagesFromLayout(layout);
        ASSERT_EQ(read.ok(), stages != nullptr) << layout;
        if (!read)
            continue;
        EXPECT_EQ(joined(*read), stages) << layout;
        EXPECT_EQ(checkMegatronLayout(*read, ranks).ok(), isLegal) << layout << " on " << ranks;
        EXPECT_EQ(*stagesFromLayout(layoutOf(*read)), *read) << layout;
    }
}

/// Layouts of Megatron-Bridge's recipes and of scripts for verl and ms-swift: Kimi K2, DeepSeek-V3, Qwen3-Next, Llama-3
/// 70B, MoEs of 60 and 61 layers; the last three have no virtual stages.
TEST(LayoutText, ThatWasPublishedIsReadAndComesBack) {
    struct Published {
        const char* layout;
        int ranks, chunks, blocks, mtp;
    };
    for (const auto& [layout, ranks, chunks, blocks, mtp] :
         {Published{"Et|(tt|)*30L", 16, 2, 61, 0}, Published{"Et*4|(t*4|)*14tmL", 4, 4, 61, 1},
          Published{"Et*4|(t*7|)*5t*8|tmL", 2, 4, 48, 1}, Published{"Et*2|(t*2|)*34,t*3|(t*2|)*3,tL", 8, 5, 80, 0},
          Published{"E|(tt|)*28t|t|L", 16, 2, 58, 0}, Published{"E(|tt)*30,|mL", 16, 2, 60, 1},
          Published{"Et*15|t*15|t*16|t*15L", 4, 1, 61, 0}, Published{"Et*8|(t*8|)*6t*5L", 8, 1, 61, 0},
          Published{"Et*12|t*11|t*11|t*11L", 4, 1, 45, 0}}) {
        const Result<std::vector<std::string>> stages = stagesFromLayout(layout);
        ASSERT_TRUE(stages) << layout;
        EXPECT_EQ(static_cast<int>(stages->size()), ranks * chunks) << layout;
        EXPECT_TRUE(checkMegatronLayout(*stages, ranks)) << layout;
        EXPECT_EQ(std::ranges::count(joined(*stages), 't'), blocks) << layout;
        EXPECT_EQ(std::ranges::count(joined(*stages), 'm'), mtp) << layout;
        EXPECT_EQ(hasMtp(layout), mtp > 0) << layout;
        EXPECT_EQ(*stagesFromLayout(layoutOf(*stages)), *stages) << layout;
        EXPECT_EQ(layoutOf(*stagesFromLayout(layoutOf(*stages))), layoutOf(*stages)) << layout;
    }
    EXPECT_EQ(layoutOf(*stagesFromLayout("E(|tt)*30,|mL")), "E|(tt|)*30mL");
    EXPECT_EQ(layoutOf(*stagesFromLayout("Et|(tt|)*30L")), "Et|(tt|)*30L");
}

TEST(LayoutText, IsWrittenWithRepeatsAndComesBackTheSame) {
    EXPECT_EQ(layoutOf({"Ettt", "tt", "tt", "tt", "t", "L"}), "Et*3|(tt|)*3t|L");
    EXPECT_EQ(layoutOf({"Et", "tL"}), "Et|tL");
    EXPECT_EQ(layoutOf({"tt", "tt", "tt"}), "(tt|)*2tt");
    EXPECT_EQ(layoutOf({"E", "", "", "", "tmmmL"}), "E||*3tm*3L");
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Dice dice(seed);
        std::vector<std::string> stages(static_cast<std::size_t>(dice.roll(1, 8)));
        for (std::string& stage : stages)
            stage = std::string(static_cast<std::size_t>(dice.roll(0, 4)), 't');
        stages.front().insert(0, "E");
        stages.back() += dice.chance(30) ? "mL" : "L";
        const Result<std::vector<std::string>> again = stagesFromLayout(layoutOf(stages));
        ASSERT_TRUE(again) << layoutOf(stages);
        EXPECT_EQ(*again, stages);
    }
}

TEST(LayoutText, SaysWhatIsWrongAndWhere) {
    const auto wrong = [](std::string_view layout) {
        const auto stages = stagesFromLayout(layout);
        return stages ? "" : stages.error().where.text() + ": " + stages.error().message.text();
    };
    EXPECT_EQ(wrong("Ex"), "character 2: a layout is made of E, t, m, L, |, ( ), commas and *number");
    EXPECT_EQ(wrong("E,,x"), "character 4: a layout is made of E, t, m, L, |, ( ), commas and *number");
    EXPECT_EQ(wrong("E(t"), "character 4: a ( is not closed");
    EXPECT_EQ(wrong("E(t)L"), "character 5: after a ) there must be * and a number");
    EXPECT_EQ(wrong("E()*2L"), "character 4: there is nothing in this ( )");
    EXPECT_EQ(wrong("E)"), "character 2: a ) closes nothing");
    EXPECT_EQ(wrong("E((t))"), "character 3: a pattern holds no other pattern");
    EXPECT_EQ(wrong("Et*"), "character 4: after * there must be a number");
    EXPECT_NE(wrong("(t*60000|)*60000"), "");
    EXPECT_NE(wrong("t*99999999999999999999"), "");
    const auto broken = [](std::string_view layout, int ranks) {
        return checkMegatronLayout(*stagesFromLayout(layout), ranks).error().message.text();
    };
    EXPECT_EQ(broken("Et|t|tL", 2), "the layout has 3 stages, which 2 ranks can't share evenly");
    EXPECT_EQ(broken("t|L", 2), "a layout begins with its only E");
    EXPECT_EQ(broken("EL|tL", 2), "a layout ends with its only L");
    EXPECT_EQ(broken("Em|tL", 2), "blocks stand in front of MTP");
    EXPECT_EQ(broken("Et|m|mL", 3), "Megatron has all of MTP in one stage");
    EXPECT_EQ(broken("E|tm||L", 2), "Megatron has MTP in the last stage of its rank, not in stage 1");
    EXPECT_TRUE(checkMegatronLayout(*stagesFromLayout("Em|L"), 2)) << "its code takes what its words forbid";
}

TEST(LayoutText, IsCutAnewWithTheSamePieces) {
    EXPECT_EQ(recut("Et|t|tm|L", {2, 1}), "Ett|tmL");
    EXPECT_EQ(recut("Et|tL", {1, 0, 1, 0}), "Et||t|L");
    EXPECT_EQ(recut("Et|tL", {2}), "EttL");
}

} // namespace
} // namespace lanewright::test
