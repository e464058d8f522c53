// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model_spec.h"

#include <QString>

namespace lanewright {

/// What a person chooses for a run; the plan says the rest.
struct RunSettings {
    static constexpr int kMostSteps = 100'000;

    QString backend = QStringLiteral("cpu");
    bool inProcess = false; ///< all ranks as threads of one process; else `mpirun` where it is there
    QString launcher = {};  ///< a whole launch command; empty: as `inProcess` says
    bool paced = true;      ///< hold each op until its planned end
    int steps = 5;          ///< training steps
    QString data = {};      ///< path of a text; empty: the built-in corpus
    ModelSpec model = {};   ///< what to train
    int killRank = -1;      ///< for tests of failure: the rank that dies in step 0

    friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

} // namespace lanewright
