// SPDX-License-Identifier: Apache-2.0
// Small languages: instructions of programs, ops, patterns of ops, decimals, messages, and words fit to be shown.
#include "core/base/decimal.h"
#include "core/io/json_writer.h"
#include "core/io/quoted_text.h"
#include "core/lesson/op_pattern.h"
#include "core/model/text.h"
#include "core/program/program.h"
#include "core/protocol/message_json.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/foreign_words.h"

using namespace lanewright;
using fuzz::require;

namespace {

void checkInstruction(std::string_view text) {
    const Result<Instruction> instruction = instructionFromText(text);
    if (!instruction)
        return;
    const std::string line = toText(*instruction, kMostWeightParts);
    const Result<Instruction> again = instructionFromText(line);
    require(again.ok(), "an instruction that was written is read", line);
}

void checkDecimal(std::string_view text) {
    for (const std::int64_t scale : {std::int64_t{1}, std::int64_t{1'000'000}, std::int64_t{1} << 30}) {
        const Result<std::int64_t> ticks = ticksFromDecimal(text, scale);
        if (!ticks)
            continue;
        const Result<std::int64_t> again = ticksFromDecimal(decimalFromTicks(*ticks, scale), scale);
        require(again.ok() && *again == *ticks, "a decimal is exact", text);
    }
}

void checkShown(std::string_view text) {
    for (const std::string& shown : {shownText(text), shownLine(text), inQuotes(text)}) {
        require(test::actingCharacterIn(shown).empty(), "nothing acts in what is shown", shown);
        require(firstBrokenUtf8(shown) == std::string_view::npos, "what is shown is UTF-8", shown);
    }
    json::Writer writer;
    writer.string(text);
    const std::string written = writer.take();
    require(test::actingCharacterIn(written).empty(), "nothing acts in JSON", written);
    const Result<json::Document> read = json::parse(written);
    require(read.ok(), "a string that was written is read", written);
    require(read->root().text() == validUtf8(text), "and is the same", written);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    checkInstruction(text);
    checkDecimal(text);
    checkShown(text);
    static_cast<void>(opPatternFromText(text));
    if (const Result<Block> block = blockFromText(text))
        require(blockFromText(toText(*block, kMostWeightParts)).ok(), "a block that was written is read");
    if (const Result<Message> message = messageFromJson(text))
        require(messageFromJson(messageToJson(*message)).ok(), "a message that was written is read");
    return 0;
}
