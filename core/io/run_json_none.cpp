// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_parts.h"

/// Where no run is read: a page holds the steps of its run as it shows them, and its board is of the schedule.
namespace lanewright {

Run runFromNode(const json::Node& root, Trouble& trouble) {
    trouble.add(say(phrase("file", "a run is opened by the program, not by a page")), root);
    return {};
}

} // namespace lanewright
