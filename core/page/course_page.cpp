// SPDX-License-Identifier: Apache-2.0
#include "core/page/course_page.h"

#include "core/io/json_writer.h"
#include "core/page/glossary.h"
#include "core/page/packed_text.h"
#include "core/page/page_data.h"
#include "core/page/page_document.h"
#include "core/page/page_language.h"
#include "core/page/page_parts.h"

namespace lanewright {

namespace {

/// By language, what the page says before the first board is there, and what it says of courses.
void writeWords(json::Writer& writer) {
    writer.object(json::Layout::Lines, [&] {
        for (const std::string& tag : pageLanguages()) {
            const PageLanguage language = pageLanguage(tag);
            writer.key(tag).object(json::Layout::Lines, [&] {
                for (const PageText& word : pageTexts())
                    writer.key(word.name).string(language.say(say(word.text)));
                writer.key("glossary").list(json::Layout::Lines, glossary(language), [&](const Term& term) {
                    writer.list(json::Layout::Line, [&] {
                        writer.string(term.meaning);
                        for (const std::string& name : term.names)
                            writer.string(name);
                    });
                });
                writer.key("lesson").object(json::Layout::Lines, [&] {
                    for (const PageText& word : courseTexts())
                        writer.key(word.name).string(language.say(say(word.text)));
                });
            });
        }
    });
}

} // namespace

Result<std::string> coursePage(std::string_view course, std::string_view language) {
    if (parts::kBoardModule.empty())
        return Error{say(phrase("page", "this build of the program has no board for browsers, without which a page "
                                        "shows no lesson; packaging/board makes it"))};
    const Result<json::Document> read = json::parse(course);
    if (!read)
        return read.error();
    json::Writer writer;
    writer.object(json::Layout::Lines, [&] {
        for (const json::Node member : read->root().children())
            writer.key(member.key()).copy(member);
        writeWords(writer.key("words"));
    });
    return pageDocument({.language = std::string{language},
                         .lessons = withoutMarkup(writer.take()),
                         .dictionary = packedText(withoutMarkup(std::string{parts::kWordsDe}))});
}

} // namespace lanewright
