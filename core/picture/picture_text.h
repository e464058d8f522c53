// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace lanewright {

/// The text of a picture, made of pieces: words, and lengths with at most two decimals: `12.3`.
class PictureText {
protected:
    template <typename... Parts>
    void add(const Parts&... parts) {
        (put(parts), ...);
    }

    std::string m_text;

private:
    void put(std::string_view text) { m_text += text; }
    void put(double length) {
        char digits[330];
        const double shown = std::round(length * 100) / 100 + 0.0; // which makes 0 of -0
        m_text.append(digits, std::to_chars(digits, digits + sizeof digits, shown, std::chars_format::fixed).ptr);
    }
};

} // namespace lanewright
