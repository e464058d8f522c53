// SPDX-License-Identifier: Apache-2.0
#include "core/page/glossary.h"

#include "core/generate/catalogue.h"
#include "core/page/page_parts.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

constexpr std::string_view kRow = "| **";
constexpr std::string_view kRowEnds = "** | ";

/// Without the marks of Markdown.
std::string plain(std::string_view words) {
    std::string text{words};
    std::erase_if(text, [](char letter) { return letter == '`' || letter == '*'; });
    return text;
}

/// `**activation, act.** | what an F keeps`.
Term termOf(std::string_view row) {
    const std::size_t end = row.find(kRowEnds);
    const std::string_view meaning = row.substr(end + kRowEnds.size());
    Term term{.meaning = plain(meaning.substr(0, meaning.rfind(" |")))};
    std::string_view names = row.substr(0, end);
    for (std::size_t comma = 0; comma != std::string_view::npos; names.remove_prefix(comma + 2)) {
        comma = names.find(", ");
        term.names.emplace_back(names.substr(0, comma));
        if (comma == std::string_view::npos)
            break;
    }
    return term;
}

bool isPlainLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
}

/// The first of the two bytes that a letter beyond ASCII has; quotation marks and dashes have three.
bool isLead(char byte) { return static_cast<unsigned char>(byte) >= 0xC3 && static_cast<unsigned char>(byte) < 0xE0; }

bool beginsWithLetter(std::string_view text) {
    return !text.empty() && (isPlainLetter(text.front()) || isLead(text.front()));
}

/// With a letter, or with what joins words: F0.3, 1F1B-like, Ctrl+F.
bool endsInWord(std::string_view text) {
    constexpr std::string_view kJoins = ".-+";
    if (text.empty())
        return false;
    return isPlainLetter(text.back()) || kJoins.find(text.back()) != std::string_view::npos ||
           (text.size() > 1 && isLead(text[text.size() - 2]));
}

char small(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

bool hasSmallLetter(std::string_view name) {
    return std::ranges::any_of(name, [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

/// How long the name is at the beginning of the text, with its ending; 0 where it isn't there.
std::size_t lengthAt(std::string_view text, std::string_view name) {
    const bool isWord = hasSmallLetter(name);
    if (text.size() < name.size() || !text.substr(1).starts_with(name.substr(1)) ||
        (isWord ? small(text[0]) != small(name[0]) : text[0] != name[0]))
        return 0;
    static constexpr std::array<std::string_view, 6> kEndings = {"", "s", "es", "e", "en", "n"};
    for (const std::string_view ending : kEndings) {
        const std::size_t length = name.size() + ending.size();
        if (text.substr(name.size()).starts_with(ending) && !beginsWithLetter(text.substr(length)))
            return length;
        // An abbreviation has no ending, and "open" is no plural of "op".
        if (!isWord || (name.size() < 3 && !ending.empty()))
            break;
    }
    return 0;
}

} // namespace

std::vector<Term> glossary(const PageLanguage& language) {
    const std::string_view page = language.tag == "de" ? parts::kGlossaryDe : parts::kGlossaryEn;
    std::vector<Term> terms;
    for (std::size_t at = page.find(kRow); at != std::string_view::npos; at = page.find(kRow, at)) {
        at += kRow.size();
        terms.push_back(termOf(page.substr(at, page.find('\n', at) - at)));
    }
    for (const Generator& generator : generators())
        terms.push_back({{language.say(titleOf(generator))}, language.say(say(generator.summary))});
    return terms;
}

std::vector<TermPlace> termsIn(std::string_view text, const std::vector<Term>& glossary) {
    std::vector<TermPlace> places;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (endsInWord(text.substr(0, at)))
            continue;
        TermPlace longest{.begin = at};
        for (std::size_t term = 0; term < glossary.size(); ++term)
            for (const std::string& name : glossary[term].names)
                if (const std::size_t length = lengthAt(text.substr(at), name); length > longest.length)
                    longest = {.begin = at, .length = length, .term = term};
        if (longest.length == 0)
            continue;
        places.push_back(longest);
        at += longest.length - 1;
    }
    return places;
}

} // namespace lanewright
