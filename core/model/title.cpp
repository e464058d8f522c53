// SPDX-License-Identifier: Apache-2.0
#include "core/model/title.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <vector>

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

/// What is made of a schedule one after the other adds a part each time; nobody makes so much of one, but a file may.
constexpr int kMostParts = 32;

bool isMark(std::string_view words, std::size_t at) {
    return words[at] == '%' && at + 1 < words.size() && words[at + 1] >= '1' && words[at + 1] <= '9';
}

/// Where the phrase's own words up to its next mark end.
std::size_t endOfWords(std::string_view words, std::size_t at) {
    while (at < words.size() && !isMark(words, at))
        ++at;
    return at;
}

/// What stands in the places of the phrase when it says the text.
std::optional<std::vector<Message>> argumentsIn(std::string_view text, std::string_view words) {
    std::vector<Message> arguments;
    std::size_t end = endOfWords(words, 0);
    if (!text.starts_with(words.substr(0, end)))
        return {};
    text.remove_prefix(end);
    while (end < words.size()) {
        const auto number = static_cast<std::size_t>(words[end + 1] - '1');
        const std::size_t start = end + 2;
        end = endOfWords(words, start);
        const std::string_view own = words.substr(start, end - start);
        // The last words must be those of the end, so that an argument may hold them, too.
        const std::size_t found = end == words.size() && text.ends_with(own) ? text.size() - own.size()
                                  : end == words.size()                      ? std::string_view::npos
                                                                             : text.find(own);
        if (found == std::string_view::npos || found == 0)
            return {};
        arguments.resize(std::max(arguments.size(), number + 1));
        arguments[number] = text.substr(0, found);
        text.remove_prefix(found + own.size());
    }
    return text.empty() ? std::optional(arguments) : std::nullopt;
}

/// The phrase that says just this text, with what stands in its places; none where no phrase does. Of several the one
/// with the most words of its own.
std::optional<Message> phraseOf(std::string_view text, std::span<const Phrase> phrases) {
    std::optional<Message> best;
    for (const Phrase& phrase : phrases)
        if (const auto arguments = argumentsIn(text, phrase.text);
            arguments && (!best || phrase.text.size() > best->phrase().text.size()))
            best = Message{phrase, *arguments, 0};
    return best;
}

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

Message partIn(std::string_view part) {
    if (auto found = phraseOf(part, kParts))
        return *std::move(found);
    return countedIn(part);
}

constexpr Phrase kJoined = phrase("list", "%1, %2");

Message joined(const Message& title, const Message& part) { return say(kJoined, title, part); }

/// Plain where more parts follow the name.
Message readUpTo(std::string_view text, int parts) {
    if (auto name = phraseOf(text, kNames))
        return *std::move(name);
    const std::size_t comma = text.rfind(", ");
    if (comma == std::string_view::npos || parts == 0)
        return text;
    const Message part = partIn(text.substr(comma + 2));
    if (part.isPlain())
        return text;
    const std::string_view rest = text.substr(0, comma);
    const Message before = readUpTo(rest, parts - 1);
    if (before.isPlain() && rest.find(", ") != std::string_view::npos)
        return text;
    return joined(before, part);
}

} // namespace

Message with(const Message& title, const Message& part) { return title.empty() ? part : joined(title, part); }

Message ofMade(const Message& title, const Message& part) {
    if (title.isPlain())
        return title;
    if (part.phrase() != kReplicas || !endsIn(title, kReplicas))
        return with(title, part);
    const std::vector<Message>& parts = title.arguments();
    return with(parts.front(), counted(kReplicas, static_cast<int>(parts.back().count() * part.count())));
}

Message counted(const Phrase& phrase, int count) { return sayCounted(phrase, count, count); }

Message read(std::string_view text) { return readUpTo(text, kMostParts); }

Message nameOf(const Message& title) {
    const Message* name = &title;
    while (name->phrase() == kJoined)
        name = &name->arguments().front();
    return *name;
}

bool endsIn(const Message& title, const Phrase& part) {
    return title.phrase() == kJoined && title.arguments().back().phrase() == part;
}

} // namespace lanewright::title
