// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/joined_by.h"
#include "core/base/message.h"
#include "core/base/units.h"
#include "core/io/json_writer.h"
#include "core/model/op.h"
#include "core/model/plan.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// An object of JSON as a table: a row per key says what the key is called, what it means and how its value is written.
/// From the rows come the object, the rows of a CSV file and the pages that describe them.
namespace lanewright {

/// What the times, the memory and the ops of an object are written in.
struct Units {
    TimeUnit time = TimeUnit::Unit;
    MemoryUnit memory = MemoryUnit::Unit;
    int weightParts = 1;
};

/// What a whole number counts.
enum class In : std::uint8_t { Ones, Times, Memory };
/// Ticks or bytes per unit.
std::int64_t scaleIn(const Units& units, In in);

/// The member of a member.
auto memberOf(auto outer, auto inner) {
    return [ outer, inner ](auto& value) -> auto& { return std::invoke(inner, std::invoke(outer, value)); };
}

/// @name A single value
/// @{
/// Ticks or bytes as an exact decimal in the unit.
void writeValue(json::Writer& writer, std::int64_t value, const Units& units, In in);
/// Always a time; exact where whole ticks say it, else the nearest double.
void writeValue(json::Writer& writer, const Fraction& value, const Units& units, In in);
void writeValue(json::Writer& writer, const Message& value, const Units& units, In in);
/// An op as text: `W2.5/1`.
void writeValue(json::Writer& writer, const Op& value, const Units& units, In in);
/// @}

/// A value of any of these types, a `bool`, another number, or what `toText` names; one that may be missing, then null;
/// or a list of such values, on one line.
template <typename Value>
void writeAny(json::Writer& writer, const Value& value, const Units& units, In in = In::Ones) {
    if constexpr (std::same_as<Value, bool>) {
        writer.boolean(value);
    } else if constexpr (std::floating_point<Value>) {
        writer.real(value);
    } else if constexpr (std::same_as<Value, int> || std::same_as<Value, std::uint64_t>) {
        writer.number(value);
    } else if constexpr (std::is_enum_v<Value>) {
        writer.string(toText(value));
    } else if constexpr (std::convertible_to<Value, std::string_view>) {
        writer.string(value);
    } else if constexpr (requires { writeValue(writer, value, units, in); }) {
        writeValue(writer, value, units, in);
    } else if constexpr (requires { value.has_value(); }) {
        value ? writeAny(writer, *value, units, in) : writer.null();
    } else {
        writer.beginArray(json::Layout::Line);
        for (const auto& item : value)
            writeAny(writer, item, units, in);
        writer.endArray();
    }
}

/// What a page says of a row: how deep it stands in objects, its key and what it is.
struct FieldNote {
    int depth = 0;
    std::string_view key;
    std::string_view words;
};
using FieldNotes = std::vector<FieldNote>;

/// A writer of objects, with the rows of their table.
template <typename T>
struct Nested {
    std::function<void(json::Writer&, const T&, const Units&)> write;
    std::function<void(FieldNotes&, int depth)> addNotes;
};

/// A row of the table of a T.
template <typename T>
struct Field {
    using Write = std::function<void(json::Writer&, const T&, const Units&)>;

    std::string_view key;
    std::string_view words; ///< what it is, as a phrase
    Write write;
    std::function<bool(const T&)> isThere = {}; ///< where it says no, the object lacks the key; none: it never does
    std::function<void(FieldNotes&, int depth)> inner = {}; ///< rows of the object that the value is

    /// `member`: a pointer to a member or a function of a T, which gives a value for `writeAny`; or a `Write`.
    template <typename Member>
    Field(std::string_view name, std::string_view meaning, Member member, In in = In::Ones)
        : key(name), words(meaning) {
        if constexpr (std::same_as<Member, Nested<T>>) {
            write = std::move(member.write);
            inner = std::move(member.addNotes);
        } else if constexpr (std::is_invocable_v<Member, json::Writer&, const T&, const Units&>)
            write = std::move(member);
        else
            write = [member, in](json::Writer& writer, const T& value, const Units& units) {
                writeAny(writer, std::invoke(member, value), units, in);
            };
    }

    /// The same row, left out where `condition` says no.
    Field when(auto condition) && {
        isThere = [condition](const T& value) { return static_cast<bool>(std::invoke(condition, value)); };
        return std::move(*this);
    }
};

/// A table that its own source alone uses is a constant there, or in the one function that does. One that others use,
/// and what it is made of, is what a function returns, since theirs may be made first.
template <typename T>
using Fields = std::vector<Field<T>>;

/// What a page says of the rows, each before those within it.
template <typename T>
void addNotes(FieldNotes& notes, const Fields<T>& fields, int depth = 0) {
    for (const Field<T>& field : fields) {
        notes.push_back({depth, field.key, field.words});
        if (field.inner)
            field.inner(notes, depth + 1);
    }
}

/// Writes the members into an open object.
template <typename T>
void writeMembers(json::Writer& writer, const Fields<T>& fields, const T& value, const Units& units) {
    for (const Field<T>& field : fields)
        if (!field.isThere || field.isThere(value))
            field.write(writer.key(field.key), value, units);
}

template <typename T>
void writeObject(json::Writer& writer, const Fields<T>& fields, const T& value, const Units& units,
                 json::Layout layout = json::Layout::Line) {
    writer.beginObject(layout);
    writeMembers(writer, fields, value, units);
    writer.endObject();
}

/// A member that is an object, or that may be missing and is null then, by a table of its own.
template <typename T, typename Member, typename Part>
Nested<T> objectOf(Member member, const Fields<Part>& fields, json::Layout layout = json::Layout::Line) {
    return {[member, &fields, layout](json::Writer& writer, const T& value, const Units& units) {
                const auto& part = std::invoke(member, value);
                if constexpr (requires { part.has_value(); })
                    part ? writeObject(writer, fields, *part, units, layout) : writer.null();
                else
                    writeObject(writer, fields, part, units, layout);
            },
            [&fields](FieldNotes& notes, int depth) { addNotes(notes, fields, depth); }};
}

/// A member that is a list of objects, by their table; each on a line of its own unless `layout` says otherwise.
template <typename T, typename Member, typename Part>
Nested<T> rowsOf(Member member, const Fields<Part>& fields, json::Layout layout = json::Layout::Line) {
    return {[member, &fields, layout](json::Writer& writer, const T& value, const Units& units) {
                writer.beginArray(json::Layout::Lines);
                for (const Part& row : std::invoke(member, value))
                    writeObject(writer, fields, row, units, layout);
                writer.endArray();
            },
            [&fields](FieldNotes& notes, int depth) { addNotes(notes, fields, depth); }};
}

/// The rows of a part of a T, as rows of the T itself.
template <typename T, typename Member, typename Part>
Fields<T> membersOf(Member member, const Fields<Part>& fields) {
    Fields<T> all;
    for (const Field<Part>& field : fields) {
        const auto write = [member, &field](json::Writer& writer, const T& value, const Units& units) {
            field.write(writer, std::invoke(member, value), units);
        };
        all.push_back({field.key, field.words, write});
        all.back().inner = field.inner;
        if (field.isThere)
            all.back().isThere = [member, &field](const T& value) { return field.isThere(std::invoke(member, value)); };
    }
    return all;
}

/// All rows of both.
template <typename T>
Fields<T> operator+(Fields<T> fields, const Fields<T>& more) {
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

/// A cell of a CSV (RFC 4180). Spreadsheets compute what begins like a formula, so an apostrophe goes before such text.
std::string csvCell(std::string_view text);
/// A value of JSON as a cell: text without its quotes, nothing for null.
std::string csvCellOf(const std::string& value);

/// @name Rows as CSV: a line with the keys, then a line each. What is not there is an empty cell
/// @{
template <typename T>
std::string csvHead(const Fields<T>& fields) {
    return joinedBy(",", fields, &Field<T>::key) + "\n";
}

template <typename T>
std::string csvRows(const Fields<T>& fields, const std::vector<T>& rows, const Units& units) {
    std::string text;
    for (const T& row : rows) {
        for (const Field<T>& field : fields) {
            json::Writer writer;
            if (!field.isThere || field.isThere(row))
                field.write(writer, row, units);
            text.append(&field == &fields.front() ? "" : ",").append(csvCellOf(writer.take()));
        }
        text += "\n";
    }
    return text;
}
/// @}

} // namespace lanewright
