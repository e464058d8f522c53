// SPDX-License-Identifier: Apache-2.0
#include "core/picture/colours.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace lanewright;

TEST(Colours, LabelsCanBeReadOnEveryBlock) {
    for (const Ground ground : kGrounds)
        for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
            for (int chunk = 0; chunk < kChunkSteps; ++chunk) {
                const BlockColours colours = blockColours(kind, chunk, ground);
                EXPECT_GE(contrast(colours.label, colours.fill), ground == Ground::HighContrast ? 7 : 4.5)
                    << hexText(colours.fill) << " on " << static_cast<int>(ground);
            }
}

TEST(Colours, ChunksDifferAndTheLastIsThatOfAllBeyond) {
    for (const Ground ground : kGrounds)
        for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R}) {
            std::set<Rgb> fills;
            for (int chunk = 0; chunk < kChunkSteps; ++chunk)
                fills.insert(blockColours(kind, chunk, ground).fill);
            EXPECT_EQ(std::ssize(fills), kChunkSteps);
            EXPECT_EQ(blockColours(kind, 99, ground), blockColours(kind, kChunkSteps - 1, ground));
        }
}

TEST(Colours, RanksRepeatAndPartFromTheSurface) {
    for (const Ground ground : kGrounds)
        for (int rank = 0; rank < 8; ++rank) {
            EXPECT_EQ(rankColour(rank, ground), rankColour(rank + 8, ground));
            EXPECT_GE(contrast(rankColour(rank, ground), colourOf(ColourRole::Surface, ground)), 3) << rank;
        }
}

TEST(Colours, EachRoleHasAKeyOfItsOwn) {
    std::set<std::string> keys;
    for (const ColourRole role : allColourRoles())
        keys.emplace(keyOf(role));
    EXPECT_EQ(std::ssize(keys), kColourRoles);
    EXPECT_TRUE(keys.contains("mutedText"));
}

TEST(Colours, AMixIsExactAtItsEndsAndHasTheMiddle) {
    EXPECT_EQ(mixed(0x102030, 0xF0E0D0, 0), 0x102030u);
    EXPECT_EQ(mixed(0x102030, 0xF0E0D0, 1), 0xF0E0D0u);
    EXPECT_EQ(mixed(0x000000, 0xFFFFFF, 0.5), 0x808080u);
    EXPECT_DOUBLE_EQ(contrast(0x000000, 0xFFFFFF), 21);
}
