// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/first_plan.h"
#include "app/frame/style_sheet.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_window.h"
#include "app/plots/memory_plot.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"
#include "app/shell/session.h"
#include "app/shell/start/scenes.h"
#include "core/edit/edits.h"
#include "core/simulate/simulate.h"
#include "tests/app/pictures/difference.h"
#include "tests/support/app/waiting.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFontDatabase>

#include <memory>
#include <string>
#include <tuple>

namespace lanewright::app {
namespace {

/// The references are set in this typeface. Another one has lines of other heights, which moves all that stands below
/// them: then only what is plainly wrong is seen.
constexpr const char* kTypeface = "Noto Sans";

bool hasTypeface() { return QFontDatabase::families().contains(QLatin1String(kTypeface)); }

struct Limits {
    double mean = 0;
    double share = 0;
};

Limits limits() { return hasTypeface() ? Limits{6, 0.012} : Limits{26, 0.126}; }

void useTypeface() {
    if (hasTypeface())
        QApplication::setFont(QFont(QLatin1String(kTypeface), 10));
}

/// A run that went as planned, but for a late start: bars below all blocks.
std::shared_ptr<const Run> smoothRun() {
    const Plan plan = firstPlan();
    Run run{.plan = plan, .paced = true, .losses = {4, 3}};
    StepRecord step{.loss = 3, .wall = simulate(plan.schedule, plan.costs)};
    for (Lane& lane : step.wall.lanes)
        for (Span& span : lane) {
            span.start += kTimeUnit;
            span.end += kTimeUnit;
        }
    run.steps = {step};
    return std::make_shared<const Run>(run);
}

Session& session() {
    static Session one;
    return one;
}

std::unique_ptr<QWidget> scene(const QString& name) {
    if (name == QLatin1String("main")) {
        auto window = mainScene(session());
        window->document().setRun(smoothRun());
        return window;
    }
    if (name == QLatin1String("compare"))
        return compareScene(session(), smoothRun());
    return lessonScene();
}

QImage pictureOf(QWidget& window) {
    window.show();
    settle();
    return coarse(window.grab().toImage());
}

QString fileOf(const QString& name, const QString& theme) {
    return QString::fromStdString(test::inRepository("tests/app/pictures/reference/%1-%2.png")).arg(name, theme);
}

class PicturesTest : public testing::TestWithParam<std::tuple<std::string, std::string>> {
protected:
    void SetUp() override {
        useTypeface();
        applyTheme(theme());
    }
    void TearDown() override { applyTheme(QStringLiteral("light")); }

    static QString name() { return QString::fromStdString(std::get<0>(GetParam())); }
    static QString theme() { return QString::fromStdString(std::get<1>(GetParam())); }
};

TEST_P(PicturesTest, TheWindowLooksAsItDid) {
    const std::unique_ptr<QWidget> window = scene(name());
    const QImage picture = pictureOf(*window);
    if (qEnvironmentVariableIsSet("LANEWRIGHT_RENEW_PICTURES")) {
        ASSERT_TRUE(picture.save(fileOf(name(), theme())));
        GTEST_SKIP() << "the reference is renewed";
    }
    const QImage reference(fileOf(name(), theme()));
    ASSERT_FALSE(reference.isNull()) << "LANEWRIGHT_RENEW_PICTURES=1 makes " << fileOf(name(), theme()).toStdString();
    const Difference difference = differenceOf(picture, reference);
    RecordProperty("mean", std::to_string(difference.mean));
    RecordProperty("share", std::to_string(difference.share));
    if (difference.mean <= limits().mean && difference.share <= limits().share)
        return;
    const QString seen = QStringLiteral("%1-%2-differs.png").arg(name(), theme());
    difference.picture.scaled(picture.size() * 5).save(seen);
    FAIL() << "mean " << difference.mean << " of at most " << limits().mean << ", share " << difference.share
           << " of at most " << limits().share << "; " << seen.toStdString() << " shows where";
}

INSTANTIATE_TEST_SUITE_P(All, PicturesTest,
                         testing::Combine(testing::Values<std::string>("main", "compare", "lesson"),
                                          testing::Values<std::string>("light", "dark")),
                         [](const auto& each) { return std::get<0>(each.param) + "_" + std::get<1>(each.param); });

Difference againstReference(QWidget& window, const char* name) {
    return differenceOf(pictureOf(window), QImage(fileOf(QLatin1String(name), QStringLiteral("light"))));
}

bool isSeen(const Difference& difference) {
    testing::Test::RecordProperty("mean", std::to_string(difference.mean));
    testing::Test::RecordProperty("share", std::to_string(difference.share));
    return difference.mean > limits().mean || difference.share > limits().share;
}

// What went wrong in a window is seen, each of these alone.

class CoarsePicturesTest : public testing::Test {
protected:
    void SetUp() override {
        useTypeface();
        applyTheme(QStringLiteral("light"));
    }
};

class FinePicturesTest : public CoarsePicturesTest {
protected:
    void SetUp() override {
        if (!hasTypeface())
            GTEST_SKIP() << kTypeface << " is not there";
        CoarsePicturesTest::SetUp();
    }
};

TEST_F(CoarsePicturesTest, AMissingLaneIsSeen) {
    const auto window = mainScene(session());
    window->document().setRun(smoothRun());
    Schedule less = window->document().schedule();
    less.order[2].clear();
    window->document().apply(QStringLiteral("Clear a lane"), std::move(less));
    EXPECT_TRUE(isSeen(againstReference(*window, "main")));
}

TEST_F(FinePicturesTest, MissingMeasuredBarsAreSeen) {
    const auto window = mainScene(session());
    EXPECT_TRUE(isSeen(againstReference(*window, "main")));
}

TEST_F(CoarsePicturesTest, AMissingPanelIsSeen) {
    const auto window = lessonScene();
    window->panel().hide();
    EXPECT_TRUE(isSeen(againstReference(*window, "lesson")));
}

TEST_F(FinePicturesTest, AnEmptyPlotIsSeen) {
    const auto window = mainScene(session());
    window->document().setRun(smoothRun());
    pictureOf(*window); // laid out: from then on what is hidden stays so
    window->findChild<MemoryPlot*>()->hide();
    EXPECT_TRUE(isSeen(againstReference(*window, "main")));
}

TEST_F(CoarsePicturesTest, AMissingRowIsSeen) {
    const auto window = compareScene(session(), smoothRun());
    window->remove(1);
    EXPECT_TRUE(isSeen(againstReference(*window, "compare")));
}

TEST_F(CoarsePicturesTest, TheWrongThemeIsSeen) {
    applyTheme(QStringLiteral("dark"));
    const auto window = lessonScene();
    const Difference difference = againstReference(*window, "lesson");
    applyTheme(QStringLiteral("light"));
    EXPECT_TRUE(isSeen(difference));
    EXPECT_GT(difference.share, 0.5);
}

TEST_F(FinePicturesTest, ATypefaceOfOtherWidthsIsNotSeen) {
    const QFont usual = QApplication::font();
    QFont wide = usual;
    wide.setStretch(108);
    QApplication::setFont(wide);
    const auto window = lessonScene();
    const Difference difference = againstReference(*window, "lesson");
    QApplication::setFont(usual);
    EXPECT_FALSE(isSeen(difference)) << difference.mean << ", " << difference.share;
}

} // namespace
} // namespace lanewright::app
