// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture.h"

#include "app/lanes/memory_lines.h"
#include "core/io/files.h"
#include "core/page/figure_panel.h"
#include "core/picture/picture_file.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <QImage>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
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

    FigureContents figure() const {
        FigureContents figure{.panels = {panelOf(plan, planned)}};
        figure.style.show(FigurePart::Memory);
        return figure;
    }
    QString in(const char* name) const { return folder.filePath(QLatin1String(name)); }
};

Drawing drawn(const FigureContents& figure) {
    const Result<LaidOut> laid = layOut(figure);
    EXPECT_TRUE(laid) << laid.error().message;
    return laid ? laid->drawing : Drawing{};
}

/// Four pixels to the point.
QImage painted(const Drawing& drawing) {
    QImage image((QSizeF(drawing.width, drawing.height) * 4).toSize(), QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    painter.scale(4, 4);
    paintDrawing(painter, drawing);
    return image;
}

int countOf(const QImage& image, QColor colour) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) == colour.rgb();
    return count;
}

bool holds(const QImage& image, Rgb colour, int atLeast) { return countOf(image, QColor::fromRgb(colour)) >= atLeast; }

Rgb fillOf(OpKind kind) { return blockColours(kind, 0, Ground::Paper).fill; }

TEST(Picture, HasTheColoursOfItsOpsOverAllOfItsGround) {
    const QImage image = painted(drawn(Fixture().figure()));
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
        EXPECT_TRUE(holds(image, fillOf(kind), 5000));
    EXPECT_TRUE(holds(image, colourOf(ColourRole::Limit, Ground::Paper), 300)); // the limit line of the memory strip
    EXPECT_EQ(countOf(image, Qt::magenta), 0);
}

/// The box of what isn't white, in points.
QRectF inkOf(const QImage& image) {
    QRect ink;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) != QColor(Qt::white))
                ink |= QRect(x, y, 1, 1);
    return {ink.x() / 4.0, ink.y() / 4.0, ink.width() / 4.0, ink.height() / 4.0};
}

TEST(Picture, SetsWordsAsWideAsTheyAreSaidToBeWhateverTheFont) {
    for (const double width : {40.0, 90.0, 160.0}) {
        const Words words{.text = "HHHHHHHHHH", .at = {190, 20}, .size = 12, .anchor = Anchor::End, .width = width};
        const QRectF ink = inkOf(painted({.width = 200, .height = 30, .marks = {words}}));
        EXPECT_NEAR(ink.right(), 190, width / 50) << width;
        EXPECT_NEAR(ink.width(), width, width / 25) << width;
        EXPECT_NEAR(ink.bottom(), 20, 0.6) << width;
        EXPECT_NEAR(ink.height(), 12 * 0.72, 1) << "type keeps its height";
    }
}

TEST(Picture, DrawsBoxesHatchesDashesAndHeadsWhereTheListHasThem) {
    const Look plain{.name = "A", .fill = 0x0000FF, .border = 0x00FF00, .line = 4};
    const Look hatched{.name = "B", .fill = 0x0000FF, .line = 0, .hatched = 0.5, .hatch = 0xFF0000};
    const Line arrow{.points = {{10, 80}, {90, 80}}, .colour = 0x123456, .width = 2, .hasHead = true};
    const Line dashed{.points = {{10, 90}, {90, 90}}, .colour = 0x654321, .width = 2, .dashes = {8, 8}};
    const QImage image = painted({.width = 100,
                                  .height = 100,
                                  .looks = {plain, hatched},
                                  .marks = {Box{{10, 10, 30, 40}, 0}, Box{{60, 10, 30, 40}, 1}, arrow, dashed}});
    const auto at = [&](double x, double y) {
        return image.pixelColor(static_cast<int>(4 * x), static_cast<int>(4 * y));
    };
    EXPECT_EQ(at(25, 30), QColor(Qt::blue));
    EXPECT_EQ(at(10, 30), QColor(Qt::green)) << "the border lies on the edge";
    EXPECT_EQ(at(75, 20), QColor(Qt::blue)) << "the foot alone is hatched";
    EXPECT_EQ(at(55, 30), QColor(Qt::white));
    int red = 0;
    for (double x = 61; x < 89; x += 0.25)
        red += at(x, 40) != QColor(Qt::blue);
    EXPECT_GT(red, 5);
    EXPECT_EQ(at(50, 80), QColor::fromRgb(0x123456));
    EXPECT_EQ(at(50, 82), QColor(Qt::white));
    const std::array<Point, 3> head = headOf(arrow);
    EXPECT_EQ(at((head[0].x + head[1].x + head[2].x) / 3, 80), QColor::fromRgb(0x123456));
    EXPECT_EQ(at(14, 90), QColor::fromRgb(0x654321));
    EXPECT_EQ(at(22, 90), QColor(Qt::white)) << "between two dashes";
}

TEST(Picture, DrawsTheMeasuredBarsWhenThereAreAnyAndThoseOfAnotherOrderDifferently) {
    Fixture fixture;
    FigureContents figure = fixture.figure();
    const Drawing without = drawn(figure);
    figure.panels[0].measured = &fixture.planned;
    figure.panels[0].measuredNote = "as measured";
    const Drawing with = drawn(figure);
    EXPECT_GE(with.marks.size(), without.marks.size() + 64);
    figure.panels[0].otherOrder = true;
    EXPECT_NE(painted(drawn(figure)), painted(with));
    EXPECT_NE(toSvg(with).find("as measured"), std::string::npos);
}

TEST(Picture, AsAFileCarriesItsWordsAsVectors) {
    const Fixture fixture;
    ASSERT_TRUE(writePicture(drawn(fixture.figure()), fixture.in("a.svg"), 300));
    const std::string text = *readFile(fixture.in("a.svg").toStdString());
    EXPECT_NE(text.find("<svg"), std::string::npos);
    EXPECT_NE(text.find("ZB-H1, 4 ranks, 8 microbatches"), std::string::npos);
    EXPECT_NE(text.find("rank 3"), std::string::npos);
    EXPECT_EQ(text.find("<image"), std::string::npos);
    ASSERT_TRUE(writePicture(drawn(fixture.figure()), fixture.in("a.TEX"), 300));
    EXPECT_NE(readFile(fixture.in("a.TEX").toStdString())->find("ZB-H1"), std::string::npos);
}

/// The corners of the curve in a colour; the piece of it that a legend shows has two and comes first.
std::vector<Point> curveIn(const Drawing& drawing, Rgb colour) {
    std::vector<Point> longest;
    for (const Mark& mark : drawing.marks)
        if (const Line* line = std::get_if<Line>(&mark);
            line && line->colour == colour && line->points.size() >= longest.size())
            longest = line->points;
    return longest;
}

TEST(Picture, DrawsMemoryAtItsValuesAndNoneAboveALimitThatIsKept) {
    const Drawing drawing = drawn(Fixture().figure());
    const std::vector<Point> limit = curveIn(drawing, colourOf(ColourRole::Limit, Ground::Paper));
    ASSERT_EQ(limit.size(), 2U);
    std::optional<double> none;
    for (int rank = 0; rank < 4; ++rank) {
        const std::vector<Point> corners = curveIn(drawing, rankColour(rank, Ground::Paper));
        ASSERT_GT(corners.size(), 10U) << rank;
        const auto [top, bottom] = std::ranges::minmax(corners, {}, &Point::y);
        EXPECT_NEAR(top.y, limit.front().y, 0.01) << "rank " << rank; // every rank reaches the limit
        if (!none)
            none = bottom.y;
        EXPECT_NEAR(bottom.y, *none, 0.01) << "rank " << rank;
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

TEST(Picture, RefusesOtherEndingsAndPlacesItCannotWrite) {
    const Fixture fixture;
    const Drawing drawing = drawn(fixture.figure());
    const Result<Done> gif = writePicture(drawing, fixture.in("a.gif"), 300);
    ASSERT_FALSE(gif);
    EXPECT_NE(gif.error().message.text().find("gif"), std::string::npos);
    EXPECT_EQ(gif.error().where, fixture.in("a.gif").toStdString());
    EXPECT_FALSE(writePicture(drawing, fixture.in("no/such/folder/a.svg"), 300));
}

TEST(Picture, OfAProblemOrAStalledOrderStillDraws) {
    Fixture fixture;
    fixture.plan.schedule.order[3] = test::rows("B3.0 F3.0")[0];
    fixture.planned = simulate(fixture.plan.schedule, fixture.plan.costs);
    EXPECT_TRUE(holds(painted(drawn(fixture.figure())), fillOf(OpKind::F), 500));
    fixture.plan.schedule.order.clear();
    fixture.planned = {};
    EXPECT_NE(toSvg(drawn(fixture.figure())).find("ZB-H1"), std::string::npos);
}

TEST(Picture, OfManyLanesKeepsToItsHeightInTheDark) {
    Fixture fixture;
    fixture.plan = test::linearPlan(2, 1, "F0.0\nF1.0");
    fixture.plan.schedule.placement = linear(128);
    fixture.plan.costs = test::unitCosts(128);
    fixture.plan.memory = test::unitMemory(128, 128);
    fixture.plan.schedule.order.assign(128, {});
    for (int rank = 0; rank < 128; ++rank)
        fixture.plan.schedule.order[rank] = {{{OpKind::F, 0, rank, 0}}};
    fixture.planned = simulate(fixture.plan.schedule, fixture.plan.costs);
    FigureContents figure = fixture.figure();
    figure.style.ground = Ground::Night;
    figure.style.height = 500;
    const Drawing drawing = drawn(figure);
    EXPECT_NEAR(drawing.height, 500, 0.01);
    const QImage image = painted(drawing);
    EXPECT_TRUE(holds(image, blockColours(OpKind::F, 0, Ground::Night).fill, 500));
    EXPECT_EQ(image.pixelColor(1, 1), QColor::fromRgb(drawing.ground));
}

} // namespace
} // namespace lanewright::app
