// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/theme.h"

#include "app/lanes/block_art.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace lanewright::app {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector times(const Matrix& matrix, const Vector& vector) {
    Vector result = {};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            result[row] += matrix[row][column] * vector[column];
    return result;
}

Vector linear(const QColor& colour) {
    const auto channel = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return {channel(colour.redF()), channel(colour.greenF()), channel(colour.blueF())};
}

/// OKLab of linear sRGB, times 100 (Ottosson 2020).
Vector okLab(Vector rgb) {
    for (double& value : rgb)
        value = std::clamp(value, 0.0, 1.0);
    Vector cone = times({{{0.4122214708, 0.5363325363, 0.0514459929},
                          {0.2119034982, 0.6806995451, 0.1073969566},
                          {0.0883024619, 0.2817188376, 0.6299787005}}},
                        rgb);
    for (double& value : cone)
        value = std::cbrt(value) * 100;
    return times({{{0.2104542553, 0.7936177850, -0.0040720468},
                   {1.9779984951, -2.4285922050, 0.4505937099},
                   {0.0259040371, 0.7827717662, -0.8086757660}}},
                 cone);
}

struct Vision {
    std::string name;
    Matrix matrix; ///< on linear sRGB
};

/// Full dichromacy after Machado, Oliveira and Fernandes 2009.
const std::vector<Vision>& visions() {
    static const std::vector<Vision> all = {
        {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
        {"protan",
         {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
        {"deutan",
         {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
        {"tritan",
         {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
    };
    return all;
}

const Vision& grey() {
    static const Vision vision = {"grey",
                                  {{{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}}}};
    return vision;
}

double distance(const QColor& a, const QColor& b, const Vision& vision) {
    const Vector x = okLab(times(vision.matrix, linear(a)));
    const Vector y = okLab(times(vision.matrix, linear(b)));
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

constexpr std::array kKinds = {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R};

struct Named {
    std::string name;
    QColor colour;
};

std::vector<Named> fillsOf(const Theme& theme) {
    std::vector<Named> fills;
    const std::array names = {"F", "B", "W", "BW", "R"};
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
        fills.push_back({names[kind], theme.fill(kKinds[kind])});
    fills.push_back({"optimizer", theme.fill(ActivityKind::Optimizer)});
    return fills;
}

class EveryTheme : public testing::TestWithParam<const char*> {
protected:
    const Theme& theme() const { return Theme::named(QLatin1String(GetParam())); }
};
INSTANTIATE_TEST_SUITE_P(Theme, EveryTheme, testing::Values("light", "dark", "contrast"),
                         [](const auto& which) { return which.param; });

TEST_P(EveryTheme, LetsSmallPrintBeReadOnACardOfAnyColour) {
    for (int rank = 0; rank < 8; ++rank) {
        const QColor card = theme().card(theme().rank(rank));
        EXPECT_GE(Theme::contrast(theme().smallPrint(card), card), 4.5) << rank;
    }
}

TEST_P(EveryTheme, KeepsTheKindsApartInEveryColourVision) {
    const std::vector<Named> fills = fillsOf(theme());
    for (const Vision& vision : visions())
        for (std::size_t a = 0; a < fills.size(); ++a)
            for (std::size_t b = a + 1; b < fills.size(); ++b)
                EXPECT_GE(distance(fills[a].colour, fills[b].colour, vision), 12)
                    << fills[a].name << " and " << fills[b].name << " to a person with " << vision.name << " vision";
}

TEST_P(EveryTheme, KeepsForwardBackwardAndWeightsFarApartInEveryColourVision) {
    const std::vector<Named> fills = fillsOf(theme());
    for (const Vision& vision : visions())
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = a + 1; b < 3; ++b)
                EXPECT_GE(distance(fills[a].colour, fills[b].colour, vision), 17)
                    << fills[a].name << " and " << fills[b].name << " to a person with " << vision.name << " vision";
}

TEST_P(EveryTheme, SetsWeightsApartFromLanesAndOverviewWithoutAnyBorder) {
    for (int chunk = 0; chunk < 4; ++chunk)
        for (const BlockStyle style : {BlockStyle::Planned, BlockStyle::Measured})
            for (const QColor& behind : {theme().surface, theme().window})
                EXPECT_GE(Theme::contrast(blockFill(theme(), OpKind::W, chunk, style), behind), 3)
                    << "chunk " << chunk << ", style " << static_cast<int>(style) << ", on "
                    << behind.name().toStdString();
}

TEST_P(EveryTheme, KeepsTheKindsOfPublishedSchedulesApartInGreyPrint) {
    std::vector<Named> fills = fillsOf(theme());
    // R is rare, is always lettered, and shares the middle of the grey scale.
    std::erase_if(fills, [](const Named& named) { return named.name == "R"; });
    for (std::size_t a = 0; a < fills.size(); ++a)
        for (std::size_t b = a + 1; b < fills.size(); ++b)
            EXPECT_GE(distance(fills[a].colour, fills[b].colour, grey()), 12)
                << fills[a].name << " and " << fills[b].name;
}

TEST_P(EveryTheme, LabelsBlocksLegiblyOnEveryStepOfLightness) {
    for (const OpKind kind : kKinds)
        for (int chunk = 0; chunk < 5; ++chunk)
            EXPECT_GE(Theme::contrast(theme().label(kind, chunk), theme().fill(kind, chunk)), theme().strong ? 7 : 4.5)
                << static_cast<int>(kind) << " chunk " << chunk;
}

TEST_P(EveryTheme, SetsWordsApartFromWhatLiesBehind) {
    for (const QColor& behind : {theme().window, theme().surface, theme().raised}) {
        EXPECT_GE(Theme::contrast(theme().text, behind), 10);
        EXPECT_GE(Theme::contrast(theme().mutedText, behind), 4.5);
        EXPECT_GE(Theme::contrast(theme().violation, behind), 4.5);
        EXPECT_GE(Theme::contrast(theme().good, behind), 4.5);
        EXPECT_GE(Theme::contrast(theme().warning, behind), 4);
    }
    EXPECT_GE(Theme::contrast(theme().onAccent, theme().accent), 4);
}

TEST(HighContrast, SetsWordsAndCurvesAtSevenToOne) {
    const Theme& theme = Theme::contrasting();
    for (const QColor& behind : {theme.window, theme.surface, theme.raised}) {
        for (const QColor& words : {theme.text, theme.mutedText, theme.accent, theme.selection, theme.violation,
                                    theme.warning, theme.good, theme.limit, theme.full})
            EXPECT_GE(Theme::contrast(words, behind), 7) << words.name().toStdString();
        for (int rank = 0; rank < 8; ++rank)
            EXPECT_GE(Theme::contrast(theme.rank(rank), behind), 7) << rank;
    }
    EXPECT_GE(Theme::contrast(theme.onAccent, theme.accent), 7);
    EXPECT_GE(Theme::contrast(theme.text, theme.line), 7);
}

TEST(HighContrast, SetsBlocksApartFromWhatLiesBehindByFillOrBorder) {
    const Theme& theme = Theme::contrasting();
    for (const OpKind kind : kKinds)
        for (int chunk = 0; chunk < 4; ++chunk)
            EXPECT_GE(std::max(Theme::contrast(theme.fill(kind, chunk), theme.surface),
                               Theme::contrast(theme.border(kind, chunk), theme.surface)),
                      7)
                << static_cast<int>(kind) << " chunk " << chunk;
}

TEST(HighContrast, PartsNeighboursOfOneKind) {
    const Theme& theme = Theme::contrasting();
    for (const OpKind kind : kKinds)
        EXPECT_GE(Theme::contrast(theme.fill(kind), theme.border(kind)), 7) << static_cast<int>(kind);
}

TEST_P(EveryTheme, RepeatsTheColoursOfRanksAfterEight) {
    for (int rank = 0; rank < 8; ++rank) {
        EXPECT_EQ(theme().rank(rank), theme().rank(rank + 8));
        EXPECT_GE(Theme::contrast(theme().rank(rank), theme().surface), 3) << rank;
    }
}

TEST(Theme, IsChosenByName) {
    setThemeByName(QStringLiteral("dark"));
    EXPECT_TRUE(currentTheme().dark);
    setThemeByName(QStringLiteral("light"));
    EXPECT_FALSE(currentTheme().dark);
    setThemeByName(QStringLiteral("contrast"));
    EXPECT_TRUE(currentTheme().strong);
    setThemeByName(QStringLiteral("system"));
}

TEST(Theme, ContrastIsThatOfTheGuidelines) {
    EXPECT_NEAR(Theme::contrast(Qt::black, Qt::white), 21, 1e-9);
    EXPECT_NEAR(Theme::contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.01);
}

} // namespace
} // namespace lanewright::app
