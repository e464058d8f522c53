// SPDX-License-Identifier: Apache-2.0
#include "core/page/packed_text.h"

#include <cassert>
#include <cstddef>
#include <string_view>
#include <utility>
#include <zlib.h>

namespace lanewright {

namespace {

/// So much stays as it is, for people and programs to read.
constexpr std::size_t kMostPlain = 100'000;

std::string deflated(std::string_view text) {
    constexpr int kRawWindow = -15; // no head and no sum
    constexpr int kMostMemory = 9;
    z_stream stream = {};
    [[maybe_unused]] int state =
        deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRawWindow, kMostMemory, Z_DEFAULT_STRATEGY);
    assert(state == Z_OK);
    std::string bytes(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    state = deflate(&stream, Z_FINISH);
    assert(state == Z_STREAM_END);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

std::string inBase64(std::string_view bytes) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        unsigned three = 0;
        for (std::size_t i = at; i < at + 3; ++i)
            three = three << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0);
        for (int shift = 18; shift >= 0; shift -= 6)
            text += kLetters[three >> shift & 63];
    }
    for (std::size_t i = 0; i < (3 - bytes.size() % 3) % 3; ++i)
        text[text.size() - 1 - i] = '=';
    return text;
}

} // namespace

std::string packedText(std::string object) {
    return object.size() < kMostPlain ? std::move(object) : inBase64(deflated(object));
}

} // namespace lanewright
