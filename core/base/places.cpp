// SPDX-License-Identifier: Apache-2.0
#include "core/base/places.h"

namespace lanewright {

Message within(const Message& place, const Message& sentence) {
    if (place.empty() || sentence.empty())
        return place.empty() ? sentence : place;
    return say(phrase("list", "%1: %2"), place, sentence);
}

} // namespace lanewright
