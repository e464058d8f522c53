// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/choice_named.h"
#include "core/base/joined_by.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/io/json.h"
#include "core/model/limits.h"
#include "core/model/op.h"
#include "core/model/totals.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Readers of single values. Each notes what is wrong in `Trouble` and gives a harmless value in its place, so that the
/// code that reads a whole file stays straight and asks once at its end.
namespace lanewright {

/// The first thing that was wrong.
class Trouble {
public:
    /// Later ones are dropped: they are often mere consequences.
    void add(Message message, Message where) {
        if (!m_first)
            m_first = Error{std::move(message), std::move(where)};
    }
    void add(Message message, const json::Node& node) {
        if (!m_first)
            m_first = Error{std::move(message), node.where()};
    }
    explicit operator bool() const { return m_first.has_value(); }
    const Error& first() const { return *m_first; }

private:
    std::optional<Error> m_first;
};

/// What a number must lie in, both ends included, in ticks of which `scale` make one unit of the file.
struct Range {
    std::int64_t least = 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t scale = 1;
};

std::int64_t amountFrom(const json::Node& node, const Range& range, Trouble& trouble);
/// A whole number of what has no unit.
std::int64_t countFrom(const json::Node& node, std::int64_t least, std::int64_t most, Trouble& trouble);
int integerFrom(const json::Node& node, int least, int most, Trouble& trouble);
std::uint64_t unsignedFrom(const json::Node& node, Trouble& trouble);
/// A finite number; null stands for one that is not finite and is read as NaN.
double realFrom(const json::Node& node, Trouble& trouble);
bool boolFrom(const json::Node& node, Trouble& trouble);
std::string stringFrom(const json::Node& node, Trouble& trouble);

/// @name Members of an object: `fallback` where the key is missing
/// @{
int integerIn(const json::Node& object, std::string_view key, int fallback, int least, int most, Trouble& trouble);
std::string stringIn(const json::Node& object, std::string_view key, std::string_view fallback, Trouble& trouble);
/// Notes it when the key is missing.
std::optional<json::Node> required(const json::Node& object, std::string_view key, Trouble& trouble);
/// @}

/// Notes that a word must be one of `all`, which are listed with commas between them.
void addNoneOf(std::string_view all, std::string_view word, const json::Node& node, Trouble& trouble);

/// The one of `choices` whose `toText` is the word; nothing, and noted with a list of all, where none is.
template <std::ranges::range Choices>
std::optional<std::ranges::range_value_t<Choices>> choiceFrom(std::string_view word, const Choices& choices,
                                                              const json::Node& node, Trouble& trouble) {
    if (const auto choice = choiceNamed(word, choices))
        return choice;
    addNoneOf(joinedBy(", ", choices, [](auto choice) { return toText(choice); }), word, node, trouble);
    return {};
}

/// @name Places
/// @{
/// The path of a member that may be missing.
std::string pathOf(const json::Node& object, std::string_view key);
/// The path of the object that the member stands in, and of another member there.
std::string holderOf(const json::Node& member);
std::string pathBeside(const json::Node& member, std::string_view key);
/// @}

/// True when the node is of the kind; else notes that it must be.
bool expect(const json::Node& node, json::Kind kind, Trouble& trouble);
/// True for an array of exactly `size` items; else notes so, `what` being what there must be one of per item, as in
/// `phrase("one per", "stage")`.
bool expectList(const json::Node& node, int size, Phrase what, Trouble& trouble);

/// The items of a list, or the members of an object.
std::vector<json::Node> itemsOf(const json::Node& node);

/// What `format` says in a file's root object, which tells what the file holds; nothing where it says nothing.
std::string_view formatOf(const json::Node& root);
/// Whether the text is JSON whose `format` is this one; what may be large and does not hold the word is not parsed.
bool isOfFormat(std::string_view text, std::string_view format);

/// Checks `format` and `version` of a file's root object. `otherwise` says what it is not, as in
/// `phrase("file", "this JSON is no Lanewright run")`.
void checkHeader(const json::Node& root, std::string_view format, Phrase otherwise, Trouble& trouble);

/// Parses the text and has `read` make a value of its root; fails with the first thing that was wrong.
template <typename Read>
auto readText(std::string_view text, const Read& read)
    -> Result<std::invoke_result_t<Read, const json::Node&, Trouble&>> {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    auto value = read(document->root(), trouble);
    if (trouble)
        return trouble.first();
    return value;
}

} // namespace lanewright
