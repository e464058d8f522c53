// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/message_json.h"
#include "core/base/mapped.h"
#include "core/io/forms.h"

#include "core/io/quoted_text.h"

#include <algorithm>
#include <vector>

namespace lanewright {

namespace {

/// So that every JSON reader keeps it exactly.
constexpr std::int64_t kMaxCount = std::int64_t{1} << 53;

void writeNested(json::Writer& writer, const Message& message, int depth) {
    if (message.isPlain() || depth == kMaxMessageDepth) {
        writer.string(message.text());
        return;
    }
    const Phrase& phrase = message.phrase();
    writer.beginObject(json::Layout::Line);
    writer.key("phrase").string(phrase.text);
    if (!phrase.one.empty())
        writer.key("one").string(phrase.one);
    writer.key("context").string(phrase.context);
    writer.key("args").beginArray(json::Layout::Line);
    for (const Message& argument : message.arguments())
        writeNested(writer, argument, depth + 1);
    writer.endArray();
    if (!phrase.one.empty())
        writer.key("count").number(std::clamp(message.count(), -kMaxCount, kMaxCount));
    if (depth == 0)
        writer.key("text").string(message.text());
    writer.endObject();
}

void expectAtMost(std::size_t number, std::size_t most, const json::Node& node, Trouble& trouble) {
    if (number > most)
        trouble.add(say(phrase("file", "must be %1, not %2"), say(phrase("file", "from %1 to %2"), 0, most), number),
                    node);
}

/// How many characters the words have once the arguments are filled in. A place may stand many times, so the text that
/// would be too long is never made.
std::size_t filledLength(std::string_view words, const std::vector<std::size_t>& arguments) {
    std::size_t length = words.size();
    for (std::size_t at = 0; at + 1 < words.size(); ++at)
        if (words[at] == '%' && words[at + 1] >= '1' && words[at + 1] <= '9') {
            const auto index = static_cast<std::size_t>(words[at + 1] - '1');
            length += index < arguments.size() ? arguments[index] : 0;
        }
    return length;
}

Message nestedFrom(const json::Node& node, int depth, Trouble& trouble);

std::vector<Message> argumentsFrom(const json::Node& object, int depth, Trouble& trouble) {
    std::vector<Message> arguments;
    const auto node = object.find("args");
    if (!node || !expect(*node, json::Kind::Array, trouble))
        return arguments;
    expectAtMost(static_cast<std::size_t>(node->size()), kMaxMessageArguments, *node, trouble);
    for (const json::Node argument : node->children())
        if (!trouble)
            arguments.push_back(nestedFrom(argument, depth, trouble));
    return arguments;
}

/// An empty message where something is wrong.
Message nestedFrom(const json::Node& node, int depth, Trouble& trouble) {
    if (node.kind() == json::Kind::String) {
        expectAtMost(node.text().size(), kMaxMessageLength, node, trouble);
        return trouble ? Message{} : Message{node.text()};
    }
    if (!expect(node, json::Kind::Object, trouble))
        return {};
    if (depth == kMaxMessageDepth) {
        trouble.add(say(phrase("file", "brackets are nested more than %1 deep"), kMaxMessageDepth), node);
        return {};
    }
    const auto words = required(node, "phrase", trouble);
    const std::string text = words ? stringFrom(*words, trouble) : std::string{};
    const std::string one = stringIn(node, "one", "", trouble);
    const std::string context = stringIn(node, "context", "", trouble);
    const auto number = node.find("count");
    const std::int64_t count =
        number ? amountFrom(*number, {.least = -kMaxCount, .most = kMaxCount}, trouble) : std::int64_t{0};
    std::vector<Message> arguments = argumentsFrom(node, depth + 1, trouble);
    if (words && text.empty())
        trouble.add(say(phrase("file", "must be %1, not %2"), say(phrase("file", "a text in quotes")), inQuotes("")),
                    *words);
    if (trouble)
        return {};
    const std::vector<std::size_t> lengths =
        mapped(arguments, [](const Message& argument) { return argument.text().size(); });
    expectAtMost(std::max(filledLength(text, lengths), filledLength(one, lengths)), kMaxMessageLength, node, trouble);
    if (trouble)
        return {};
    return Message::withOwnPhrase({context, text, one}, std::move(arguments), count);
}

} // namespace

void writeMessage(json::Writer& writer, const Message& message) { writeNested(writer, message, 0); }

Message messageFrom(const json::Node& node, Trouble& trouble) { return nestedFrom(node, 0, trouble); }

Form<Message> messageForm() {
    Form<Message> form = form::of(messageFrom);
    form.write = [](json::Writer& writer, const Message& message, const Frame&) { writeMessage(writer, message); };
    return form;
}

std::string messageToJson(const Message& message) {
    json::Writer writer;
    writeMessage(writer, message);
    return writer.take();
}

Result<Message> messageFromJson(std::string_view text) { return readText(text, messageFrom); }

} // namespace lanewright
