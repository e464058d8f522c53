// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/chooser.h"

#include <QComboBox>

namespace lanewright::app {

QComboBox* makeChooser(int letters, QWidget* parent) {
    auto* box = new QComboBox(parent);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(letters);
    return box;
}

} // namespace lanewright::app
