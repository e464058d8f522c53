// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/controls.h"

#include "app/document/plain_text.h"

#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QStyle>

namespace lanewright::app {

void giveNames(QWidget& widget, const Naming& naming) {
    if (naming.name)
        widget.setObjectName(QLatin1String(naming.name));
    if (naming.role)
        widget.setProperty("role", QString::fromLatin1(naming.role));
    if (naming.tone)
        widget.setProperty("tone", QString::fromLatin1(naming.tone));
    if (!naming.spoken.isEmpty())
        widget.setAccessibleName(naming.spoken);
    if (!naming.tip.isEmpty())
        widget.setToolTip(naming.tip);
}

void restyle(QWidget& widget, const char* property, const char* value) {
    widget.setProperty(property, QString::fromLatin1(value));
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
}

QLabel* makeLabel(const char* role, const QString& words, QWidget* parent) {
    return named(plainLabel(words, parent), {.role = role});
}

QLabel* makeParagraph(const char* role, const QString& words, QWidget* parent) {
    QLabel* label = makeLabel(role, words, parent);
    label->setWordWrap(true);
    return label;
}

QLabel* selectable(QLabel* label) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* makeEmptySign(const QString& words, QWidget* parent) {
    QLabel* label = makeLabel("empty", words, parent);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return label;
}

QLabel* makeFailure(QWidget* parent) {
    QLabel* label = named(selectable(makeLabel("failure", {}, parent)), "failure");
    label->hide();
    return label;
}

void showWords(QLabel& label, const QString& words) {
    label.setText(words);
    label.setVisible(!words.isEmpty());
}

QSpinBox* makeSpin(int least, int most, QWidget* parent, int value) {
    auto* spin = new QSpinBox(parent);
    spin->setRange(least, most);
    spin->setValue(value);
    return spin;
}

DialogButtons makeDialogButtons(const QString& primary, QDialog* dialog, QDialogButtonBox::ButtonRole role) {
    auto* box = new QDialogButtonBox(dialog);
    auto* button = named(new QPushButton(primary, box), "primary");
    button->setDefault(true);
    box->addButton(button, role);
    box->addButton(QDialogButtonBox::Cancel);
    QObject::connect(box, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return {box, button};
}

void whenChanged(std::initializer_list<QWidget*> fields, QObject* receiver, const std::function<void()>& change) {
    for (QWidget* field : fields) {
        if (auto* choices = qobject_cast<QComboBox*>(field))
            QObject::connect(choices, &QComboBox::currentIndexChanged, receiver, change);
        else if (auto* whole = qobject_cast<QSpinBox*>(field))
            QObject::connect(whole, &QSpinBox::valueChanged, receiver, change);
        else if (auto* number = qobject_cast<QDoubleSpinBox*>(field))
            QObject::connect(number, &QDoubleSpinBox::valueChanged, receiver, change);
        else if (auto* button = qobject_cast<QAbstractButton*>(field))
            QObject::connect(button, &QAbstractButton::toggled, receiver, change);
        else if (auto* line = qobject_cast<QLineEdit*>(field))
            QObject::connect(line, &QLineEdit::textChanged, receiver, change);
    }
}

} // namespace lanewright::app
