// SPDX-License-Identifier: Apache-2.0
#include "core/api/questions_page.h"

#include "core/api/board/board_questions.h"
#include "core/api/question.h"

#include <map>
#include <string_view>
#include <utility>

namespace lanewright::api {

namespace {

constexpr const char* kQuestionsHead = R"(# What can be asked

Each question is a command of `lanewright-cli`. Other languages send the same as an object, by `core/api/lanewright.h`:
`"ask"` is the name, each key an option, and `"form"` is `json` (what is meant here), `csv` or `text`. `"called"` has other
names for options, by their keys, by which requests and sentences then call them. What stands in parentheses counts where
an option is left out. Keys of answers are listed in their order, those of inner objects below them; times and memory are
in the units that the answer names, a key that does not apply is left out or null.

This page is what `lanewright-cli list --questions` prints.
)";

/// What the option takes in JSON.
std::string kindOf(const Option& option) {
    std::string kind;
    for (const std::string& choice : option.choices)
        kind += (kind.empty() ? "`" : ", `") + choice + "`";
    static const std::map<std::string_view, std::string> kWords = {
        {"text", "text"},   {"flag", "true or false"},  {"number", "number"},
        {"real", "number"}, {"texts", "list of texts"}, {"numbers", "list of numbers"}};
    return kind.empty() ? kWords.at(option.kind()) : kind;
}

/// Text for a cell of a table.
std::string cellOf(const std::string& words) {
    std::string cell;
    for (const char letter : words)
        cell += letter == '|' ? std::string{"\\|"} : std::string(1, letter);
    return cell;
}

const Fields<Option> kOptionFields = {{"key", "in a request", &Option::key},
                                      {"names", "on the command line", [](const Option& each) { return each.names; }},
                                      {"kind", "of its value: text, number, real, flag, texts, numbers", &Option::kind},
                                      {"words", "what it is", [](const Option& each) { return each.words; }},
                                      {"needed", "no request does without it", &Option::isRequired},
                                      {"choices", "all that it takes, where these are few", &Option::choices}};
const Fields<FieldNote> kNoteFields = {{"depth", "in objects", &FieldNote::depth},
                                       {"key", "its name", &FieldNote::key},
                                       {"words", "what it is", &FieldNote::words}};
const Fields<Question> kQuestionFields = {
    {"name", "what is asked", &Question::name},
    {"words", "what it is about", &Question::words},
    {"csv", "its answer has rows", &Question::hasCsv},
    {"options", "that a request may have", rowsOf<Question>(&Question::options, kOptionFields)},
    {"answer", "its keys in their order", rowsOf<Question>(&Question::members, kNoteFields)}};

} // namespace

std::string questionsObject() {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("questions").beginArray(json::Layout::Lines);
    for (const Question& question : questions())
        writeObject(writer, kQuestionFields, question, {}, json::Layout::Lines);
    writer.endArray();
    writer.endObject();
    return writer.take();
}

namespace {

/// A question with its options and the keys of its answer. Of a command, also the options as a person types them.
std::string sectionOf(const Question& question, bool isCommand) {
    std::string text = "\n## `" + question.name + "`\n\n" + question.words + ".\n";
    if (!question.options.empty())
        text += isCommand ? "\n| key | option | takes | |\n| --- | --- | --- | --- |\n"
                          : "\n| key | takes | |\n| --- | --- | --- |\n";
    for (const Option& option : question.options)
        text += "| `" + option.key() + (isCommand ? "` | `" + option.names : "") + "` | " + kindOf(option) + " | " +
                cellOf(option.words) + (option.isRequired ? "; needed |\n" : " |\n");
    if (question.members.empty())
        return text + "\nThe answer is that text.\n";
    text += "\nThe answer" + std::string{question.hasCsv ? ", which has rows for `csv` too" : ""} + ":\n\n";
    for (const FieldNote& note : question.members)
        text.append(2 * static_cast<std::size_t>(note.depth), ' ')
            .append("* `")
            .append(note.key)
            .append("`: ")
            .append(note.words)
            .append("\n");
    return text;
}

constexpr const char* kBoardsHead = R"(
# What a board can be asked

A document whose schedule or lesson somebody edits is a board once it was asked `board`, for as long as it lives. These
are no commands. Most are answered with the board as it then is; where something is not allowed, or can't be, the answer
is `{"refused": "…"}` with a sentence, and nothing has changed. Other questions of the document are about the schedule
as it stands.
)";

} // namespace

std::string questionsPage() {
    std::string text = kQuestionsHead;
    for (const Question& question : questions())
        text += sectionOf(question, true);
    text += kBoardsHead;
    bool isSaid = false;
    for (Question question : boardQuestions()) {
        // What a board is, once.
        if (question.members.size() > 1 && question.members.front().key == "page" && std::exchange(isSaid, true))
            question.members = {{0, "page, board", "the board as it then is, as of `board`"}};
        text += sectionOf(question, false);
    }
    return text;
}

} // namespace lanewright::api
