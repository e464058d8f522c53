// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/said_error.h"

#include "app/document/said.h"
#include "core/base/places.h"

namespace lanewright::app {

QString said(const Error& error) { return said(within(placeSaid(error.where), error.message)); }

} // namespace lanewright::app
