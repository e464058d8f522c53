// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/io/json.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace lanewright {

/// A small file of a trace as a whole, unpacked where it is gzip. Fails above `core/io/json`'s limits.
Result<json::Document> traceDocument(const std::string& path, const std::stop_token& stop = {});

/// The first 64 KiB of a file, unpacked; empty where it can't be read.
std::string headOf(const std::string& path);

/// The number behind `word` in a file's name, as the 3 in `pp_rank_3.json`; -1: none.
int numberInName(std::string_view path, std::string_view word);

} // namespace lanewright
