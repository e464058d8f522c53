// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/rows.h"
#include "app/panels/findings_panel.h"
#include "app/panels/numbers_strip.h"
#include "app/plots/memory_plot.h"
#include "app/widgets/figure.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>

namespace lanewright::app {
namespace {

using FollowTest = WindowTest;

TEST_F(FollowTest, WhileABlockIsInTheAirAllSayTheSameOfItsFindings) {
    const auto tab = [this] {
        const FoldingTabs& bottom = *window().panels().bottom;
        return bottom.tabText(bottom.indexOf(window().panels().findings));
    };
    EXPECT_EQ(tab(), QStringLiteral("Findings 0"));
    // B before its F: an order that never ends.
    drag(window().lanes(), op("B0.0"), op("F0.0"), false);
    const QString chip = child<QToolButton>(*window().panels().numbers, "stateChip").text();
    const QString summary = window().panels().summary->text();
    ASSERT_TRUE(chip.startsWith(QStringLiteral("✕"))) << chip.toStdString();
    EXPECT_TRUE(summary.startsWith(chip.mid(2))) << summary.toStdString();
    EXPECT_EQ(tab(), QStringLiteral("Findings ") + chip.mid(2).section(QLatin1Char(' '), 0, 0));
    auto& nothing = *window().panels().findings->findChild<QLabel*>();
    EXPECT_FALSE(nothing.text().startsWith(QStringLiteral("Nothing"))) << "below a tab that counts some";
    QTest::keyClick(&window().lanes(), Qt::Key_Escape);
    EXPECT_TRUE(nothing.text().startsWith(QStringLiteral("Nothing")));
    EXPECT_EQ(tab(), QStringLiteral("Findings 0"));
    EXPECT_TRUE(window().panels().summary->text().startsWith(QStringLiteral("no findings")));
}

TEST_F(FollowTest, WhileABlockIsInTheAirTheCurvesShowItsMemory) {
    const MemoryPlot& plot = *window().panels().memory;
    const auto top = [&plot] {
        double highest = 1e9;
        for (const QPointF& corner : plot.curve(0))
            highest = std::min(highest, corner.y());
        return highest;
    };
    Plan free = document().plan();
    free.memory.limit.clear();
    document().reset(free);
    const Bytes before = document().analysis().metrics.peakMemory.front();
    EXPECT_DOUBLE_EQ(plot.top(), static_cast<double>(before) / kMemoryUnit);
    // One F more before the first B: an activation more.
    drag(window().lanes(), op("F0.3"), op("B0.0"), false);
    EXPECT_GT(plot.top(), static_cast<double>(before) / kMemoryUnit);
    EXPECT_NEAR(top(), plot.yOf(plot.top()), 1);
    QTest::keyClick(&window().lanes(), Qt::Key_Escape);
    EXPECT_DOUBLE_EQ(plot.top(), static_cast<double>(before) / kMemoryUnit);
}

TEST_F(FollowTest, TheCurvesFollowAnotherProposalInTheSamePlace) {
    MemoryPlot& plot = *window().panels().memory;
    Plan plan = document().plan();
    plan.memory.limit.clear();
    document().reset(plan);
    const double before = plot.top();
    Analysis proposed = analyse(plan);
    plot.preview(&proposed);
    EXPECT_DOUBLE_EQ(plot.top(), before);
    plan.schedule = generate("gpipe", plan)->schedule;
    proposed = analyse(plan);
    plot.preview(&proposed);
    EXPECT_DOUBLE_EQ(plot.top(), 2 * before) << "of four microbatches in place of two";
    plot.preview(nullptr);
    EXPECT_DOUBLE_EQ(plot.top(), before);
}

TEST_F(FollowTest, TheTitleSaysThatItWasEditedAndTheBarThatItIsNotSaved) {
    drag(window().lanes(), op("W1.0"), op("B1.1"));
    const QString words = window().panels().summary->text();
    ASSERT_TRUE(document().modified());
    EXPECT_LE(words.count(QStringLiteral("edited")), 1) << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("not saved"))) << words.toStdString();
}

TEST_F(FollowTest, LabelsOfLimitsStandApart) {
    const MemoryPlot& plot = *window().panels().memory;
    const auto expectApart = [&](std::size_t count) {
        settle();
        const std::vector<QRectF> labels = plot.limitLabels();
        ASSERT_EQ(labels.size(), count);
        for (std::size_t i = 0; i < labels.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(labels[i].intersects(labels[j])) << i << ' ' << j;
    };
    Plan plan = *generate("zb-h1", *problemOf({.ranks = 4, .microbatches = 8, .timeUnit = TimeUnit::Ms}));
    plan.memory.limit = {39 * kMemoryUnit + 179'770, 40 * kMemoryUnit - 20, 40 * kMemoryUnit - 20, 16 * kMemoryUnit};
    document().reset(plan);
    expectApart(3);
    plan.memory.limit = {56 * kMemoryUnit, 55 * kMemoryUnit, 54 * kMemoryUnit, 53 * kMemoryUnit};
    document().reset(plan);
    expectApart(4);
}

} // namespace
} // namespace lanewright::app
