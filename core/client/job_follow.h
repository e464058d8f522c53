// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/client/job_listener.h"
#include "core/client/job_record.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace lanewright {

/// How long a job may be without a link before it is taken to be over.
inline constexpr std::chrono::seconds kJobTimeout{5};

/// Who is told while a job is followed, on the thread that follows it.
struct JobObserver {
    std::function<void(const Message&)> remark = {}; ///< what went wrong with a rank or its link
    std::function<bool()> poll = {};                 ///< several times a second; false ends it
};

/// Takes what the ranks of a job say into the record until all have said that they are done, until those that came are
/// gone for `kJobTimeout`, or until somebody stops. A job that never comes is waited for until then.
void followJob(JobListener& listener, JobRecord& record, const std::stop_token& stop, const JobObserver& observer);

} // namespace lanewright
