// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/corpus.h"

#include "engine/gpt/random.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanewright::engine {

Result<Corpus> Corpus::make(std::string text, const ModelSpec& model, std::uint64_t seed) {
    const std::size_t least = static_cast<std::size_t>(model.context) + 1;
    if (text.size() < least)
        return Error{"the text has " + std::to_string(text.size()) + " bytes; a context of " +
                     std::to_string(model.context) + " tokens needs at least " + std::to_string(least)};
    return Corpus{std::move(text), model, seed};
}

void Corpus::fill(Samples& samples, int step, int microbatch) const {
    const std::size_t context = static_cast<std::size_t>(m_context);
    samples.tokens.resize(context * static_cast<std::size_t>(m_batch));
    samples.targets.resize(samples.tokens.size());
    const std::uint64_t places = m_text.size() - context;
    const auto place = static_cast<std::uint64_t>(microbatch) * static_cast<std::uint64_t>(m_batch);
    for (int sample = 0; sample < m_batch; ++sample) {
        const std::uint64_t bits =
            randomAt(m_seed, 0x64617461U, static_cast<std::uint64_t>(step), place + static_cast<std::uint64_t>(sample));
        const auto from = m_text.begin() + static_cast<std::ptrdiff_t>(bits % places);
        const auto at = static_cast<std::ptrdiff_t>(context * static_cast<std::size_t>(sample));
        std::copy_n(from, context, samples.tokens.begin() + at);
        std::copy_n(from + 1, context, samples.targets.begin() + at);
    }
}

std::string builtInText() {
    constexpr std::array<std::string_view, 8> kThings{"rank",     "stage", "pipeline", "bubble",
                                                      "schedule", "lane",  "gradient", "weight"};
    constexpr std::array<std::string_view, 8> kKinds{"small", "quick", "idle",  "steady",
                                                     "early", "late",  "first", "last"};
    constexpr std::array<std::string_view, 8> kActs{"waits for", "sends to", "follows", "fills",
                                                    "feeds",     "meets",    "leaves",  "passes"};
    constexpr std::size_t kSize = 64 * 1024;
    std::string text;
    text.reserve(kSize + 128);
    for (std::uint64_t sentence = 0; text.size() < kSize; ++sentence) {
        const auto pick = [&](const auto& words, std::uint64_t place) {
            return words[randomAt(7, sentence, place) % words.size()];
        };
        text.append("the ").append(pick(kKinds, 0)).append(" ").append(pick(kThings, 1)).append(" ");
        text.append(pick(kActs, 2)).append(" the ").append(pick(kKinds, 3)).append(" ").append(pick(kThings, 4));
        text.append(sentence % 4 == 3 ? ".\n" : ", and ");
    }
    return text;
}

} // namespace lanewright::engine
