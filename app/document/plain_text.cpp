// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"

#include "core/io/quoted_text.h"

#include <QLabel>
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

QMessageBox* plainBox(QMessageBox::Icon icon, const QString& title, const QString& sentence, const QString& more,
                      QMessageBox::StandardButtons buttons, QWidget* parent) {
    auto* box = new QMessageBox(icon, title, {}, buttons, parent);
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

} // namespace lanewright::app
