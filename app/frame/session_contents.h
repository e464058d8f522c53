// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"
#include "core/model/run.h"

#include <QString>
#include <QStringList>

#include <memory>

/// Plans and runs of the session that are in no file of the person's: each is a file of its own in
/// XDG_STATE_HOME/lanewright/session, named by what it holds, so that the same is never written twice.
namespace lanewright::app::session {

/// The name under which it can be read again; empty for null, and where it can't be written.
QString keep(const std::shared_ptr<const Plan>& plan);
QString keep(const std::shared_ptr<const Run>& run);
/// Null where there is none of that name, or it can't be read.
std::shared_ptr<const Plan> keptPlan(const QString& name);
std::shared_ptr<const Run> keptRun(const QString& name);

/// The names that `text`, the session, speaks of stay; all others go.
void forgetAllBut(const QByteArray& text);

} // namespace lanewright::app::session
