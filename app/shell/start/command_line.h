// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace lanewright::app {

/// What the program was asked to do.
struct CommandLine {
    enum class Task { Open, Lesson, Screenshots, Help, Version };

    Task task = Task::Open;
    QStringList files = {}; ///< to open, each in a window of its own
    QString generator = {}; ///< Open: make a schedule by this generator instead of opening a file
    QString lesson = {};    ///< Lesson: a file, or the name or number of a lesson of the program
    int ranks = 4;          ///< for the generated schedule
    int microbatches = 8;   ///< for the generated schedule
    QString out = {};       ///< Screenshots: the folder
    QString run = {};       ///< Screenshots: a run's file, instead of a run of the engine
    QString theme = {};     ///< `light`, `dark` or `contrast`; empty: as the settings say

    /// False for tasks that show nothing, which run without a display.
    bool needsDisplay() const { return task == Task::Open || task == Task::Lesson; }
};

/// Fails in words on what it does not know.
Result<CommandLine> parseCommandLine(const QStringList& arguments);

/// What `--help` prints.
QString helpText();

} // namespace lanewright::app
