// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_row.h"

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// An object of a file as a table. The keys that a version knows are those of the table, in the order in which they are
/// written.
namespace lanewright {

/// @name Whatever the type of the object
/// @{
using FileRows = std::vector<FileRow>;
/// Reads what is there until something is wrong.
void readFileRows(const json::Node& object, const FileRows& rows, void* value, Frame& frame, Trouble& trouble);
void readFileRow(const json::Node& object, const FileRow& row, void* value, Frame& frame, Trouble& trouble);
void writeFileRows(json::Writer& writer, const FileRows& rows, const FileKeys& keys, const void* value,
                   const Frame& frame);
/// The row as one of an object that holds the part.
FileRow shifted(const FileRow& row, std::ptrdiff_t place);
/// @}

/// The table of a T.
template <typename T>
struct FileFields {
    FileRows rows;
    FileKeys keys;

    FileFields(std::initializer_list<FileField<T>> all) {
        for (const FileField<T>& row : all)
            add(row);
    }
    /// With the rows of a member behind them, as if they were those of the object.
    template <typename Part>
    FileFields&& with(Part T::*member, const FileFields<Part>& fields) && {
        for (const FileRow& row : fields.rows)
            add(shifted(row, placeOf<T>(member)));
        return std::move(*this);
    }

private:
    void add(const FileRow& row) {
        rows.push_back(row);
        keys.push_back(row);
    }
};

template <typename T>
void readMembers(const json::Node& object, const FileFields<T>& fields, T& value, Frame& frame, Trouble& trouble) {
    readFileRows(object, fields.rows, &value, frame, trouble);
}

/// The same of a node that must be an object.
template <typename T>
T objectFrom(const json::Node& node, const FileFields<T>& fields, Frame& frame, Trouble& trouble) {
    T value;
    if (expect(node, json::Kind::Object, trouble))
        readMembers(node, fields, value, frame, trouble);
    return value;
}

/// @name Keys that a table does not have
/// Kept as the text of a JSON object; an object inside it, under a key that is known, holds that object's unknown keys.
/// @{
std::vector<json::Node> unknownMembers(const json::Node& object, const FileKeys& known);
/// The members that are unknown, and those within objects and lists whose rows keep them; nothing where all is known.
std::string unknownIn(const json::Node& node, const FileKeys& known);
/// @}

/// Into an open object, with what the frame holds of unknown keys.
template <typename T>
void writeMembers(json::Writer& writer, const FileFields<T>& fields, const T& value, const Frame& frame) {
    writeFileRows(writer, fields.rows, fields.keys, &value, frame);
}

template <typename T>
void writeObject(json::Writer& writer, const FileFields<T>& fields, const T& value, const Frame& frame,
                 json::Layout layout) {
    writer.object(layout, [&] { writeMembers(writer, fields, value, frame); });
}

template <typename T>
std::string objectText(const FileFields<T>& fields, const T& value, const Frame& frame = {},
                       json::Layout layout = json::Layout::Line) {
    json::Writer writer;
    writeObject(writer, fields, value, frame, layout);
    return writer.take();
}

/// With the keys that the text `unknown` keeps.
template <typename T>
void writeWithUnknown(json::Writer& writer, const FileFields<T>& fields, const T& value, Frame frame,
                      const std::string& unknown) {
    const Result<json::Document> document = json::parse(unknown);
    frame.unknown = document ? std::optional(document->root()) : std::nullopt;
    writeObject(writer, fields, value, frame, json::Layout::Lines);
}

/// @name Schemas
/// @{
std::string objectSchema(const FileKeys& keys);
std::string listSchema(const std::string& items);
std::string tupleSchema(const FileKeys& keys, std::string_view words);
/// What the schema's definitions say under this name.
std::string definition(std::string_view name);
/// @}
/// A row whose value, as JSON, never changes. Whoever opens the file reads it.
template <typename T>
FileField<T> constant(std::string_view key, std::string value) {
    std::string schema = R"({"const": )" + value + "}";
    return {key, std::move(schema), nullptr,
            [value = std::move(value)](json::Writer& writer, const T&, const Frame&) { writer.numeral(value); }};
}

} // namespace lanewright
