// SPDX-License-Identifier: Apache-2.0
#include "core/model/text.h"

#include "core/base/places.h"
#include "core/base/whole_number.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanewright {

namespace {

std::optional<OpKind> kindFrom(std::string_view letters) {
    for (int kind = 0; kind < kOpKinds; ++kind)
        if (toText(static_cast<OpKind>(kind)) == letters)
            return static_cast<OpKind>(kind);
    return {};
}

Error notAnOp(std::string_view word) {
    // Words come from files, so an absurdly long one must not become an absurdly long sentence.
    const std::string shown{word.substr(0, 40)};
    return Error{say(phrase("file", "\"%1\" is no op; an op is written like F0.3, B2.5, W2.5, BW1.0 or R1.0"), shown)};
}

std::vector<std::string_view> wordsOf(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t from = text.find_first_not_of(separators, at);
        if (from == std::string_view::npos)
            break;
        const std::size_t to = std::min(text.find_first_of(separators, from), text.size());
        words.push_back(text.substr(from, to - from));
        at = to;
    }
    return words;
}

} // namespace

std::string_view toText(OpKind kind) {
    switch (kind) {
    case OpKind::F: return "F";
    case OpKind::B: return "B";
    case OpKind::W: return "W";
    case OpKind::BW: return "BW";
    case OpKind::R: return "R";
    }
    return "?";
}

std::string toText(const Op& op, int weightParts) {
    std::array<char, 48> text; // three numbers of at most 11 letters, and five others
    const auto put = [&](char* at, int number) { return std::to_chars(at, text.data() + text.size(), number).ptr; };
    char* end = std::ranges::copy(toText(op.kind), text.data()).out;
    end = put(end, op.stage);
    *end++ = '.';
    end = put(end, op.microbatch);
    if (op.kind == OpKind::W && weightParts > 1) {
        *end++ = '/';
        end = put(end, op.part);
    }
    return {text.data(), end};
}

std::string toText(const Block& block, int weightParts) {
    std::string text = toText(block.op, weightParts);
    if (block.paired)
        text += "+" + toText(*block.paired, weightParts);
    return text;
}

Result<Op> opFromText(std::string_view word) {
    const std::size_t letters = std::ranges::find_if(word, [](char c) { return c >= '0' && c <= '9'; }) - word.begin();
    std::string_view rest = word.substr(letters);
    const auto takeBehind = [&rest](char mark) -> std::optional<int> {
        if (!rest.starts_with(mark))
            return {};
        rest.remove_prefix(1);
        return takeWhole<int>(rest);
    };
    const auto kind = kindFrom(word.substr(0, letters));
    const auto stage = takeWhole<int>(rest);
    const auto microbatch = takeBehind('.');
    const bool isPart = !rest.empty();
    const auto part = isPart ? takeBehind('/') : std::optional(0);
    if (!kind || !stage || !microbatch || !part || !rest.empty() || (isPart && *kind != OpKind::W))
        return notAnOp(word);
    if (*stage >= kMostStages)
        return Error{say(phrase("file", "'%1': stages go up to %2"), word, kMostStages - 1)};
    if (*part >= kMostWeightParts)
        return Error{say(phrase("file", "'%1': parts of W go up to %2"), word, kMostWeightParts - 1)};
    return Op{.kind = *kind, .part = *part, .stage = *stage, .microbatch = *microbatch};
}

Result<Block> blockFromText(std::string_view word) {
    const std::size_t plus = word.find('+');
    const Result<Op> first = opFromText(word.substr(0, plus));
    if (!first)
        return first.error();
    if (plus == std::string_view::npos)
        return Block{.op = *first};
    const Result<Op> second = opFromText(word.substr(plus + 1));
    if (!second)
        return second.error();
    return pairOf(*first, *second);
}

Result<std::vector<Row>> rowsFromText(std::string_view text) {
    std::vector<Row> rows;
    for (const std::string_view line : wordsOf(text, "\n")) {
        const std::vector<std::string_view> words = wordsOf(line, " \t\r");
        if (words.empty())
            continue;
        Row row;
        for (const std::string_view word : words) {
            const Result<Block> block = blockFromText(word);
            if (!block)
                return Error{block.error().message, say(kRowPlace, rows.size())};
            row.push_back(*block);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace lanewright
