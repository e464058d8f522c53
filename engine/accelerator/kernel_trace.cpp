// SPDX-License-Identifier: Apache-2.0
#include "engine/accelerator/kernel_trace.h"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace lanewright::engine {

namespace {

constexpr std::size_t kLongest = 60;

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> words(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && words ? words.get() : name;
}

void eraseAll(std::string& text, const std::string& part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

bool isPartOfWord(char message) {
    return message == '_' || (message >= '0' && message <= '9') || (message >= 'a' && message <= 'z') ||
           (message >= 'A' && message <= 'Z');
}

/// Leaves of each `one::two` the last part.
void dropNamespaces(std::string& text) {
    for (std::size_t at = text.find("::"); at != std::string::npos; at = text.find("::")) {
        std::size_t begin = at;
        while (begin > 0 && isPartOfWord(text[begin - 1]))
            --begin;
        text.erase(begin, at + 2 - begin);
    }
}

/// What stands outside of `< >` from the last space before the parameters, which begin a parenthesis, to them.
std::string withoutTypes(const std::string& text) {
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        depth += text[at] == '<' ? 1 : text[at] == '>' ? -1 : 0;
        if (depth == 0 && text[at] == ' ')
            begin = at + 1;
        if (depth == 0 && text[at] == '(' && at > begin)
            return text.substr(begin, at - begin);
    }
    return text.substr(begin);
}

} // namespace

std::string shortName(const std::string& name) {
    std::string text = demangled(name);
    if (text == name && text.find('(') == std::string::npos)
        return text.size() <= kLongest ? text : text.substr(0, kLongest) + "…";
    eraseAll(text, "(anonymous namespace)::");
    eraseAll(text, "<unnamed>::");
    text = withoutTypes(text);
    dropNamespaces(text);
    return text.size() <= kLongest ? text : text.substr(0, kLongest) + "…";
}

} // namespace lanewright::engine
