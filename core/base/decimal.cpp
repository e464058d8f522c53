// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal.h"

#include "core/base/whole_number.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace lanewright {

namespace {

/// digits (most significant first, no leading or trailing zero) * 10^exponent; no digits is zero.
struct Decimal {
    bool negative = false;
    std::vector<std::uint8_t> digits = {};
    std::int64_t exponent = 0;
};

/// A number that is a whole count of ticks never has more significant digits: 19 in front of the point, and behind it
/// at most one for each factor 2 of the scale.
constexpr std::size_t kMaxDigits = 100;
constexpr std::int64_t kMaxExponent = 1'000'000'000;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The exponent behind `e`, cut off at a size where only zero survives; none when it is no number.
std::optional<std::int64_t> exponentFrom(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+'))
        text.remove_prefix(1);
    if (text.empty() || !std::ranges::all_of(text, isDigit))
        return {};
    std::int64_t exponent = 0;
    for (const char c : text)
        exponent = std::min(exponent * 10 + (c - '0'), kMaxExponent);
    return negative ? -exponent : exponent;
}

/// Drops the zeros at both ends, which say nothing.
void strip(Decimal& number) {
    const auto first = std::ranges::find_if(number.digits, [](std::uint8_t digit) { return digit != 0; });
    number.digits.erase(number.digits.begin(), first);
    while (!number.digits.empty() && number.digits.back() == 0) {
        number.digits.pop_back();
        ++number.exponent;
    }
}

std::optional<Decimal> decimalFrom(std::string_view text) {
    Decimal number;
    if (!text.empty() && text.front() == '-') {
        number.negative = true;
        text.remove_prefix(1);
    }
    const std::size_t mark = text.find_first_of("eE");
    if (mark != std::string_view::npos) {
        const auto exponent = exponentFrom(text.substr(mark + 1));
        if (!exponent)
            return {};
        number.exponent = *exponent;
    }
    bool pointSeen = false;
    for (const char c : text.substr(0, mark)) {
        if (c == '.' && !pointSeen) {
            pointSeen = true;
        } else if (isDigit(c)) {
            number.digits.push_back(static_cast<std::uint8_t>(c - '0'));
            number.exponent -= pointSeen ? 1 : 0;
        } else {
            return {};
        }
    }
    if (number.digits.empty())
        return {};
    strip(number);
    return number;
}

/// Multiplies by hand, digit by digit, so that nothing is rounded and nothing overflows.
void multiply(Decimal& number, std::int64_t factor) {
    std::uint64_t carry = 0;
    for (auto digit = number.digits.rbegin(); digit != number.digits.rend(); ++digit) {
        carry += *digit * static_cast<std::uint64_t>(factor);
        *digit = static_cast<std::uint8_t>(carry % 10);
        carry /= 10;
    }
    for (; carry > 0; carry /= 10)
        number.digits.insert(number.digits.begin(), static_cast<std::uint8_t>(carry % 10));
    strip(number);
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 40;
    return text.size() <= longest ? std::string{text} : std::string{text.substr(0, longest)} + "…";
}

} // namespace

Result<std::int64_t> ticksFromDecimal(std::string_view text, std::int64_t scale) {
    assert(scale > 0 && scale < std::numeric_limits<std::int64_t>::max() / 8);
    std::optional<Decimal> number = decimalFrom(text);
    if (!number)
        return Error{say(phrase("number", "\"%1\" is no number"), shown(text))};
    if (number->digits.empty())
        return std::int64_t{0};
    const auto tooFine = [&] {
        return Error{
            say(phrase("number", "%1 has more decimals than can be kept: nanoseconds and bytes are not divided"),
                shown(text))};
    };
    const auto tooLarge = [&] { return Error{say(phrase("number", "%1 is too large a number"), shown(text))}; };
    if (number->digits.size() > kMaxDigits)
        return number->exponent < 0 ? tooFine() : tooLarge();
    multiply(*number, scale);
    if (number->exponent < 0)
        return tooFine();
    if (static_cast<std::int64_t>(number->digits.size()) + number->exponent > 19)
        return tooLarge();
    // 19 digits fit an unsigned 64-bit number, which is then held against the signed range.
    std::uint64_t ticks = 0;
    for (const std::uint8_t digit : number->digits)
        ticks = ticks * 10 + digit;
    for (std::int64_t zero = 0; zero < number->exponent; ++zero)
        ticks *= 10;
    if (ticks > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return tooLarge();
    return number->negative ? -static_cast<std::int64_t>(ticks) : static_cast<std::int64_t>(ticks);
}

std::string decimalFromTicks(std::int64_t ticks, std::int64_t scale) {
    assert(scale > 0 && scale < std::numeric_limits<std::int64_t>::max() / 8);
    const auto divisor = static_cast<std::uint64_t>(scale);
    // The magnitude is formed without sign, because the smallest ticks have no positive twin.
    const std::uint64_t magnitude =
        ticks < 0 ? 0 - static_cast<std::uint64_t>(ticks) : static_cast<std::uint64_t>(ticks);
    std::string text = (ticks < 0 ? "-" : "") + std::to_string(magnitude / divisor);
    std::uint64_t rest = magnitude % divisor;
    if (rest > 0)
        text += '.';
    // Scales have no other prime factor than 2 and 5, so that the division ends; 64 digits are plenty for all of them.
    for (int digit = 0; rest > 0 && digit < 64; ++digit) {
        rest *= 10;
        text += static_cast<char>('0' + rest / divisor);
        rest %= divisor;
    }
    return text;
}

std::int64_t roundedParts(std::int64_t ticks, std::int64_t scale, std::int64_t parts) {
    // Whole units apart, so that nothing overflows.
    const std::int64_t rest = ticks % scale;
    const std::int64_t half = scale / 2;
    return ticks / scale * parts + (rest * parts + (rest < 0 ? -half : half)) / scale;
}

std::string fractionText(const Fraction& fraction, Time scale) {
    const Time common = std::gcd(fraction.numerator, scale);
    const Time numerator = fraction.numerator / common;
    const Time denominator = fraction.denominator * (scale / common);
    const Time last = std::gcd(numerator, denominator);
    return std::to_string(numerator / last) + (denominator == last ? "" : "/" + std::to_string(denominator / last));
}

Result<Fraction> fractionFromText(std::string_view text, Time scale) {
    const std::size_t bar = text.find('/');
    const std::string_view over = bar == std::string_view::npos ? "1" : text.substr(bar + 1);
    const std::optional<Time> numerator = wholeFrom<Time>(text.substr(0, bar));
    const std::optional<Time> denominator = wholeFrom<Time>(over);
    if (!numerator || !denominator || *denominator == 0)
        return Error{say(phrase("file", "'%1' is no fraction like 91/2"), text)};
    const Time common = std::gcd(*denominator, scale);
    const Time by = scale / common;
    if (by > 0 && *numerator > std::numeric_limits<Time>::max() / by)
        return Error{say(phrase("file", "'%1' is too large"), text)};
    return fractionOf(*numerator * by, *denominator / common);
}

} // namespace lanewright
