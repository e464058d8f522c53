// SPDX-License-Identifier: Apache-2.0
#include "core/api/list_gpus.h"

namespace lanewright::api {

Reply listGpus() { return refused(Exit::Missing, "", {"there are no GPUs to be seen from here"}); }

} // namespace lanewright::api
