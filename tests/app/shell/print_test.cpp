// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/app/shell/drive.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>

namespace lanewright::app {
namespace {

using PrintTest = WindowTest;

Picture pictureOf(const Document& document) { return {.plan = &document.plan(), .planned = &document.timeline()}; }

TEST_F(PrintTest, CopiesThePictureAsPixelsAndAsVectors) {
    window().actionRegistry().at(QStringLiteral("edit.copyPicture"))->trigger();
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    ASSERT_TRUE(data->hasImage());
    const QImage image = QImage::fromData(data->data(QStringLiteral("image/png")));
    EXPECT_EQ(image.size(), QSize(3200, 1800));
    const QByteArray svg = data->data(QStringLiteral("image/svg+xml"));
    EXPECT_TRUE(svg.contains("<svg"));
    EXPECT_TRUE(svg.contains("rank 1"));
}

TEST_F(PrintTest, FitsOnOnePageUnlessItIsSpread) {
    EXPECT_EQ(pagesOf(pictureOf(document()), false).size(), 1);
    EXPECT_EQ(pagesOf(pictureOf(document()), true).size(), 1);
}

TEST_F(PrintTest, SpreadsALargeScheduleSoThatEveryBlockOfEveryRankIsOnAPage) {
    const auto wide = problemOf({.ranks = 64, .microbatches = 128});
    ASSERT_TRUE(wide);
    document().reset(*generate("1f1b", *wide));
    const std::vector<PicturePart> parts = pagesOf(pictureOf(document()), true);
    EXPECT_GT(parts.size(), 8);
    std::vector<Time> reached(64, 0);
    for (const PicturePart& part : parts)
        for (int rank = part.firstRank; rank < part.firstRank + part.ranks; ++rank) {
            // Pages follow each other along the time without a hole.
            EXPECT_LE(part.time.start, reached[rank]);
            reached[rank] = part.time.end;
        }
    for (const Time end : reached)
        EXPECT_GE(end, extentOf(document().timeline()).end);
}

TEST_F(PrintTest, PrintsAsManyPagesAsThereAreParts) {
    const auto wide = problemOf({.ranks = 8, .microbatches = 100});
    ASSERT_TRUE(wide);
    document().reset(*generate("1f1b", *wide));
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setPageOrientation(QPageLayout::Landscape);
    printer.setOutputFileName(path("many.pdf"));
    printPicture(printer, pictureOf(document()), true);
    QFile file(path("many.pdf"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray pdf = file.readAll();
    Picture onPage = pictureOf(document());
    onPage.size = {1400, 990};
    EXPECT_EQ(pdf.count("/Type /Page\n"), static_cast<int>(pagesOf(onPage, true).size()));
    EXPECT_GT(pdf.count("/Type /Page\n"), 1);
}

TEST_F(PrintTest, ShowsThePagesBeforeItPrintsThem) {
    QPrintPreviewDialog* dialog = window().exports().showPrintPreview();
    settle();
    auto* preview = dialog->findChild<QPrintPreviewWidget*>();
    ASSERT_NE(preview, nullptr);
    EXPECT_EQ(preview->pageCount(), 1);
    const auto wide = problemOf({.ranks = 4, .microbatches = 100});
    document().reset(*generate("1f1b", *wide));
    auto* spread = dialog->findChild<QAction*>(QStringLiteral("spread"));
    ASSERT_NE(spread, nullptr);
    spread->setChecked(true);
    settle();
    EXPECT_GT(preview->pageCount(), 1);
    dialog->reject();
    settle();
}

} // namespace
} // namespace lanewright::app
