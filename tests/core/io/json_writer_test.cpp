// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_writer.h"

#include <gtest/gtest.h>

#include <string>

using namespace lanewright;
using json::Layout;

namespace {

/// `{"a": [1, {"b": 2}]}` with an outer and an inner layout.
std::string written(Layout outer, Layout inner) {
    json::Writer writer;
    writer.beginObject(outer);
    writer.key("a").beginArray(inner);
    writer.number(1);
    writer.beginObject(Layout::Lines);
    writer.key("b").number(2);
    writer.endObject();
    writer.endArray();
    writer.endObject();
    return writer.take();
}

} // namespace

TEST(JsonWriter, LaysOutWhatIsInsideALineOnTheLine) {
    EXPECT_EQ(written(Layout::Line, Layout::Lines), R"({"a": [1, {"b": 2}]})");
    EXPECT_EQ(written(Layout::Lines, Layout::Line), "{\n  \"a\": [1, {\"b\": 2}]\n}");
}

TEST(JsonWriter, LeavesEveryBlankOutWhereItIsTight) {
    EXPECT_EQ(written(Layout::Tight, Layout::Lines), R"({"a":[1,{"b":2}]})");
    EXPECT_EQ(written(Layout::Tight, Layout::Line), R"({"a":[1,{"b":2}]})");
    EXPECT_EQ(written(Layout::Line, Layout::Tight), R"({"a": [1,{"b":2}]})");
}
