// SPDX-License-Identifier: Apache-2.0
#include "core/base/message.h"

#include "core/base/mapped.h"

#include <ostream>

namespace lanewright {

std::string filledIn(std::string_view text, const std::vector<std::string>& arguments) {
    std::string filled;
    filled.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool place = text[at] == '%' && at + 1 < text.size() && text[at + 1] >= '1' && text[at + 1] <= '9';
        const std::size_t index = place ? static_cast<std::size_t>(text[at + 1] - '1') : arguments.size();
        if (index < arguments.size()) {
            filled += arguments[index];
            ++at;
        } else {
            filled += text[at];
        }
    }
    return filled;
}

Message Message::withOwnPhrase(const Phrase& phrase, std::vector<Message> arguments, std::int64_t count) {
    auto words = std::make_shared<const OwnPhrase>(
        OwnPhrase{std::string{phrase.context}, std::string{phrase.text}, std::string{phrase.one}});
    Message message{Phrase{words->context, words->text, words->one}, std::move(arguments), count};
    message.m_ownPhrase = std::move(words);
    return message;
}

std::string Message::text() const {
    if (isPlain())
        return m_plain;
    const std::vector<std::string> words = mapped(m_arguments, &Message::text);
    return filledIn(m_count == 1 && !m_phrase.one.empty() ? m_phrase.one : m_phrase.text, words);
}

std::ostream& operator<<(std::ostream& out, const Message& message) { return out << message.text(); }

Message inTurn(const std::vector<Message>& sentences) {
    constexpr Phrase kTwo = phrase("list", "%1 %2");
    Message all;
    for (const Message& sentence : sentences)
        if (!sentence.empty())
            all = all.empty() ? sentence : say(kTwo, all, sentence);
    return all;
}

} // namespace lanewright
