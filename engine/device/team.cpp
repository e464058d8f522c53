// SPDX-License-Identifier: Apache-2.0
#include "engine/device/team.h"

#include <algorithm>
#include <utility>

namespace lanewright::engine {

Team::Team(int threads) {
    for (int thread = 1; thread < threads; ++thread)
        m_helpers.emplace_back([this, thread] { help(thread); });
}

Team::~Team() {
    {
        const std::scoped_lock lock(m_mutex);
        m_ends = true;
    }
    m_called.notify_all();
    for (std::thread& helper : m_helpers)
        helper.join();
}

void Team::run(const std::function<void(int)>& work) {
    if (m_helpers.empty())
        return work(0);
    {
        const std::scoped_lock lock(m_mutex);
        m_work = &work;
        m_busy = static_cast<int>(m_helpers.size());
        ++m_call;
    }
    m_called.notify_all();
    try {
        work(0);
    } catch (...) {
        keepFailure();
    }
    std::unique_lock lock(m_mutex);
    m_finished.wait(lock, [&] { return m_busy == 0; });
    if (const std::exception_ptr failure = std::exchange(m_failure, nullptr))
        std::rethrow_exception(failure);
}

void Team::keepFailure() {
    const std::scoped_lock lock(m_mutex);
    m_failure = std::current_exception();
}

void Team::help(int thread) {
    std::unique_lock lock(m_mutex);
    for (std::uint64_t seen = 0;;) {
        m_called.wait(lock, [&] { return m_ends || m_call != seen; });
        if (m_ends)
            return;
        seen = m_call;
        const std::function<void(int)>& work = *m_work;
        lock.unlock();
        try {
            work(thread);
        } catch (...) {
            keepFailure();
        }
        lock.lock();
        if (--m_busy == 0)
            m_finished.notify_one();
    }
}

Share Team::shareOf(std::int64_t count, std::int64_t grain, int thread) const {
    const std::int64_t grains = (count + grain - 1) / grain;
    const std::int64_t from = grains * thread / size() * grain;
    const std::int64_t to = std::min(grains * (thread + 1) / size() * grain, count);
    return {from, to - from, thread};
}

} // namespace lanewright::engine
