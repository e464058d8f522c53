// SPDX-License-Identifier: Apache-2.0
#include "core/base/places.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

constexpr std::array kPlaces = {kLineColumn,   kRowColumn, kRowPlace,      kOrderRow,
                                kRankPosition, kRankPlace, kCharacterPlace};

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

} // namespace

std::optional<Message> phraseOf(std::string_view text, std::span<const Phrase> phrases) {
    std::optional<Message> best;
    for (const Phrase& phrase : phrases)
        if (const auto arguments = argumentsIn(text, phrase.text);
            arguments && (!best || phrase.text.size() > best->phrase().text.size()))
            best = Message{phrase, *arguments, 0};
    return best;
}

Message placeSaid(std::string_view where) {
    if (const auto place = phraseOf(where, kPlaces))
        return *place;
    const std::size_t inside = where.rfind(": ");
    if (inside == std::string_view::npos)
        return where;
    return within(where.substr(0, inside), placeSaid(where.substr(inside + 2)));
}

Message within(const Message& place, const Message& sentence) {
    if (place.empty() || sentence.empty())
        return place.empty() ? sentence : place;
    return say(phrase("list", "%1: %2"), place, sentence);
}

} // namespace lanewright
