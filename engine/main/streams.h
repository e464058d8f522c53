// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/ranks/stop_flags.h"

#include <cstddef>
#include <string>
#include <thread>

namespace lanewright::engine {

/// The run's switches, which signals and the threads below turn.
StopFlags& stopFlags();

/// SIGTERM, SIGINT and SIGHUP end the process at the next moment at which it can say why; a second one at once,
/// unless it comes from the launcher of a rank that is `launched`. A parent that stops reading is noticed when writing,
/// not by a signal.
void catchSignals(bool launched);

/// Has an exception that nobody catches, such as one of a thread that helps, end the process with a sentence. Call it
/// before any thread is started.
void sayUncaughtExceptions();

/// Writes the event to standard output as one line. Notices when nobody reads any more.
void writeEvent(const lanewright::Event& event);

/// The next line of standard input, without its end, and not a byte more; cut short where the input ends or the line is
/// longer than `most`.
std::string readInputLine(std::size_t most);
/// The next `count` bytes of standard input; fewer where it ends.
std::string readInput(std::size_t count);

/// Until the thread is gone: ends the process where it has not got ready seconds after nobody wants the run any more,
/// after a signal, or after the parent has gone. What it waits for, such as a disk or a network, may never answer, and
/// asks for no signals.
[[nodiscard]] std::jthread watchStart();

/// Until the thread is gone: listens on standard input for the parent's wish to stop; the end of the input is one,
/// since the parent is gone then.
[[nodiscard]] std::jthread watchInput();

} // namespace lanewright::engine
