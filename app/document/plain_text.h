// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>
#include <QString>

#include <string_view>

class QLabel;
class QPushButton;
class QWidget;

/// Words from files, names and errors among them, are shown as they are. Left to itself Qt takes a title that looks
/// like markup for markup, and markup may name files, which Qt opens as pictures: a title in 155 bytes could end the
/// program. So every label and message box is made here, and what a tooltip says passes through here.
namespace lanewright::app {

/// A label that shows its words as they are, whatever they look like.
QLabel* plainLabel(QWidget* parent);
QLabel* plainLabel(const QString& words, QWidget* parent);

/// A label whose words are always markup. Who sets them escapes what comes from elsewhere.
QLabel* richLabel(QWidget* parent);

/// The words as a tooltip that shows them as they are.
QString plainTip(const QString& words);

/// @name Names, titles and sentences from files and other programs
///
/// A sign or a blank stands for control characters and for those that turn the direction of what follows (see
/// `shownText`).
/// @{

/// On one line.
QString plainLine(std::string_view words);
QString plainLine(const QString& words);
/// With its line ends.
QString plainParagraphs(std::string_view words);
QString plainParagraphs(const QString& words);

/// @}

/// A message box of that object name that says `sentence` and, smaller, `more`, both as they are. It belongs to who
/// asks for it, and to `parent`, where there is one.
QMessageBox* plainBox(QMessageBox::Icon icon, const char* name, const QString& title, const QString& sentence,
                      const QString& more, QMessageBox::StandardButtons buttons, QWidget* parent);
/// One more button of such a box, of that object name.
QPushButton* addNamed(QMessageBox& box, const char* name, const QString& words, QMessageBox::ButtonRole role);

} // namespace lanewright::app
