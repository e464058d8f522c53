// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// JSON as core/io reads it: numbers keep their numerals, so that decimals stay exact, and every value knows its place.
namespace lanewright::json {

enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };

class Document;
class Children;

/// A value in a document; as cheap as a pointer, and good while the document lives.
class Node {
public:
    Node(const Document& document, std::uint32_t index) : m_document(&document), m_index(index) {}

    Kind kind() const;
    bool isNull() const { return kind() == Kind::Null; }
    /// The value of a Bool.
    bool isTrue() const;
    /// A String's characters (UTF-8), or a Number's numeral as it stands in the file.
    std::string_view text() const;
    /// The name under which an object holds this value; empty elsewhere.
    std::string_view key() const;
    /// The items of an array or the members of an object; nothing for other kinds.
    Children children() const;
    int size() const;
    std::optional<Node> find(std::string_view key) const;
    /// The path from the root: `costs.transfer[2]`. Empty for the root.
    std::string where() const;

private:
    friend class Document;
    friend class Children;
    /// The entry behind the value and all it holds.
    std::uint32_t end() const;

    const Document* m_document;
    std::uint32_t m_index;
};

/// What a range-based for over a node's children needs.
class Children {
public:
    class Iterator {
    public:
        Iterator(const Document& document, std::uint32_t index) : m_document(&document), m_index(index) {}
        Node operator*() const;
        Iterator& operator++();
        bool operator==(const Iterator& other) const { return m_index == other.m_index; }

    private:
        const Document* m_document;
        std::uint32_t m_index;
    };

    Children(const Document& document, std::uint32_t first, std::uint32_t end)
        : m_document(&document), m_first(first), m_end(end) {}
    Iterator begin() const { return {*m_document, m_first}; }
    Iterator end() const { return {*m_document, m_end}; }

private:
    const Document* m_document;
    std::uint32_t m_first;
    std::uint32_t m_end;
};

/// A parsed text. All values lie in one array in the order of the text, all strings in another: eight bytes for each
/// value and each key beside their characters, so that a file takes little more memory than disk.
class Document {
public:
    Node root() const { return Node{*this, 0}; }

private:
    friend class Node;
    friend class Children::Iterator;
    friend class Builder;

    /// A value, or the key of the value behind it.
    struct Entry {
        static constexpr std::uint32_t kKey = 7; ///< in place of a kind
        static constexpr int kKindBits = 3;

        std::uint32_t place = 0;  ///< where the characters begin; of arrays and objects the entry behind all they hold
        std::uint32_t packed = 0; ///< kind, and the number of characters, items or members

        std::uint32_t kind() const { return packed & ((1U << kKindBits) - 1); }
        std::uint32_t count() const { return packed >> kKindBits; }
    };

    bool holdsOthers(std::uint32_t index) const;

    std::vector<Entry> m_entries;
    std::string m_text;
};

/// The most bytes, values, characters of a value and levels a document may have, so that no file takes more memory than
/// a machine has.
constexpr std::size_t kMaxBytes = std::size_t{1} << 30;
constexpr std::uint32_t kMaxValues = 1U << 26;
constexpr std::size_t kMaxCharacters = (std::size_t{1} << 29) - 1; ///< in one value
constexpr int kMaxDepth = 64;

/// Parses UTF-8 text with or without a byte order mark. Fails with line and column on anything that is no JSON, on a
/// key given twice in one object, and on the limits above. Never throws.
Result<Document> parse(std::string_view text);

} // namespace lanewright::json
