// SPDX-License-Identifier: Apache-2.0
#include "core/picture/colours.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>

using namespace lanewright;

namespace {

constexpr std::array kKinds{OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R};

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple times(const Matrix& matrix, const Triple& colour) {
    Triple product{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            product[row] += matrix[row][column] * colour[column];
    return product;
}

constexpr Matrix kNormalVision = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
/// Of linear light, without red, green and blue cones: Machado, Oliveira and Fernandes, 2009.
constexpr std::array<Matrix, 3> kDeficiencies = {{
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

/// CIE L*a*b* of a colour as an eye sees it.
Triple lab(Rgb colour, const Matrix& vision = kNormalVision) {
    Triple linear;
    for (int place = 0; place < 3; ++place) {
        const double share = static_cast<double>((colour >> (16 - 8 * place)) & 0xFF) / 255;
        linear[place] = share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    }
    Triple f = times({{{0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505},
                       {0.2126, 0.7152, 0.0722},
                       {0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089}}},
                     times(vision, linear));
    for (double& each : f)
        each = each > 0.008856 ? std::cbrt(each) : 7.787 * each + 16.0 / 116;
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double distance(const Triple& a, const Triple& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

void expectKindsApart(Palette palette, const Matrix& vision, double least) {
    for (const Ground ground : kGrounds)
        for (int chunk = 0; chunk < kChunkSteps; ++chunk)
            for (const OpKind a : kKinds)
                for (const OpKind b : kKinds) {
                    const Rgb one = blockColours(a, chunk, ground, palette).fill;
                    const Rgb other = blockColours(b, chunk, ground, palette).fill;
                    EXPECT_TRUE(a >= b || distance(lab(one, vision), lab(other, vision)) >= least)
                        << hexText(one) << " and " << hexText(other) << ", " << static_cast<int>(a)
                        << static_cast<int>(b) << " of palette " << static_cast<int>(palette) << " on "
                        << static_cast<int>(ground) << ": " << distance(lab(one, vision), lab(other, vision));
                }
}

} // namespace

TEST(Colours, LabelsCanBeReadOnEveryBlock) {
    for (const Palette palette : kPalettes)
        for (const Ground ground : kGrounds)
            for (const OpKind kind : kKinds)
                for (int chunk = 0; chunk < kChunkSteps; ++chunk) {
                    const BlockColours colours = blockColours(kind, chunk, ground, palette);
                    EXPECT_GE(contrast(colours.label, colours.fill), ground == Ground::HighContrast ? 7 : 4.5)
                        << hexText(colours.fill) << " on " << static_cast<int>(ground);
                }
}

TEST(Colours, LabelsOfOneKindHaveOneColourOnAllChunks) {
    for (const Ground ground : kGrounds)
        for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
            for (int chunk = 1; chunk < kChunkSteps; ++chunk) {
                if (kind == OpKind::F && ground == Ground::Night)
                    continue; // no colour is read on all of its fills
                EXPECT_EQ(blockColours(kind, chunk, ground).label, blockColours(kind, 0, ground).label)
                    << static_cast<int>(kind) << " on " << static_cast<int>(ground) << ", chunk " << chunk;
            }
}

TEST(Colours, ChunksDifferAndTheLastIsThatOfAllBeyond) {
    for (const Palette palette : kPalettes)
        for (const Ground ground : kGrounds)
            for (const OpKind kind : kKinds) {
                std::set<Rgb> fills;
                for (int chunk = 0; chunk < kChunkSteps; ++chunk)
                    fills.insert(blockColours(kind, chunk, ground, palette).fill);
                EXPECT_EQ(std::ssize(fills), kChunkSteps);
                EXPECT_EQ(blockColours(kind, 99, ground, palette),
                          blockColours(kind, kChunkSteps - 1, ground, palette));
            }
}

TEST(Colours, EveryPaletteTellsKindsApart) {
    for (const Palette palette : kPalettes)
        expectKindsApart(palette, kNormalVision, 10);
}

TEST(Colours, TheSafeOnesAreToldApartInEveryColourVision) {
    for (const Matrix& vision : kDeficiencies)
        expectKindsApart(Palette::Safe, vision, 10);
}

// A printer has no more than some ten levels that an eye tells apart.
TEST(Colours, GreysOfKindsAreApartByLightnessWhateverTheChunk) {
    constexpr std::array kFromDark{OpKind::F, OpKind::BW, OpKind::W, OpKind::B, OpKind::R};
    for (const Ground ground : kGrounds)
        for (std::size_t place = 1; place < kFromDark.size(); ++place)
            for (int darker = 0; darker < kChunkSteps; ++darker)
                for (int lighter = 0; lighter < kChunkSteps; ++lighter) {
                    const Triple dark = lab(blockColours(kFromDark[place - 1], darker, ground, Palette::Grey).fill);
                    const Triple light = lab(blockColours(kFromDark[place], lighter, ground, Palette::Grey).fill);
                    EXPECT_GE(light[0] - dark[0], ground == Ground::Paper ? 8 : 5)
                        << place << " on " << static_cast<int>(ground);
                    EXPECT_NEAR(std::hypot(light[1], light[2]), 0, 0.1);
                }
}

// Pixels of the figures; schedules/gallery/figures/README.md says where these are.
TEST(Colours, PalettesOfPapersAreThoseOfTheirFigures) {
    const auto fill = [](OpKind kind, Palette palette, int chunk = 0) {
        return hexText(blockColours(kind, chunk, Ground::Paper, palette).fill);
    };
    using enum OpKind;
    EXPECT_EQ(fill(F, Palette::ZeroBubble), "4285F4");
    EXPECT_EQ(fill(B, Palette::ZeroBubble), "46BDC6");
    EXPECT_EQ(fill(W, Palette::ZeroBubble), "34A853");
    EXPECT_EQ(hexText(colourOf(ActivityKind::Optimizer, Ground::Paper, Palette::ZeroBubble)), "FFF2CC");
    EXPECT_EQ(fill(F, Palette::DualPipe), "F1B238");
    EXPECT_EQ(fill(W, Palette::DualPipe), "77BEFA");
    EXPECT_EQ(fill(BW, Palette::DualPipe), "7FD650");
    EXPECT_EQ(fill(F, Palette::Megatron) + fill(F, Palette::Megatron, 1), "305496B4C6E7");
    EXPECT_EQ(fill(BW, Palette::Megatron) + fill(BW, Palette::Megatron, 1), "375623A9D08E");
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
    for (int role = 0; role < kColourRoles; ++role)
        keys.emplace(keyOf(static_cast<ColourRole>(role)));
    EXPECT_EQ(std::ssize(keys), kColourRoles);
    EXPECT_TRUE(keys.contains("mutedText"));
}

TEST(Colours, AMixIsExactAtItsEndsAndHasTheMiddle) {
    EXPECT_EQ(mixed(0x102030, 0xF0E0D0, 0), 0x102030u);
    EXPECT_EQ(mixed(0x102030, 0xF0E0D0, 1), 0xF0E0D0u);
    EXPECT_EQ(mixed(0x000000, 0xFFFFFF, 0.5), 0x808080u);
    EXPECT_DOUBLE_EQ(contrast(0x000000, 0xFFFFFF), 21);
}
