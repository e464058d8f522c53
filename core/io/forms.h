// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_fields.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Forms of values.
namespace lanewright::form {

/// Read by a function of node and trouble, and written as it is.
template <typename Read>
auto of(Read read, const std::string& schema = {}) -> Form<std::invoke_result_t<Read, const json::Node&, Trouble&>> {
    return {.read = [read](const json::Node& node, Frame&, Trouble& trouble) { return read(node, trouble); },
            .schema = schema};
}

constexpr int kAnyInt = std::numeric_limits<int>::max();
Form<int> integer(int least, int most = kAnyInt);
/// The same of what may be more than an int holds.
Form<std::int64_t> count(std::int64_t least, std::int64_t most);
Form<std::uint64_t> unsignedNumber();
/// A time, memory or another amount in ticks, of which the frame's unit has so many, or the range says how many.
Form<std::int64_t> amount(Range range, In in = In::Ones);
/// A finite number, or null for one that is not finite.
Form<double> real();
Form<bool> boolean();
Form<std::string> text();
Form<Message> title();

/// How a word that is none of the choices is refused.
enum class Refused : std::uint8_t {
    List,   ///< `must be one of a, b, not "c"`
    Either, ///< `must be "a" or "b"`
    Not,    ///< `must be "a" or "b", not "c"`
};
void addNoChoice(const std::vector<std::string_view>& words, std::string_view word, Refused how, const json::Node& node,
                 Trouble& trouble);
std::string choiceSchema(const std::vector<std::string_view>& words);

/// One of the values, by its word.
template <typename Value>
Form<Value> choice(std::vector<std::pair<std::string_view, Value>> choices, Refused how = Refused::List) {
    std::vector<std::string_view> words(choices.size());
    std::ranges::transform(choices, words.begin(), &std::pair<std::string_view, Value>::first);
    return {.read =
                [choices, words, how](const json::Node& node, Frame&, Trouble& trouble) {
                    const std::string given = stringFrom(node, trouble);
                    for (const auto& [word, value] : choices)
                        if (word == given)
                            return value;
                    addNoChoice(words, given, how, node, trouble);
                    return choices.front().second;
                },
            .write =
                [choices](json::Writer& writer, const Value& value, const Frame&) {
                    for (const auto& [word, each] : choices)
                        if (each == value)
                            return writer.string(word);
                },
            .schema = choiceSchema(words)};
}
/// The same, by what `toText` says.
template <typename Choices>
auto choiceOf(const Choices& all, Refused how = Refused::List) {
    std::vector<std::pair<std::string_view, std::ranges::range_value_t<Choices>>> choices;
    choices.reserve(std::size(all));
    for (const auto value : all)
        choices.emplace_back(toText(value), value);
    return choice(std::move(choices), how);
}

/// False by one word, true by another.
Form<bool> either(std::string_view no, std::string_view yes);

/// What may be missing, as null.
template <typename Value>
Form<std::optional<Value>> maybe(const Form<Value>& form) {
    return {.read = [read = form.read](const json::Node& node, Frame& frame, Trouble& trouble) -> std::optional<Value> {
                if (node.isNull())
                    return {};
                return read(node, frame, trouble);
            },
            .write = [write = form.write](json::Writer& writer, const std::optional<Value>& value,
                                          const Frame& frame) { value ? write(writer, *value, frame) : writer.null(); },
            .schema = R"({"anyOf": [{"type": "null"}, )" + form.schema + "]}",
            .inside = form.inside};
}

/// A list of any length.
template <typename Value>
Form<std::vector<Value>> list(const Form<Value>& item, json::Layout layout = json::Layout::Line) {
    return {
        .read =
            [read = item.read](const json::Node& node, Frame& frame, Trouble& trouble) {
                std::vector<Value> values;
                if (!expect(node, json::Kind::Array, trouble))
                    return values;
                values.reserve(static_cast<std::size_t>(node.size()));
                for (const json::Node entry : node.children()) {
                    values.push_back(read(entry, frame, trouble));
                    if (trouble)
                        break;
                }
                return values;
            },
        .write =
            [write = item.write, layout](json::Writer& writer, const std::vector<Value>& values, const Frame& frame) {
                std::size_t at = 0;
                writer.list(layout, values, [&](const Value& value) {
                    write(writer, value, frame.unknown ? frame.inside(std::to_string(at++)) : frame);
                });
            },
        .schema = listSchema(item.schema),
        .inside = item.inside};
}
/// One with an entry per rank.
template <typename Value>
Form<std::vector<Value>> eachRank(const Form<Value>& item, json::Layout layout = json::Layout::Line) {
    Form<std::vector<Value>> form = list(item, layout);
    form.read = [any = form.read](const json::Node& node, Frame& frame, Trouble& trouble) {
        return frame.ranks == 0 || expectList(node, frame.ranks, phrase("one per", "rank"), trouble)
                   ? any(node, frame, trouble)
                   : std::vector<Value>{};
    };
    return form;
}
/// The same, or none.
template <typename Value>
Form<std::vector<Value>> perRank(const Form<Value>& item, json::Layout layout = json::Layout::Line) {
    Form<std::vector<Value>> form = eachRank(item, layout);
    form.read = [each = form.read](const json::Node& node, Frame& frame, Trouble& trouble) {
        const bool none = node.size() == 0 && expect(node, json::Kind::Array, trouble);
        return none || trouble ? std::vector<Value>{} : each(node, frame, trouble);
    };
    return form;
}
/// A list with a value per row of the table, in its order. `isOne` refuses what has not as many items;
/// `words` say in the schema what they are.
template <typename T, typename IsOne>
Form<T> tuple(const FileFields<T>& fields, IsOne isOne, std::string_view words) {
    return {.read =
                [&fields, isOne](const json::Node& node, Frame& frame, Trouble& trouble) {
                    T value;
                    if (!isOne(node, static_cast<int>(fields.rows.size()), trouble))
                        return value;
                    auto item = node.children().begin();
                    for (auto row = fields.rows.begin(); row != fields.rows.end() && !trouble; ++row, ++item)
                        row->read(*item, &value, frame, trouble);
                    return value;
                },
            .write =
                [&fields](json::Writer& writer, const T& value, const Frame& frame) {
                    writer.list(json::Layout::Line, fields.rows,
                                [&](const FileRow& row) { row.write(writer, &value, frame); });
                },
            .schema = tupleSchema(fields.keys, words)};
}
/// An object by its table. With a name its schema stands among the definitions.
template <typename T>
Form<T> object(const FileFields<T>& fields, json::Layout layout = json::Layout::Line, std::string_view name = {}) {
    return {.read = [&fields](const json::Node& node, Frame& frame,
                              Trouble& trouble) { return objectFrom(node, fields, frame, trouble); },
            .write = [&fields, layout](json::Writer& writer, const T& value,
                                       const Frame& frame) { writeObject(writer, fields, value, frame, layout); },
            .schema = name.empty() ? objectSchema(fields.keys) : definition(name),
            .inside = &fields.keys};
}

} // namespace lanewright::form
