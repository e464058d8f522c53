// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

#include <functional>
#include <initializer_list>

/// Labels, buttons and fields made in one call each.
///
///     m_stop = named(makeButton(tr("Stop"), box, &m_job, &SolveJob::stop), {.name = "stop", .tip = tr("Keeps the
///     best.")});
namespace lanewright::app {

/// What a widget is called; what is left out stays as it is.
struct Naming {
    const char* name = nullptr; ///< the object's, for style sheets, sessions and tests
    const char* role = nullptr; ///< what it is to the style sheet
    const char* tone = nullptr; ///< in what colour it says that
    QString spoken = {};        ///< to those who can't see it
    QString tip = {};           ///< to those who ask
};

void giveNames(QWidget& widget, const Naming& naming);

template <typename Widget>
Widget* named(Widget* widget, const Naming& naming) {
    giveNames(*widget, naming);
    return widget;
}

template <typename Widget>
Widget* named(Widget* widget, const char* objectName) {
    return named(widget, Naming{.name = objectName});
}

/// Sets a property that the style sheet looks at, and lets it look again; null: none of its values.
void restyle(QWidget& widget, const char* property, const char* value);

/// Plain words in a role of the style sheet: "caption", "section", "title", "body"; on one line.
QLabel* makeLabel(const char* role, const QString& words, QWidget* parent);
/// The same over as many lines as they take.
QLabel* makeParagraph(const char* role, const QString& words, QWidget* parent);
/// The label itself, whose lines break and whose words can be taken along.
QLabel* selectable(QLabel* label);
/// What stands where there is nothing to list yet.
QLabel* makeEmptySign(const QString& words, QWidget* parent);
/// Where a failure is said, "failure" by name; hidden as long as there is none.
QLabel* makeFailure(QWidget* parent);
/// Shows the words; without any the label is not there.
void showWords(QLabel& label, const QString& words);

/// A button that calls a slot of `receiver`, or a lambda.
QPushButton* makeButton(const QString& words, QWidget* parent, auto* receiver, auto slot) {
    auto* button = new QPushButton(words, parent);
    QObject::connect(button, &QPushButton::clicked, receiver, slot);
    return button;
}

/// A field for whole numbers, with the nearest one to `value`.
QSpinBox* makeSpin(int least, int most, QWidget* parent, int value = 0);

/// The buttons at the foot of a dialog: what it is for, which Enter presses, and Cancel, which rejects it.
struct DialogButtons {
    QDialogButtonBox* box;
    QPushButton* primary;
};

DialogButtons makeDialogButtons(const QString& primary, QDialog* dialog,
                                QDialogButtonBox::ButtonRole role = QDialogButtonBox::AcceptRole);

/// A timer that calls a slot of `receiver` once, so many milliseconds after it was started last.
void setUpOnce(QTimer& timer, int ms, auto* receiver, auto slot) {
    timer.setSingleShot(true);
    timer.setInterval(ms);
    QObject::connect(&timer, &QTimer::timeout, receiver, slot);
}

/// Calls `change` whenever the value of one of the fields changes: boxes of choices, numbers, checks, lines of text.
void whenChanged(std::initializer_list<QWidget*> fields, QObject* receiver, const std::function<void()>& change);

template <typename Receiver>
void whenChanged(std::initializer_list<QWidget*> fields, Receiver* receiver, void (Receiver::*change)()) {
    whenChanged(fields, receiver, [receiver, change] { (receiver->*change)(); });
}

} // namespace lanewright::app
