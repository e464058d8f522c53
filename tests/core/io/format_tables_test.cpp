// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan/plan_parts.h"
#include "core/io/run_parts.h"
#include "tests/core/io/documents.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

using namespace lanewright;
using test::document;

/// The JSON Schemas and the page's tables of keys, held against the tables by which files are read and written. With
/// LANEWRIGHT_RENEW_PAGES=1 they are written anew.
namespace {

bool renews() { return std::getenv("LANEWRIGHT_RENEW_PAGES") != nullptr; }

void compareOrRenew(const std::string& name, const std::string& expected) {
    if (renews())
        std::ofstream{test::inRepository(name), std::ios::binary} << expected;
    EXPECT_EQ(document(name), expected) << "LANEWRIGHT_RENEW_PAGES=1 test_io writes " << name << " anew";
}

/// A value on one line.
std::string lineOf(const json::Node& node) {
    json::Writer writer;
    writer.beginArray(json::Layout::Line);
    writer.copy(node);
    writer.endArray();
    const std::string text = writer.take();
    return text.substr(1, text.size() - 2);
}

/// A value on one line where it ends before column 120, else an item a line.
std::string laidOut(const json::Node& node, std::size_t indent, std::size_t used) {
    const std::string line = lineOf(node);
    if (node.size() == 0 || (used + line.size() < 120 && indent > 0))
        return line;
    const bool isObject = node.kind() == json::Kind::Object;
    std::string text = isObject ? "{" : "[";
    for (const json::Node item : node.children()) {
        const std::string key = isObject ? "\"" + std::string{item.key()} + "\": " : "";
        text += (text.size() > 1 ? ",\n" : "\n") + std::string(indent + 2, ' ') + key +
                laidOut(item, indent + 2, indent + 2 + key.size());
    }
    return text + "\n" + std::string(indent, ' ') + (isObject ? "}" : "]");
}

/// An object of a file that a schema tells.
struct Told {
    const FileKeys* keys = nullptr;
    bool isNullable = false;
};

/// Every object that has a name among the definitions, by it.
void addTold(const FileKeys& keys, std::map<std::string, Told>& all) {
    constexpr std::string_view kMark = "#/$defs/";
    for (const FileKey& key : keys) {
        if (!key.inside)
            continue;
        const std::size_t at = key.schema.rfind(kMark);
        if (at != std::string::npos && key.schema.find(R"("properties")") == std::string::npos) {
            const std::size_t begin = at + kMark.size();
            all[key.schema.substr(begin, key.schema.find('"', begin) - begin)] = {
                key.inside, key.isNullable && key.schema.starts_with(R"({"$ref)")};
        }
        addTold(*key.inside, all);
    }
}

/// The words of a schema with those that the table knows in their place.
void writeWords(json::Writer& writer, const json::Node& old, const Told& told) {
    const Result<json::Document> table = json::parse(objectSchema(*told.keys));
    ASSERT_TRUE(table) << objectSchema(*told.keys);
    for (const json::Node word : old.children())
        if (word.key().starts_with('$') && word.key() != "$defs")
            writer.key(word.key()).copy(word);
    for (const char* const word : {"title", "description"})
        if (const auto node = old.find(word); node && old.find("$schema"))
            writer.key(word).copy(*node);
    for (const json::Node word : table->root().children())
        if (word.key() == "type" && told.isNullable)
            writer.key("type").numeral(R"(["object", "null"])");
        else
            writer.key(word.key()).copy(word);
    for (const json::Node word : old.children())
        if (!table->root().find(word.key()) && !word.key().starts_with('$') && word.key() != "required" &&
            !(old.find("$schema") && (word.key() == "title" || word.key() == "description")))
            writer.key(word.key()).copy(word);
}

/// The schema as it should be: what no table tells stays as it is.
std::string schemaOf(const std::string& name, const FileKeys& root) {
    const Result<json::Document> old = json::parse(document(name));
    EXPECT_TRUE(old) << name;
    const Result<json::Document> nothing = json::parse("{}");
    std::map<std::string, Told> told;
    addTold(root, told);
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    writeWords(writer, old->root(), {&root});
    writer.key("$defs").beginObject(json::Layout::Line);
    for (const json::Node definition : old->root().find("$defs")->children()) {
        const auto own = told.find(std::string{definition.key()});
        writer.key(definition.key());
        if (own == told.end()) {
            writer.copy(definition);
            continue;
        }
        writer.beginObject(json::Layout::Line);
        writeWords(writer, definition, own->second);
        writer.endObject();
        told.erase(own);
    }
    for (const auto& [key, own] : told) {
        writer.key(key).beginObject(json::Layout::Line);
        writeWords(writer, nothing->root(), own);
        writer.endObject();
    }
    writer.endObject();
    writer.endObject();
    const Result<json::Document> whole = json::parse(writer.take());
    EXPECT_TRUE(whole);
    return laidOut(whole->root(), 0, 0) + "\n";
}

/// The keys of the object at a path, as in `costs.host`; those of the root where it is empty.
const FileKeys& keysAt(const FileKeys& root, std::string_view path) {
    if (path.empty())
        return root;
    const std::size_t dot = std::min(path.find('.'), path.size());
    const auto own = std::ranges::find(root, path.substr(0, dot), &FileKey::key);
    return keysAt(*own->inside, path.substr(std::min(dot + 1, path.size())));
}

/// The rows of a table of keys in the order of the files: a key, behind it those of its object that the page tells with
/// it. A key that the page lacks has a row to fill in.
std::vector<std::string> ordered(const std::vector<std::string>& rows, const FileKeys& keys) {
    std::map<std::string, std::string> byKey;
    for (const std::string& row : rows)
        byKey[row.substr(3, row.find('`', 3) - 3)] = row;
    std::vector<std::string> sorted;
    const auto take = [&](const FileKey& key) {
        if (const auto row = byKey.find(std::string{key.key}); row != byKey.end())
            sorted.push_back(byKey.extract(row).mapped());
    };
    for (const FileKey& key : keys) {
        const bool isTold = byKey.contains(std::string{key.key}) || &keys != &planFields().keys;
        if (isTold && !byKey.contains(std::string{key.key}))
            sorted.push_back("| `" + std::string{key.key} + "` | ? | " + (key.isRequired ? "refused" : "?") + " |");
        take(key);
        if (key.inside)
            for (const FileKey& inner : *key.inside)
                if (std::ranges::find(keys, inner.key, &FileKey::key) == keys.end())
                    take(inner);
    }
    for (const auto& [key, row] : byKey)
        ADD_FAILURE() << "no file has the key " << key;
    return sorted;
}

} // namespace

TEST(FormatTables, TheSchemasAreThoseOfTheTables) {
    compareOrRenew("schedules/lwsched.schema.json", schemaOf("schedules/lwsched.schema.json", planFields().keys));
    compareOrRenew("schedules/lwrun.schema.json", schemaOf("schedules/lwrun.schema.json", runFields().keys));
}

TEST(FormatTables, ThePageTellsTheKeysInTheOrderOfTheFiles) {
    const FileKeys& plan = planFields().keys;
    const FileKeys& run = runFields().keys;
    std::vector<const FileKeys*> tables;
    for (const char* const path :
         {"", "placement", "costs", "memory", "model", "proof", "microbatch", "variants", "approved"})
        tables.push_back(&keysAt(plan, path));
    for (const char* const path : {"", "steps", "optimizer", "steps.kernels", "recorder", "clocks", "replicas"})
        tables.push_back(&keysAt(run, path));
    std::string page;
    std::size_t table = 0;
    const std::vector<std::string> lines = test::linesOf(document("schedules/FORMAT.md"));
    for (std::size_t at = 0; at < lines.size(); ++at) {
        page += lines[at] + "\n";
        if (!lines[at].starts_with("| key |") || table == tables.size())
            continue;
        page += lines[++at] + "\n";
        std::vector<std::string> rows;
        while (lines[at + 1].starts_with("| `"))
            rows.push_back(lines[++at]);
        for (const std::string& row : ordered(rows, *tables[table])) {
            const std::string name = row.substr(3, row.find('`', 3) - 3);
            const auto own = std::ranges::find(*tables[table], name, &FileKey::key);
            const bool isRequired = own != tables[table]->end() && own->isRequired;
            EXPECT_EQ(row.ends_with("| refused |"), isRequired) << row;
            EXPECT_EQ(row.find("| ? |"), std::string::npos) << "what is it? " << row;
            page += row + "\n";
        }
        ++table;
    }
    EXPECT_EQ(table, tables.size());
    compareOrRenew("schedules/FORMAT.md", page);
}
