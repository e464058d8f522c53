// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/corpus.h"

#include "engine/gpt/counter_random.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

namespace lanewright::engine {

namespace {

/// Windows of `context` tokens, each with its last target, that fit side by side wherever a round may begin.
std::uint64_t windowsIn(std::size_t size, std::size_t context) {
    const std::uint64_t most = size > 0 ? (size - 1) / context : 0;
    return most > 1 ? most - 1 : most;
}

} // namespace

std::uint64_t shuffledPlace(std::uint64_t number, std::uint64_t count, std::uint64_t key) {
    // A Feistel network permutes the numbers of an even number of bits; those that fall outside go round again
    // (Black, Rogaway: Ciphers with arbitrary finite domains, 2002).
    int half = 1;
    while (half < 32 && (std::uint64_t{1} << (2 * half)) < count)
        ++half;
    const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
    do {
        std::uint64_t left = number >> half;
        std::uint64_t right = number & mask;
        for (std::uint64_t round = 0; round < 4; ++round) {
            const std::uint64_t next = left ^ (randomAt(key, round, right) & mask);
            left = right;
            right = next;
        }
        number = (left << half) | right;
    } while (number >= count);
    return number;
}

Corpus::Corpus(std::string text, const ModelSpec& model, std::uint64_t seed, double validationShare)
    : m_text(std::move(text)), m_shape{model.batch, model.context}, m_context(static_cast<std::size_t>(model.context)),
      m_seed(seed) {
    m_training = m_text.size() - static_cast<std::size_t>(static_cast<double>(m_text.size()) * validationShare);
}

Result<Corpus> Corpus::make(std::string text, const ModelSpec& model, std::uint64_t seed, double validationShare) {
    const std::size_t size = text.size();
    Corpus corpus{std::move(text), model, seed, validationShare};
    const std::size_t least = corpus.m_context + 1;
    const auto tooShort = [&](const Message& words) {
        return Error{
            say(phrase("engine", "%1; a context of %2 tokens needs at least %3"), words, model.context, least)};
    };
    if (corpus.m_training < least)
        return tooShort(say(corpus.m_training < size ? phrase("engine", "the text has %1 bytes to learn from")
                                                     : phrase("engine", "the text has %1 bytes"),
                            corpus.m_training));
    const std::size_t held = size - corpus.m_training;
    if (validationShare > 0 && held < least)
        return tooShort(say(phrase("engine", "the text's part for validation has %1 bytes"), held));
    return corpus;
}

Corpus::Range Corpus::rangeOf(TextPart part) const {
    return part == TextPart::Training ? Range{0, m_training} : Range{m_training, m_text.size() - m_training};
}

std::uint64_t Corpus::windows(TextPart part) const { return windowsIn(rangeOf(part).size, m_context); }

std::uint64_t Corpus::hash() const {
    std::uint64_t hash = stir(m_text.size());
    for (const char byte : m_text)
        hash = stir(hash ^ static_cast<std::uint8_t>(byte));
    return hash;
}

std::size_t Corpus::startOf(TextPart part, std::uint64_t number) const {
    const Range range = rangeOf(part);
    const std::uint64_t count = windowsIn(range.size, m_context);
    const std::uint64_t round = number / count;
    const std::uint64_t key = randomAt(m_seed, 0x64617461U, static_cast<std::uint64_t>(part), round);
    const std::uint64_t place = shuffledPlace(number % count, count, key);
    const std::size_t slack = range.size - 1 - count * m_context;
    const std::size_t offset = stir(key) % (std::min(slack, m_context - 1) + 1);
    return range.begin + offset + place * m_context;
}

void Corpus::fill(Samples& samples, TextPart part, std::uint64_t first, const MicrobatchShape& shape) const {
    const auto each = static_cast<std::size_t>(shape.context);
    assert(each <= m_context);
    samples.tokens.resize(static_cast<std::size_t>(shape.tokens()));
    samples.targets.resize(samples.tokens.size());
    for (int sample = 0; sample < shape.samples; ++sample) {
        const std::size_t start = startOf(part, first + static_cast<std::uint64_t>(sample));
        const auto from = m_text.begin() + static_cast<std::ptrdiff_t>(start);
        const auto at = static_cast<std::ptrdiff_t>(each * static_cast<std::size_t>(sample));
        std::copy_n(from, each, samples.tokens.begin() + at);
        std::copy_n(from + 1, each, samples.targets.begin() + at);
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
