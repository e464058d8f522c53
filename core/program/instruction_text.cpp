// SPDX-License-Identifier: Apache-2.0
#include "core/base/whole_number.h"
#include "core/program/program.h"

#include "core/model/text.h"

namespace lanewright {

namespace {

char letterOf(ValueKind kind) {
    switch (kind) {
    case ValueKind::Activation: return 'a';
    case ValueKind::Gradient: return 'g';
    case ValueKind::Stash: return 's';
    case ValueKind::Seed: return 'd';
    case ValueKind::Residue: return 'r';
    }
    return '?';
}

Error notAnInstruction(std::string_view line) {
    return Error{say(phrase("program", "\"%1\" is no instruction; one is written like run F0.0 @0 +5, send a0.0 to 1 "
                                       "#0 @5 +2 or post a0.0 from 0 #0 slot 0 @0"),
                     line.substr(0, 60))};
}

/// Takes a line apart word by word; after the first word that does not fit, nothing fits any more.
class Tokens {
public:
    explicit Tokens(std::string_view text) : m_rest(text) {}

    std::string_view next() {
        const std::size_t blank = std::min(m_rest.find(' '), m_rest.size());
        const std::string_view word = m_rest.substr(0, blank);
        m_rest.remove_prefix(std::min(blank + 1, m_rest.size()));
        return word;
    }

    void expect(std::string_view word) { m_good = m_good && next() == word; }

    bool at(std::string_view word) const {
        return m_rest.starts_with(word) && m_rest.substr(word.size()).starts_with(' ');
    }

    template <typename Number>
    Number number(std::string_view prefix = {}) {
        return numberIn<Number>(next(), prefix);
    }

    Value value() {
        const std::string_view word = next();
        const std::size_t dot = word.find('.');
        if (dot == std::string_view::npos || (word.front() != 'a' && word.front() != 'g')) {
            m_good = false;
            return {};
        }
        return {.kind = word.front() == 'a' ? ValueKind::Activation : ValueKind::Gradient,
                .stage = numberIn<int>(word.substr(1, dot - 1)),
                .microbatch = numberIn<int>(word.substr(dot + 1))};
    }

    Block block() {
        const Result<Block> read = blockFromText(next());
        m_good = m_good && read.ok();
        return read ? *read : Block{};
    }

    bool good() const { return m_good && m_rest.empty(); }

private:
    template <typename Number>
    Number numberIn(std::string_view word, std::string_view prefix = {}) {
        m_good = m_good && word.starts_with(prefix);
        const auto number = m_good ? wholeFrom<Number>(word.substr(prefix.size())) : std::nullopt;
        m_good = number.has_value();
        return number.value_or(0);
    }

    std::string_view m_rest;
    bool m_good = true;
};

Instruction runFrom(Tokens& words) {
    Instruction run{.act = Act::Run, .block = words.block()};
    if (words.at("gap")) {
        words.expect("gap");
        run.block.gap = words.number<Time>();
    }
    run.start = words.number<Time>("@");
    run.length = words.number<Time>("+");
    return run;
}

Instruction sendFrom(Tokens& words) {
    Instruction send{.act = Act::Send, .value = words.value()};
    words.expect("to");
    send.peer = words.number<int>();
    send.transfer = words.number<int>("#");
    send.start = words.number<Time>("@");
    send.length = words.number<Time>("+");
    return send;
}

Instruction postFrom(Tokens& words) {
    Instruction post{.act = Act::Post, .value = words.value()};
    words.expect("from");
    post.peer = words.number<int>();
    post.transfer = words.number<int>("#");
    words.expect("slot");
    post.slot = words.number<int>();
    post.start = words.number<Time>("@");
    return post;
}

std::string numbered(std::string_view before, std::int64_t number) {
    return std::string{before} + std::to_string(number);
}

} // namespace

std::string toText(const Value& value) {
    return letterOf(value.kind) + std::to_string(value.stage) + "." + std::to_string(value.microbatch);
}

std::string toText(const Instruction& instruction, int weightParts) {
    const std::string start = numbered(" @", instruction.start);
    const std::string length = numbered(" +", instruction.length);
    const std::string transfer = numbered(" ", instruction.peer) + numbered(" #", instruction.transfer);
    switch (instruction.act) {
    case Act::Run: {
        const std::string gap = instruction.block.gap != 0 ? numbered(" gap ", instruction.block.gap) : "";
        return "run " + toText(instruction.block, weightParts) + gap + start + length;
    }
    case Act::Send: return "send " + toText(instruction.value) + " to" + transfer + start + length;
    case Act::Post:
        return "post " + toText(instruction.value) + " from" + transfer + numbered(" slot ", instruction.slot) + start;
    }
    return "?";
}

Result<Instruction> instructionFromText(std::string_view line) {
    Tokens words{line};
    const std::string_view act = words.next();
    Instruction instruction;
    if (act == "run")
        instruction = runFrom(words);
    else if (act == "send")
        instruction = sendFrom(words);
    else if (act == "post")
        instruction = postFrom(words);
    else
        return notAnInstruction(line);
    if (!words.good() || line.ends_with(" "))
        return notAnInstruction(line);
    return instruction;
}

} // namespace lanewright
