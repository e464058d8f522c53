// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/model/op.h"
#include "core/model/plan.h"

#include <QString>

#include <cstdint>
#include <optional>

/// How numbers are written on the screen, by `core/simulate/number_text`: short, in the plan's units, with the decimal
/// mark of the language. Files keep every digit, screens do not.
namespace lanewright::app {

/// Ticks in units of which `scale` make one, halves away from zero, always with so many decimals (at most 9) and a true
/// minus sign: `27.00`, `982.43` of 982.425.
QString roundedText(std::int64_t ticks, std::int64_t scale, int decimals);

/// With every digit: `18.522`.
QString exactText(std::int64_t ticks, std::int64_t scale);

/// `27`, `14.5`, `18.52`: no zeros at the end.
QString timeText(Time time, TimeUnit unit, std::optional<int> decimals = {});
/// With the unit behind: `27 ms`; plain `27` for abstract units.
QString timeWithUnit(Time time, TimeUnit unit, std::optional<int> decimals = {});
/// `27 → 28 ms`.
QString timeChange(Time before, Time after, TimeUnit unit);

QString memoryText(Bytes bytes, MemoryUnit unit, int decimals = 2);
/// `ms`, `MiB`; nothing for abstract time, `act.` for abstract memory (one unit is one activation).
QString unitText(TimeUnit unit);
QString unitText(MemoryUnit unit);

/// `3.50`; halves away from zero, at most 6 decimals.
QString decimalText(double number, int decimals);
/// `11.1 %` of 0.111.
QString percentText(double share, int decimals = 1);
/// `+3.7 %`, `−3.4 %`.
QString changeText(double share, int decimals = 1);

/// `B1.3`; the part of W only where there are several.
QString opText(const Op& op, int weightParts = 1);
QString blockText(const Block& block, int weightParts = 1);
/// `input gradient`, `forward`.
QString kindText(OpKind kind);

} // namespace lanewright::app
