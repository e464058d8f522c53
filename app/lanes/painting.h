// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPen>
#include <QString>

/// Small steps of painting, of all who draw by themselves.
namespace lanewright::app {

inline QColor translucent(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

/// `alpha` up to 255.
inline QRgb blended(QRgb under, QRgb over, int alpha) {
    const auto channel = [alpha](int a, int b) { return (a * (255 - alpha) + b * alpha + 127) / 255; };
    return qRgb(channel(qRed(under), qRed(over)), channel(qGreen(under), qGreen(over)),
                channel(qBlue(under), qBlue(over)));
}

inline QFont sized(QFont font, int pixels, QFont::Weight weight = QFont::Normal) {
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

inline QFont scaled(QFont font, double factor, bool bold = false) {
    font.setPointSizeF(font.pointSizeF() * factor);
    if (bold)
        font.setWeight(QFont::DemiBold);
    return font;
}

inline void drawWords(QPainter& painter, const QRectF& where, int alignment, const QString& words, const QFont& font,
                      const QColor& colour) {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(where, alignment, words);
}

/// Gives a painter back, when it goes, as it got it.
class PainterGuard {
    Q_DISABLE_COPY(PainterGuard)

public:
    explicit PainterGuard(QPainter& painter) : m_painter(painter) { painter.save(); }
    ~PainterGuard() { m_painter.restore(); }

private:
    QPainter& m_painter;
};

inline void drawRounded(QPainter& painter, const QRectF& rect, double radius, const QPen& pen, const QBrush& brush) {
    painter.setPen(pen);
    painter.setBrush(brush);
    painter.drawRoundedRect(rect, radius, radius);
}

/// The line around a rectangle with round corners alone.
inline void drawOutline(QPainter& painter, const QRectF& rect, double radius, const QPen& pen) {
    drawRounded(painter, rect, radius, pen, Qt::NoBrush);
}

/// The same without that line.
inline void fillRounded(QPainter& painter, const QRectF& rect, double radius, const QColor& colour) {
    drawRounded(painter, rect, radius, Qt::NoPen, colour);
}

} // namespace lanewright::app
