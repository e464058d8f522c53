// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lanewright {

/// The ends of a link between devices: the processes of the two ranks between which it goes, in one direction. A link
/// from a process to itself is for checks: a run has none.
struct LinkEnds {
    int from = 0;
    int to = 0;

    friend bool operator==(const LinkEnds&, const LinkEnds&) = default;
};

} // namespace lanewright
