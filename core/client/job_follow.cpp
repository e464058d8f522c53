// SPDX-License-Identifier: Apache-2.0
#include "core/client/job_follow.h"

#include <optional>
#include <string_view>

namespace lanewright {

void followJob(JobListener& listener, JobRecord& record, const std::stop_token& stop, const JobEars& ears) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kLook{200};
    Clock::time_point lastLink = Clock::now();
    while (!stop.stop_requested() && !record.isOver()) {
        const auto take = [&](int rank, std::string_view line) { return record.add(rank, line); };
        for (const Message& message : listener.listen(kLook, take))
            ears.remark(message);
        if (listener.links() > 0 || !listener.hasMet())
            lastLink = Clock::now();
        else if (Clock::now() - lastLink > kJobPatience)
            return;
        if (!ears.look())
            return;
    }
}

} // namespace lanewright
