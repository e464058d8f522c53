// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/trace/trace_bytes.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewright {

/// JSON one token after the other, for files that are too large to hold: `core/io/json` keeps all of a document.
///
/// Takes what profilers write beside JSON: NaN and infinities as numbers, a comma before a closing bracket, and a file
/// that ends before its brackets do.
class JsonStream {
public:
    enum class Token : std::uint8_t {
        BeginObject,
        EndObject,
        BeginArray,
        EndArray,
        Key,
        String,
        Number, ///< its numeral, or `NaN`, `Infinity`, `-Infinity`
        Bool,
        Null,
        End,   ///< the text ends
        Cut,   ///< the text ended inside a value, or can't be read further
        Wrong, ///< no JSON; `error` says why
    };

    explicit JsonStream(TraceBytes& bytes) : m_bytes(&bytes) {}

    Token next();
    /// A Key's or String's characters, or a Number's or Bool's word. No more of it than 64 KiB is kept.
    const std::string& text() const { return m_text; }
    /// Reads over the rest of the value that `token`, its first, began. False at a Cut or Wrong.
    bool skip(Token token);
    /// `line 3, column 7` of what was read last.
    std::string where() const;
    /// What is Wrong, or at a Cut what became of the file.
    Error error() const;

private:
    enum class Awaits : std::uint8_t { Value, FirstKey, FirstItem, CommaOrEnd, Nothing };

    bool fill();
    int peek();
    int take();
    int skipSpace();
    Token value(int first);
    Token string(Token kind);
    Token word(int first);
    Token closed(char bracket);
    Token key();
    Token wrong(Message why);
    Token cut();
    bool escape();
    void keep(char letter);
    void keepCodePoint(unsigned code);
    int hexDigits();
    Token afterValue(Token token);

    TraceBytes* m_bytes;
    std::string_view m_chunk = {};
    std::size_t m_at = 0;
    std::int64_t m_before = 0; ///< bytes in front of the chunk
    std::int64_t m_line = 1;
    std::int64_t m_lineStart = 0; ///< where the line began
    std::int64_t m_tokenAt = 0;   ///< where what was read last began, in its line
    std::string m_text = {};
    std::string m_open = {}; ///< the brackets around
    Awaits m_awaits = Awaits::Value;
    Message m_why = {};
};

} // namespace lanewright
