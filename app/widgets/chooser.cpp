// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/chooser.h"

namespace lanewright::app {

QComboBox* makeChooser(int letters, QWidget* parent) {
    auto* box = new QComboBox(parent);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(letters);
    return box;
}

QComboBox* withChoices(QComboBox* box, std::initializer_list<Choice> choices) {
    for (const Choice& each : choices)
        box->addItem(each.words, each.data);
    return box;
}

} // namespace lanewright::app
