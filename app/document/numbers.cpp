// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"

#include "app/document/translate.h"
#include "core/base/decimal.h"
#include "core/model/text.h"
#include "core/picture/block_name.h"
#include "core/simulate/amounts.h"
#include "core/simulate/number_text.h"

#include <cmath>

namespace lanewright::app {

QString roundedText(std::int64_t ticks, std::int64_t scale, int decimals) {
    return translated(numbers::fixedText(ticks, scale, decimals));
}

QString exactText(std::int64_t ticks, std::int64_t scale) {
    return translated(numbers::said(decimalFromTicks(ticks, scale)));
}

QString timeText(Time time, TimeUnit unit, std::optional<int> decimals) {
    return translated(numbers::shortText(time, scaleOf(unit), decimals.value_or(numbers::shownDecimals(unit))));
}

QString timeWithUnit(Time time, TimeUnit unit, std::optional<int> decimals) {
    return translated(numbers::shortTime(time, unit, decimals));
}

QString timeChange(Time before, Time after, TimeUnit unit) {
    return translated(numbers::timeChange(before, after, unit));
}

QString memoryText(Bytes bytes, MemoryUnit unit, int decimals) {
    return translated(numbers::shortText(bytes, scaleOf(unit), decimals));
}

QString unitText(TimeUnit unit) {
    return unit == TimeUnit::Unit ? QString() : QString::fromStdString(std::string(toText(unit)));
}

QString unitText(MemoryUnit unit) { return translated(shortName(unit)); }

QString decimalText(double number, int decimals) {
    constexpr std::int64_t kParts = 1'000'000;
    if (!std::isfinite(number))
        return QString::number(number);
    return roundedText(std::llround(number * kParts), kParts, decimals);
}

QString percentText(double share, int decimals) { return translated(numbers::percentText(share, decimals)); }

QString changeText(double share, int decimals) { return translated(numbers::changeText(share, decimals)); }

QString opText(const Op& op, int weightParts) { return QString::fromStdString(toText(op, weightParts)); }

QString blockText(const Block& block, int weightParts) { return QString::fromStdString(toText(block, weightParts)); }

QString kindText(OpKind kind) { return translated(nameOf(kind)); }

} // namespace lanewright::app
