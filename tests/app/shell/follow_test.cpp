// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/rows.h"
#include "app/panels/findings_panel.h"
#include "app/panels/numbers_strip.h"
#include "app/plots/memory_plot.h"
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
