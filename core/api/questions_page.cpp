// SPDX-License-Identifier: Apache-2.0
#include "core/api/questions_page.h"

#include "core/api/question.h"

#include <string_view>

namespace lanewright::api {

namespace {

constexpr const char* kQuestionsHead = R"(# What can be asked

Each question is a command of `lanewright-cli`. Other languages send the same as an object, by `core/api/lanewright.h`:
`"ask"` is the name, each key an option, and `"form"` is `json` (what is meant here), `csv` or `text`. What stands in
parentheses counts where an option is left out. Keys of answers are listed in their order, those of inner objects below
them; times and memory are in the units that the answer names, a key that does not apply is left out or null.

This page is what `lanewright-cli list --questions` prints.
)";

/// What the option takes in JSON.
std::string kindOf(const Option& option) {
    struct TypeName {
        std::string operator()(bool*) const { return "true or false"; }
        std::string operator()(std::string*) const { return "text"; }
        std::string operator()(std::vector<std::string>*) const { return "list of texts"; }
        std::string operator()(std::vector<int>*) const { return "list of numbers"; }
        std::string operator()(void*) const { return "number"; }
    };
    std::string kind;
    for (const std::string& choice : option.choices)
        kind += (kind.empty() ? "`" : ", `") + choice + "`";
    return kind.empty() ? std::visit(TypeName{}, option.slot(nullptr)) : kind;
}

/// Text for a cell of a table.
std::string cellOf(const std::string& words) {
    std::string cell;
    for (const char letter : words)
        cell += letter == '|' ? std::string{"\\|"} : std::string(1, letter);
    return cell;
}

} // namespace

std::string questionsPage() {
    std::string text = kQuestionsHead;
    for (const Question& question : questions()) {
        text += "\n## `" + question.name + "`\n\n" + question.words +
                ".\n\n| key | option | takes | |\n| --- | --- | --- | --- |\n";
        for (const Option& option : question.options)
            text += "| `" + option.key() + "` | `" + option.names + "` | " + kindOf(option) + " | " +
                    cellOf(option.words) + (option.isRequired ? "; needed |\n" : " |\n");
        text += "\nThe answer" + std::string{question.hasCsv ? ", which has rows for `csv` too" : ""} + ":\n\n";
        for (const FieldNote& note : question.members)
            text.append(2 * static_cast<std::size_t>(note.depth), ' ')
                .append("* `")
                .append(note.key)
                .append("`: ")
                .append(note.words)
                .append("\n");
    }
    return text;
}

} // namespace lanewright::api
