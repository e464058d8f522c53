// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"

namespace lanewright::api {

/// The GPUs of this machine and whether the engine can use them, with `Exit::Missing` where it can't.
Reply listGpus();

} // namespace lanewright::api
