// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace lanewright::app {

class Session;

/// Asks about copies of edits that a bad end left behind, and opens those that are wanted. Those among the suspects,
/// what was being opened when the last program ended, are asked about by themselves. Says whether it opened a window.
bool offerRecovery(Session& session, const QStringList& suspects = {});

} // namespace lanewright::app
