// SPDX-License-Identifier: Apache-2.0
#include "core/picture/colours.h"

#include "core/base/printed.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lanewright {

namespace {

constexpr Rgb kWhite = 0xFFFFFF;
constexpr Rgb kInk = 0x060E10; ///< black words on blocks

using OnGrounds = std::array<Rgb, kGrounds.size()>;

struct RoleColour {
    std::string_view key;
    OnGrounds on;
};

constexpr std::array<RoleColour, kColourRoles> kRoleColours = {{
    {"window", {0xF3F4F7, 0x1B1F27, 0x000000}},
    {"surface", {0xFFFFFF, 0x13161B, 0x000000}},
    {"raised", {0xFAFBFD, 0x252B35, 0x141414}},
    {"line", {0xDDE1E8, 0x313844, 0x545454}},
    {"text", {0x12161C, 0xF1F4F8, 0xFFFFFF}},
    {"mutedText", {0x5B6472, 0x9BA6B5, 0xE2E2E2}},
    {"accent", {0x0E48BF, 0x2B73E2, 0xFFE24A}},
    {"onAccent", {0xFFFFFF, 0xFFFFFF, 0x000000}},
    {"selection", {0xE89A00, 0xFFB61E, 0xFF8CFF}},
    {"violation", {0xCC3311, 0xFF6B4A, 0xFF8E7C}},
    {"warning", {0xA86A00, 0xF0B449, 0xFFCB6B}},
    {"good", {0x1B7F46, 0x6FD592, 0x86F2A4}},
    {"limit", {0xD32F4B, 0xFF7A90, 0xFF9AA8}},
    {"full", {0xC7982B, 0xDBA945, 0xFFCB6B}},
}};

/// By kind of op, before any step for the chunk.
constexpr std::array<OnGrounds, kOpKinds> kFills = {{
    {0x081C94, 0x1165D1, 0x0F3FD0}, // F
    {0x41BDDD, 0x41C6F3, 0x4CCCF8}, // B
    {0x208663, 0xDFFEE1, 0xEFFFF0}, // W
    {0x8A3805, 0xDB7633, 0xEE751B}, // BW
    {0xEEBB11, 0xFFCC22, 0xFFD000}, // R
}};

constexpr std::array<OnGrounds, kShades> kRankColours = {{
    {0x0E48BF, 0x5A9BFF, 0x7FB4FF}, // the only one that must be lighter for 7:1
    {0x1E8F9E, 0x4FD0DC, 0x4FD0DC},
    {0x7A4FC4, 0xB38FFF, 0xB38FFF},
    {0xC8661B, 0xFF9F57, 0xFF9F57},
    {0x2E864B, 0x78D994, 0x78D994},
    {0xB82E6B, 0xFF7FB4, 0xFF7FB4},
    {0x5C6B7A, 0xAEBBCB, 0xAEBBCB},
    {0x8A6D00, 0xE6C852, 0xE6C852},
}};

constexpr Rgb at(const OnGrounds& colours, Ground ground) { return colours[static_cast<std::size_t>(ground)]; }

constexpr int channel(Rgb colour, int shift) { return static_cast<int>((colour >> shift) & 0xFF); }

double luminance(Rgb colour) {
    const auto linear = [&](int shift) {
        const double share = channel(colour, shift) / 255.0;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

/// White or the dark colour, whichever is read better.
Rgb labelOn(Rgb fill, Rgb dark) { return contrast(fill, kWhite) >= contrast(fill, dark) ? kWhite : dark; }

BlockColours makeColours(OpKind kind, int step, Ground ground) {
    const Rgb base = at(kFills[static_cast<std::size_t>(kind)], ground);
    if (ground == Ground::HighContrast) {
        // Small steps, so that labels stay at 7:1. The border is that of a dark block on black; bright ones, which
        // black surrounds anyhow, part from each other by black.
        const Rgb label = kind == OpKind::F ? kWhite : 0x000000;
        return {mixed(base, kind == OpKind::BW ? kWhite : 0x000000, 0.05 * step), label, label};
    }
    const bool night = ground == Ground::Night;
    const bool lighter = kind == OpKind::F || kind == OpKind::BW;
    // So that labels have one colour on all chunks of a kind; at night those of F have two.
    const double each = kind == OpKind::BW && !night ? 0.075 : 0.10;
    const Rgb fill = mixed(base, lighter ? kWhite : 0x082028, each * step);
    const double edge = !night ? 0.30 : kind == OpKind::W ? 0.6 : 0.35;
    return {.fill = fill, .border = mixed(fill, night ? kWhite : 0x103028, edge), .label = labelOn(fill, kInk)};
}

/// The first chunk of a kind by paper, and the second.
struct ChunkFills {
    Rgb first;
    Rgb second;
};

/// For `kPalettes` from `Grey` on, by kind of op. Those of the papers are the pixels of their figures where these have
/// the kind: of Zero Bubble F, B and W; of DualPipe F, W and BW, beside which B is only as far as it must be told
/// apart; of Megatron F and BW. For the other kinds they are near in their family.
constexpr std::array<std::array<ChunkFills, kOpKinds>, kPalettes.size() - 1> kPaletteFills = {{
    {{{0x3A3A3A, 0x444444}, {0xBDBDBD, 0xC8C8C8}, {0x8F8F8F, 0x9A9A9A}, {0x636363, 0x6E6E6E}, {0xE7E7E7, 0xF2F2F2}}},
    {{{0x0072B2, 0x004E7A}, {0x56B4E9, 0x8FCEF2}, {0x009E73, 0x33C79C}, {0xD55E00, 0x9E4600}, {0xF0E442, 0xF7F09A}}},
    {{{0x4285F4, 0x7AAAF8}, {0x46BDC6, 0x87D5DB}, {0x34A853, 0x6CC685}, {0xF6A04D, 0xFAC48F}, {0xC9A7EB, 0xE2D0F5}}},
    {{{0xF1B238, 0xF6CB7A}, {0xA8E58A, 0xC4EEB0}, {0x77BEFA, 0xA6D5FC}, {0x7FD650, 0x95DD6D}, {0xD3A4EA, 0xE4C9F2}}},
    {{{0x305496, 0xB4C6E7}, {0x00804A, 0x86D9B4}, {0xBF8F00, 0xFFD966}, {0x375623, 0xA9D08E}, {0xC65911, 0xF4B084}}},
}};

/// The third and fourth chunk stand between the first two. At night all is lighter, so that dark fills part from the
/// surface. Where contrast is high, a fill on which no label has 7:1 leaves the middle by the nearer way, and chunks
/// are small steps further on that way.
BlockColours paletteColours(OpKind kind, int step, Ground ground, Palette palette) {
    constexpr std::array<double, kChunkSteps> kShares = {0, 1, 0.34, 0.67};
    const auto& [first, second] = kPaletteFills[static_cast<std::size_t>(palette) - 1][static_cast<std::size_t>(kind)];
    if (ground == Ground::HighContrast) {
        const Rgb label = labelOn(first, 0);
        Rgb fill = first;
        while (contrast(fill, label) < 7)
            fill = mixed(fill, kWhite ^ label, 0.04);
        return {mixed(fill, kWhite ^ label, 0.06 * step), label, label};
    }
    const Rgb onPaper = mixed(first, second, kShares[static_cast<std::size_t>(step)]);
    const Rgb fill = mixed(onPaper, kWhite, ground == Ground::Night ? 0.15 : 0);
    return {fill, mixed(fill, ground == Ground::Night ? kWhite : 0, 0.4), labelOn(fill, 0)};
}

} // namespace

Rgb colourOf(ColourRole role, Ground ground) { return at(kRoleColours[static_cast<std::size_t>(role)].on, ground); }

std::string_view keyOf(ColourRole role) { return kRoleColours[static_cast<std::size_t>(role)].key; }

BlockColours blockColours(OpKind kind, int chunk, Ground ground, Palette palette) {
    const int step = std::clamp(chunk, 0, kChunkSteps - 1);
    return palette == Palette::Lanewright ? makeColours(kind, step, ground)
                                          : paletteColours(kind, step, ground, palette);
}

BlockColours shadedColours(OpKind kind, int place, Ground ground) {
    constexpr std::array<double, kOpKinds> kPale = {0, 0.4, 0.68, 0.4, 0.2};
    const Rgb fill = mixed(rankColour(place, ground), ground == Ground::Paper ? kWhite : kInk,
                           kPale[static_cast<std::size_t>(kind)]);
    return {.fill = fill,
            .border = mixed(fill, ground == Ground::Paper ? kInk : kWhite, 0.35),
            .label = labelOn(fill, kInk)};
}

Rgb colourOf(ActivityKind kind, Ground ground, Palette palette) {
    switch (kind) {
    case ActivityKind::Wait: return at({0xC4CAD4, 0x4A5260, 0x8A8A8A}, ground);
    case ActivityKind::Transfer: return 0xE8B800;
    case ActivityKind::Discarded: return at({0xD98B7B, 0x7A3B2E, 0x7A3B2E}, ground);
    case ActivityKind::Optimizer:
        return palette == Palette::ZeroBubble ? 0xFFF2CC : at({0x280522, 0x6C2958, 0x45003F}, ground);
    case ActivityKind::Part: break;
    }
    return 0;
}

Rgb rankColour(int rank, Ground ground) {
    constexpr int kCount = static_cast<int>(kRankColours.size());
    return at(kRankColours[static_cast<std::size_t>(((rank % kCount) + kCount) % kCount)], ground);
}

Rgb mixed(Rgb from, Rgb to, double share) {
    Rgb all = 0;
    for (const int shift : {16, 8, 0}) {
        const int begin = channel(from, shift);
        all |= static_cast<Rgb>(std::lround(begin + (channel(to, shift) - begin) * share)) << shift;
    }
    return all;
}

double contrast(Rgb a, Rgb b) {
    const auto [least, most] = std::minmax({luminance(a) + 0.05, luminance(b) + 0.05});
    return most / least;
}

std::string hexText(Rgb colour) { return printed("%06X", static_cast<unsigned>(colour)); }

} // namespace lanewright
