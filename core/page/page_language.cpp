// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_language.h"

#include "core/io/dictionary_json.h"
#include "core/page/page_parts.h"

#include <cassert>
#include <memory>

namespace lanewright {

const std::vector<std::string>& pageLanguages() {
    static const std::vector<std::string> kAll = {"en", "de"};
    return kAll;
}

PageLanguage pageLanguage(std::string_view tag) {
    if (tag != "de")
        return {};
    const Result<Dictionary> read = dictionaryFromJson(parts::kWordsDe);
    assert(read);
    const auto words = std::make_shared<const Dictionary>(*read);
    return {.tag = "de",
            .say = [words](const Message& message) { return words->said(message); },
            .dictionary = std::string{parts::kWordsDe}};
}

} // namespace lanewright
