// SPDX-License-Identifier: Apache-2.0
#include "core/picture/time_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanewright {
namespace {

constexpr double kMinorApart = 7;
constexpr int kMostMarks = 2000;

/// Into how many minor steps a major one is cut: 1 and 5 into five, 2 into four.
Time minorOf(Time step) {
    Time lead = step;
    while (lead >= 10 && lead % 10 == 0)
        lead /= 10;
    const Time parts = lead == 2 ? 4 : 5;
    return step % parts == 0 ? step / parts : step;
}

Time floorTo(Time time, Time step) {
    const Time rest = time % step;
    return time - (rest < 0 ? rest + step : rest);
}

} // namespace

Time TimeScale::time(double position) const {
    return start + static_cast<Time>(std::llround((position - left) / perTick()));
}

Time TimeScale::length(double pixels) const {
    return std::max<Time>(1, static_cast<Time>(std::llround(pixels / perTick())));
}

Time roundStep(Time atLeast) {
    constexpr Time kLargest = std::numeric_limits<Time>::max() / 20;
    for (Time ten = 1; ten < kLargest; ten *= 10)
        for (const Time step : {ten, 2 * ten, 5 * ten})
            if (step >= atLeast)
                return step;
    return kLargest;
}

Ticks ticksFor(const TimeScale& scale, double apart) {
    Ticks result;
    result.step = roundStep(static_cast<Time>(std::ceil(apart / scale.perTick())));
    Time minor = minorOf(result.step);
    if (static_cast<double>(minor) * scale.perTick() < kMinorApart)
        minor = result.step;
    for (Time at = floorTo(scale.start, minor); at <= scale.end; at += minor) {
        if (at >= scale.start)
            result.marks.push_back({at, at % result.step == 0});
        if (static_cast<int>(result.marks.size()) >= kMostMarks)
            break;
    }
    return result;
}

} // namespace lanewright
