// SPDX-License-Identifier: Apache-2.0
#include "tests/core/pytorch/sha256.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace lanewright::test {

namespace {

using Words = std::array<std::uint32_t, 8>;

bool isPrime(int number) {
    for (int divisor = 2; divisor * divisor <= number; ++divisor)
        if (number % divisor == 0)
            return false;
    return true;
}

/// The first 32 bits of the fraction of a root, which is how the standard defines its constants.
std::uint32_t fractionBits(long double root) {
    return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
}

std::array<std::uint32_t, 64> roundConstants() {
    std::array<std::uint32_t, 64> constants = {};
    std::size_t count = 0;
    for (int number = 2; count < constants.size(); ++number)
        if (isPrime(number))
            constants[count++] = fractionBits(std::cbrt(static_cast<long double>(number)));
    return constants;
}

Words startWords() {
    Words words = {};
    std::size_t count = 0;
    for (int number = 2; count < words.size(); ++number)
        if (isPrime(number))
            words[count++] = fractionBits(std::sqrt(static_cast<long double>(number)));
    return words;
}

void addBlock(Words& state, const unsigned char* block, const std::array<std::uint32_t, 64>& constants) {
    std::array<std::uint32_t, 64> w = {};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
               std::uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const Words added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i)
        state[i] += added[i];
}

} // namespace

std::string sha256(std::string_view bytes) {
    std::string padded{bytes};
    padded += '\x80';
    padded.append((120 - padded.size() % 64) % 64, '\0');
    for (int shift = 56; shift >= 0; shift -= 8)
        padded += static_cast<char>(std::uint64_t{bytes.size()} * 8 >> shift);
    Words state = startWords();
    const auto constants = roundConstants();
    for (std::size_t at = 0; at < padded.size(); at += 64)
        addBlock(state, reinterpret_cast<const unsigned char*>(padded.data()) + at, constants);
    std::string digits;
    for (const std::uint32_t word : state) {
        char text[9];
        std::snprintf(text, sizeof text, "%08x", word);
        digits += text;
    }
    return digits;
}

} // namespace lanewright::test
