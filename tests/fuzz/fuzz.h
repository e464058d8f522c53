// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

/// What the programs of libFuzzer here share. Each defines `LLVMFuzzerTestOneInput`, which libFuzzer calls with one
/// input after the other; whatever the bytes are, it must come back, and what it claims must hold.
namespace lanewright::fuzz {

/// Ends the program, which libFuzzer takes for a find, unless the claim holds.
inline void require(bool holds, const char* claim, std::string_view shown = {}) {
    if (holds)
        return;
    std::fprintf(stderr, "not true: %s\n%.*s\n", claim, static_cast<int>(std::min<std::size_t>(shown.size(), 4096)),
                 shown.data());
    std::abort();
}

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Takes decisions from the bytes of an input, so that every input is something whole: the mutations of libFuzzer then
/// change what is decided, and not whether it can be read at all. Behind the last byte all decisions are 0.
class Decisions {
public:
    Decisions(const std::uint8_t* data, std::size_t size) : m_data(data), m_left(size) {}

    /// From `low` to `high`, both included, of at most 65 536.
    int between(int low, int high) {
        const int count = high - low + 1;
        int number = next();
        if (count > 256)
            number = number * 256 + next();
        return low + number % count;
    }
    bool flag() { return (next() & 1) != 0; }
    bool isEmpty() const { return m_left == 0; }

private:
    int next() {
        if (m_left == 0)
            return 0;
        --m_left;
        return *m_data++;
    }

    const std::uint8_t* m_data;
    std::size_t m_left;
};

} // namespace lanewright::fuzz
