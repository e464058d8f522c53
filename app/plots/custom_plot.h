// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The library's header says `signals` and `slots`, which we build without, because the engine's programs have slots.
#define signals Q_SIGNALS // NOLINT
#define slots Q_SLOTS     // NOLINT
#define emit              // NOLINT
#define foreach Q_FOREACH // NOLINT
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
