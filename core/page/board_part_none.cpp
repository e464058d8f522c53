// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_parts.h"

namespace lanewright::parts {

const std::string_view kBoardModule{};

} // namespace lanewright::parts
