// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// The words of a sentence in English, with `%1` … `%9` where its arguments come. They stand in the sources as literals
/// inside `phrase(…)` or `countedPhrase(…)`, so that the tool which collects what is to be translated finds them. It
/// looks at these words and does not keep them.
struct Phrase {
    std::string_view context = {}; ///< what the sentence is about, for translators: `finding`
    std::string_view text = {};    ///< said of many, where there is a number that decides
    std::string_view one = {};     ///< said of one; empty: there is no such number

    friend bool operator==(const Phrase&, const Phrase&) = default;
};

constexpr Phrase phrase(std::string_view context, std::string_view text) { return {context, text}; }

/// For a number that makes a difference in grammar: `one` is said of 1, `many` of every other.
constexpr Phrase countedPhrase(std::string_view context, std::string_view many, std::string_view one) {
    return {context, many, one};
}

/// Something said to a person: a phrase with its arguments, or words that are the same in every language (a name, a
/// number). Core says it in English; who knows other languages looks the phrase up and fills the arguments in.
///
/// Two messages are equal when they say the same.
class Message {
public:
    Message() = default;
    Message(std::string plain) : m_plain(std::move(plain)) {}
    Message(std::string_view plain) : m_plain(plain) {}
    Message(const char* plain) : m_plain(plain) {}
    Message(std::integral auto number) : m_plain(std::to_string(number)) {}
    Message(Phrase phrase, std::vector<Message> arguments, std::int64_t count)
        : m_phrase(phrase), m_arguments(std::move(arguments)), m_count(count) {}
    /// With a phrase that was read somewhere: the message and its copies keep the words together.
    static Message withOwnPhrase(const Phrase& phrase, std::vector<Message> arguments, std::int64_t count);

    /// In English.
    std::string text() const;
    operator std::string() const { return text(); }
    bool empty() const { return m_phrase.text.empty() && m_plain.empty(); }

    /// True for words that need no translation; they are `text()`.
    bool isPlain() const { return m_phrase.text.empty(); }
    const Phrase& phrase() const { return m_phrase; }
    const std::vector<Message>& arguments() const { return m_arguments; }
    /// The number that decides between one and many.
    std::int64_t count() const { return m_count; }

    friend bool operator==(const Message& a, const Message& b) { return a.text() == b.text(); }

private:
    struct OwnPhrase {
        std::string context = {};
        std::string text = {};
        std::string one = {};
    };

    std::string m_plain = {};
    std::shared_ptr<const OwnPhrase> m_ownPhrase = {}; ///< what `m_phrase` looks at; null where that is literals
    Phrase m_phrase = {};
    std::vector<Message> m_arguments = {};
    std::int64_t m_count = 0;
};

std::ostream& operator<<(std::ostream& out, const Message& message);

/// The phrase with its arguments.
template <typename... Arguments>
Message say(Phrase phrase, Arguments&&... arguments) {
    std::vector<Message> all;
    all.reserve(sizeof...(arguments));
    (all.emplace_back(std::forward<Arguments>(arguments)), ...);
    return {phrase, std::move(all), 0};
}

/// The phrase as it is said of `count`.
template <typename... Arguments>
Message sayCounted(Phrase phrase, std::int64_t count, Arguments&&... arguments) {
    std::vector<Message> all;
    all.reserve(sizeof...(arguments));
    (all.emplace_back(std::forward<Arguments>(arguments)), ...);
    return {phrase, std::move(all), count};
}

/// Sentences one after the other; those that are empty fall out.
Message inTurn(const std::vector<Message>& sentences);

/// Puts arguments in the places `%1` … `%9` of a text; a place without an argument stays.
std::string filledIn(std::string_view text, const std::vector<std::string>& arguments);

} // namespace lanewright
