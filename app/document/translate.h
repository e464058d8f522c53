// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <QString>

namespace lanewright::app {

/// What core says, in the language of the desktop: its phrases are translated as those of the desktop are.
QString translated(const Message& message);
QString translated(const Phrase& phrase);
/// A title, of a plan or of what plans are made from; one that a person wrote is as it is.
QString translatedTitle(const Message& title);

/// The language of the desktop's own words at present: `en`, `de`.
QString currentLanguage();

} // namespace lanewright::app
