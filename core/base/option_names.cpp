// SPDX-License-Identifier: Apache-2.0
#include "core/base/option_names.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// The context of phrases that are the name of an option, of which no translator sees one.
constexpr std::string_view kOption = "option";

/// How many letters of the name of an option the words begin with, behind what ends another word; 0 where none does.
std::size_t nameLength(std::string_view words, char before) {
    const bool begins = before == ' ' || before == '(' || before == '/';
    const std::size_t hyphens = words.find_first_not_of('-');
    if (!begins || (hyphens != 1 && hyphens != 2) || words[hyphens] < 'a' || words[hyphens] > 'z')
        return 0;
    const std::size_t end = words.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", hyphens);
    return std::min(end, words.size());
}

} // namespace

Message optionNamed(std::string_view name) { return Message::withOwnPhrase({.context = kOption, .text = name}, {}, 0); }

Message naming(std::string_view words, std::vector<Message> arguments) {
    std::string text;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t length = nameLength(words.substr(at), at == 0 ? ' ' : words[at - 1]);
        if (length == 0) {
            text += words[at++];
            continue;
        }
        arguments.push_back(optionNamed(words.substr(at, length)));
        text += "%" + std::to_string(arguments.size());
        at += length;
    }
    return Message::withOwnPhrase({.text = text}, std::move(arguments), 0);
}

Message withOptionsCalled(const Message& message, const std::function<std::string(std::string_view)>& called) {
    if (message.isPlain())
        return message;
    if (message.phrase().context == kOption)
        return {called(message.phrase().text)};
    const auto renamed = [&](const Message& argument) { return withOptionsCalled(argument, called); };
    return Message::withOwnPhrase(message.phrase(), mapped(message.arguments(), renamed), message.count());
}

} // namespace lanewright
