// SPDX-License-Identifier: Apache-2.0
#include "core/api/generate/sweep_axes.h"

#include "core/base/decimal.h"
#include "core/base/joined_by.h"
#include "core/base/option_names.h"
#include "core/base/text_parts.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace lanewright::api {

namespace {

Error noStep(const std::string& word) {
    return {
        say(phrase("refusal", "'%1' is neither a value nor FROM:TO:STEP with TO from FROM on and STEP above 0"), word)};
}

/// The values of a word without its `x`s, of at least 0; `scale` ticks make one.
Result<std::vector<std::int64_t>> stepsFrom(const std::string& word, std::int64_t scale) {
    std::vector<std::int64_t> numbers;
    for (const std::string_view part : cutAt(word, ':')) {
        const Result<std::int64_t> number = ticksFromDecimal(part, scale);
        if (!number)
            return number.error();
        numbers.push_back(*number);
    }
    if (numbers.size() == 1 && numbers[0] >= 0)
        return numbers;
    if (numbers.size() != 3 || numbers[0] < 0 || numbers[1] < numbers[0] || numbers[2] <= 0)
        return noStep(word);
    if ((numbers[1] - numbers[0]) / numbers[2] >= kMostCells)
        return Error{say(phrase("refusal", "'%1' is more than %2 values"), word, kMostCells)};
    std::vector<std::int64_t> steps;
    for (std::int64_t left = (numbers[1] - numbers[0]) / numbers[2], value = numbers[0]; left >= 0; --left) {
        steps.push_back(value);
        value += left > 0 ? numbers[2] : 0;
    }
    return steps;
}

Error under(std::string_view option, const Error& error) { return {error.message, optionNamed(option)}; }

} // namespace

Result<std::vector<int>> countsFromText(const std::string& text, const std::string& option) {
    std::vector<int> counts;
    for (const std::string_view each : cutAt(text, ',')) {
        const std::string word{each};
        const Result<std::vector<std::int64_t>> steps = stepsFrom(word, 1);
        if (!steps)
            return under(option, steps.error());
        if (steps->front() < 1 || steps->back() > std::numeric_limits<int>::max())
            return Error{say(phrase("refusal", "'%1' must be whole numbers from 1 on"), word), optionNamed(option)};
        counts.insert(counts.end(), steps->begin(), steps->end());
    }
    return counts;
}

Result<std::vector<SweptLimit>> limitsFromText(const std::string& text, MemoryUnit unit) {
    using enum SweptLimit::Kind;
    constexpr std::string_view kOption = "--memory-limit";
    std::vector<SweptLimit> limits;
    for (const std::string_view each : cutAt(text, ',')) {
        const std::string word{each};
        if (word == "none") {
            limits.push_back({.text = word});
            continue;
        }
        std::vector<std::string_view> parts = cutAt(word, ':');
        const auto withX = std::ranges::count_if(parts, [](std::string_view part) { return part.ends_with('x'); });
        if (withX != 0 && withX != std::ssize(parts))
            return Error{
                say(phrase("refusal", "'%1' has an x behind some of its numbers; write it behind all or none"), word),
                optionNamed(kOption)};
        if (withX != 0)
            for (std::string_view& part : parts)
                part.remove_suffix(1);
        const std::string bare = joinedBy(":", parts);
        const std::int64_t scale = withX != 0 ? SweptLimit::kOne : scaleOf(unit);
        const Result<std::vector<std::int64_t>> steps = stepsFrom(bare, scale);
        if (!steps)
            return under(kOption, steps.error());
        for (const std::int64_t step : *steps)
            limits.push_back(
                {decimalFromTicks(step, scale) + (withX != 0 ? "x" : ""), withX != 0 ? Times : Bytes, step});
    }
    return limits;
}

} // namespace lanewright::api
