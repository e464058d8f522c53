// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture.h"

#include "app/lanes/painting.h"
#include "core/io/files.h"
#include "core/picture/picture_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QMimeData>

#include <span>
#include <variant>

namespace lanewright::app {
namespace {

/// Type is drawn in this size and scaled, so that it is hinted for none.
constexpr int kDesignPixels = 100;

QColor colourOf(Rgb colour) { return QColor::fromRgb(colour); }

QFont figureFont(bool isBold) {
    static const QStringList families =
        QString::fromUtf8(kFontFamilies.data(), kFontFamilies.size()).split(QStringLiteral(", "));
    QFont font = sized(QFont(families), kDesignPixels, isBold ? QFont::Bold : QFont::Normal);
    font.setStyleHint(QFont::SansSerif);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QPen penOf(Rgb colour, double width, std::span<const double> dashes = {}) {
    QPen pen(colourOf(colour), width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    QList<qreal> pattern;
    for (const double dash : dashes)
        pattern << dash / width; // Qt counts in widths of the line
    if (!pattern.isEmpty())
        pen.setDashPattern(pattern);
    return pen;
}

/// A mark on a painter.
struct MarkPainter {
    QPainter& painter;
    const Drawing& drawing;

    void operator()(const Words& words) const {
        const QString text = QString::fromStdString(words.text);
        const QFont font = figureFont(words.isBold);
        const double natural = QFontMetricsF(font).horizontalAdvance(text);
        if (natural <= 0)
            return;
        const PainterGuard guard(painter);
        painter.translate(words.left(), words.at.y);
        painter.scale(words.width / natural, words.size / kDesignPixels);
        painter.setFont(font);
        painter.setPen(colourOf(words.colour));
        painter.drawText(QPointF(0, 0), text);
    }

    void operator()(const Line& line) const {
        QPolygonF points;
        for (const Point& point : line.points)
            points << QPointF(point.x, point.y);
        painter.setPen(penOf(line.colour, line.width, line.dashes));
        painter.drawPolyline(points);
        if (!line.hasHead)
            return;
        QPolygonF head;
        for (const Point& corner : headOf(line))
            head << QPointF(corner.x, corner.y);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colourOf(line.colour));
        painter.drawPolygon(head);
    }

    void operator()(const Box& box) const {
        const Look& look = drawing.looks[static_cast<std::size_t>(box.look)];
        const QRectF frame(box.frame.x, box.frame.y, box.frame.width, box.frame.height);
        const double corner = cornerOf(box, look);
        const QPen border = look.line > 0
                                ? penOf(look.border, look.line, look.isDashed ? kDashes : std::span<const double>{})
                                : Qt::NoPen;
        drawRounded(painter, frame, corner, border, colourOf(look.fill));
        painter.setPen(penOf(look.hatch, kHatchLine));
        for (const auto& [from, to] : hatchOf(box, look))
            painter.drawLine(QPointF(from.x, from.y), QPointF(to.x, to.y));
        if (!box.label.empty())
            (*this)(labelOf(box, look));
    }
};

QByteArray toPng(const QImage& image) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

} // namespace

void paintDrawing(QPainter& painter, const Drawing& drawing) {
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(0, 0, drawing.width, drawing.height), colourOf(drawing.ground));
    for (const Mark& mark : drawing.marks)
        std::visit(MarkPainter{painter, drawing}, mark);
}

Result<Done> writePicture(const Drawing& drawing, const QString& path, double dotsPerInch) {
    const Result<std::string> bytes =
        pictureFile(drawing, QFileInfo(path).suffix().toLower().toStdString(), dotsPerInch);
    if (!bytes)
        return Error{bytes.error().message, path.toStdString()};
    return writeFile(path.toStdString(), *bytes);
}

QMimeData* pictureForClipboard(const Drawing& drawing) {
    constexpr double kDots = 2 * 96.0 / 72; // to the point
    QImage image((QSizeF(drawing.width, drawing.height) * kDots).toSize(), QImage::Format_RGB32);
    if (!image.isNull()) {
        QPainter painter(&image);
        painter.scale(image.width() / drawing.width, image.height() / drawing.height);
        paintDrawing(painter, drawing);
    }
    auto* data = new QMimeData;
    // Programs that take a picture look for one of these, and each for another.
    data->setImageData(image);
    data->setData(QStringLiteral("image/png"), toPng(image));
    data->setData(QStringLiteral("image/svg+xml"), QByteArray::fromStdString(toSvg(drawing)));
    return data;
}

} // namespace lanewright::app
