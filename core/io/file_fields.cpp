// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_fields.h"

#include "core/base/decimal.h"
#include "core/io/quoted_text.h"
#include "core/model/title.h"

#include <algorithm>

namespace lanewright {

namespace {

std::string quotedList(const std::vector<std::string_view>& words) {
    std::string all;
    for (const std::string_view word : words)
        all += (all.empty() ? "" : ", ") + inQuotes(word);
    return "[" + all + "]";
}

/// The words of a schema for numbers of this type within the range; what any number of the type keeps to is not said.
std::string numberSchema(std::string_view type, std::int64_t least, std::int64_t most, std::int64_t any) {
    return R"({"type": ")" + std::string{type} + "\"" +
           (least > -any ? R"(, "minimum": )" + std::to_string(least) : std::string{}) +
           (most < any ? R"(, "maximum": )" + std::to_string(most) : std::string{}) + "}";
}

} // namespace

Frame Frame::inside(std::string_view key) const {
    Frame frame = *this;
    frame.unknown = unknown ? unknown->find(key) : std::nullopt;
    return frame;
}

std::vector<json::Node> unknownMembers(const json::Node& object, const FileKeys& known) {
    std::vector<json::Node> unknown;
    if (object.kind() == json::Kind::Object)
        for (const json::Node child : object.children())
            if (std::ranges::find(known, child.key(), &FileKey::key) == known.end())
                unknown.push_back(child);
    return unknown;
}

std::string unknownIn(const json::Node& node, const FileKeys& known) {
    json::Writer writer;
    bool any = false;
    const auto put = [&](std::string_view key, const std::string& inner) {
        any = any || !inner.empty();
        if (!inner.empty())
            writer.key(key).numeral(inner);
    };
    writer.beginObject(json::Layout::Line);
    int place = 0;
    if (node.kind() == json::Kind::Array)
        for (const json::Node item : node.children())
            put(std::to_string(place++), unknownIn(item, known));
    for (const FileKey& each : known)
        if (const auto child = each.keepsUnknown ? node.find(each.key) : std::nullopt)
            put(each.key, unknownIn(*child, *each.inside));
    for (const json::Node child : unknownMembers(node, known)) {
        writer.key(child.key()).copy(child);
        any = true;
    }
    writer.endObject();
    return any ? writer.take() : std::string{};
}

void readFileRow(const json::Node& object, const FileRow& row, void* value, Frame& frame, Trouble& trouble) {
    const auto node = row.isRequired ? required(object, row.key, trouble) : object.find(row.key);
    if (node && !(row.isNullable && node->isNull()))
        row.read(*node, value, frame, trouble);
}

void readFileRows(const json::Node& object, const FileRows& rows, void* value, Frame& frame, Trouble& trouble) {
    for (const FileRow& row : rows)
        if (row.read && !trouble)
            readFileRow(object, row, value, frame, trouble);
}

void writeFileRows(json::Writer& writer, const FileRows& rows, const FileKeys& keys, const void* value,
                   const Frame& frame) {
    for (const FileRow& row : rows)
        if (row.write && (!row.isThere || row.isThere(value, frame)))
            row.write(writer.key(row.key), value, frame.inside(row.key));
    if (frame.unknown)
        for (const json::Node node : unknownMembers(*frame.unknown, keys))
            writer.key(node.key()).copy(node);
}

FileRow shifted(const FileRow& row, std::ptrdiff_t offset) {
    FileRow next = row;
    if (row.read)
        next.read = [own = row.read, offset](const json::Node& node, void* object, Frame& frame, Trouble& trouble) {
            own(node, partAt<std::byte>(object, offset), frame, trouble);
        };
    if (row.write)
        next.write = [own = row.write, offset](json::Writer& writer, const void* object, const Frame& frame) {
            own(writer, partAt<std::byte>(object, offset), frame);
        };
    if (row.isThere)
        next.isThere = [own = row.isThere, offset](const void* object, const Frame& frame) {
            return own(partAt<std::byte>(object, offset), frame);
        };
    return next;
}

std::string nullableSchema(std::string schema) {
    constexpr std::string_view kType = R"({"type": )";
    if (schema.starts_with(kType) && schema[kType.size()] == '"')
        schema.insert(schema.find('"', kType.size() + 1) + 1, R"(, "null"])").insert(kType.size(), "[");
    return schema;
}

std::string objectSchema(const FileKeys& keys) {
    std::string required;
    std::string properties;
    for (const FileKey& key : keys) {
        if (key.isRequired)
            required += (required.empty() ? "" : ", ") + inQuotes(key.key);
        properties += (properties.empty() ? "" : ", ") + inQuotes(key.key) + ": " + key.schema;
    }
    return R"({"type": "object", )" + (required.empty() ? "" : R"("required": [)" + required + "], ") +
           R"("properties": {)" + properties + "}}";
}

std::string listSchema(const std::string& items) { return R"({"type": "array", "items": )" + items + "}"; }

std::string tupleSchema(const FileKeys& keys, std::string_view words) {
    const std::string count = std::to_string(keys.size());
    std::string items;
    for (const FileKey& key : keys)
        items += (items.empty() ? "" : ", ") + key.schema;
    return R"({"type": "array", "minItems": )" + count + R"(, "maxItems": )" + count + R"(, "prefixItems": [)" + items +
           R"(], "description": ")" + std::string{words} + "\"}";
}

std::string definition(std::string_view name) { return R"({"$ref": "#/$defs/)" + std::string{name} + "\"}"; }

namespace form {

Form<int> integer(int least, int most) {
    return of([=](const json::Node& node, Trouble& trouble) { return integerFrom(node, least, most, trouble); },
              numberSchema("integer", least, most, kAnyInt));
}

Form<std::int64_t> count(std::int64_t least, std::int64_t most) {
    return of([=](const json::Node& node, Trouble& trouble) { return countFrom(node, least, most, trouble); },
              numberSchema("integer", least, most, Range{}.most));
}

Form<std::uint64_t> unsignedNumber() { return of(unsignedFrom, R"({"type": "integer", "minimum": 0})"); }

Form<std::int64_t> amount(Range range, In in) {
    constexpr std::int64_t kAny = Range{}.most;
    const auto scale = [=](const Units& units) { return in == In::Ones ? range.scale : scaleIn(units, in); };
    const std::int64_t most = in == In::Ones && range.most < kAny ? range.most / range.scale : kAny;
    return {.read =
                [=](const json::Node& node, Frame& frame, Trouble& trouble) {
                    return amountFrom(node, {range.least, range.most, scale(frame)}, trouble);
                },
            .write = [=](json::Writer& writer, const std::int64_t& value,
                         const Frame& frame) { writer.numeral(decimalFromTicks(value, scale(frame))); },
            .schema = numberSchema(in == In::Ones && range.scale == 1 ? "integer" : "number", range.least / range.scale,
                                   most, kAny)};
}

Form<double> real() { return of(realFrom, R"({"type": ["number", "null"]})"); }

Form<bool> boolean() { return of(boolFrom, R"({"type": "boolean"})"); }

Form<std::string> text() { return of(stringFrom, R"({"type": "string"})"); }

Form<Message> title() {
    return of(
        [](const json::Node& node, Trouble& trouble) { return lanewright::title::read(stringFrom(node, trouble)); },
        text().schema);
}

void addNoChoice(const std::vector<std::string_view>& words, std::string_view word, Refused how, const json::Node& node,
                 Trouble& trouble) {
    std::string all;
    for (const std::string_view each : words)
        all += (all.empty() ? "" : ", ") + std::string{each};
    if (how == Refused::List)
        return addNoneOf(all, word, node, trouble);
    const auto quoted = [&](std::size_t at) { return inQuotes(words[at]); };
    trouble.add(
        how == Refused::Either ? say(phrase("file", "must be %1 or %2"), quoted(0), quoted(1))
        : words.size() == 2
            ? say(phrase("file", "must be %1 or %2, not %3"), quoted(0), quoted(1), inQuotes(word))
            : say(phrase("file", "must be %1, %2 or %3, not %4"), quoted(0), quoted(1), quoted(2), inQuotes(word)),
        node);
}

std::string choiceSchema(const std::vector<std::string_view>& words) {
    return R"({"enum": )" + quotedList(words) + "}";
}

} // namespace form

} // namespace lanewright
