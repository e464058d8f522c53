// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/frameworks/method_fits.h"

#include <QString>

#include <vector>

namespace lanewright::app {

/// Who runs what the method makes and what keeps the others from making it, a line each; or why it makes nothing of the
/// problem.
QString runnersText(const MethodFit& fit);

/// Says of each method in the list, by its words, its colour and its tip, whether it suits the problem. An item's data
/// is the name of its generator; one of which nothing is known stays as it is.
void markMethods(QListWidget& list, const std::vector<MethodFit>& fits);

} // namespace lanewright::app
