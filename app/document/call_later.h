// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>

#include <utility>

namespace lanewright::app {

/// Calls it from the event loop of the thread that `owner` lives on, from whatever thread; not where `owner` is gone by
/// then.
void callLater(auto* owner, auto call) { QMetaObject::invokeMethod(owner, std::move(call), Qt::QueuedConnection); }

} // namespace lanewright::app
