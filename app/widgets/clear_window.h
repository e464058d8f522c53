// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

namespace lanewright::app {

/// Takes away all that a window shows and can do: menus, bars, centre and actions, so that they can be made anew in
/// another language. Dialogs and what else it owns stay.
///
/// The caller first stops listening to what outlives them: widgets speak until their end.
void clearWindow(QMainWindow& window);

} // namespace lanewright::app
