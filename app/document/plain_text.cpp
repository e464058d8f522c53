// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"

#include "core/io/quoted_text.h"

#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QTextDocument>

namespace lanewright::app {

QLabel* plainLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* plainLabel(const QString& words, QWidget* parent) {
    QLabel* label = plainLabel(parent);
    label->setText(words);
    return label;
}

QLabel* richLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    return label;
}

QString plainTip(const QString& words) {
    // Words that can't be taken for markup stay what they are: Qt breaks the lines of plain tooltips where we do.
    return Qt::mightBeRichText(words) ? Qt::convertFromPlainText(words) : words;
}

QString plainLine(std::string_view words) { return QString::fromStdString(shownLine(words)); }

QString plainLine(const QString& words) { return plainLine(words.toStdString()); }

QString plainParagraphs(std::string_view words) { return QString::fromStdString(shownText(words)); }

QString plainParagraphs(const QString& words) { return plainParagraphs(words.toStdString()); }

namespace {

constexpr int kMarkSide = 40;

/// A disc in the colour of the theme with a sign in it, instead of the style's own picture.
QPixmap markOf(QMessageBox::Icon icon, const QWidget& box) {
    const double density = box.devicePixelRatioF();
    QPixmap mark(QSize(kMarkSide, kMarkSide) * density);
    mark.setDevicePixelRatio(density);
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(box.palette().highlight());
    const QRectF disc(0, 0, kMarkSide, kMarkSide);
    painter.drawEllipse(disc);
    QFont font = box.font();
    font.setPixelSize(kMarkSide * 3 / 5);
    font.setWeight(QFont::Bold);
    painter.setFont(font);
    painter.setPen(box.palette().color(QPalette::HighlightedText));
    painter.drawText(disc, Qt::AlignCenter, icon == QMessageBox::Question ? QStringLiteral("?") : QStringLiteral("!"));
    return mark;
}

} // namespace

QMessageBox* plainBox(QMessageBox::Icon icon, const char* name, const QString& title, const QString& sentence,
                      const QString& more, QMessageBox::StandardButtons buttons, QWidget* parent) {
    auto* box = new QMessageBox(icon, title, {}, buttons, parent);
    box->setObjectName(QLatin1String(name));
    box->setIconPixmap(markOf(icon, *box));
    box->setTextFormat(Qt::PlainText);
    box->setText(plainParagraphs(sentence));
    if (more.isEmpty())
        return box;
    // The label of the smaller words is made with the first of them, and not always in the format of the box.
    box->setInformativeText(QStringLiteral(" "));
    for (QLabel* label : box->findChildren<QLabel*>())
        label->setTextFormat(Qt::PlainText);
    box->setInformativeText(plainParagraphs(more));
    return box;
}

QPushButton* addNamed(QMessageBox& box, const char* name, const QString& words, QMessageBox::ButtonRole role) {
    QPushButton* button = box.addButton(words, role);
    button->setObjectName(QLatin1String(name));
    return button;
}

} // namespace lanewright::app
