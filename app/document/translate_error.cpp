// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/translate_error.h"

#include "app/document/translate.h"
#include "core/base/places.h"

namespace lanewright::app {

QString translated(const Error& error) { return translated(within(error.where, error.message)); }

} // namespace lanewright::app
