// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/model/op.h"
#include "core/model/plan.h"

#include <QString>

/// How numbers are written on the screen: short, in the plan's units. Files keep every digit, screens do not.
namespace lanewright::app {

/// `27`, `14.5`, `18.522`: at most `decimals` decimals, no zeros at the end, a true minus sign.
QString timeText(Time time, TimeUnit unit, int decimals = 3);
/// With the unit behind: `27 ms`; plain `27` for abstract units.
QString timeWithUnit(Time time, TimeUnit unit, int decimals = 3);
/// `27 → 28 ms`.
QString timeChange(Time before, Time after, TimeUnit unit);

QString memoryText(Bytes bytes, MemoryUnit unit, int decimals = 2);
/// `ms`, `MiB`; nothing for abstract time, `act.` for abstract memory (one unit is one activation).
QString unitText(TimeUnit unit);
QString unitText(MemoryUnit unit);

/// `11.1 %` of 0.111.
QString percentText(double share, int decimals = 1);
/// `+3.7 %`, `−3.4 %`.
QString changeText(double share, int decimals = 1);

/// `B1.3`; the part of W only where there are several.
QString opText(const Op& op, int weightParts = 1);
/// `input gradient`, `forward`.
QString kindText(OpKind kind);

} // namespace lanewright::app
