// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/block_art.h"
#include "app/lanes/memory_lines.h"
#include "app/picture/picture.h"
#include "core/io/files.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

Plan zbH1() {
    Plan plan = test::linearPlan(4, 8, test::zbH1Rows());
    plan.title = "ZB-H1, 4 ranks, 8 microbatches";
    plan.timeUnit = TimeUnit::Ms;
    plan.memory = test::unitMemory(4, 4, 0, 4 * kMemoryUnit);
    return plan;
}

struct Fixture {
    Plan plan = zbH1();
    Timeline planned = simulate(plan.schedule, plan.costs);
    QTemporaryDir folder;

    Picture picture() const { return {.plan = &plan, .planned = &planned}; }
    QString in(const char* name) const { return folder.filePath(QLatin1String(name)); }
};

bool holds(const QImage& image, const QColor& colour, int atLeast) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == colour;
    return count >= atLeast;
}

TEST(Picture, AsPngHasItsSizeAndTheColoursOfItsOps) {
    const Fixture fixture;
    const Result<Done> written = exportPicture(fixture.picture(), fixture.in("a.png"));
    ASSERT_TRUE(written) << written.error().message;
    const QImage image(fixture.in("a.png"));
    EXPECT_EQ(image.size(), QSize(1600, 900));
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
        EXPECT_TRUE(holds(image, Theme::day().fill(kind), 5000));
    EXPECT_TRUE(holds(image, Theme::day().limit, 300)); // the limit line of the memory strip
}

TEST(Picture, ShowsTheMeasuredBarsWhenThereAreAny) {
    Fixture fixture;
    Picture picture = fixture.picture();
    picture.measured = &fixture.planned;
    ASSERT_TRUE(exportPicture(picture, fixture.in("a.png")));
    const QColor bar = blockFill(Theme::day(), OpKind::F, 0, BlockStyle::Measured);
    EXPECT_TRUE(holds(QImage(fixture.in("a.png")), bar, 3000));
}

TEST(Picture, AsSvgIsVectorsAndCarriesItsWords) {
    const Fixture fixture;
    ASSERT_TRUE(exportPicture(fixture.picture(), fixture.in("a.svg")));
    const std::string text = *readFile(fixture.in("a.svg").toStdString());
    EXPECT_NE(text.find("<svg"), std::string::npos);
    EXPECT_NE(text.find("ZB-H1, 4 ranks, 8 microbatches"), std::string::npos);
    EXPECT_NE(text.find("rank 3"), std::string::npos);
    EXPECT_EQ(text.find("<image"), std::string::npos);
}

TEST(Picture, DrawsBarsOfAnotherOrderPaleAndSaysSo) {
    Fixture fixture;
    Picture picture = fixture.picture();
    picture.measured = &fixture.planned;
    picture.otherOrder = true;
    ASSERT_TRUE(exportPicture(picture, fixture.in("a.png")));
    EXPECT_FALSE(holds(QImage(fixture.in("a.png")), blockFill(Theme::day(), OpKind::F, 0, BlockStyle::Measured), 1));
    EXPECT_TRUE(holds(QImage(fixture.in("a.png")), blockFill(Theme::day(), OpKind::F, 0, BlockStyle::OtherOrder), 500));
    ASSERT_TRUE(exportPicture(picture, fixture.in("a.tex")));
    const std::string text = *readFile(fixture.in("a.tex").toStdString());
    EXPECT_NE(text.find("bars: measured in another order"), std::string::npos);
}

TEST(Picture, AsTikzHasTheColoursOfTheLightTheme) {
    const Fixture fixture;
    ASSERT_TRUE(exportPicture(fixture.picture(), fixture.in("a.tex")));
    const std::string text = *readFile(fixture.in("a.tex").toStdString());
    for (const auto& [name, kind] :
         {std::pair{"F", OpKind::F}, {"B", OpKind::B}, {"W", OpKind::W}, {"BW", OpKind::BW}, {"R", OpKind::R}}) {
        const std::string colour = Theme::day().fill(kind).name().toUpper().mid(1).toStdString();
        EXPECT_NE(text.find(std::string("{lw") + name + "}{HTML}{" + colour + "}"), std::string::npos) << name;
    }
}

/// The corners of the lines that an SVG draws in a colour, dashed or not, as they stand in it.
std::vector<QPointF> linesIn(const QString& svg, const QColor& colour) {
    std::vector<QPointF> points;
    static const QRegularExpression group(
        QStringLiteral("<g [^>]*stroke=\"(#[0-9a-f]{6})\"[^>]*>\\s*((?:<(?:path|polyline)[^>]*/>\\s*)*)"));
    static const QRegularExpression corner(QStringLiteral("(-?[0-9.]+),(-?[0-9.]+)"));
    for (auto found = group.globalMatch(svg); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        if (match.captured(1) != colour.name())
            continue;
        for (auto pair = corner.globalMatch(match.captured(2)); pair.hasNext();) {
            const QRegularExpressionMatch each = pair.next();
            points.emplace_back(each.captured(1).toDouble(), each.captured(2).toDouble());
        }
    }
    return points;
}

TEST(Picture, DrawsMemoryAtItsValuesAndNoneAboveALimitThatIsKept) {
    const Fixture fixture;
    ASSERT_TRUE(exportPicture(fixture.picture(), fixture.in("a.svg")));
    const QString svg = QString::fromStdString(*readFile(fixture.in("a.svg").toStdString()));
    const std::vector<QPointF> limit = linesIn(svg, Theme::day().limit);
    ASSERT_EQ(limit.size(), 2U);
    const double four = limit.front().y(); // the limit, which every rank reaches
    std::optional<double> none;
    for (int rank = 0; rank < 4; ++rank) {
        double top = 1e9;
        double bottom = 0;
        const std::vector<QPointF> corners = linesIn(svg, Theme::day().rank(rank));
        ASSERT_GT(corners.size(), 20U) << rank;
        for (const QPointF& corner : corners) {
            // The legend's piece of the line lies below.
            top = std::min(top, corner.y());
            bottom = std::max(bottom, corner.y());
        }
        EXPECT_NEAR(top, four, 0.01) << "rank " << rank;
        if (!none)
            none = bottom;
        EXPECT_NEAR(bottom, *none, 0.01) << "rank " << rank;
    }
}

TEST(Picture, TellsEightCurvesApartByColourAndDash) {
    for (int a = 0; a < kMostMemoryCurves; ++a)
        for (int b = 0; b < a; ++b) {
            const QPen one = memoryPen(Theme::day(), a, 2);
            const QPen other = memoryPen(Theme::day(), b, 2);
            EXPECT_NE(one.color(), other.color()) << a << " and " << b;
            EXPECT_NE(one.dashPattern(), other.dashPattern()) << a << " and " << b;
        }
}

TEST(Picture, AsPdfIsAPdf) {
    const Fixture fixture;
    ASSERT_TRUE(exportPicture(fixture.picture(), fixture.in("a.pdf")));
    EXPECT_EQ(readFile(fixture.in("a.pdf").toStdString())->substr(0, 5), "%PDF-");
}

TEST(Picture, RefusesOtherEndingsAndPlacesItCannotWrite) {
    const Fixture fixture;
    const Result<Done> gif = exportPicture(fixture.picture(), fixture.in("a.gif"));
    ASSERT_FALSE(gif);
    EXPECT_NE(gif.error().message.text().find("gif"), std::string::npos);
    EXPECT_FALSE(exportPicture(fixture.picture(), fixture.in("no/such/folder/a.png")));
}

TEST(Picture, OfAProblemOrAStalledOrderStillDraws) {
    Fixture fixture;
    fixture.plan.schedule.order[3] = test::rows("B3.0 F3.0")[0];
    fixture.planned = simulate(fixture.plan.schedule, fixture.plan.costs);
    EXPECT_TRUE(exportPicture(fixture.picture(), fixture.in("stalled.png")));
    fixture.plan.schedule.order.clear();
    fixture.planned = {};
    EXPECT_TRUE(exportPicture(fixture.picture(), fixture.in("problem.png")));
}

TEST(Picture, OfManyLanesKeepsToItsPage) {
    Fixture fixture;
    fixture.plan = test::linearPlan(2, 1, "F0.0\nF1.0");
    fixture.plan.schedule.placement = linear(128);
    fixture.plan.costs = test::unitCosts(128);
    fixture.plan.memory = test::unitMemory(128, 128);
    fixture.plan.schedule.order.assign(128, {});
    for (int rank = 0; rank < 128; ++rank)
        fixture.plan.schedule.order[rank] = {{{OpKind::F, 0, rank, 0}}};
    fixture.planned = simulate(fixture.plan.schedule, fixture.plan.costs);
    Picture picture = fixture.picture();
    picture.theme = &Theme::night();
    ASSERT_TRUE(exportPicture(picture, fixture.in("many.png")));
    EXPECT_TRUE(holds(QImage(fixture.in("many.png")), Theme::night().fill(OpKind::F), 500));
}

} // namespace
} // namespace lanewright::app
