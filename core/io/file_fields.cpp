// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_fields.h"

#include "core/base/joined_by.h"
#include "core/io/quoted_text.h"

#include <algorithm>

namespace lanewright {

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

FileRow shifted(const FileRow& row, std::ptrdiff_t place) {
    FileRow next = row;
    if (row.read)
        next.read = [own = row.read, place](const json::Node& node, void* object, Frame& frame, Trouble& trouble) {
            own(node, partAt(object, place), frame, trouble);
        };
    if (row.write)
        next.write = [own = row.write, place](json::Writer& writer, const void* object, const Frame& frame) {
            own(writer, partAt(object, place), frame);
        };
    if (row.isThere)
        next.isThere = [own = row.isThere, place](const void* object, const Frame& frame) {
            return own(partAt(object, place), frame);
        };
    return next;
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
    return R"({"type": "array", "minItems": )" + count + R"(, "maxItems": )" + count + R"(, "prefixItems": [)" +
           joinedBy(", ", keys, &FileKey::schema) + R"(], "description": ")" + std::string{words} + "\"}";
}

std::string definition(std::string_view name) { return R"({"$ref": "#/$defs/)" + std::string{name} + "\"}"; }

} // namespace lanewright
