// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Options in sentences. The name of an option is an argument of its message, so that who calls it otherwise (a request
/// by its key, Python by its keyword) reads that word.
namespace lanewright {

/// An option as a person types it: `--memory-limit`, `-p`, or `PROBLEM` where its place tells it.
Message optionNamed(std::string_view name);

/// The sentence, in which each `--name` or `-n` is the name of an option and `%1` … are the arguments. Its words are
/// the source's own: what a person gave is an argument.
Message naming(std::string_view words, std::vector<Message> arguments = {});

/// The message with other names for its options: `called` gives one for each as it is typed.
Message withOptionsCalled(const Message& message, const std::function<std::string(std::string_view)>& called);

} // namespace lanewright
