// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/amounts.h"

#include "core/base/decimal.h"

namespace lanewright {

namespace {

constexpr Phrase kUnits = countedPhrase("amount", "%1 units", "%1 unit");

Message withUnit(std::string number, std::string_view unit, bool abstract) {
    if (!abstract)
        return number.append(" ").append(unit);
    const int count = number == "1" ? 1 : 2;
    return sayCounted(kUnits, count, std::move(number));
}

} // namespace

Message inUnit(Time time, TimeUnit unit) {
    return withUnit(decimalFromTicks(time, scaleOf(unit)), toText(unit), unit == TimeUnit::Unit);
}

Message inUnit(Bytes bytes, MemoryUnit unit) {
    return withUnit(decimalFromTicks(bytes, scaleOf(unit)), toText(unit), unit == MemoryUnit::Unit);
}

} // namespace lanewright
