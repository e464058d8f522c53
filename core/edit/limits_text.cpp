// SPDX-License-Identifier: Apache-2.0
#include "core/edit/limits_text.h"

#include "core/base/decimal.h"

#include <algorithm>
#include <string>

namespace lanewright {

namespace {

std::string_view trimmed(std::string_view word) {
    const std::size_t first = std::min(word.find_first_not_of(' '), word.size());
    return word.substr(first, word.find_last_not_of(' ') + 1 - first);
}

} // namespace

Result<std::vector<std::optional<Bytes>>> memoryLimitsFromText(std::string_view text, int ranks, MemoryUnit unit) {
    std::vector<std::optional<Bytes>> limits;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = trimmed(text.substr(begin, end - begin));
        begin = end + 1;
        if (word.empty() || word == "-") {
            limits.emplace_back();
            continue;
        }
        const Result<Bytes> limit = ticksFromDecimal(word, scaleOf(unit));
        if (!limit || *limit < 0)
            return Error{
                say(phrase("refusal", "'%1' is no amount of memory; write one for all ranks or %2 with commas between "
                                      "them"),
                    std::string{word}, ranks)};
        limits.emplace_back(*limit);
    }
    if (limits.size() == 1)
        limits.resize(static_cast<std::size_t>(ranks), limits.front());
    if (limits.size() != static_cast<std::size_t>(ranks))
        return Error{say(phrase("refusal", "there are %1 memory limits for %2 ranks"), limits.size(), ranks)};
    return limits;
}

} // namespace lanewright
