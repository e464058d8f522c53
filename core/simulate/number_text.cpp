// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/number_text.h"

#include "core/base/decimal.h"
#include "core/base/printed.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace lanewright::numbers {

namespace {

std::string withPlanUnit(const std::string& number, std::string_view unit) {
    return unit == "unit" ? number : number + " " + std::string{unit};
}

} // namespace

std::string decimalText(std::int64_t ticks, std::int64_t scale, std::int64_t beside) {
    const auto magnitude = [](std::int64_t number) { return number < 0 ? -number : number; };
    const std::int64_t size = std::max(magnitude(ticks), magnitude(beside));
    constexpr std::int64_t kThreeDigits = 100;
    std::int64_t parts = 1000; // that make a unit
    while (parts < scale && size < kThreeDigits * std::max<std::int64_t>(scale / parts, 1))
        parts *= 10;
    if (parts >= scale)
        return decimalFromTicks(ticks, scale);
    return decimalFromTicks(roundedParts(ticks, scale, parts), parts);
}

std::string timeText(Time time, TimeUnit unit) { return withPlanUnit(decimalText(time, scaleOf(unit)), toText(unit)); }

std::string roundedTimeText(Time time, TimeUnit unit) {
    return withPlanUnit(decimalText(time, scaleOf(unit), scaleOf(unit)), toText(unit));
}

std::string roundedTimeText(const Fraction& time, TimeUnit unit) {
    return roundedTimeText(static_cast<Time>(std::llround(time.value())), unit);
}

std::string periodText(const Fraction& period, TimeUnit unit) {
    return timeText(static_cast<Time>(std::llround(period.value())), unit);
}

std::string differenceText(const Fraction& difference, const Fraction& whole, TimeUnit unit) {
    const auto ticks = [](const Fraction& time) { return static_cast<Time>(std::llround(time.value())); };
    return withPlanUnit(decimalText(ticks(difference), scaleOf(unit), ticks(whole)), toText(unit));
}

std::string memoryText(Bytes bytes, MemoryUnit unit) {
    return withPlanUnit(decimalText(bytes, scaleOf(unit)), toText(unit));
}

std::string shareText(double share) {
    constexpr double kParts = 10'000;
    return printed("%.4f", std::round(share * kParts) / kParts);
}

} // namespace lanewright::numbers
