// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_settings.h"

#include <QThread>

namespace lanewright::app {

int coresHere() { return QThread::idealThreadCount(); }

bool sharesCores(const RunSettings& settings, int ranks) {
    return settings.backend == QLatin1String("cpu") && !settings.paced && ranks * settings.threads > coresHere();
}

} // namespace lanewright::app
