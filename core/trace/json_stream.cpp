// SPDX-License-Identifier: Apache-2.0
#include "core/trace/json_stream.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr std::size_t kMaxText = std::size_t{1} << 16;
constexpr std::size_t kMaxOpen = 64;
constexpr int kEndOfText = -1;

bool isWordLetter(int letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           letter == '+' || letter == '-' || letter == '.';
}

/// A numeral as JSON has it, or with the freedoms of profilers: a sign in front, no digits before the point.
bool isNumeral(std::string_view word) {
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t from = at;
        while (at < word.size() && word[at] >= '0' && word[at] <= '9')
            ++at;
        return at - from;
    };
    if (at < word.size() && (word[at] == '-' || word[at] == '+'))
        ++at;
    std::size_t count = digits();
    if (at < word.size() && word[at] == '.') {
        ++at;
        count += digits();
    }
    if (count == 0)
        return false;
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
        ++at;
        if (at < word.size() && (word[at] == '-' || word[at] == '+'))
            ++at;
        if (digits() == 0)
            return false;
    }
    return at == word.size();
}

bool isNotFinite(std::string_view word) {
    if (!word.empty() && (word.front() == '-' || word.front() == '+'))
        word.remove_prefix(1);
    constexpr std::string_view names[] = {"NaN", "nan", "Infinity", "inf", "Inf"};
    return std::ranges::find(names, word) != std::end(names);
}

} // namespace

bool JsonStream::fill() {
    if (m_at < m_chunk.size())
        return true;
    m_before += static_cast<std::int64_t>(m_chunk.size());
    m_at = 0;
    m_chunk = m_bytes->next();
    return !m_chunk.empty();
}

int JsonStream::peek() { return fill() ? static_cast<unsigned char>(m_chunk[m_at]) : kEndOfText; }

int JsonStream::take() { return fill() ? static_cast<unsigned char>(m_chunk[m_at++]) : kEndOfText; }

int JsonStream::skipSpace() {
    while (true) {
        const int letter = peek();
        if (letter == '\n') {
            ++m_line;
            m_lineStart = m_before + static_cast<std::int64_t>(m_at) + 1;
        } else if (letter != ' ' && letter != '\t' && letter != '\r') {
            m_tokenAt = m_before + static_cast<std::int64_t>(m_at) - m_lineStart;
            return letter;
        }
        ++m_at;
    }
}

JsonStream::Token JsonStream::wrong(Message why) {
    m_why = std::move(why);
    m_awaits = Awaits::Nothing;
    return Token::Wrong;
}

JsonStream::Token JsonStream::cut() {
    m_why = m_bytes->trouble().empty() ? say(phrase("trace", "the file ends in the middle")) : m_bytes->trouble();
    return Token::Cut;
}

JsonStream::Token JsonStream::afterValue(Token token) {
    m_awaits = m_open.empty() ? Awaits::Nothing : Awaits::CommaOrEnd;
    return token;
}

JsonStream::Token JsonStream::next() {
    if (m_awaits == Awaits::Nothing && !m_why.empty())
        return Token::Wrong;
    int letter = skipSpace();
    if (m_before == 0 && m_at == 0 && letter == 0xEF) { // a byte order mark
        for (int each = 0; each < 3; ++each)
            take();
        letter = skipSpace();
    }
    if (letter == kEndOfText)
        return m_open.empty() && m_awaits == Awaits::Nothing && m_bytes->trouble().empty() ? Token::End : cut();
    switch (m_awaits) {
    case Awaits::Nothing: return wrong(say(phrase("trace", "something stands behind the end of the JSON")));
    case Awaits::Value: return value(letter);
    case Awaits::FirstKey: return letter == '}' ? closed('}') : key();
    case Awaits::FirstItem: return letter == ']' ? closed(']') : value(letter);
    case Awaits::CommaOrEnd: break;
    }
    const char end = m_open.back() == '{' ? '}' : ']';
    if (letter == end)
        return closed(end);
    if (letter != ',')
        return wrong(say(phrase("trace", "a comma or %1 must stand here"), std::string{end}));
    take();
    letter = skipSpace();
    if (letter == kEndOfText)
        return cut();
    if (letter == end)
        return closed(end);
    return end == '}' ? key() : value(letter);
}

JsonStream::Token JsonStream::closed(char bracket) {
    take();
    m_open.pop_back();
    return afterValue(bracket == '}' ? Token::EndObject : Token::EndArray);
}

JsonStream::Token JsonStream::key() {
    if (peek() != '"')
        return wrong(say(phrase("trace", "the name of a value must stand here, in quotes")));
    const Token token = string(Token::Key);
    if (token != Token::Key)
        return token;
    const int colon = skipSpace();
    if (colon == kEndOfText)
        return cut();
    if (colon != ':')
        return wrong(say(phrase("trace", "a colon must stand here")));
    take();
    m_awaits = Awaits::Value;
    return Token::Key;
}

JsonStream::Token JsonStream::value(int first) {
    if (first == '{' || first == '[') {
        if (m_open.size() >= kMaxOpen)
            return wrong(say(phrase("trace", "too many brackets inside each other")));
        take();
        m_open.push_back(static_cast<char>(first));
        m_awaits = first == '{' ? Awaits::FirstKey : Awaits::FirstItem;
        return first == '{' ? Token::BeginObject : Token::BeginArray;
    }
    if (first == '"') {
        const Token token = string(Token::String);
        return token == Token::String ? afterValue(token) : token;
    }
    return word(first);
}

JsonStream::Token JsonStream::word(int first) {
    if (!isWordLetter(first))
        return wrong(say(phrase("trace", "no JSON value starts like this")));
    m_text.clear();
    while (isWordLetter(peek())) {
        keep(static_cast<char>(take()));
        if (m_text.size() >= kMaxText)
            return wrong(say(phrase("trace", "no JSON value is as long as this")));
    }
    if (isNumeral(m_text) || isNotFinite(m_text))
        return peek() == kEndOfText && !m_open.empty() ? cut() : afterValue(Token::Number);
    if (m_text == "true" || m_text == "false")
        return afterValue(Token::Bool);
    if (m_text == "null")
        return afterValue(Token::Null);
    if (peek() == kEndOfText)
        return cut();
    return wrong(say(phrase("trace", "%1 is no JSON value"), m_text.substr(0, 40)));
}

void JsonStream::keep(char letter) {
    if (m_text.size() < kMaxText)
        m_text.push_back(letter);
}

JsonStream::Token JsonStream::string(Token kind) {
    take();
    m_text.clear();
    while (fill()) {
        // Up to the next quote or backslash in one go: most of a trace is strings that nobody looks at.
        const std::size_t end = std::min(m_chunk.find_first_of("\"\\", m_at), m_chunk.size());
        const std::size_t room = kMaxText - std::min(kMaxText, m_text.size());
        m_text.append(m_chunk.substr(m_at, std::min(end - m_at, room)));
        m_at = end;
        if (end == m_chunk.size())
            continue;
        if (take() == '"')
            return kind;
        if (!escape())
            return m_why.empty() ? cut() : Token::Wrong;
    }
    return cut();
}

int JsonStream::hexDigits() {
    int code = 0;
    for (int digit = 0; digit < 4; ++digit) {
        const int letter = take();
        const int lower = letter | 0x20;
        if (letter >= '0' && letter <= '9')
            code = code * 16 + letter - '0';
        else if (lower >= 'a' && lower <= 'f')
            code = code * 16 + lower - 'a' + 10;
        else
            return kEndOfText;
    }
    return code;
}

void JsonStream::keepCodePoint(unsigned code) {
    if (code < 0x80)
        return keep(static_cast<char>(code));
    if (code >= 0x800) {
        keep(static_cast<char>(0xE0 | (code >> 12)));
        keep(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
    } else {
        keep(static_cast<char>(0xC0 | (code >> 6)));
    }
    keep(static_cast<char>(0x80 | (code & 0x3F)));
}

/// What follows a backslash. Halves of characters beyond 16 bits become question marks: nothing looked for holds any.
bool JsonStream::escape() {
    const int letter = take();
    switch (letter) {
    case '"':
    case '\\':
    case '/': keep(static_cast<char>(letter)); return true;
    case 'b': keep('\b'); return true;
    case 'f': keep('\f'); return true;
    case 'n': keep('\n'); return true;
    case 'r': keep('\r'); return true;
    case 't': keep('\t'); return true;
    case 'u': {
        const int code = hexDigits();
        if (code == kEndOfText)
            break;
        if (code >= 0xD800 && code <= 0xDFFF)
            keep('?');
        else
            keepCodePoint(static_cast<unsigned>(code));
        return true;
    }
    default: break;
    }
    if (peek() != kEndOfText)
        wrong(say(phrase("trace", "no escape in a JSON string looks like this")));
    return false;
}

bool JsonStream::skip(Token token) {
    std::size_t depth = 0;
    while (true) {
        if (token == Token::Cut || token == Token::Wrong || token == Token::End)
            return false;
        if (token == Token::BeginObject || token == Token::BeginArray)
            ++depth;
        else if (token == Token::EndObject || token == Token::EndArray)
            --depth;
        if (depth == 0 && token != Token::Key)
            return true;
        token = next();
    }
}

std::string JsonStream::where() const {
    return "line " + std::to_string(m_line) + ", column " + std::to_string(m_tokenAt + 1);
}

Error JsonStream::error() const { return {m_why, where()}; }

} // namespace lanewright
