// SPDX-License-Identifier: Apache-2.0
#include "core/api/frameworks/frameworks_page.h"
#include "core/api/lesson/list_lessons.h"
#include "core/api/list_gpus.h"

namespace lanewright::api {

Reply listGpus() { return refused(Exit::Missing, "", {"there are no GPUs to be seen from here"}); }

Reply listFrameworks() { return refused(Exit::Missing, "", {"the frameworks are not known here"}); }

Reply listLessons() { return refused(Exit::Missing, "", {"a page holds its own lessons, not those of the program"}); }

} // namespace lanewright::api
