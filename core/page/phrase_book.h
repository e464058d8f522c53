// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/io/json_writer.h"
#include "core/page/page.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

/// Inside core/page only.
namespace lanewright {

/// Writes messages so that each phrase stands in the page once: a plain one as a string, any other as the place of its
/// phrase and its arguments.
class PhraseBook {
public:
    explicit PhraseBook(const PageLanguage& language) : m_language(language) {}

    void write(json::Writer& writer, const Message& message) {
        if (message.isPlain()) {
            writer.string(message.text());
            return;
        }
        writer.list(json::Layout::Tight, [&] {
            writer.number(placeOf(message));
            for (const Message& argument : message.arguments())
                write(writer, argument);
        });
    }

    void writePhrases(json::Writer& writer) const {
        writer.key("phrases").list(json::Layout::Lines, m_phrases,
                                   [&](const std::string& each) { writer.string(each); });
    }

private:
    int placeOf(const Message& message) {
        static const std::vector<Message> kPlaces = {"%1", "%2", "%3", "%4", "%5", "%6", "%7", "%8", "%9"};
        const Phrase& phrase = message.phrase();
        const bool one = message.count() == 1 && !phrase.one.empty();
        const auto [found, isNew] = m_places.try_emplace(
            std::tuple{std::string{phrase.context}, std::string{phrase.text}, one}, static_cast<int>(m_phrases.size()));
        if (isNew)
            m_phrases.push_back(m_language.say(Message(phrase, kPlaces, message.count())));
        return found->second;
    }

    const PageLanguage& m_language;
    std::map<std::tuple<std::string, std::string, bool>, int> m_places;
    std::vector<std::string> m_phrases;
};

} // namespace lanewright
