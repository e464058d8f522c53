// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lanewright::engine {

/// A piece of a range, and the thread that works on it.
struct Share {
    std::int64_t first = 0;
    std::int64_t count = 0;
    int thread = 0;
};

/// The threads with which one rank computes. All but the caller sleep while there is nothing to do; none ever spins.
class Team {
public:
    explicit Team(int threads = 1);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    int size() const { return static_cast<int>(m_helpers.size()) + 1; }
    /// Calls `work` once for each thread, the caller being thread 0, and returns when all are done. What one of them
    /// throws is thrown then.
    void run(const std::function<void(int thread)>& work);
    /// Cuts 0 … count − 1 into one run of whole `grain`s for each thread (the last may end with less than a grain) and
    /// calls `work` for those that are not empty. Which numbers come out must not depend on the cut.
    void split(std::int64_t count, std::int64_t grain, const auto& work) {
        if (size() == 1) {
            if (count > 0)
                work(Share{0, count, 0});
            return;
        }
        run([&](int thread) {
            const Share share = shareOf(count, grain, thread);
            if (share.count > 0)
                work(share);
        });
    }

private:
    Share shareOf(std::int64_t count, std::int64_t grain, int thread) const;
    void help(int thread);
    void keepFailure();

    std::mutex m_mutex;
    std::condition_variable m_called;
    std::condition_variable m_finished;
    const std::function<void(int)>* m_work = nullptr;
    std::uint64_t m_call = 0;               ///< counts the calls of `run`
    int m_busy = 0;                         ///< helpers that still work on this call
    std::exception_ptr m_failure = nullptr; ///< what one of them has thrown
    bool m_ends = false;
    std::vector<std::thread> m_helpers;
};

} // namespace lanewright::engine
