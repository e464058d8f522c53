// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/translation_json.h"

#include "core/base/message.h"
#include "core/io/quoted_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace lanewright {

namespace {

constexpr std::array<std::string_view, 4> kTextKeys = {"title", "task", "text", "hints"};

bool isLanguage(std::string_view name) {
    return (name.size() == 2 || name.size() == 3) &&
           std::ranges::all_of(name, [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

LessonText wordsFrom(const json::Node& node, std::size_t hints, Trouble& trouble) {
    LessonText words;
    if (!expect(node, json::Kind::Object, trouble))
        return words;
    for (const json::Node child : node.children())
        if (std::ranges::find(kTextKeys, child.key()) == kTextKeys.end())
            trouble.add(say(phrase("file", "there is no such key here; there are title, task, text and hints")), child);
    words.title = stringIn(node, "title", "", trouble);
    words.task = stringIn(node, "task", "", trouble);
    words.text = textsIn(node, "text", trouble);
    words.hints = textsIn(node, "hints", trouble);
    if (!words.hints.empty() && words.hints.size() != hints)
        trouble.add(sayCounted(countedPhrase("file", "the lesson has %1 hints, so there must be as many here, not %2",
                                             "the lesson has %1 hint, so there must be as many here, not %2"),
                               static_cast<std::int64_t>(hints), hints, words.hints.size()),
                    *node.find("hints"));
    return words;
}

} // namespace

std::vector<std::string> textsIn(const json::Node& object, std::string_view key, Trouble& trouble) {
    const auto node = object.find(key);
    if (!node)
        return {};
    if (node->kind() == json::Kind::String)
        return {stringFrom(*node, trouble)};
    std::vector<std::string> texts;
    if (expect(*node, json::Kind::Array, trouble))
        for (const json::Node item : node->children())
            texts.push_back(stringFrom(item, trouble));
    return texts;
}

void writeTexts(json::Writer& writer, std::string_view key, const std::vector<std::string>& texts) {
    writer.key(key).beginArray(json::Layout::Lines);
    for (const std::string& text : texts)
        writer.string(text);
    writer.endArray();
}

std::map<std::string, LessonText> translationsIn(const json::Node& root, std::size_t hints, Trouble& trouble) {
    std::map<std::string, LessonText> in;
    const auto node = root.find("in");
    if (!node || !expect(*node, json::Kind::Object, trouble))
        return in;
    for (const json::Node child : node->children()) {
        if (!isLanguage(child.key()))
            trouble.add(say(phrase("file", "%1 is no language: write two or three small letters, such as %2"),
                            inQuotes(child.key()), inQuotes("de")),
                        child);
        in[std::string{child.key()}] = wordsFrom(child, hints, trouble);
    }
    return in;
}

void writeTranslations(json::Writer& writer, const std::map<std::string, LessonText>& in) {
    if (in.empty())
        return;
    writer.key("in").beginObject(json::Layout::Lines);
    for (const auto& [language, words] : in) {
        writer.key(language).beginObject(json::Layout::Lines);
        if (!words.title.empty())
            writer.key("title").string(words.title);
        if (!words.task.empty())
            writer.key("task").string(words.task);
        if (!words.text.empty())
            writeTexts(writer, "text", words.text);
        if (!words.hints.empty())
            writeTexts(writer, "hints", words.hints);
        writer.endObject();
    }
    writer.endObject();
}

} // namespace lanewright
