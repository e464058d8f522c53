// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_row.h"

namespace lanewright {

Frame Frame::inside(std::string_view key) const {
    Frame frame = *this;
    frame.unknown = unknown ? unknown->find(key) : std::nullopt;
    return frame;
}

std::string nullableSchema(std::string schema) {
    constexpr std::string_view kType = R"({"type": )";
    if (schema.starts_with(kType) && schema[kType.size()] == '"')
        schema.insert(schema.find('"', kType.size() + 1) + 1, R"(, "null"])").insert(kType.size(), "[");
    return schema;
}

} // namespace lanewright
