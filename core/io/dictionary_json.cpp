// SPDX-License-Identifier: Apache-2.0
#include "core/io/dictionary_json.h"

#include "core/io/reading.h"

namespace lanewright {

namespace {

Dictionary::Words wordsFrom(const json::Node& node, Trouble& trouble) {
    if (node.kind() != json::Kind::Array) {
        const std::string words = stringFrom(node, trouble);
        return {words, words};
    }
    if (!expectList(node, 2, phrase("one per", "grammatical number"), trouble))
        return {};
    const std::vector<json::Node> forms = itemsOf(node);
    return {stringFrom(forms.front(), trouble), stringFrom(forms.back(), trouble)};
}

Dictionary dictionaryFrom(const json::Node& root, Trouble& trouble) {
    Dictionary dictionary;
    if (expect(root, json::Kind::Object, trouble))
        for (const json::Node context : root.children())
            if (expect(context, json::Kind::Object, trouble))
                for (const json::Node words : context.children())
                    dictionary.add(std::string{context.key()}, std::string{words.key()}, wordsFrom(words, trouble));
    return dictionary;
}

} // namespace

Result<Dictionary> dictionaryFromJson(std::string_view text) { return readText(text, dictionaryFrom); }

} // namespace lanewright
