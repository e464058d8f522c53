// SPDX-License-Identifier: Apache-2.0
#include "core/base/dictionary.h"

#include "core/base/mapped.h"

#include <string_view>
#include <utility>
#include <vector>

namespace lanewright {

void Dictionary::add(const std::string& context, const std::string& english, Words words) {
    m_words[context][english] = std::move(words);
}

const Dictionary::Words* Dictionary::wordsOf(const Phrase& phrase) const {
    const auto context = m_words.find(phrase.context);
    if (context == m_words.end())
        return nullptr;
    const auto found = context->second.find(phrase.text);
    return found == context->second.end() ? nullptr : &found->second;
}

std::string Dictionary::said(const Message& message) const {
    if (message.isPlain())
        return message.text();
    const Phrase& phrase = message.phrase();
    const bool isOne = message.count() == 1 && !phrase.one.empty();
    const Words* const words = wordsOf(phrase);
    const std::string_view own = isOne ? phrase.one : phrase.text;
    const std::string_view text = words == nullptr ? own : isOne ? words->one : words->many;
    return filledIn(text, mapped(message.arguments(), [this](const Message& argument) { return said(argument); }));
}

} // namespace lanewright
