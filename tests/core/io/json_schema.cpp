// SPDX-License-Identifier: Apache-2.0
#include "tests/core/io/json_schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <regex>

namespace lanewright::test {

namespace {

double numberOf(const json::Node& node) { return std::strtod(std::string{node.text()}.c_str(), nullptr); }

bool isOfType(const json::Node& value, std::string_view type) {
    using json::Kind;
    const bool whole = value.kind() == Kind::Number && value.text().find_first_of(".eE") == std::string_view::npos;
    return type == "null"      ? value.isNull()
           : type == "boolean" ? value.kind() == Kind::Bool
           : type == "number"  ? value.kind() == Kind::Number
           : type == "integer" ? whole
           : type == "string"  ? value.kind() == Kind::String
           : type == "array"   ? value.kind() == Kind::Array
                               : type == "object" && value.kind() == Kind::Object;
}

bool equal(const json::Node& one, const json::Node& other) {
    return one.kind() == other.kind() && one.text() == other.text();
}

/// The place of all items of a list: `costs.transfer[]`.
std::string withoutNumbers(std::string_view place) {
    std::string all;
    for (const char letter : place)
        if (!(all.ends_with('[') && letter >= '0' && letter <= '9'))
            all += letter;
    return all;
}

bool matches(std::string_view text, std::string_view pattern) {
    static std::map<std::string, std::regex, std::less<>> known; // an order has many words of few patterns
    auto found = known.find(pattern);
    if (found == known.end())
        found = known.emplace(pattern, std::string{pattern}).first;
    return std::regex_search(text.begin(), text.end(), found->second);
}

} // namespace

void JsonSchema::add(const std::string& name, const std::string& text) {
    Result<json::Document> document = json::parse(text);
    ASSERT_TRUE(document) << name << ": " << document.error().where << ": " << document.error().message;
    m_documents.push_back({name, *std::move(document)});
}

std::vector<std::string> JsonSchema::violations(const std::string& name, const json::Node& value) const {
    std::vector<std::string> bad;
    for (const Named& named : m_documents)
        if (named.name == name)
            check({name, named.document.root()}, value, bad);
    return bad;
}

JsonSchema::At JsonSchema::follow(const At& from, std::string_view reference) const {
    const std::size_t mark = reference.find('#');
    const std::string name = mark == 0 ? from.name : std::string{reference.substr(0, mark)};
    for (const Named& named : m_documents) {
        if (named.name != name)
            continue;
        const json::Node root = named.document.root();
        if (mark == std::string_view::npos)
            return {name, root};
        constexpr std::string_view shelf = "#/$defs/";
        return {name, *root.find("$defs")->find(reference.substr(mark + shelf.size()))};
    }
    ADD_FAILURE() << "no schema " << name;
    return from;
}

void JsonSchema::check(const At& schema, const json::Node& value, std::vector<std::string>& bad) const {
    for (const json::Node rule : schema.node.children())
        checkWord(schema, rule, value, bad);
}

/// Whether one of the choices suits the value; all are looked at.
bool JsonSchema::fitsAny(const At& schema, const json::Node& rule, const json::Node& value) const {
    const auto fits = [&](const json::Node& choice) {
        if (rule.key() == "type")
            return isOfType(value, choice.text());
        if (rule.key() == "enum")
            return equal(choice, value);
        std::vector<std::string> bad;
        check({schema.name, choice}, value, bad);
        return bad.empty();
    };
    std::vector<bool> taken;
    for (const json::Node choice : rule.children())
        taken.push_back(fits(choice));
    std::vector<bool>& all = m_taken[withoutNumbers(value.where()) + ", " + rule.where()];
    all.resize(taken.size());
    for (std::size_t choice = 0; choice < taken.size(); ++choice)
        all[choice] = all[choice] || taken[choice];
    return std::ranges::count(taken, true) > 0;
}

std::vector<std::string> JsonSchema::untaken() const {
    std::vector<std::string> all;
    for (const auto& [place, taken] : m_taken)
        for (std::size_t choice = 0; choice < taken.size(); ++choice)
            if (!taken[choice])
                all.push_back(place + "[" + std::to_string(choice) + "]");
    return all;
}

void JsonSchema::checkWord(const At& schema, const json::Node& rule, const json::Node& value,
                           std::vector<std::string>& bad) const {
    using json::Kind;
    const std::string_view word = rule.key();
    const bool isNumber = value.kind() == Kind::Number;
    bool good = true;
    if (word == "$ref")
        check(follow(schema, rule.text()), value, bad);
    else if (word == "type")
        good = rule.kind() == Kind::Array ? fitsAny(schema, rule, value) : isOfType(value, rule.text());
    else if (word == "const")
        good = equal(rule, value);
    else if (word == "enum" || word == "anyOf")
        good = fitsAny(schema, rule, value);
    else if (word == "minimum")
        good = !isNumber || numberOf(value) >= numberOf(rule);
    else if (word == "exclusiveMaximum")
        good = !isNumber || numberOf(value) < numberOf(rule);
    else if (word == "maximum")
        good = !isNumber || numberOf(value) <= numberOf(rule);
    else if (word == "pattern")
        good = value.kind() != Kind::String || matches(value.text(), rule.text());
    else if (word.ends_with("tems"))
        checkItems(schema, rule, value, bad);
    else if (word == "required" || word == "properties" || word == "propertyNames" || word == "additionalProperties")
        checkMembers(schema, rule, value, bad);
    else
        good = word == "title" || word == "description" || word.starts_with('$');
    if (!good)
        bad.push_back(value.where() + " breaks " + rule.where());
}

void JsonSchema::checkItems(const At& schema, const json::Node& rule, const json::Node& value,
                            std::vector<std::string>& bad) const {
    if (value.kind() != json::Kind::Array)
        return;
    const std::string_view word = rule.key();
    if (word == "items") {
        for (const json::Node item : value.children())
            check({schema.name, rule}, item, bad);
    } else if (word == "prefixItems") {
        auto item = value.children().begin();
        for (const json::Node own : rule.children()) {
            if (item == value.children().end())
                break;
            check({schema.name, own}, *item, bad);
            ++item;
        }
    } else if (word == "minItems" ? value.size() < numberOf(rule) : value.size() > numberOf(rule)) {
        bad.push_back(value.where() + " breaks " + rule.where());
    }
}

void JsonSchema::checkMembers(const At& schema, const json::Node& rule, const json::Node& value,
                              std::vector<std::string>& bad) const {
    if (value.kind() != json::Kind::Object)
        return;
    const std::string_view word = rule.key();
    for (const json::Node child : rule.children()) {
        if (word == "required" && !value.find(child.text()))
            bad.push_back(value.where() + " lacks " + std::string{child.text()});
        if (const auto member = word == "properties" ? value.find(child.key()) : std::nullopt)
            check({schema.name, child}, *member, bad);
    }
    const auto listed = schema.node.find("properties");
    for (const json::Node member : value.children()) {
        if (word == "propertyNames" && !matches(member.key(), rule.find("pattern")->text()))
            bad.push_back(member.where() + " breaks " + rule.where());
        if (word == "additionalProperties" && !(listed && listed->find(member.key())))
            check({schema.name, rule}, member, bad);
    }
}

} // namespace lanewright::test
