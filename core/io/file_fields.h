// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/fields.h"
#include "core/io/reading.h"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// An object of a file as a table: what a row says of its key is how its value is read and written, and what the JSON
/// Schema says of it. The keys that a version knows are those of the table, in the order in which they are written.
namespace lanewright {

/// What an object is read and written within. Who reads an object that the units or the shape stand in changes it.
struct Frame : Units {
    const Schedule* schedule = nullptr;     ///< ops and lists are held against it; none: only their form is checked
    int ranks = 0;                          ///< 0: any
    bool isPart = false;                    ///< a schedule within another file: without format, version and order
    std::optional<json::Node> unknown = {}; ///< what the object is to hold beside the keys of its table

    /// The frame of the object that stands there.
    Frame inside(std::string_view key) const;
};

/// The schema of what may be null, too; that of a definition says so itself.
std::string nullableSchema(std::string schema);

struct FileKey;
using FileKeys = std::vector<FileKey>;

/// What a row says whatever the type of its object.
struct FileKey {
    std::string_view key = {};
    std::string schema = {};          ///< its value's, as JSON
    bool isRequired = false;          ///< a file without the key is refused
    bool isNullable = false;          ///< null says the same as a missing key
    const FileKeys* inside = nullptr; ///< the keys of the object that stands there, or of each in a list
    bool keepsUnknown = false;        ///< what is unknown there is kept with that of the object around it
};

/// A value in files: how it is read and written, and its schema.
template <typename Value>
struct Form {
    std::function<Value(const json::Node&, Frame&, Trouble&)> read = {};
    std::function<void(json::Writer&, const Value&, const Frame&)> write =
        [](json::Writer& writer, const Value& value, const Frame& frame) { writeAny(writer, value, frame); };
    std::string schema = {};
    const FileKeys* inside = nullptr;
};

/// A row of a table, of whatever type its objects are: tables of a hundred types are one code.
struct FileRow : FileKey {
    std::function<void(const json::Node&, void*, Frame&, Trouble&)> read = {}; ///< none: somebody else reads it
    std::function<void(json::Writer&, const void*, const Frame&)> write = {};  ///< none: it is not written
    std::function<bool(const void*, const Frame&)> isThere = {}; ///< where it says no, the object lacks the key
};

/// A member, so many bytes into its object.
template <typename Value>
Value* partAt(void* object, std::ptrdiff_t offset) {
    return reinterpret_cast<Value*>(static_cast<std::byte*>(object) + offset);
}
template <typename Value>
const Value* partAt(const void* object, std::ptrdiff_t offset) {
    return reinterpret_cast<const Value*>(static_cast<const std::byte*>(object) + offset);
}
template <typename Value>
void setRow(FileRow& row, const Form<Value>& form, std::ptrdiff_t offset) {
    row.read = [own = form.read, offset](const json::Node& node, void* object, Frame& frame, Trouble& trouble) {
        *partAt<Value>(object, offset) = own(node, frame, trouble);
    };
    row.write = [own = form.write, offset](json::Writer& writer, const void* object, const Frame& frame) {
        own(writer, *partAt<Value>(object, offset), frame);
    };
}
/// One that may be missing is missing in the file where it is.
template <typename Value>
void setOptionalRow(FileRow& row, const Form<Value>& form, std::ptrdiff_t offset) {
    row.read = [own = form.read, offset](const json::Node& node, void* object, Frame& frame, Trouble& trouble) {
        *partAt<std::optional<Value>>(object, offset) = own(node, frame, trouble);
    };
    row.write = [own = form.write, offset](json::Writer& writer, const void* object, const Frame& frame) {
        own(writer, **partAt<std::optional<Value>>(object, offset), frame);
    };
    row.isThere = [offset](const void* object, const Frame&) {
        return partAt<std::optional<Value>>(object, offset)->has_value();
    };
}

/// A row of the table of a T.
template <typename T>
struct FileField : FileRow {
    /// `member`: a pointer to a member, or a function that gives a reference to a part. The form is its own, or, of an
    /// optional, that of what it holds.
    template <typename Member, typename Value>
    FileField(std::string_view name, Member member, const Form<Value>& form)
        : FileRow{{.key = name, .schema = form.schema, .inside = form.inside}} {
        if constexpr (std::same_as<PartOf<Member>, std::optional<Value>>)
            setOptionalRow(*this, form, offsetOf(member));
        else
            setRow(*this, form, offsetOf(member));
    }
    /// Written as it is; a reader of its own follows.
    template <typename Member>
    FileField(std::string_view name, Member member, std::string words)
        : FileField(name, member, Form<PartOf<Member>>{.schema = std::move(words)}) {
        read = {};
    }
    /// With a reader and a writer of its own, of `(node, T, frame, trouble)` and `(writer, T, frame)`; `nullptr`: none.
    template <typename Read, typename Write>
    FileField(std::string_view name, std::string words, Read ownRead, Write ownWrite)
        : FileRow{{.key = name, .schema = std::move(words)}} {
        std::move(*this).readBy(ownRead).writtenBy(ownWrite);
    }

    /// @name The same row, with more to say
    /// @{
    FileField&& required() && {
        isRequired = true;
        return std::move(*this);
    }
    FileField&& orNull() && {
        isNullable = true;
        schema = nullableSchema(std::move(schema));
        return std::move(*this);
    }
    FileField&& keepingUnknown() && {
        keepsUnknown = true;
        return std::move(*this);
    }
    template <typename Read>
    FileField&& readBy(Read own) && {
        if constexpr (std::same_as<Read, std::nullptr_t>)
            read = {};
        else
            read = [own](const json::Node& node, void* object, Frame& frame, Trouble& trouble) {
                own(node, *static_cast<T*>(object), frame, trouble);
            };
        return std::move(*this);
    }
    template <typename Write>
    FileField&& writtenBy(Write own) && {
        if constexpr (std::same_as<Write, std::nullptr_t>)
            write = {};
        else
            write = [own](json::Writer& writer, const void* object, const Frame& frame) {
                own(writer, *static_cast<const T*>(object), frame);
            };
        return std::move(*this);
    }
    /// Left out where `condition`, of the object or of both object and frame, says no.
    template <typename Condition>
    FileField&& when(Condition condition) && {
        isThere = [condition](const void* object, [[maybe_unused]] const Frame& frame) -> bool {
            if constexpr (std::invocable<Condition, const T&, const Frame&>)
                return condition(*static_cast<const T*>(object), frame);
            else
                return static_cast<bool>(std::invoke(condition, *static_cast<const T*>(object)));
        };
        return std::move(*this);
    }
    /// A list that is left out where it is empty, or another member that is left out where it is what it is by default.
    template <typename Member>
    FileField&& unlessDefault(Member member) && {
        using Kept = PartOf<Member>;
        isThere = [offset = offsetOf(member)](const void* object, const Frame&) {
            return *partAt<Kept>(object, offset) != Kept{};
        };
        return std::move(*this);
    }
    /// @}

private:
    template <typename Member>
    using PartOf = std::remove_cvref_t<std::invoke_result_t<Member, T&>>;

    template <typename Member>
    static std::ptrdiff_t offsetOf(const Member& member) {
        static const T kObject{};
        return reinterpret_cast<const std::byte*>(&std::invoke(member, kObject)) -
               reinterpret_cast<const std::byte*>(&kObject);
    }
};

/// @name Whatever the type of the object
/// @{
using FileRows = std::vector<FileRow>;
/// Reads what is there until something is wrong.
void readFileRows(const json::Node& object, const FileRows& rows, void* value, Frame& frame, Trouble& trouble);
void readFileRow(const json::Node& object, const FileRow& row, void* value, Frame& frame, Trouble& trouble);
void writeFileRows(json::Writer& writer, const FileRows& rows, const FileKeys& keys, const void* value,
                   const Frame& frame);
/// The row as one of an object that holds the part.
FileRow shifted(const FileRow& row, std::ptrdiff_t offset);
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
        static const T kObject{};
        const std::ptrdiff_t offset =
            reinterpret_cast<const std::byte*>(&(kObject.*member)) - reinterpret_cast<const std::byte*>(&kObject);
        for (const FileRow& row : fields.rows)
            add(shifted(row, offset));
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

/// Parses the text and has `read` make a value of its root; fails with the first thing that was wrong.
template <typename Read>
auto readText(std::string_view text, const Read& read)
    -> Result<std::invoke_result_t<Read, const json::Node&, Trouble&>> {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    auto value = read(document->root(), trouble);
    if (trouble)
        return trouble.first();
    return value;
}

/// @name Schemas
/// @{
std::string objectSchema(const FileKeys& keys);
std::string listSchema(const std::string& items);
std::string tupleSchema(const FileKeys& keys, std::string_view words);
/// What the schema's definitions say under this name.
std::string definition(std::string_view name);
/// @}

/// Forms of values.
namespace form {

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

} // namespace form

/// A row whose value, as JSON, never changes. Whoever opens the file reads it.
template <typename T>
FileField<T> constant(std::string_view key, std::string value) {
    std::string schema = R"({"const": )" + value + "}";
    return {key, std::move(schema), nullptr,
            [value = std::move(value)](json::Writer& writer, const T&, const Frame&) { writer.numeral(value); }};
}

} // namespace lanewright
