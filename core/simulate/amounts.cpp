// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/amounts.h"

#include "core/base/decimal.h"
#include "core/simulate/number_text.h"

namespace lanewright {

namespace {

constexpr Phrase kUnits = countedPhrase("amount", "%1 units", "%1 unit");
constexpr Phrase kActivations = countedPhrase("amount", "%1 activations", "%1 activation");

Message counted(const Phrase& phrase, std::string number) {
    const int count = number == "1" ? 1 : 2;
    return sayCounted(phrase, count, std::move(number));
}

} // namespace

Message inUnit(Time time, TimeUnit unit) {
    std::string number = numbers::decimalText(time, scaleOf(unit));
    if (unit == TimeUnit::Unit)
        return counted(kUnits, std::move(number));
    return number.append(" ").append(toText(unit));
}

Message inUnit(Bytes bytes, MemoryUnit unit) {
    std::string number = decimalFromTicks(bytes, scaleOf(unit));
    if (unit == MemoryUnit::Unit)
        return counted(kActivations, std::move(number));
    return number.append(" ").append(toText(unit));
}

} // namespace lanewright
