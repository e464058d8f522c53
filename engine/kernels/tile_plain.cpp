// SPDX-License-Identifier: Apache-2.0
// Compiled for any processor; the compiler makes of four numbers what the processor has.
#include "engine/kernels/tile_template.h"

namespace lanewright::engine {

namespace {

struct Four {
    float at[4];
};

struct Plain {
    using Vec = Four;
    static constexpr int kWidth = 4;
    static constexpr int kVecs = 2;
    static constexpr int kCols = kVecs * kWidth;
    static constexpr int kRows = 4;

    static Vec made(auto each) {
        Vec numbers;
        for (int i = 0; i < kWidth; ++i)
            numbers.at[i] = each(i);
        return numbers;
    }
    static Vec zero() {
        return made([](int) { return 0.0F; });
    }
    static Vec all(float number) {
        return made([=](int) { return number; });
    }
    static Vec load(const float* from) {
        return made([=](int i) { return from[i]; });
    }
    static void store(float* to, const Vec& numbers) {
        for (int i = 0; i < kWidth; ++i)
            to[i] = numbers.at[i];
    }
    static Vec add(const Vec& a, const Vec& b) {
        return made([&](int i) { return a.at[i] + b.at[i]; });
    }
    static Vec multiply(const Vec& a, float b) {
        return made([&](int i) { return a.at[i] * b; });
    }
    static Vec fma(const Vec& a, const Vec& b, const Vec& sum) {
        return made([&](int i) { return a.at[i] * b.at[i] + sum.at[i]; });
    }
    static float fromBits(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
    static std::uint32_t bitsOf(float number) { return __builtin_bit_cast(std::uint32_t, number); }
    static Vec lowHalves(const Vec& units) {
        return made([&](int i) { return fromBits(bitsOf(units.at[i]) << 16U); });
    }
    static Vec highHalves(const Vec& units) {
        return made([&](int i) { return fromBits(bitsOf(units.at[i]) & 0xFFFF0000U); });
    }
};

} // namespace

const TileSet kPlainTiles = tileSet<Plain>("plain");

} // namespace lanewright::engine
