// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/words.h"

#include "core/base/decimal.h"

namespace lanewright {

namespace {

std::string withUnit(const std::string& number, std::string_view unit, bool abstract) {
    return number + " " + std::string(unit) + (abstract && number != "1" ? "s" : "");
}

} // namespace

std::string inUnit(Time time, TimeUnit unit) {
    return withUnit(decimalFromTicks(time, scaleOf(unit)), toText(unit), unit == TimeUnit::Unit);
}

std::string inUnit(Bytes bytes, MemoryUnit unit) {
    return withUnit(decimalFromTicks(bytes, scaleOf(unit)), toText(unit), unit == MemoryUnit::Unit);
}

} // namespace lanewright
