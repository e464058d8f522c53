// SPDX-License-Identifier: Apache-2.0
#include "core/planner/layout_string.h"

#include "core/base/places.h"

#include <algorithm>
#include <cctype>

namespace lanewright {

namespace {

constexpr std::size_t kMostLetters = 1 << 16;

/// Reads a layout from left to right, writing repeats out.
class LayoutReader {
public:
    explicit LayoutReader(std::string_view layout) : m_layout(layout) {}

    Result<std::string> read() {
        std::string text = sequence(false);
        if (m_error)
            return *m_error;
        return text;
    }

private:
    bool atEnd() const { return m_at == m_layout.size(); }

    void fail(const Message& message) {
        if (!m_error)
            m_error = Error{message, say(kCharacterPlace, m_at + 1)};
        m_at = m_layout.size();
    }

    std::string sequence(bool inside) {
        std::string text;
        while (!atEnd() && m_layout[m_at] != ')') {
            const char letter = m_layout[m_at];
            if (letter == ',') {
                ++m_at;
                continue;
            }
            std::string item;
            if (letter == '(') {
                if (inside) {
                    fail(say(phrase("planner", "a pattern holds no other pattern")));
                    break;
                }
                ++m_at;
                item = sequence(true);
                if (atEnd()) {
                    fail(say(phrase("planner", "a ( is not closed")));
                    break;
                }
                ++m_at;
            } else if (letter == 'E' || letter == 't' || letter == 'L' || letter == '|') {
                ++m_at;
                item = letter;
            } else {
                fail(say(letter == 'm' ? phrase("planner", "m: there are no layers of multi-token prediction here")
                                       : phrase("planner", "a layout is made of E, t, L, |, ( ), commas and *number")));
                break;
            }
            repeat(text, item);
        }
        if (!inside && !atEnd())
            fail(say(phrase("planner", "a ) closes nothing")));
        return text;
    }

    void repeat(std::string& text, const std::string& item) {
        std::size_t times = 1;
        if (!atEnd() && m_layout[m_at] == '*') {
            ++m_at;
            times = 0;
            while (!atEnd() && std::isdigit(static_cast<unsigned char>(m_layout[m_at])) != 0 && times < kMostLetters)
                times = 10 * times + static_cast<std::size_t>(m_layout[m_at++] - '0');
            if (times == 0)
                return fail(say(phrase("planner", "after * there must be a number above 0")));
        }
        if (text.size() + times * item.size() > kMostLetters)
            return fail(say(phrase("planner", "a layout has at most %1 letters"), kMostLetters));
        for (std::size_t time = 0; time < times; ++time)
            text += item;
    }

    std::string_view m_layout;
    std::size_t m_at = 0;
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
            text += "(" + stage + "|)*" + std::to_string(repeated - at);
            at = repeated;
            continue;
        }
        text += stage + (at + 1 < stages.size() ? "|" : "");
        ++at;
    }
    return text;
}

Result<std::vector<std::string>> lettersOf(const LayeredModel& model, const Partition& partition) {
    if (!model.gpt)
        return Error{say(phrase("planner", "a layout says how whole blocks of a GPT are cut"))};
    std::vector<std::string> stages;
    stages.reserve(partition.size());
    for (const Part& part : partition) {
        std::string letters;
        for (int layer = part.first; layer < part.end; ++layer)
            letters += layer == 0 ? 'E' : layer + 1 == model.size() ? 'L' : 't';
        stages.push_back(std::move(letters));
    }
    return stages;
}

Result<std::string> layoutFor(const LayeredModel& model, const Partition& partition) {
    const Result<std::vector<std::string>> letters = lettersOf(model, partition);
    if (!letters)
        return letters.error();
    if (shapeOf(partition) == Shape::V)
        return Error{
            say(phrase("planner", "a layout puts stage i on rank i mod %1, so it can't say a V"), ranksOf(partition))};
    if (devicesOf(partition) > ranksOf(partition))
        return Error{say(phrase("planner", "a stage of a layout is on one device"))};
    return layoutOf(*letters);
}

Result<Partition> partitionFromLayout(std::string_view layout, const LayeredModel& model, std::span<const int> row,
                                      Shape shape) {
    const Result<std::vector<std::string>> stages = stagesFromLayout(layout);
    if (!stages)
        return stages.error();
    const bool isV = shape == Shape::V;
    if (isV && (stages->size() < 4 || stages->size() % 2 != 0))
        return Error{say(phrase("planner", "a V has an even number of stages, 4 or more, and the layout has %1"),
                         stages->size())};
    const std::size_t ranks = isV ? stages->size() / 2 : stages->size();
    if (ranks > row.size())
        return Error{say(phrase("planner", "the layout has %1 stages for %2 devices"), stages->size(), row.size())};
    const std::vector<int> devices = isV ? downAndBack(row.first(ranks)) : std::vector<int>{row.begin(), row.end()};
    Partition partition;
    std::string all;
    for (const std::string& letters : *stages) {
        if (letters.empty())
            return Error{say(phrase("planner", "stage %1 of the layout is empty"), partition.size())};
        const int first = static_cast<int>(all.size());
        all += letters;
        partition.push_back({first, static_cast<int>(all.size()), {devices[partition.size()]}});
    }
    const Result<std::vector<std::string>> whole = lettersOf(model, {{0, model.size(), {}}});
    if (!whole)
        return whole.error();
    if (all != whole->front())
        return Error{say(phrase("planner", "the model is %1, but the layout's pieces are %2"), layoutOf(*whole),
                         layoutOf({all}))};
    return partition;
}

} // namespace lanewright
