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

namespace lanewright {

namespace {

struct BuiltInStyle {
    std::string_view name;
    std::string_view text; ///< as its file would be
};

/// As the figures of these papers and projects are drawn; `print` is for paper without colours.
constexpr BuiltInStyle kBuiltInStyles[] = {
    {"zero-bubble", R"({"palette": "zero-bubble", "hatch": "none", "show": "legend,ranks,digits", "count_from": "1"})"},
    {"dualpipe", R"({"palette": "dualpipe", "hatch": "none", "show": "legend,ranks,digits"})"},
    {"megatron", R"({"palette": "megatron", "hatch": "none", "show": "legend,ranks,digits", "count_from": "1"})"},
    {"v-half", R"({"palette": "zero-bubble", "hatch": "none", "show": "legend,ranks,digits", "count_from": "1"})"},
    {"hanayo", R"({"palette": "megatron", "hatch": "none", "show": "legend,ranks,digits"})"},
    {"print", R"({"palette": "grey", "hatch": "kinds"})"},
};

/// `colour_by`.
std::string keyIn(std::string_view name) {
    std::string key{name};
    std::ranges::replace(key, '-', '_');
    return key;
}

/// In the order of the rows, since some choices follow from others.
void readChoices(const json::Node& root, FigureStyle& style, Trouble& trouble) {
    for (const json::Node member : root.children())
        if (styleRow(member.key()) == nullptr)
            trouble.add(say(phrase("picture", "a style has no %1; it has %2"), inQuotes(member.key()),
                            joinedBy(", ", styleRows(), [](const StyleRow& row) { return keyIn(row.name); })),
                        member);
    for (const StyleRow& row : styleRows())
        for (const json::Node member : root.children()) {
            if (styleRow(member.key()) != &row)
                continue;
            const std::string value =
                member.kind() == json::Kind::Number ? std::string{member.text()} : stringFrom(member, trouble);
            if (const Result<Done> chosen = trouble ? Done{} : choose(style, row.name, value); !chosen)
                trouble.add(chosen.error().message, member);
        }
}

} // namespace

Result<Done> readStyle(std::string_view text, FigureStyle& style) {
    Result<FigureStyle> read = readText(text, [&](const json::Node& root, Trouble& trouble) {
        FigureStyle chosen = style;
        if (expect(root, json::Kind::Object, trouble))
            readChoices(root, chosen, trouble);
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
            if (std::string value = row.write(style); value != row.write(kUsual))
                writer.key(keyIn(row.name)).string(value);
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
    const auto* const own = std::ranges::find(kBuiltInStyles, name, &BuiltInStyle::name);
    if (own != std::end(kBuiltInStyles))
        return readStyle(own->text, style);
    return Error{say(phrase("picture", "there is no style %1: neither a file %2 nor one of %3"), inQuotes(name), file,
                     joinedBy(", ", kBuiltInStyles, &BuiltInStyle::name))};
}

std::vector<std::string_view> builtInStyles() { return mapped(kBuiltInStyles, &BuiltInStyle::name); }

std::string styleFolder() {
    const auto valueOf = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string{value == nullptr ? "" : value};
    };
    const std::string settings = valueOf("XDG_CONFIG_HOME");
    const std::string home = valueOf("HOME");
    // The specification has names that are not whole passed over.
    if (settings.starts_with('/'))
        return settings + "/lanewright/styles";
    return home.empty() ? "" : home + "/.config/lanewright/styles";
}

} // namespace lanewright
