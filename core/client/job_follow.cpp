// SPDX-License-Identifier: Apache-2.0
#include "core/client/job_follow.h"

#include <optional>
#include <string_view>

namespace lanewright {

void followJob(JobListener& listener, JobRecord& record, const std::stop_token& stop, const JobObserver& observer) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kPollInterval{200};
    Clock::time_point lastLink = Clock::now();
    while (!stop.stop_requested() && !record.isOver()) {
        const auto take = [&](int rank, std::string_view line) { return record.add(rank, line); };
        for (const Message& message : listener.listen(kPollInterval, take))
            observer.remark(message);
        if (listener.links() > 0 || !listener.hasMet())
            lastLink = Clock::now();
        else if (Clock::now() - lastLink > kJobTimeout) {
            if (const Message unfinished = record.unfinished(); !unfinished.empty())
                observer.remark(unfinished);
            return;
        }
        if (!observer.poll())
            return;
    }
}

} // namespace lanewright
