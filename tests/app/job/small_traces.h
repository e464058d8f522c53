// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/measured/hand_made_job.h"

#include <QString>

namespace lanewright::app {

/// Writes what NDTimeline would have recorded of the job: a process a replica, five threads a rank.
void writeTimeline(const test::HandMade& job, const QString& path);

/// Two replicas of two ranks with four microbatches, three steps; replica 1 has a long microbatch in all of them, and
/// another in step 2.
test::HandMade jobWithLongMicrobatches();

} // namespace lanewright::app
