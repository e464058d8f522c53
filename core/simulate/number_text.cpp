// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/number_text.h"

#include "core/base/decimal.h"
#include "core/base/printed.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace lanewright::numbers {

namespace {

Message withPlanUnit(const std::string& number, std::string_view unit) {
    return said(unit == "unit" ? number : number + " " + std::string{unit});
}

constexpr std::string_view kMinus = "\u2212";

/// Nothing but zeros is left of it: such a number has no sign.
bool isZero(std::string_view digits) { return digits.find_first_of("123456789") == std::string_view::npos; }

} // namespace

Message said(std::string_view written) {
    const std::size_t point = written.find('.');
    if (point == std::string_view::npos)
        return written;
    //: a number with its decimal mark
    return say(phrase("number", "%1.%2"), written.substr(0, point), said(written.substr(point + 1)));
}

Message decimalText(std::int64_t ticks, std::int64_t scale, std::int64_t beside) {
    const auto magnitude = [](std::int64_t number) { return number < 0 ? -number : number; };
    const std::int64_t size = std::max(magnitude(ticks), magnitude(beside));
    constexpr std::int64_t kThreeDigits = 100;
    std::int64_t parts = 1000; // that make a unit
    while (parts < scale && size < kThreeDigits * std::max<std::int64_t>(scale / parts, 1))
        parts *= 10;
    if (parts >= scale)
        return said(decimalFromTicks(ticks, scale));
    return said(decimalFromTicks(roundedParts(ticks, scale, parts), parts));
}

Message timeText(Time time, TimeUnit unit) { return withPlanUnit(decimalText(time, scaleOf(unit)), toText(unit)); }

Message roundedTimeText(Time time, TimeUnit unit) {
    return withPlanUnit(decimalText(time, scaleOf(unit), scaleOf(unit)), toText(unit));
}

Message roundedTimeText(const Fraction& time, TimeUnit unit) {
    return roundedTimeText(static_cast<Time>(std::llround(time.value())), unit);
}

Message periodText(const Fraction& period, TimeUnit unit) {
    return timeText(static_cast<Time>(std::llround(period.value())), unit);
}

Message differenceText(const Fraction& difference, const Fraction& whole, TimeUnit unit) {
    const auto ticks = [](const Fraction& time) { return static_cast<Time>(std::llround(time.value())); };
    return withPlanUnit(decimalText(ticks(difference), scaleOf(unit), ticks(whole)), toText(unit));
}

Message memoryText(Bytes bytes, MemoryUnit unit) {
    return withPlanUnit(decimalText(bytes, scaleOf(unit)), toText(unit));
}

Message shareText(double share) {
    constexpr double kParts = 10'000;
    return said(printed("%.4f", std::round(share * kParts) / kParts));
}

Message fixedText(std::int64_t ticks, std::int64_t scale, int decimals) {
    std::int64_t parts = 1;
    for (int place = 0; place < decimals; ++place)
        parts *= 10;
    // The whole units apart, so that nothing overflows.
    const std::int64_t rest = std::abs(roundedParts(ticks % scale, scale, parts));
    std::string digits = std::to_string(std::abs(ticks / scale) + rest / parts);
    if (decimals > 0)
        digits += "." + std::to_string(parts + rest % parts).substr(1);
    return said(ticks < 0 && !isZero(digits) ? std::string{kMinus} + digits : digits);
}

Message shortText(std::int64_t ticks, std::int64_t scale, int decimals) {
    std::string text = fixedText(ticks, scale, decimals);
    if (decimals > 0)
        text.erase(text.find_last_not_of('0') + 1);
    return said(text.ends_with('.') ? text.substr(0, text.size() - 1) : text);
}

int shownDecimals(TimeUnit unit) { return unit == TimeUnit::S ? 3 : 2; }

Message shortTime(Time time, TimeUnit unit, std::optional<int> decimals) {
    return withPlanUnit(shortText(time, scaleOf(unit), decimals.value_or(shownDecimals(unit))), toText(unit));
}

Message timeChange(Time before, Time after, TimeUnit unit) {
    return said(shortText(before, scaleOf(unit), shownDecimals(unit)).text() + " → " + shortTime(after, unit).text());
}

Message signedTime(Time change, TimeUnit unit) {
    const std::string text = shortTime(change, unit);
    return said((isZero(text) ? "±" : change > 0 ? "+" : "") + text);
}

Message percentText(double share, int decimals) {
    constexpr std::int64_t kParts = 1'000'000;
    return said(fixedText(std::llround(100 * share * kParts), kParts, decimals).text() + " %");
}

Message changeText(double share, int decimals) {
    const std::string text = percentText(share, decimals);
    return said((share > 0 && !isZero(text) ? "+" : "") + text);
}

} // namespace lanewright::numbers
