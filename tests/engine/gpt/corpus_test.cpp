// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/corpus.h"
#include "tests/engine/support/requests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lanewright::engine::test {

namespace {

/// A text in which every window of three bytes or more is found once.
std::string countingText(int size) {
    std::string text;
    for (int i = 0; static_cast<int>(text.size()) < size; ++i) {
        text.push_back(static_cast<char>('A' + i / 26 % 26));
        text.push_back(static_cast<char>('a' + i % 26));
    }
    text.resize(static_cast<std::size_t>(size));
    return text;
}

std::vector<std::string> windowsOf(const Corpus& corpus, TextPart part, std::uint64_t first, int microbatches) {
    std::vector<std::string> windows;
    for (int i = 0; i < microbatches; ++i) {
        Samples samples;
        corpus.fill(samples, part, first + static_cast<std::uint64_t>(i * kTiny.batch));
        for (int sample = 0; sample < kTiny.batch; ++sample) {
            const auto from = samples.tokens.begin() + static_cast<std::ptrdiff_t>(sample) * kTiny.context;
            windows.emplace_back(from, from + kTiny.context);
        }
    }
    return windows;
}

TEST(Corpus, RefusesATextThatIsTooShortAndReadsEveryByteOfOneThatJustFits) {
    const Result<Corpus> tooShort = Corpus::make("abcdef", kTiny, 1);
    ASSERT_FALSE(tooShort);
    EXPECT_EQ(tooShort.error().message, "the text has 6 bytes; a context of 6 tokens needs at least 7");
    const Result<Corpus> fits = Corpus::make("abcdefg", kTiny, 1);
    ASSERT_TRUE(fits);
    Samples samples;
    fits->fill(samples, TextPart::Training, 31);
    EXPECT_EQ(std::string(samples.tokens.begin(), samples.tokens.begin() + 6), "abcdef");
    EXPECT_EQ(std::string(samples.targets.begin(), samples.targets.begin() + 6), "bcdefg");
}

TEST(Corpus, RefusesPartsThatAreTooShort) {
    const auto refusal = [](std::string text, double share) {
        return Corpus::make(std::move(text), kTiny, 1, share).error().message;
    };
    EXPECT_EQ(refusal(countingText(60), 0.1),
              "the text's part for validation has 6 bytes; a context of 6 tokens needs at least 7");
    EXPECT_EQ(refusal(countingText(12), 0.5),
              "the text has 6 bytes to learn from; a context of 6 tokens needs at least 7");
}

TEST(Corpus, ARoundTakesEveryWindowOnceAndTheNextTakesThemInAnotherOrder) {
    const Corpus corpus = *Corpus::make(countingText(605), kTiny, 1);
    const std::uint64_t windows = corpus.windows(TextPart::Training);
    EXPECT_EQ(windows, 99U);
    const std::vector<std::string> both = windowsOf(corpus, TextPart::Training, 0, static_cast<int>(windows));
    const std::vector<std::string> first(both.begin(), both.begin() + 99);
    const std::vector<std::string> second(both.begin() + 99, both.end());
    EXPECT_EQ(std::set<std::string>(first.begin(), first.end()).size(), windows);
    EXPECT_EQ(std::set<std::string>(second.begin(), second.end()).size(), windows);
    EXPECT_NE(first, second);
    EXPECT_FALSE(std::ranges::is_sorted(first));
}

TEST(Corpus, ShufflesAnyNumberOfPlaces) {
    for (const std::uint64_t count : {1U, 2U, 3U, 16U, 17U, 1000U}) {
        std::set<std::uint64_t> places;
        for (std::uint64_t number = 0; number < count; ++number)
            places.insert(shuffledPlace(number, count, 7));
        EXPECT_EQ(places.size(), count);
        EXPECT_EQ(*places.rbegin(), count - 1);
    }
}

TEST(Corpus, TheSeedDecidesTheOrder) {
    const auto taken = [](std::uint64_t seed, std::uint64_t first) {
        return windowsOf(*Corpus::make(builtInText(), kTiny, seed), TextPart::Training, first, 1);
    };
    EXPECT_EQ(taken(1, 0), taken(1, 0));
    EXPECT_NE(taken(1, 0), taken(1, 2));
    EXPECT_NE(taken(1, 0), taken(2, 0));
}

TEST(Corpus, TrainingNeverSeesWhatIsHeldBack) {
    const std::string text = std::string(800, 'x') + std::string(200, 'y');
    const Corpus corpus = *Corpus::make(text, kTiny, 3, 0.2);
    for (const std::string& window : windowsOf(corpus, TextPart::Training, 0, 200))
        EXPECT_EQ(window, "xxxxxx");
    for (const std::string& window : windowsOf(corpus, TextPart::Validation, 0, 50))
        EXPECT_EQ(window, "yyyyyy");
    Samples samples;
    for (std::uint64_t sample = 0; sample < 400; ++sample) {
        corpus.fill(samples, TextPart::Training, sample);
        EXPECT_EQ(std::ranges::count(samples.targets, 'y'), 0) << "not even as the last target";
    }
}

} // namespace

} // namespace lanewright::engine::test
