// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lanewright {

/// What an OpenMPI leaves on the machine when its launcher is killed and can't clear it away itself: ranks that live
/// on, the files of shared memory through which they talk, and the folder of its session. What other launchers start,
/// and what belongs to others, is not touched.
class LauncherRemains {
public:
    /// Notes what the launcher has started; looks into `/proc`. To be called over and over until the ranks are known,
    /// for what it has not seen it can't clear away.
    void follow(int launcher);
    /// The processes of all ranks, which run on this machine.
    void setRanks(const std::vector<int>& pids);
    /// Ends the ranks that still run the engine, and removes what the launcher, which has gone, left behind.
    void clear(int launcher) const;

private:
    void follow();
    std::vector<std::string> files() const;

    std::vector<int> m_ranks = {};
    std::string m_job = {};                       ///< as files are named by it; empty while it is not known
    std::vector<std::string> m_sharedMemory = {}; ///< what ranks had mapped, where the job is not known
};

/// The processes that a process has started.
std::vector<int> childrenOf(int pid);

/// Kills those of the processes that run the engine; others have a number that was free again.
void killEngines(const std::vector<int>& pids);

} // namespace lanewright
