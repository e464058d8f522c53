// SPDX-License-Identifier: Apache-2.0
#include "core/io/forms.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

struct Inner {
    int count = 1;
};
struct Outer {
    std::string name = {};
    std::optional<int> age = {};
    std::vector<int> list = {};
    Inner inner = {};
    std::string unknown = {};
};

const FileFields<Inner>& innerFields() {
    static const FileFields<Inner> kFields = {{"count", &Inner::count, form::integer(1, 9)}};
    return kFields;
}

const FileFields<Outer>& outerFields() {
    using Field = FileField<Outer>;
    static const FileFields<Outer> kFields = {
        Field("name", &Outer::name, form::text()).required(), Field("age", &Outer::age, form::integer(0)).orNull(),
        Field("list", &Outer::list, form::list(form::integer(-5, 5))).unlessDefault(&Outer::list),
        Field("inner", &Outer::inner, form::object(innerFields())).keepingUnknown()};
    return kFields;
}

Result<Outer> outerFrom(std::string_view text) {
    return readText(text, [](const json::Node& root, Trouble& trouble) {
        Frame frame;
        Outer outer = objectFrom(root, outerFields(), frame, trouble);
        outer.unknown = unknownIn(root, outerFields().keys);
        return outer;
    });
}

/// On one line, though files have a line a key.
std::string written(const Outer& outer) {
    const Result<json::Document> unknown = json::parse(outer.unknown);
    Frame frame;
    frame.unknown = unknown ? std::optional(unknown->root()) : std::nullopt;
    return objectText(outerFields(), outer, frame);
}

std::string refusal(std::string_view text) {
    const Result<Outer> outer = outerFrom(text);
    return outer ? "read" : outer.error().where.text() + ": " + outer.error().message.text();
}

} // namespace

TEST(FileFields, ARowReadsWhatItWrites) {
    const std::string text = R"({"name": "a", "age": 3, "list": [1, -2], "inner": {"count": 4}})";
    const Result<Outer> outer = outerFrom(text);
    ASSERT_TRUE(outer);
    EXPECT_EQ(outer->age, 3);
    EXPECT_EQ(outer->inner.count, 4);
    EXPECT_EQ(written(*outer), text);
}

TEST(FileFields, WhatIsMissingKeepsItsDefaultAndIsLeftOutWhereTheRowSaysSo) {
    const Result<Outer> outer = outerFrom(R"({"name": "a", "age": null})");
    ASSERT_TRUE(outer);
    EXPECT_EQ(written(*outer), R"({"name": "a", "inner": {"count": 1}})");
}

TEST(FileFields, UnknownKeysComeBackBehindTheKnownOnesOfTheirObject) {
    const Result<Outer> outer = outerFrom(R"({"far": [1], "inner": {"near": true, "count": 2}, "name": "a"})");
    ASSERT_TRUE(outer);
    EXPECT_EQ(outer->unknown, R"({"inner": {"near": true}, "far": [1]})");
    EXPECT_EQ(written(*outer), R"({"name": "a", "inner": {"count": 2, "near": true}, "far": [1]})");
}

TEST(FileFields, TheFirstThingThatIsWrongIsSaidWithItsPlace) {
    EXPECT_EQ(refusal(R"({"age": 3})"), R"(: the key "name" is missing)");
    EXPECT_EQ(refusal(R"({"name": "a", "list": [1, 6], "inner": 7})"),
              "list[1]: must be a whole number from -5 to 5, not 6");
    EXPECT_EQ(refusal(R"({"name": "a", "inner": {"count": 10}})"),
              "inner.count: must be a whole number from 1 to 9, not 10");
}

TEST(FileFields, TheSchemaIsOfTheSameRows) {
    EXPECT_EQ(
        objectSchema(outerFields().keys),
        R"({"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, )"
        R"("age": {"type": ["integer", "null"], "minimum": 0}, )"
        R"("list": {"type": "array", "items": {"type": "integer", "minimum": -5, "maximum": 5}}, )"
        R"("inner": {"type": "object", "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 9}}}}})");
}
