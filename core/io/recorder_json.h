// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_fields.h"
#include "core/model/run.h"

/// What a run file says about who measured it and how its clocks were made one.
namespace lanewright {

/// `{"by": "dependencies", "offset": [0, -120], "drift": [0, 0.03]}`, the lists with an entry per rank or none.
Form<Clocks> clocksForm();
Form<Recorder> recorderForm();

} // namespace lanewright
