// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/dictionary.h"
#include "core/base/result.h"

#include <string_view>

namespace lanewright {

/// Reads `{"context": {"english": "words", "english of many": ["of one", "of many"]}}`. Fails with one sentence and its
/// place on anything else.
Result<Dictionary> dictionaryFromJson(std::string_view text);

} // namespace lanewright
