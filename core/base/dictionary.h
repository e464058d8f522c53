// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <functional>
#include <map>
#include <string>

namespace lanewright {

/// What core says, in another language. `resources/words` has the words of those that there are.
class Dictionary {
public:
    /// A phrase in that language; of one that counts nothing, both are the same.
    struct Words {
        std::string one = {};
        std::string many = {};

        friend bool operator==(const Words&, const Words&) = default;
    };

    void add(const std::string& context, const std::string& english, Words words);
    bool empty() const { return m_words.empty(); }

    /// The message in the language, its arguments too. A phrase that is not in here stays English.
    std::string said(const Message& message) const;

private:
    const Words* wordsOf(const Phrase& phrase) const;

    using InContext = std::map<std::string, Words, std::less<>>; ///< by the English of many
    std::map<std::string, InContext, std::less<>> m_words;
};

} // namespace lanewright
