// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright::json {

/// How a container is laid out: an item per line, all on one line, or without any blank. Whatever is inside a line
/// stays on it, and what is inside a tight one is tight.
enum class Layout : std::uint8_t { Lines, Line, Tight };

/// Writes JSON from front to back; keys keep the order in which they are given. Nothing here checks that the calls make
/// a sound document: that is the caller's part.
class Writer {
public:
    void beginObject(Layout layout) { begin('{', layout); }
    void endObject() { end('}'); }
    void beginArray(Layout layout) { begin('[', layout); }
    void endArray() { end(']'); }

    /// @name A whole container, of what `write` writes, for each item or once
    /// @{
    void list(Layout layout, const auto& items, const auto& write) {
        beginArray(layout);
        for (const auto& item : items)
            write(item);
        endArray();
    }
    void list(Layout layout, const auto& write) {
        beginArray(layout);
        write();
        endArray();
    }
    void object(Layout layout, const auto& write) {
        beginObject(layout);
        write();
        endObject();
    }
    /// @}

    Writer& key(std::string_view name);
    /// Bytes that are no UTF-8 are replaced by U+FFFD.
    void string(std::string_view text);
    void number(std::int64_t value);
    void number(std::uint64_t value);
    void number(int value) { number(static_cast<std::int64_t>(value)); }
    /// The shortest numeral that reads back as the same double; null when it is no finite number.
    void real(double value);
    /// A numeral, written as it is.
    void numeral(std::string_view text);
    void boolean(bool value);
    void null();
    /// A value of a parsed document, with all it holds.
    void copy(const Node& node);

    std::string take() { return std::move(m_text); }

private:
    struct Open {
        Layout layout = Layout::Lines;
        bool empty = true;
    };
    void begin(char bracket, Layout layout);
    void end(char bracket);
    void next();
    void quote(std::string_view text);

    std::string m_text;
    std::vector<Open> m_open;
    bool m_afterKey = false;
};

} // namespace lanewright::json
