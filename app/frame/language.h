// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lanewright::app {

/// Speaks the language that a person chose: `en`, `de`, or `system` for that of the desktop where there is a
/// translation into it, English where not. Windows that are there keep their words; `session::setLanguage` changes
/// those as well.
void installLanguage(const QString& name);

/// The language that `name` means: `en` or `de`.
QString languageOf(const QString& name);

} // namespace lanewright::app
