// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model_spec.h"
#include "core/model/optimizer.h"

#include <QString>

namespace lanewright::app {

/// What a person chooses for a run; the plan says the rest.
struct RunSettings {
    static constexpr int kMostSteps = 100'000;
    static constexpr int kMostThreads = 256;
    static constexpr int kAllGpus = -1;

    QString backend = QStringLiteral("cpu");
    int gpu = 0;               ///< for the backend cuda: the number of the one to run on, or `kAllGpus`
    QString python = {};       ///< for the backend torch: the Python that has PyTorch; empty: the one that is found
    bool inProcess = false;    ///< all ranks as threads of one process; else `mpirun` where it is there
    QString launcher = {};     ///< a whole launch command; empty: as `inProcess` says
    bool paced = true;         ///< hold each op until its planned end; a GPU never does
    bool traceKernels = false; ///< what a GPU runs within the blocks of the last step
    int steps = 5;             ///< training steps
    int threads = 1;           ///< that each rank computes with
    Precision precision = Precision::Fp32;
    OptimizerMode optimizer = OptimizerMode::Synchronous;
    QString data = {};    ///< path of a text; empty: the built-in corpus
    ModelSpec model = {}; ///< what to train

    bool isOnGpus() const { return backend == QLatin1String("cuda"); }
    bool isOnTorch() const { return backend == QLatin1String("torch"); }
    /// GPUs and PyTorch run at full speed only.
    bool isPaced() const { return paced && !isOnGpus() && !isOnTorch(); }

    friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

/// Cores that this program may use.
int coresHere();
/// True when a run computes with more threads than there are cores and nothing holds ops to the plan: then they take
/// turns, and what is measured holds waits for a core.
bool sharesCores(const RunSettings& settings, int ranks);

} // namespace lanewright::app
