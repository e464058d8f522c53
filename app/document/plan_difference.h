// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"

#include <QStringList>

namespace lanewright::app {

/// How the orders of two schedules differ, counted in blocks; an overlapped pair is one.
struct OrderDifference {
    int common = 0; ///< blocks in both
    int moved = 0;  ///< those on another rank, or among the fewest that have to move for the ranks to agree
    int onlyA = 0;
    int onlyB = 0;

    friend bool operator==(const OrderDifference&, const OrderDifference&) = default;
};
OrderDifference orderDifference(const Schedule& a, const Schedule& b);

/// What another program's plan has that ours has not, a line for each part of it; empty where they are equal.
QStringList differencesOf(const Plan& theirs, const Plan& ours);

} // namespace lanewright::app
