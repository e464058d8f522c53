// SPDX-License-Identifier: Apache-2.0
#include "core/base/joined_by.h"
#include "core/base/mapped.h"
#include "core/base/places.h"
#include "core/io/files.h"
#include "core/io/json_writer.h"
#include "core/io/quoted_text.h"
#include "core/io/reading.h"
#include "core/picture/figure_style.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace lanewright {

namespace {

using NameAndText = std::pair<std::string_view, std::string_view>;
/// As the figures of these papers and projects are drawn; `print` is for paper without colours. Behind each name the
/// text of its file.
constexpr NameAndText kBuiltInStyles[] = {
    {"zero-bubble", R"({"palette": "zero-bubble", "hatch": "none", "show": "legend,ranks,digits", "count_from": "1"})"},
    {"dualpipe", R"({"palette": "dualpipe", "hatch": "none", "show": "legend,ranks,digits"})"},
    {"megatron", R"({"palette": "megatron", "hatch": "none", "show": "legend,ranks,digits", "count_from": "1"})"},
    {"v-half", R"({"palette": "zero-bubble", "hatch": "none", "show": "legend,ranks,digits", "count_from": "1"})"},
    {"hanayo", R"({"palette": "megatron", "hatch": "none", "show": "legend,ranks,digits"})"},
    {"print", R"({"palette": "grey", "hatch": "kinds"})"},
};

} // namespace

Result<Done> readStyle(std::string_view text, FigureStyle& style) {
    Result<FigureStyle> read = readText(text, [&](const json::Node& root, Trouble& trouble) {
        FigureStyle chosen = style;
        if (expect(root, json::Kind::Object, trouble))
            for (const json::Node member : root.children()) {
                const bool isNumber = member.kind() == json::Kind::Number;
                const std::string value = isNumber ? std::string{member.text()} : stringFrom(member, trouble);
                if (const Result<Done> done = choose(chosen, member.key(), value); !done)
                    trouble.add(done.error().message, member);
            }
        return chosen;
    });
    if (!read)
        return read.error();
    style = *std::move(read);
    return Done{};
}

std::string styleText(const FigureStyle& style) {
    static const FigureStyle kUsual;
    json::Writer writer;
    writer.object(json::Layout::Lines, [&] {
        for (const StyleRow& row : styleRows())
            if (const std::string value = row.write(style); value != row.write(kUsual)) {
                std::string key{row.name};
                std::ranges::replace(key, '-', '_');
                writer.key(key).string(value);
            }
    });
    return writer.take() + "\n";
}

Result<Done> loadStyle(const std::string& name, std::span<const std::string> folders, FigureStyle& style) {
    const std::string file = name.ends_with(kStyleEnding) ? name : name + std::string{kStyleEnding};
    for (const std::string& folder : folders) {
        const std::string path = (std::filesystem::path{folder} / file).string();
        if (std::error_code none; !std::filesystem::exists(path, none))
            continue;
        const Result<std::string> text = readFile(path);
        const Result<Done> read = text ? readStyle(*text, style) : text.error();
        return read ? read : Error{read.error().message, within(path, read.error().where)};
    }
    const auto* const own = std::ranges::find(kBuiltInStyles, name, &NameAndText::first);
    if (own != std::end(kBuiltInStyles))
        return readStyle(own->second, style);
    return Error{say(phrase("picture", "there is no style %1: neither a file %2 nor one of %3"), inQuotes(name), file,
                     joinedBy(", ", kBuiltInStyles, &NameAndText::first))};
}

std::vector<std::string_view> builtInStyles() { return mapped(kBuiltInStyles, &NameAndText::first); }

std::string styleFolder() {
    // The specification has names that are not whole passed over.
    if (const char* const settings = std::getenv("XDG_CONFIG_HOME"); settings && *settings == '/')
        return std::string{settings} + "/lanewright/styles";
    const char* const home = std::getenv("HOME");
    return home && *home ? std::string{home} + "/.config/lanewright/styles" : "";
}

} // namespace lanewright
