// SPDX-License-Identifier: Apache-2.0
#include "core/io/json.h"

#include "core/base/caught.h"
#include "core/io/quoted_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>

namespace lanewright::json {

namespace {

/// A name that a path can hold without quotes.
bool isPlain(std::string_view key) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    return !key.empty() && key.size() <= 40 && std::ranges::all_of(key, plain);
}

/// What is wrong at the byte that the parser could not take.
Error syntaxError(std::string_view text, std::size_t at) {
    if (const std::size_t broken = firstBrokenUtf8(text.substr(0, at + 1)); broken < at && broken + 4 > at)
        return {say(phrase("file", "this is no JSON: the text is not in UTF-8")), lineAndColumn(text, broken)};
    if (at >= text.size() || text.find_first_not_of(" \t\r\n", at) == std::string_view::npos)
        return {say(phrase("file", "this is no JSON: the text ends too early")), lineAndColumn(text, text.size())};
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto unexpected = [&](Phrase words, const Message& what) {
        return Error{say(words, what), lineAndColumn(text, at)};
    };
    if (byte < 0x20)
        return unexpected(phrase("file", "this is no JSON: unexpected control character %1, which must be escaped"),
                          byte);
    if (byte >= 0x80)
        return unexpected(phrase("file", "this is no JSON: unexpected byte %1"), byte);
    return unexpected(phrase("file", "this is no JSON: unexpected %1"), inQuotes(text.substr(at, 1)));
}

/// No text has more values and keys: each but the first stands behind a comma, a colon or an opening bracket.
std::size_t mostEntriesOf(std::string_view text) {
    const auto leads = [](char c) { return c == ',' || c == ':' || c == '[' || c == '{'; };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(text, leads));
    return std::min<std::size_t>(count + 1, 2 * std::size_t{kMaxValues});
}

} // namespace

bool Document::holdsOthers(std::uint32_t index) const {
    const std::uint32_t kind = m_entries[index].kind();
    return kind == static_cast<std::uint32_t>(Kind::Array) || kind == static_cast<std::uint32_t>(Kind::Object);
}

Kind Node::kind() const { return static_cast<Kind>(m_document->m_entries[m_index].kind()); }

bool Node::isTrue() const { return m_document->m_entries[m_index].count() == 1; }

std::string_view Node::text() const {
    if (m_document->holdsOthers(m_index))
        return {};
    const Document::Entry& entry = m_document->m_entries[m_index];
    return std::string_view{m_document->m_text}.substr(entry.place, entry.count());
}

std::string_view Node::key() const {
    if (m_index == 0 || m_document->m_entries[m_index - 1].kind() != Document::Entry::kKey)
        return {};
    const Document::Entry& entry = m_document->m_entries[m_index - 1];
    return std::string_view{m_document->m_text}.substr(entry.place, entry.count());
}

int Node::size() const {
    return m_document->holdsOthers(m_index) ? static_cast<int>(m_document->m_entries[m_index].count()) : 0;
}

std::uint32_t Node::end() const {
    return m_document->holdsOthers(m_index) ? m_document->m_entries[m_index].place : m_index + 1;
}

Children Node::children() const { return {*m_document, m_index + 1, end()}; }

Node Children::Iterator::operator*() const {
    const bool isKey = m_document->m_entries[m_index].kind() == Document::Entry::kKey;
    return Node{*m_document, m_index + (isKey ? 1 : 0)};
}

Children::Iterator& Children::Iterator::operator++() {
    m_index = (**this).end();
    return *this;
}

std::optional<Node> Node::find(std::string_view key) const {
    if (kind() == Kind::Object)
        for (const Node child : children())
            if (child.key() == key)
                return child;
    return {};
}

std::string Node::where() const {
    std::string path;
    Node holder{*m_document, 0};
    while (holder.m_index != m_index) {
        int position = 0;
        auto child = holder.children().begin();
        for (; (*child).end() <= m_index; ++child)
            ++position;
        const Node next = *child;
        if (holder.kind() == Kind::Array)
            path += "[" + std::to_string(position) + "]";
        else if (!isPlain(next.key()))
            path += "[" + inQuotes(next.key()) + "]";
        else
            path += (path.empty() ? "" : ".") + std::string{next.key()};
        holder = next;
    }
    return path;
}

/// Takes the parser's events and lays the values down one behind the other.
class Builder {
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    /// Takes room for all that the source can hold at once, since an array that grows is there twice while it is moved.
    /// What stays unused of it is never touched.
    explicit Builder(std::string_view source) : m_source(source) {
        m_document.m_entries.reserve(mostEntriesOf(source));
        m_document.m_text.reserve(source.size());
    }

    bool null() { return leaf(Kind::Null, {}); }
    bool boolean(bool value) { return leaf(Kind::Bool, value ? "1" : ""); }
    bool number_integer(number_integer_t value) { return leaf(Kind::Number, std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) { return leaf(Kind::Number, std::to_string(value)); }
    bool number_float(number_float_t /*rounded*/, const string_t& numeral) {
        string_t exact = numeral;
        // The parser writes the decimal point as the process's locale has it.
        const auto foreign = [](char c) {
            return std::string_view{"0123456789+-eE."}.find(c) == std::string_view::npos;
        };
        std::ranges::replace_if(exact, foreign, '.');
        return leaf(Kind::Number, exact);
    }
    bool string(const string_t& value) { return leaf(Kind::String, value); }
    bool binary(const binary_t& /*never in text*/) { return false; }
    bool start_object(std::size_t /*unknown*/) { return open(Kind::Object); }
    bool start_array(std::size_t /*unknown*/) { return open(Kind::Array); }
    bool end_object() { return keysDiffer() && close(); }
    bool end_array() { return close(); }
    bool key(const string_t& name) { return append(Document::Entry::kKey, name); }
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& problem) {
        // Number 406: a numeral beyond every floating point number.
        if (problem.id == 406)
            return refuse({say(phrase("number", "%1 is too large a number"), inQuotes(token)),
                           lineAndColumn(m_source, position - std::min(position, token.size()))});
        return refuse(syntaxError(m_source, std::max<std::size_t>(position, 1) - 1));
    }

    Error& error() { return m_error; }
    Document& document() { return m_document; }

private:
    bool refuse(Error error) {
        m_error = std::move(error);
        return false;
    }

    bool append(std::uint32_t kind, std::string_view text) {
        if (text.size() > kMaxCharacters)
            return refuse({say(phrase("file", "a text of the file is longer than 512 MiB"))});
        m_document.m_entries.push_back(
            {.place = static_cast<std::uint32_t>(m_document.m_text.size()),
             .packed = (static_cast<std::uint32_t>(text.size()) << Document::Entry::kKindBits) | kind});
        m_document.m_text += text;
        return true;
    }

    bool add(Kind kind, std::string_view text) {
        if (m_values++ >= kMaxValues)
            return refuse({say(phrase("file", "the file holds more than %1 values"), kMaxValues)});
        if (!m_open.empty())
            m_document.m_entries[m_open.back()].packed += 1U << Document::Entry::kKindBits;
        return append(static_cast<std::uint32_t>(kind), text);
    }

    bool leaf(Kind kind, std::string_view text) { return add(kind, text); }

    bool open(Kind kind) {
        if (static_cast<int>(m_open.size()) >= kMaxDepth)
            return refuse({say(phrase("file", "brackets are nested more than %1 deep"), kMaxDepth)});
        if (!add(kind, {}))
            return false;
        m_open.push_back(static_cast<std::uint32_t>(m_document.m_entries.size() - 1));
        return true;
    }

    void end() { m_document.m_entries[m_open.back()].place = static_cast<std::uint32_t>(m_document.m_entries.size()); }

    bool close() {
        end();
        m_open.pop_back();
        return true;
    }

    /// Which of two equal keys counts is anybody's guess, so neither does.
    bool keysDiffer() {
        end();
        const Node object{m_document, m_open.back()};
        std::vector<std::string_view> keys;
        keys.reserve(object.size());
        for (const Node child : object.children())
            keys.push_back(child.key());
        std::ranges::sort(keys);
        const auto twice = std::ranges::adjacent_find(keys);
        if (twice == keys.end())
            return true;
        // The way to the object leads over others that have no end yet.
        for (const std::uint32_t open : m_open)
            m_document.m_entries[open].place = static_cast<std::uint32_t>(m_document.m_entries.size());
        return refuse({say(phrase("file", "the key %1 is given twice"), inQuotes(*twice)), object.where()});
    }

    std::string_view m_source;
    Document m_document;
    std::vector<std::uint32_t> m_open;
    std::uint32_t m_values = 0;
    Error m_error;
};

Result<Document> parse(std::string_view text) {
    if (text.size() > kMaxBytes)
        return Error{say(phrase("file", "the text is longer than 1 GiB"))};
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        return Error{say(phrase("file", "this is text in UTF-16; JSON is text in UTF-8")), lineAndColumn(text, 0)};
    // The parser takes a zero byte for the end of the text and would not look behind it.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        return Error{say(phrase("file", "this is binary data, not JSON")), lineAndColumn(text, zero)};
    if (text.find_first_not_of(" \t\r\n", text.starts_with("\xEF\xBB\xBF") ? 3 : 0) == std::string_view::npos)
        return Error{say(phrase("file", "the text is empty"))};
    const auto read = [&]() -> Result<Document> {
        Builder builder{text};
        if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
            return std::move(builder.error());
        return std::move(builder.document());
    };
    return caught(read, [](const char* why) -> Result<Document> {
        return why == nullptr ? Error{say(phrase("file", "the text needs more memory than there is"))}
                              : Error{say(phrase("file", "this is no JSON: %1"), why)};
    });
}

} // namespace lanewright::json
