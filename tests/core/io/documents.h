// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/files.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

/// The pages that specify our formats, read as data.
namespace lanewright::test {

inline std::string document(const std::string& name) {
    const Result<std::string> text = readFile(inRepository(name));
    EXPECT_TRUE(text) << name;
    return text ? *text : std::string{};
}

/// The fenced samples of a page that are marked with `language`.
inline std::vector<std::string> samples(const std::string& page, const std::string& language) {
    std::vector<std::string> found;
    const std::string fence = "\n```" + language + "\n";
    for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
        at += fence.size();
        found.push_back(page.substr(at, page.find("\n```", at) - at));
    }
    return found;
}

inline std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

} // namespace lanewright::test
