// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/amounts.h"

#include "core/base/decimal.h"
#include "core/simulate/number_text.h"

namespace lanewright {

namespace {

constexpr Phrase kUnits = countedPhrase("amount", "%1 units", "%1 unit");
constexpr Phrase kActivations = countedPhrase("amount", "%1 activations", "%1 activation");

Message counted(const Phrase& phrase, const std::string& number) {
    return sayCounted(phrase, number == "1" ? 1 : 2, numbers::said(number));
}

Message withUnit(const std::string& number, std::string_view unit) {
    return numbers::said(number + ' ' + std::string{unit});
}

} // namespace

Message inUnit(Time time, TimeUnit unit) {
    const std::string number = numbers::decimalText(time, scaleOf(unit));
    return unit == TimeUnit::Unit ? counted(kUnits, number) : withUnit(number, toText(unit));
}

Message inUnit(Bytes bytes, MemoryUnit unit) {
    const std::string number = decimalFromTicks(bytes, scaleOf(unit));
    return unit == MemoryUnit::Unit ? counted(kActivations, number) : withUnit(number, toText(unit));
}

Message shortName(MemoryUnit unit) {
    return unit == MemoryUnit::Unit ? say(phrase("amount", "act.")) : Message(toText(unit));
}

} // namespace lanewright
