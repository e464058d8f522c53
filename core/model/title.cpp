// SPDX-License-Identifier: Apache-2.0
#include "core/model/title.h"

#include "core/base/places.h"

#include <array>
#include <charconv>

namespace lanewright::title {

namespace {

/// Names that are words: of generators, of models and clusters to begin with, and of what was read from elsewhere.
constexpr std::array kNames = {
    phrase("title", "ZB automatic"),
    kPytorch,
    kSolvedIteration,
    kSolvedPeriod,
    kSolvedMakespan,
    kSolvedLongestSpan,
    phrase("title", "Tiny GPT"),
    phrase("title", "NVLink island: 8 H100"),
    phrase("title", "Two nodes over Ethernet: 2 x 4 A100"),
    phrase("title", "Mixed generations: 4 A100, 4 V100"),
    phrase("title", "A laptop: 2 cores"),
    phrase("title", "Probed"),
};

constexpr std::array kParts = {kReplaced, kUntied, kCutInHalf, kSlowed, kEdited, phrase("title", "fixed form")};

Message countedIn(std::string_view part) {
    for (const Phrase& phrase : {kRanks, kMicrobatches, kReplicas}) {
        const std::array forms = {Phrase{phrase.context, phrase.text}, Phrase{phrase.context, phrase.one}};
        const auto found = phraseOf(part, forms);
        if (!found)
            continue;
        const std::string number = found->arguments().at(0);
        int count = 0;
        if (std::from_chars(number.data(), number.data() + number.size(), count).ec == std::errc())
            return sayCounted(phrase, count, number);
    }
    return part;
}

Message partSaid(std::string_view part) {
    if (auto found = phraseOf(part, kParts))
        return *std::move(found);
    return countedIn(part);
}

constexpr Phrase kJoined = phrase("list", "%1, %2");

Message joined(const Message& title, const Message& part) { return say(kJoined, title, part); }

} // namespace

std::string with(const std::string& title, const Message& part) {
    return title.empty() ? part.text() : joined(title, part).text();
}

Message counted(const Phrase& phrase, int count) { return sayCounted(phrase, count, count); }

Message said(std::string_view title) {
    if (auto name = phraseOf(title, kNames))
        return *std::move(name);
    const std::size_t comma = title.rfind(", ");
    if (comma == std::string_view::npos)
        return title;
    const Message part = partSaid(title.substr(comma + 2));
    if (part.isPlain())
        return title;
    const std::string_view rest = title.substr(0, comma);
    const Message before = said(rest);
    if (before.isPlain() && rest.find(", ") != std::string_view::npos)
        return title;
    return joined(before, part);
}

Message nameOf(std::string_view title) {
    Message name = said(title);
    while (name.phrase() == kJoined)
        name = Message{name.arguments().front()};
    return name;
}

bool endsIn(std::string_view title, const Phrase& part) {
    const Message whole = said(title);
    return whole.phrase() == kJoined && whole.arguments().back().phrase() == part;
}

} // namespace lanewright::title
