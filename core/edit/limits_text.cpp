// SPDX-License-Identifier: Apache-2.0
#include "core/edit/limits_text.h"

#include "core/base/decimal.h"
#include "core/base/text_parts.h"

#include <string>

namespace lanewright {

Result<std::vector<std::optional<Bytes>>> memoryLimitsFromText(std::string_view text, int ranks, MemoryUnit unit) {
    std::vector<std::optional<Bytes>> limits;
    for (const std::string_view part : cutAt(text, ',')) {
        const std::string_view word = trimmed(part);
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
