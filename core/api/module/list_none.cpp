// SPDX-License-Identifier: Apache-2.0
#include "core/api/frameworks/frameworks_page.h"
#include "core/api/list_gpus.h"

namespace lanewright::api {

Reply listGpus() { return refused(Exit::Missing, "", {"there are no GPUs to be seen from here"}); }

Reply listFrameworks() { return refused(Exit::Missing, "", {"the frameworks are not known here"}); }

} // namespace lanewright::api
