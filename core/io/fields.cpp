// SPDX-License-Identifier: Apache-2.0
#include "core/io/fields.h"

#include "core/base/decimal.h"
#include "core/io/quoted_text.h"
#include "core/model/plan.h"
#include "core/model/text.h"

namespace lanewright {

std::int64_t scaleIn(const Units& units, In in) {
    switch (in) {
    case In::Ones: return 1;
    case In::Times: return scaleOf(units.time);
    case In::Memory: return scaleOf(units.memory);
    }
    return 1;
}

void writeValue(json::Writer& writer, std::int64_t value, const Units& units, In in) {
    writer.numeral(decimalFromTicks(value, scaleIn(units, in)));
}

void writeValue(json::Writer& writer, const Fraction& value, const Units& units, In) {
    if (value.denominator == 1)
        writeValue(writer, value.numerator, units, In::Times);
    else
        writer.real(value.value() / static_cast<double>(scaleOf(units.time)));
}

void writeValue(json::Writer& writer, const Message& value, const Units&, In) { writer.string(value.text()); }

void writeValue(json::Writer& writer, const Op& value, const Units& units, In) {
    writer.string(toText(value, units.weightParts));
}

std::string csvCell(std::string_view text) {
    std::string cell = shownLine(text);
    if (!cell.empty() && std::string_view{"=+-@"}.find(cell.front()) != std::string_view::npos)
        cell.insert(cell.begin(), '\'');
    if (cell.find_first_of(",\"") == std::string::npos && !cell.starts_with(' ') && !cell.ends_with(' '))
        return cell;
    std::string quoted = "\"";
    for (const char letter : cell)
        quoted += letter == '"' ? std::string{"\"\""} : std::string(1, letter);
    return quoted + "\"";
}

std::string csvCellOf(const std::string& value) {
    const Result<json::Document> document = json::parse(value);
    if (!document || document->root().isNull())
        return "";
    const json::Node root = document->root();
    if (root.kind() == json::Kind::Number)
        return value;
    return csvCell(root.kind() == json::Kind::String ? root.text() : std::string_view{value});
}

} // namespace lanewright
