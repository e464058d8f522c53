// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;
class QWidget;

namespace lanewright::app {

/// A box of choices that may be narrower than its longest one, down to so many letters: what is long in one language
/// pushes nothing out of a panel.
QComboBox* makeChooser(int letters, QWidget* parent);

} // namespace lanewright::app
