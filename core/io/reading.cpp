// SPDX-License-Identifier: Apache-2.0
#include "core/io/reading.h"

#include "core/base/decimal.h"
#include "core/base/whole_number.h"
#include "core/io/quoted_text.h"

#include <algorithm>
#include <charconv>

namespace lanewright {

namespace {

std::string joined(const std::string& path, std::string_view key) {
    return path.empty() ? std::string{key} : path + "." + std::string{key};
}

Message nameOf(json::Kind kind) {
    switch (kind) {
    case json::Kind::Null: return "null";
    case json::Kind::Bool: return say(phrase("file", "true or false"));
    case json::Kind::Number: return say(phrase("file", "a number"));
    case json::Kind::String: return say(phrase("file", "a text in quotes"));
    case json::Kind::Array: return say(phrase("file", "a list in [ ]"));
    case json::Kind::Object: return say(phrase("file", "an object in { }"));
    }
    return "?";
}

Message rangeText(const Range& range) {
    const std::string least = decimalFromTicks(range.least, range.scale);
    if (range.most == std::numeric_limits<std::int64_t>::max())
        return say(phrase("file", "at least %1"), least);
    return say(phrase("file", "from %1 to %2"), least, decimalFromTicks(range.most, range.scale));
}

Message mustBe(const Message& wanted, const Message& given) {
    return say(phrase("file", "must be %1, not %2"), wanted, given);
}

Message notWhole(const Message& range, const json::Node& node) {
    return say(phrase("file", "must be a whole number %1, not %2"), range, node.text().substr(0, 40));
}

} // namespace

std::string pathOf(const json::Node& object, std::string_view key) { return joined(object.where(), key); }

std::string holderOf(const json::Node& member) {
    const std::string path = member.where();
    return path.substr(0, std::max(path.size() - member.key().size(), std::size_t{1}) - 1);
}

std::string pathBeside(const json::Node& member, std::string_view key) { return joined(holderOf(member), key); }

void addNoneOf(std::string_view all, std::string_view word, const json::Node& node, Trouble& trouble) {
    trouble.add(say(phrase("file", "must be one of %1, not %2"), all, inQuotes(word)), node);
}

bool expect(const json::Node& node, json::Kind kind, Trouble& trouble) {
    if (node.kind() == kind)
        return true;
    trouble.add(mustBe(nameOf(kind), nameOf(node.kind())), node);
    return false;
}

bool expectList(const json::Node& node, int size, Phrase what, Trouble& trouble) {
    if (!expect(node, json::Kind::Array, trouble))
        return false;
    if (node.size() == size)
        return true;
    trouble.add(
        say(phrase("file", "must hold one entry per %1, which makes %2, but holds %3"), say(what), size, node.size()),
        node);
    return false;
}

std::int64_t amountFrom(const json::Node& node, const Range& range, Trouble& trouble) {
    if (!expect(node, json::Kind::Number, trouble))
        return range.least;
    const Result<std::int64_t> ticks = ticksFromDecimal(node.text(), range.scale);
    if (!ticks) {
        trouble.add(ticks.error().message, node);
        return range.least;
    }
    if (*ticks < range.least || *ticks > range.most) {
        trouble.add(mustBe(rangeText(range), decimalFromTicks(*ticks, range.scale)), node);
        return range.least;
    }
    return *ticks;
}

std::int64_t countFrom(const json::Node& node, std::int64_t least, std::int64_t most, Trouble& trouble) {
    if (!expect(node, json::Kind::Number, trouble))
        return least;
    const Result<std::int64_t> number = ticksFromDecimal(node.text(), 1);
    if (number && *number >= least && *number <= most)
        return *number;
    trouble.add(notWhole(rangeText({.least = least, .most = most}), node), node);
    return least;
}

int integerFrom(const json::Node& node, int least, int most, Trouble& trouble) {
    return static_cast<int>(countFrom(node, least, most, trouble));
}

std::uint64_t unsignedFrom(const json::Node& node, Trouble& trouble) {
    if (!expect(node, json::Kind::Number, trouble))
        return 0;
    if (const auto number = wholeFrom<std::uint64_t>(node.text()))
        return *number;
    constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
    trouble.add(notWhole(say(phrase("file", "from %1 to %2"), 0, kMost), node), node);
    return 0;
}

double realFrom(const json::Node& node, Trouble& trouble) {
    if (node.isNull())
        return std::numeric_limits<double>::quiet_NaN();
    if (!expect(node, json::Kind::Number, trouble))
        return 0;
    double number = 0;
    const std::string_view text = node.text();
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    // A numeral too small for a double is zero to everyone who reads it.
    if (problem == std::errc::result_out_of_range && text.find("e-") == std::string_view::npos &&
        text.find("E-") == std::string_view::npos && !text.starts_with("0.") && !text.starts_with("-0."))
        trouble.add(say(phrase("number", "%1 is too large a number"), text.substr(0, 40)), node);
    return problem == std::errc{} && end == text.data() + text.size() ? number : 0;
}

bool boolFrom(const json::Node& node, Trouble& trouble) {
    return expect(node, json::Kind::Bool, trouble) && node.isTrue();
}

std::string stringFrom(const json::Node& node, Trouble& trouble) {
    return expect(node, json::Kind::String, trouble) ? std::string{node.text()} : std::string{};
}

int integerIn(const json::Node& object, std::string_view key, int fallback, int least, int most, Trouble& trouble) {
    const auto node = object.find(key);
    return node ? integerFrom(*node, least, most, trouble) : fallback;
}

std::string stringIn(const json::Node& object, std::string_view key, std::string_view fallback, Trouble& trouble) {
    const auto node = object.find(key);
    return node ? stringFrom(*node, trouble) : std::string{fallback};
}

std::optional<json::Node> required(const json::Node& object, std::string_view key, Trouble& trouble) {
    const auto node = object.find(key);
    if (!node)
        trouble.add(say(phrase("file", "the key %1 is missing"), inQuotes(key)), object);
    return node;
}

std::vector<json::Node> itemsOf(const json::Node& node) {
    std::vector<json::Node> items;
    items.reserve(node.size());
    for (const json::Node item : node.children())
        items.push_back(item);
    return items;
}

std::string_view formatOf(const json::Node& root) {
    const auto format = root.find("format");
    return format && format->kind() == json::Kind::String ? format->text() : std::string_view{};
}

bool isOfFormat(std::string_view text, std::string_view format) {
    if (text.find(format) == std::string_view::npos)
        return false;
    const Result<json::Document> document = json::parse(text);
    return document && formatOf(document->root()) == format;
}

void checkHeader(const json::Node& root, std::string_view format, Phrase otherwise, Trouble& trouble) {
    if (root.kind() != json::Kind::Object)
        return trouble.add(say(phrase("file", "%1: it must be an object in { }"), say(otherwise)), root);
    if (formatOf(root) != format)
        return trouble.add(say(phrase("file", "%1: it must say \"format\": %2"), say(otherwise), inQuotes(format)),
                           root);
    const auto version = required(root, "version", trouble);
    if (!version)
        return;
    const int number = integerFrom(*version, 1, std::numeric_limits<int>::max(), trouble);
    if (!trouble && number > 1)
        trouble.add(say(phrase("file", "written by a newer Lanewright (version %1); this one reads version 1"), number),
                    *version);
}

} // namespace lanewright
