// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/page/glossary.h"

#include <QString>

#include <vector>

/// The words of the field as the desktop says them: their definitions are those of the help page *Words*.
namespace lanewright::app {

/// The glossary in the language of the desktop.
const std::vector<Term>& glossaryNow();

/// What each term in the text means, as a tooltip; empty where there is none.
QString termTip(const QString& text);

} // namespace lanewright::app
