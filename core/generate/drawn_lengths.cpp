// SPDX-License-Identifier: Apache-2.0
#include "core/generate/drawn_lengths.h"

#include "core/base/decimal.h"
#include "core/base/random.h"
#include "core/base/whole_number.h"
#include "core/model/limits.h"
#include "core/model/microbatch_costs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <string>
#include <variant>

namespace lanewright {

namespace {

constexpr std::string_view kUniform = "uniform:";
constexpr std::string_view kLognormal = "lognormal:";
constexpr std::int64_t kSpreadParts = 1'000'000'000;
constexpr std::int64_t kMostSpread = 10 * kSpreadParts;

std::optional<int> lengthFrom(std::string_view word) {
    const std::optional<int> length = wholeFrom<int>(word);
    return length && *length >= 1 && *length <= MicrobatchCosts::kMostLength ? length : std::nullopt;
}

/// Every length from the least to the most equally likely.
struct UniformLengths {
    int least = 0;
    int most = 0;

    int drawn(Random& random) const { return random.between(least, most); }
};

/// Lengths whose logarithm is normal (G. E. P. Box and M. E. Muller 1958).
struct LognormalLengths {
    double median = 0;
    double spread = 0; ///< the logarithm's

    int drawn(Random& random) const {
        const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
        const double length = median * std::exp(spread * radius * std::cos(2 * std::numbers::pi * random.unit()));
        return static_cast<int>(std::clamp<double>(std::round(length), 1, MicrobatchCosts::kMostLength));
    }
};

using Distribution = std::variant<UniformLengths, LognormalLengths>;

std::optional<Distribution> distributionFrom(std::string_view words) {
    if (!isDistribution(words))
        return {};
    const bool isUniform = words.starts_with(kUniform);
    const std::string_view both = words.substr((isUniform ? kUniform : kLognormal).size());
    const std::size_t colon = both.find(':');
    const std::string_view second = colon == std::string_view::npos ? std::string_view{} : both.substr(colon + 1);
    const std::optional<int> first = lengthFrom(both.substr(0, colon));
    if (isUniform) {
        const std::optional<int> most = lengthFrom(second);
        return first && most && *most >= *first ? std::optional(UniformLengths{*first, *most}) : std::nullopt;
    }
    const Result<std::int64_t> spread = ticksFromDecimal(second, kSpreadParts);
    if (!first || !spread || *spread < 0 || *spread > kMostSpread)
        return {};
    return LognormalLengths{static_cast<double>(*first),
                            static_cast<double>(*spread) / static_cast<double>(kSpreadParts)};
}

} // namespace

bool isDistribution(std::string_view words) { return words.starts_with(kUniform) || words.starts_with(kLognormal); }

Result<std::vector<int>> drawnLengths(std::string_view words, int count, std::uint64_t seed) {
    const std::optional<Distribution> distribution = distributionFrom(words);
    if (!distribution)
        return Error{
            say(phrase("refusal", "'%1' is no distribution of lengths: uniform:A:B takes the least and the most, "
                                  "lognormal:M:S the median and the standard deviation of the logarithm (0 to "
                                  "10); lengths are 1 to %2 tokens"),
                words, MicrobatchCosts::kMostLength)};
    Random random(seed);
    std::vector<int> lengths(static_cast<std::size_t>(count));
    for (int& length : lengths)
        length = std::visit([&](const auto& each) { return each.drawn(random); }, *distribution);
    return lengths;
}

Result<std::vector<int>> lengthsFromText(std::string_view text) {
    constexpr std::string_view kBetween = " \t\r\n,;";
    std::vector<int> lengths;
    for (std::size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;
         at = text.find_first_not_of(kBetween, at)) {
        const std::size_t end = std::min(text.size(), text.find_first_of(kBetween, at));
        const std::string_view word = text.substr(at, end - at);
        const std::optional<int> length = lengthFrom(word);
        const std::string place = std::to_string(lengths.size() + 1);
        if (!length)
            return Error{say(phrase("refusal", "'%1' is no length: a whole number of tokens, 1 to %2"),
                             word.substr(0, 40), MicrobatchCosts::kMostLength),
                         place};
        if (lengths.size() == static_cast<std::size_t>(kMaxMicrobatches))
            return Error{say(phrase("refusal", "there are more lengths than the %1 microbatches that there can be"),
                             kMaxMicrobatches),
                         place};
        lengths.push_back(*length);
        at = end;
    }
    if (lengths.empty())
        return Error{say(phrase("refusal", "there is no length in it"))};
    return lengths;
}

} // namespace lanewright
