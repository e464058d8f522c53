// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/fields.h"
#include "core/io/reading.h"

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// A row of the table of an object: what it says of its key is how the value is read and written, and what the JSON
/// Schema says of it.
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

/// @name Where a value lies in an object: so many bytes behind its beginning
/// A row keeps that instead of a pointer to a member, so that rows of all types are of one, and the code that reads and
/// writes a value through them is made once for its type.
/// @{
inline std::ptrdiff_t bytesBetween(const void* object, const void* part) {
    return static_cast<const std::byte*>(part) - static_cast<const std::byte*>(object);
}
inline void* partAt(void* object, std::ptrdiff_t place) { return static_cast<std::byte*>(object) + place; }
inline const void* partAt(const void* object, std::ptrdiff_t place) {
    return static_cast<const std::byte*>(object) + place;
}

/// `member`: a pointer to a member, or a function that gives a reference to a part.
template <typename T, typename Member>
std::ptrdiff_t placeOf(const Member& member) {
    static const T kObject{};
    return bytesBetween(&kObject, &std::invoke(member, kObject));
}
/// @}

template <typename Value>
void setRow(FileRow& row, const Form<Value>& form, std::ptrdiff_t place) {
    row.read = [own = form.read, place](const json::Node& node, void* object, Frame& frame, Trouble& trouble) {
        *static_cast<Value*>(partAt(object, place)) = own(node, frame, trouble);
    };
    row.write = [own = form.write, place](json::Writer& writer, const void* object, const Frame& frame) {
        own(writer, *static_cast<const Value*>(partAt(object, place)), frame);
    };
}
/// One that may be missing is missing in the file where it is.
template <typename Value>
void setOptionalRow(FileRow& row, const Form<Value>& form, std::ptrdiff_t place) {
    using Kept = std::optional<Value>;
    row.read = [own = form.read, place](const json::Node& node, void* object, Frame& frame, Trouble& trouble) {
        *static_cast<Kept*>(partAt(object, place)) = own(node, frame, trouble);
    };
    row.write = [own = form.write, place](json::Writer& writer, const void* object, const Frame& frame) {
        own(writer, **static_cast<const Kept*>(partAt(object, place)), frame);
    };
    row.isThere = [place](const void* object, const Frame&) {
        return static_cast<const Kept*>(partAt(object, place))->has_value();
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
            setOptionalRow(*this, form, placeOf<T>(member));
        else
            setRow(*this, form, placeOf<T>(member));
    }
    /// Written as it is; a reader of its own follows.
    template <typename Member>
    FileField(std::string_view name, Member member, std::string words)
        : FileField(name, member, Form<PartOf<Member>>{.schema = std::move(words)}) {
        read = {};
    }
    /// With a reader and a writer of its own, of `(node, T, frame, trouble)` and `(writer, T, frame)`; `nullptr`: none.
    FileField(std::string_view name, std::string words, auto ownRead, auto ownWrite)
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
        isThere = [place = placeOf<T>(member)](const void* object, const Frame&) {
            return *static_cast<const Kept*>(partAt(object, place)) != Kept{};
        };
        return std::move(*this);
    }
    /// @}

private:
    template <typename Member>
    using PartOf = std::remove_cvref_t<std::invoke_result_t<Member, T&>>;
};

} // namespace lanewright
