// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/workspace.h"

namespace lanewright::engine {

Workspace::Workspace(const Sizes& sizes) : memory(7 * sizes.boundary() + sizes.attention.scratch()) {
    const std::int64_t boundary = sizes.boundary();
    gradient = {memory.data(), sizes.tokens, sizes.width};
    next = {memory.data() + boundary, sizes.tokens, sizes.width};
    narrow = {memory.data() + 2 * boundary, sizes.tokens, sizes.width};
    wide = {memory.data() + 3 * boundary, sizes.tokens, 4 * sizes.width};
    attention = {memory.data() + 7 * boundary, 1, sizes.attention.scratch()};
}

} // namespace lanewright::engine
