// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json.h"

#include <map>
#include <string>
#include <vector>

namespace lanewright::test {

/// Checks values against the words of JSON Schema that our schemas use. A word it does not know is a violation itself,
/// so that no rule of a schema goes unchecked.
class JsonSchema {
public:
    /// `name` is what a `$ref` of the other documents calls it.
    void add(const std::string& name, const std::string& text);

    /// What is wrong, each with the place in the value; empty when the value keeps to the schema `name`.
    std::vector<std::string> violations(const std::string& name, const json::Node& value) const;

    /// The choices (of `anyOf`, of an `enum`, of several types) that no value so far has taken though one stood before
    /// them, each with the place in the values: forms of a key that nobody has shown.
    std::vector<std::string> untaken() const;

private:
    struct Named {
        std::string name;
        json::Document document;
    };
    struct At {
        std::string name; ///< the document in which `node` stands
        json::Node node;
    };
    At follow(const At& from, std::string_view reference) const;
    void check(const At& schema, const json::Node& value, std::vector<std::string>& bad) const;
    void checkWord(const At& schema, const json::Node& rule, const json::Node& value,
                   std::vector<std::string>& bad) const;
    void checkItems(const At& schema, const json::Node& rule, const json::Node& value,
                    std::vector<std::string>& bad) const;
    void checkMembers(const At& schema, const json::Node& rule, const json::Node& value,
                      std::vector<std::string>& bad) const;
    bool fitsAny(const At& schema, const json::Node& rule, const json::Node& value) const;

    std::vector<Named> m_documents;
    mutable std::map<std::string, std::vector<bool>> m_taken = {}; ///< by place, a choice each
};

} // namespace lanewright::test
