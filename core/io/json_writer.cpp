// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_writer.h"

#include "core/base/take_last.h"
#include "core/io/quoted_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lanewright::json {

namespace {

/// Whether a byte is written in a string as it is, which nearly all are.
bool standsForItself(char letter) { return letter >= ' ' && letter < '\x7F' && letter != '"' && letter != '\\'; }

} // namespace

void Writer::next() {
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_open.empty())
        return;
    Open& open = m_open.back();
    if (!open.empty)
        m_text += open.layout == Layout::Line ? ", " : ",";
    open.empty = false;
    if (open.layout == Layout::Lines)
        m_text.append("\n").append(2 * m_open.size(), ' ');
}

void Writer::begin(char bracket, Layout layout) {
    next();
    const bool stays = !m_open.empty() && (m_open.back().layout == Layout::Tight ||
                                           (m_open.back().layout == Layout::Line && layout == Layout::Lines));
    m_text += bracket;
    m_open.push_back({.layout = stays ? m_open.back().layout : layout});
}

void Writer::end(char bracket) {
    const Open closed = takeLast(m_open);
    if (closed.layout == Layout::Lines && !closed.empty)
        m_text.append("\n").append(2 * m_open.size(), ' ');
    m_text += bracket;
}

Writer& Writer::key(std::string_view name) {
    next();
    quote(name);
    m_text += m_open.back().layout == Layout::Tight ? ":" : ": ";
    m_afterKey = true;
    return *this;
}

void Writer::quote(std::string_view text) {
    m_text += '"';
    if (std::ranges::all_of(text, standsForItself)) {
        m_text.append(text).push_back('"');
        return;
    }
    const std::string valid = validUtf8(text);
    for (std::size_t at = 0; at < valid.size();) {
        const std::size_t length = characterLength(valid, at);
        const char32_t character = characterNumber(valid, at, length);
        if (character == U'"' || character == U'\\') {
            m_text.append("\\").push_back(valid[at]);
        } else if (character == U'\n') {
            m_text += "\\n";
        } else if (character == U'\t') {
            m_text += "\\t";
        } else if (actsOnReaders(character)) {
            // By its number, so that who prints the text to a terminal or opens it in an editor sees what is there.
            constexpr std::string_view digits = "0123456789abcdef";
            m_text += "\\u";
            for (int shift = 12; shift >= 0; shift -= 4)
                m_text.push_back(digits[(character >> shift) & 0xF]);
        } else {
            m_text.append(valid, at, length);
        }
        at += length;
    }
    m_text += '"';
}

void Writer::string(std::string_view text) {
    next();
    quote(text);
}

void Writer::numeral(std::string_view text) {
    next();
    m_text += text;
}

void Writer::number(std::int64_t value) { numeral(std::to_string(value)); }

void Writer::number(std::uint64_t value) { numeral(std::to_string(value)); }

void Writer::real(double value) {
    if (!std::isfinite(value))
        return null();
    std::array<char, 64> buffer = {};
    const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    numeral(problem == std::errc{} ? std::string_view{buffer.data(), end} : "0");
}

void Writer::boolean(bool value) { numeral(value ? "true" : "false"); }

void Writer::null() { numeral("null"); }

void Writer::copy(const Node& node) {
    switch (node.kind()) {
    case Kind::Null: return null();
    case Kind::Bool: return boolean(node.isTrue());
    case Kind::Number: return numeral(node.text());
    case Kind::String: return string(node.text());
    case Kind::Array:
        beginArray(Layout::Line);
        for (const Node child : node.children())
            copy(child);
        return endArray();
    case Kind::Object:
        beginObject(Layout::Line);
        for (const Node child : node.children()) {
            key(child.key());
            copy(child);
        }
        return endObject();
    }
}

} // namespace lanewright::json
