// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Random numbers by counter: each is a function of its place alone, so that any rank can make any of them.
namespace lanewright::engine {

/// Stirs 64 bits so that each bit of the input moves every bit of the output (the finaliser of SplitMix64; Steele,
/// Lea, Flood: Fast splittable pseudorandom number generators, 2014).
constexpr std::uint64_t stir(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

/// 64 random bits for a place given by up to four numbers.
constexpr std::uint64_t randomAt(std::uint64_t a, std::uint64_t b, std::uint64_t c = 0, std::uint64_t d = 0) {
    return stir(stir(stir(stir(a) ^ b) ^ c) ^ d);
}

/// A number of mean 0 and variance 1, close to normal: the sum of four uniform ones. Exact on every machine, since no
/// library function is called.
constexpr float normalFrom(std::uint64_t bits) {
    std::int64_t sum = 0;
    for (int part = 0; part < 4; ++part)
        sum += static_cast<std::int64_t>((bits >> (16 * part)) & 0xFFFFU);
    // Each part is uniform on 0 … 65535: mean 32767.5, variance (65536² − 1) / 12.
    return static_cast<float>(2 * sum - 4 * 65535) * (0.5F / 37837.227F);
}

} // namespace lanewright::engine
