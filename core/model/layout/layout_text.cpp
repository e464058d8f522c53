// SPDX-License-Identifier: Apache-2.0
#include "core/model/layout/layout_text.h"

#include "core/base/mapped.h"
#include "core/base/places.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>

namespace lanewright {

namespace {

constexpr std::size_t kMostLetters = 1 << 16;
constexpr std::string_view kPieces = "EtmL|";

/// Reads a layout from left to right, writing repeats out. Commas mean nothing, wherever they stand.
class LayoutReader {
public:
    explicit LayoutReader(std::string_view layout) {
        for (std::size_t at = 0; at < layout.size(); ++at)
            if (layout[at] != ',') {
                m_layout += layout[at];
                m_places.push_back(at + 1);
            }
        m_places.push_back(layout.size() + 1);
    }

    Result<std::string> read() {
        std::string text;
        while (!atEnd())
            text += m_layout[m_at] == '(' ? pattern() : piece();
        if (m_error)
            return *m_error;
        if (text.size() > kMostLetters)
            return tooMany();
        return text;
    }

private:
    bool atEnd() const { return m_error || m_at == m_layout.size(); }

    static Error tooMany() { return Error{say(phrase("planner", "a layout has at most %1 letters"), kMostLetters)}; }

    std::string fail(const Message& message) {
        if (!m_error)
            m_error = Error{message, say(kCharacterPlace, m_places[m_at])};
        return {};
    }

    /// What stands between ( and )*n, n times.
    std::string pattern() {
        std::string text;
        ++m_at;
        while (!atEnd() && m_layout[m_at] != ')')
            text += m_layout[m_at] == '(' ? fail(say(phrase("planner", "a pattern holds no other pattern"))) : piece();
        if (atEnd())
            return fail(say(phrase("planner", "a ( is not closed")));
        ++m_at;
        if (text.empty())
            return fail(say(phrase("planner", "there is nothing in this ( )")));
        if (atEnd() || m_layout[m_at] != '*')
            return fail(say(phrase("planner", "after a ) there must be * and a number")));
        return repeated(text);
    }

    std::string piece() {
        const char letter = m_layout[m_at];
        if (letter == ')')
            return fail(say(phrase("planner", "a ) closes nothing")));
        if (kPieces.find(letter) == std::string_view::npos)
            return fail(say(phrase("planner", "a layout is made of E, t, m, L, |, ( ), commas and *number")));
        ++m_at;
        return repeated(std::string(1, letter));
    }

    /// The item as often as the number behind the next * says.
    std::string repeated(const std::string& item) {
        std::size_t times = 1;
        if (!atEnd() && m_layout[m_at] == '*') {
            const std::size_t digits = ++m_at;
            times = 0;
            while (!atEnd() && std::isdigit(static_cast<unsigned char>(m_layout[m_at])) != 0 && times <= kMostLetters)
                times = 10 * times + static_cast<std::size_t>(m_layout[m_at++] - '0');
            if (m_at == digits)
                return fail(say(phrase("planner", "after * there must be a number")));
        }
        m_letters += times * item.size();
        if (m_letters > 2 * kMostLetters)
            return fail(tooMany().message);
        std::string text;
        text.reserve(times * item.size());
        for (std::size_t time = 0; time < times; ++time)
            text += item;
        return text;
    }

    std::string m_layout = {};              ///< without commas
    std::vector<std::size_t> m_places = {}; ///< where its characters stood, from 1
    std::size_t m_at = 0;
    std::size_t m_letters = 0; ///< that were written, those of patterns twice
    std::optional<Error> m_error = {};
};

/// `tttt` → `t*4`; runs of two stay as they are.
std::string withRuns(const std::string& letters) {
    std::string text;
    for (std::size_t at = 0; at < letters.size();) {
        const std::size_t end = std::min(letters.find_first_not_of(letters[at], at), letters.size());
        const std::size_t run = end - at;
        text += run > 2 ? std::string(1, letters[at]) + "*" + std::to_string(run) : letters.substr(at, run);
        at = end;
    }
    return text;
}

} // namespace

Result<std::vector<std::string>> stagesFromLayout(std::string_view layout) {
    const Result<std::string> text = LayoutReader(layout).read();
    if (!text)
        return text.error();
    std::vector<std::string> stages(1);
    for (const char letter : *text)
        if (letter == '|')
            stages.emplace_back();
        else
            stages.back() += letter;
    return stages;
}

std::string layoutOf(const std::vector<std::string>& stages) {
    std::string text;
    for (std::size_t at = 0; at < stages.size();) {
        std::size_t end = at + 1;
        while (end < stages.size() && stages[end] == stages[at])
            ++end;
        // The last stage has no | behind it, so it takes no part in a pattern.
        const std::size_t repeated = end == stages.size() ? end - 1 : end;
        const std::string stage = withRuns(stages[at]);
        if (repeated > at + 1) {
            const std::string item = stage.empty() ? "|" : "(" + stage + "|)";
            text += item + "*" + std::to_string(repeated - at);
            at = repeated;
            continue;
        }
        text += stage + (at + 1 < stages.size() ? "|" : "");
        ++at;
    }
    return text;
}

bool hasMtp(std::string_view layout) { return layout.find('m') != std::string_view::npos; }

std::vector<int> countIn(const std::vector<std::string>& stages, char letter) {
    return mapped(stages,
                  [&](const std::string& stage) { return static_cast<int>(std::ranges::count(stage, letter)); });
}

std::string recut(std::string_view layout, const std::vector<int>& blocks) {
    const Result<std::vector<std::string>> old = stagesFromLayout(layout);
    const std::vector<int> mtp = countIn(old ? *old : std::vector<std::string>{}, 'm');
    std::vector<std::string> stages =
        mapped(blocks, [](int count) { return std::string(static_cast<std::size_t>(count), 't'); });
    if (stages.empty())
        return {};
    stages.front().insert(0, 1, 'E');
    stages.back().append(static_cast<std::size_t>(std::accumulate(mtp.begin(), mtp.end(), 0)), 'm');
    stages.back() += 'L';
    return layoutOf(stages);
}

Result<Done> checkLayoutEnds(const std::vector<std::string>& stages) {
    const std::string all = std::accumulate(stages.begin(), stages.end(), std::string{});
    if (!all.starts_with('E') || std::ranges::count(all, 'E') != 1)
        return Error{say(phrase("planner", "a layout begins with its only E"))};
    if (!all.ends_with('L') || std::ranges::count(all, 'L') != 1)
        return Error{say(phrase("planner", "a layout ends with its only L"))};
    return Done{};
}

Result<Done> checkLayoutMtp(const std::vector<std::string>& stages, int ranks) {
    const auto holds = [](char letter) {
        return [letter](const std::string& stage) { return stage.find(letter) != std::string::npos; };
    };
    const std::string all = std::accumulate(stages.begin(), stages.end(), std::string{});
    if (all.find('m') < all.size() && all.rfind('t') < all.size() && all.rfind('t') > all.find('m'))
        return Error{say(phrase("planner", "blocks stand in front of MTP"))};
    if (std::ranges::count_if(stages, holds('m')) > 1)
        return Error{say(phrase("planner", "Megatron has all of MTP in one stage"))};
    const auto first = static_cast<std::size_t>(std::ranges::find_if(stages, holds('m')) - stages.begin());
    if (first < stages.size() && first + static_cast<std::size_t>(ranks) < stages.size())
        return Error{say(phrase("planner", "Megatron has MTP in the last stage of its rank, not in stage %1"), first)};
    return Done{};
}

Result<Done> checkMegatronLayout(const std::vector<std::string>& stages, int ranks) {
    if (ranks < 1 || stages.size() % static_cast<std::size_t>(ranks) != 0)
        return Error{say(phrase("planner", "the layout has %1 stages, which %2 ranks can't share evenly"),
                         stages.size(), ranks)};
    const Result<Done> ends = checkLayoutEnds(stages);
    return ends ? checkLayoutMtp(stages, ranks) : ends;
}

} // namespace lanewright
