// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/translate.h"
#include "app/picture/picture.h"
#include "core/io/files.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <string_view>

namespace lanewright::app {
namespace {

QImage toImage(const Picture& picture, int density = 1) {
    QImage image(picture.size * density, QImage::Format_RGB32);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(density);
    QPainter painter(&image);
    paintPicture(painter, picture);
    painter.end();
    return image;
}

QByteArray toPng(const QImage& image) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

QByteArray toSvg(const Picture& picture) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(picture.size);
    generator.setViewBox(QRect(QPoint(0, 0), picture.size));
    // Not every version of Qt escapes the title, so one that needs it not is put in, and the words in its place.
    generator.setTitle(QStringLiteral("title"));
    QPainter painter(&generator);
    paintPicture(painter, picture);
    painter.end();
    const QString title = translatedTitle(picture.plan->title).toHtmlEscaped();
    QByteArray svg = buffer.data();
    const QByteArray place = "<title>title</title>";
    if (const qsizetype at = svg.indexOf(place); at >= 0)
        svg.replace(at, place.size(), "<title>" + title.toUtf8() + "</title>");
    return svg;
}

QByteArray toPdf(const Picture& picture) {
    constexpr int kDotsPerInch = 96;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    const QSizeF points = QSizeF(picture.size) * 72.0 / kDotsPerInch;
    writer.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    writer.setTitle(translatedTitle(picture.plan->title));
    QPainter painter(&writer);
    paintPicture(painter, picture);
    painter.end();
    return buffer.data();
}

} // namespace

Result<Done> exportPicture(const Picture& picture, const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (ending == QLatin1String("png"))
        bytes = toPng(toImage(picture));
    else if (ending == QLatin1String("svg"))
        bytes = toSvg(picture);
    else if (ending == QLatin1String("pdf"))
        bytes = toPdf(picture);
    else
        return Error{say(phrase("refusal", "A picture's name ends in .png, .svg, .pdf or .tex, not in \".%1\"."),
                         ending.toStdString()),
                     path.toStdString()};
    if (bytes.isEmpty())
        return Error{say(phrase("refusal", "The picture could not be drawn at this size.")), path.toStdString()};
    return writeFile(path.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

QMimeData* pictureForClipboard(const Picture& picture) {
    constexpr int kDensity = 2;
    auto* data = new QMimeData;
    const QImage image = toImage(picture, kDensity);
    // Programs that take a picture look for one of these, and each for another.
    data->setImageData(image);
    data->setData(QStringLiteral("image/png"), toPng(image));
    data->setData(QStringLiteral("image/svg+xml"), toSvg(picture));
    return data;
}

} // namespace lanewright::app
