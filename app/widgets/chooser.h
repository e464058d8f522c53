// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QVariant>

#include <algorithm>
#include <initializer_list>
#include <type_traits>

namespace lanewright::app {

/// A box of choices that may be narrower than its longest one, down to so many letters: what is long in one language
/// pushes nothing out of a panel.
QComboBox* makeChooser(int letters, QWidget* parent);

/// What a box of choices keeps of a value; enums as their number.
template <typename Value>
QVariant dataOf(const Value& value) {
    if constexpr (std::is_enum_v<Value>)
        return static_cast<int>(value);
    else
        return QVariant::fromValue(value);
}

struct Choice {
    Choice(const QString& text, const auto& value) : words(text), data(dataOf(value)) {}

    QString words;
    QVariant data;
};

/// Adds choices to a box, and returns it.
QComboBox* withChoices(QComboBox* box, std::initializer_list<Choice> choices);

/// The same for every value of a list, each in the words of `textOf`.
QComboBox* withEach(QComboBox* box, const auto& values, auto textOf) {
    for (const auto& value : values)
        withChoices(box, {{textOf(value), value}});
    return box;
}

/// The value of what is chosen.
template <typename Value>
Value chosen(const QComboBox* box) {
    if constexpr (std::is_enum_v<Value>)
        return static_cast<Value>(box->currentData().toInt());
    else
        return box->currentData().value<Value>();
}

/// Chooses what has the value; the first, where nothing has.
void choose(QComboBox* box, const auto& value) { box->setCurrentIndex(std::max(0, box->findData(dataOf(value)))); }

} // namespace lanewright::app
