// SPDX-License-Identifier: Apache-2.0
#include "core/io/forms.h"

#include "core/base/decimal.h"
#include "core/base/joined_by.h"
#include "core/io/quoted_text.h"
#include "core/model/title.h"

namespace lanewright::form {

namespace {

/// The words of a schema for numbers of this type within the range; what any number of the type keeps to is not said.
std::string numberSchema(std::string_view type, std::int64_t least, std::int64_t most, std::int64_t any) {
    return R"({"type": ")" + std::string{type} + "\"" +
           (least > -any ? R"(, "minimum": )" + std::to_string(least) : std::string{}) +
           (most < any ? R"(, "maximum": )" + std::to_string(most) : std::string{}) + "}";
}

} // namespace

Form<int> integer(int least, int most) {
    return of([=](const json::Node& node, Trouble& trouble) { return integerFrom(node, least, most, trouble); },
              numberSchema("integer", least, most, kAnyInt));
}

Form<std::int64_t> count(std::int64_t least, std::int64_t most) {
    return of([=](const json::Node& node, Trouble& trouble) { return countFrom(node, least, most, trouble); },
              numberSchema("integer", least, most, Range{}.most));
}

Form<std::uint64_t> unsignedNumber() { return of(unsignedFrom, R"({"type": "integer", "minimum": 0})"); }

Form<std::int64_t> amount(Range range, In in) {
    constexpr std::int64_t kAny = Range{}.most;
    const auto scale = [=](const Units& units) { return in == In::Ones ? range.scale : scaleIn(units, in); };
    const std::int64_t most = in == In::Ones && range.most < kAny ? range.most / range.scale : kAny;
    return {.read =
                [=](const json::Node& node, Frame& frame, Trouble& trouble) {
                    return amountFrom(node, {range.least, range.most, scale(frame)}, trouble);
                },
            .write = [=](json::Writer& writer, const std::int64_t& value,
                         const Frame& frame) { writer.numeral(decimalFromTicks(value, scale(frame))); },
            .schema = numberSchema(in == In::Ones && range.scale == 1 ? "integer" : "number", range.least / range.scale,
                                   most, kAny)};
}

Form<double> real() { return of(realFrom, R"({"type": ["number", "null"]})"); }

Form<bool> boolean() { return of(boolFrom, R"({"type": "boolean"})"); }

Form<std::string> text() { return of(stringFrom, R"({"type": "string"})"); }

Form<Message> title() {
    return of(
        [](const json::Node& node, Trouble& trouble) { return lanewright::title::read(stringFrom(node, trouble)); },
        text().schema);
}

void addNoChoice(const std::vector<std::string_view>& words, std::string_view word, Refused how, const json::Node& node,
                 Trouble& trouble) {
    if (how == Refused::List)
        return addNoneOf(joinedBy(", ", words), word, node, trouble);
    const auto quoted = [&](std::size_t at) { return inQuotes(words[at]); };
    trouble.add(
        how == Refused::Either ? say(phrase("file", "must be %1 or %2"), quoted(0), quoted(1))
        : words.size() == 2
            ? say(phrase("file", "must be %1 or %2, not %3"), quoted(0), quoted(1), inQuotes(word))
            : say(phrase("file", "must be %1, %2 or %3, not %4"), quoted(0), quoted(1), quoted(2), inQuotes(word)),
        node);
}

Form<bool> either(std::string_view no, std::string_view yes) {
    return choice<bool>({{no, false}, {yes, true}}, Refused::Not);
}

std::string choiceSchema(const std::vector<std::string_view>& words) {
    return R"({"enum": [)" + joinedBy(", ", words, inQuotes) + "]}";
}

} // namespace lanewright::form
