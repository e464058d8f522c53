// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lanewright {

/// Inside core/page only: an object of JSON as a page holds it. A long one stands there as raw DEFLATE (RFC 1951) in
/// base64 (RFC 4648), a fourth of its size; resources/page/packed.js tells that from JSON by its first letter.
std::string packedText(std::string object);

} // namespace lanewright
