// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/translation_json.h"

#include "core/base/message.h"
#include "core/io/forms.h"
#include "core/io/quoted_text.h"

#include <algorithm>
#include <cstdint>

namespace lanewright {

namespace {

bool isLanguage(std::string_view name) {
    return (name.size() == 2 || name.size() == 3) &&
           std::ranges::all_of(name, [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

const FileFields<LessonText>& wordFields() {
    using Field = FileField<LessonText>;
    static const FileFields<LessonText> kFields = {
        Field("title", &LessonText::title, form::text()).unlessDefault(&LessonText::title),
        Field("task", &LessonText::task, form::text()).unlessDefault(&LessonText::task),
        Field("text", &LessonText::text, textsForm()).unlessDefault(&LessonText::text),
        Field("learnt", &LessonText::learnt, form::text()).unlessDefault(&LessonText::learnt),
        Field("hints", &LessonText::hints, textsForm()).unlessDefault(&LessonText::hints)};
    return kFields;
}

LessonText wordsFrom(const json::Node& node, std::size_t hints, Frame& frame, Trouble& trouble) {
    for (const json::Node child : unknownMembers(node, wordFields().keys))
        trouble.add(say(phrase("file", "there is no such key here; there are title, task, text, learnt and hints")),
                    child);
    LessonText words = objectFrom(node, wordFields(), frame, trouble);
    if (!words.hints.empty() && words.hints.size() != hints)
        trouble.add(sayCounted(countedPhrase("file", "the lesson has %1 hints, so there must be as many here, not %2",
                                             "the lesson has %1 hint, so there must be as many here, not %2"),
                               static_cast<std::int64_t>(hints), hints, words.hints.size()),
                    *node.find("hints"));
    return words;
}

void readTranslations(const json::Node& node, Lesson& lesson, Frame& frame, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return;
    for (const json::Node child : node.children()) {
        if (!isLanguage(child.key()))
            trouble.add(say(phrase("file", "%1 is no language: write two or three small letters, such as %2"),
                            inQuotes(child.key()), inQuotes("de")),
                        child);
        lesson.in[std::string{child.key()}] = wordsFrom(child, lesson.hints.size(), frame, trouble);
    }
}

void writeTranslations(json::Writer& writer, const Lesson& lesson, const Frame& frame) {
    writer.beginObject(json::Layout::Lines);
    for (const auto& [language, words] : lesson.in)
        writeObject(writer.key(language), wordFields(), words, frame, json::Layout::Lines);
    writer.endObject();
}

} // namespace

Form<std::vector<std::string>> textsForm() {
    Form<std::vector<std::string>> form = form::list(form::text(), json::Layout::Lines);
    form.read = [list = form.read](const json::Node& node, Frame& frame, Trouble& trouble) {
        return node.kind() == json::Kind::String ? std::vector{stringFrom(node, trouble)} : list(node, frame, trouble);
    };
    return form;
}

FileField<Lesson> translationsField() {
    return FileField<Lesson>("in", "", readTranslations, writeTranslations).unlessDefault(&Lesson::in);
}

} // namespace lanewright
