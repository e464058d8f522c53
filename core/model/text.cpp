// SPDX-License-Identifier: Apache-2.0
#include "core/model/text.h"

#include "core/base/places.h"
#include "core/base/whole_number.h"

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
    std::string text{toText(op.kind)};
    text += std::to_string(op.stage) + "." + std::to_string(op.microbatch);
    if (op.kind == OpKind::W && weightParts > 1)
        text += "/" + std::to_string(op.part);
    return text;
}

std::string toText(const Block& block, int weightParts) {
    std::string text = toText(block.op, weightParts);
    if (block.paired)
        text += "+" + toText(*block.paired, weightParts);
    return text;
}

Result<Op> opFromText(std::string_view word) {
    const std::size_t digits = word.find_first_of("0123456789");
    const std::size_t dot = word.find('.');
    if (digits == std::string_view::npos || dot == std::string_view::npos || dot < digits)
        return notAnOp(word);
    const std::size_t slash = std::min(word.find('/'), word.size());
    const auto kind = kindFrom(word.substr(0, digits));
    const auto stage = wholeFrom<int>(word.substr(digits, dot - digits));
    const auto microbatch = slash > dot ? wholeFrom<int>(word.substr(dot + 1, slash - dot - 1)) : std::nullopt;
    const auto part = slash < word.size() ? wholeFrom<int>(word.substr(slash + 1)) : std::optional(0);
    if (!kind || !stage || !microbatch || !part || (slash < word.size() && *kind != OpKind::W))
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
