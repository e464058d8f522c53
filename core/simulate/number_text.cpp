// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/number_text.h"

#include "core/base/decimal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace lanewright::numbers {

namespace {

std::string withPlanUnit(const std::string& number, std::string_view unit) {
    return unit == "unit" ? number : number + " " + std::string{unit};
}

} // namespace

std::string timeText(Time time, TimeUnit unit) {
    return withPlanUnit(decimalFromTicks(time, scaleOf(unit)), toText(unit));
}

std::string roundedTimeText(Time time, TimeUnit unit) {
    const Time step = std::max<Time>(scaleOf(unit) / 1000, 1);
    const Time half = time < 0 ? -step / 2 : step / 2;
    return timeText((time + half) / step * step, unit);
}

std::string roundedTimeText(const Fraction& time, TimeUnit unit) {
    return roundedTimeText(static_cast<Time>(std::llround(time.value())), unit);
}

std::string periodText(const Fraction& period, TimeUnit unit) {
    if (period.denominator == 1)
        return timeText(period.numerator, unit);
    return withPlanUnit(fractionText(period, scaleOf(unit)), toText(unit));
}

std::string memoryText(Bytes bytes, MemoryUnit unit) {
    return withPlanUnit(decimalFromTicks(bytes, scaleOf(unit)), toText(unit));
}

std::string shareText(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", share);
    return text;
}

} // namespace lanewright::numbers
