// SPDX-License-Identifier: Apache-2.0
#include "core/client/launcher_remains.h"

#include "core/base/whole_number.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>

namespace lanewright {

namespace {

using namespace std::chrono_literals;

constexpr const char* kSharedMemory = "/dev/shm";

std::string inProc(int pid, std::string_view file) { return "/proc/" + std::to_string(pid) + "/" + std::string{file}; }

/// As OpenMPI 4 and 5 name them.
bool isOpenMpis(std::string_view file) { return file.starts_with("vader_segment.") || file.starts_with("sm_segment."); }

bool isOurs(const std::string& path) {
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

/// The program a process runs; empty when it is gone or not ours to see.
std::string programOf(int pid) {
    std::array<char, 4096> buffer;
    const ssize_t length = readlink(inProc(pid, "exe").c_str(), buffer.data(), buffer.size());
    return length > 0 ? std::string{buffer.data(), static_cast<std::size_t>(length)} : "";
}

bool runsEngine(int pid) { return pid > 1 && programOf(pid).ends_with("/lanewright-engine"); }

/// The job a rank of OpenMPI 4 belongs to, in the words of the files that it shares; empty when it does not say.
std::string jobOf(int pid) {
    constexpr std::string_view kName = "OMPI_MCA_ess_base_jobid=";
    std::ifstream environment(inProc(pid, "environ"));
    for (std::string entry; std::getline(environment, entry, '\0');) {
        const auto job = entry.starts_with(kName)
                             ? wholeFrom<std::uint32_t>(std::string_view{entry}.substr(kName.size()))
                             : std::nullopt;
        if (!job)
            continue;
        std::array<char, 8> digits = {};
        return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), *job, 16).ptr};
    }
    return "";
}

void addMapped(int pid, std::vector<std::string>& files) {
    std::ifstream maps(inProc(pid, "maps"));
    for (std::string line; std::getline(maps, line);) {
        const std::size_t name = line.find(std::string{kSharedMemory} + "/");
        if (name != std::string::npos)
            files.push_back(line.substr(name + std::string_view{kSharedMemory}.size() + 1));
    }
}

void removeSession(int launcher) {
    std::array<char, 256> host = {};
    if (::gethostname(host.data(), host.size() - 1) != 0)
        return;
    std::error_code problem;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(problem) /
                                         ("ompi." + std::string{host.data()} + "." + std::to_string(::geteuid())) /
                                         ("pid." + std::to_string(launcher));
    if (!problem && isOurs(folder.parent_path().string()) && isOurs(folder.string()))
        std::filesystem::remove_all(folder, problem);
}

} // namespace

std::vector<int> childrenOf(int pid) {
    std::ifstream file(inProc(pid, "task/" + std::to_string(pid) + "/children"));
    std::vector<int> children;
    for (int child = 0; file >> child;)
        children.push_back(child);
    return children;
}

void killEngines(const std::vector<int>& pids) {
    for (const int pid : pids)
        if (runsEngine(pid))
            kill(pid, SIGKILL);
}

void LauncherRemains::follow(int launcher) {
    if (std::vector<int> children = childrenOf(launcher); !children.empty())
        m_ranks = std::move(children);
    follow();
}

void LauncherRemains::setRanks(const std::vector<int>& pids) {
    m_ranks = pids;
    follow();
}

void LauncherRemains::follow() {
    for (std::size_t rank = 0; m_job.empty() && rank < m_ranks.size(); ++rank)
        m_job = jobOf(m_ranks[rank]);
    if (!m_job.empty())
        return;
    m_sharedMemory.clear();
    for (const int rank : m_ranks)
        addMapped(rank, m_sharedMemory);
}

std::vector<std::string> LauncherRemains::files() const {
    std::vector<std::string> files = m_sharedMemory;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(kSharedMemory, problem)) {
        std::string name = entry.path().filename().string();
        if (!m_job.empty() && name.find("." + m_job + ".") != std::string::npos)
            files.push_back(std::move(name));
    }
    std::erase_if(files, [](const std::string& name) { return !isOpenMpis(name); });
    return files;
}

void LauncherRemains::clear(int launcher) const {
    killEngines(m_ranks);
    // One that is being killed may still make its file.
    for (int beat = 0; beat < 100 && std::ranges::any_of(m_ranks, runsEngine); ++beat)
        std::this_thread::sleep_for(10ms);
    for (const std::string& name : files())
        if (const std::string path = std::string{kSharedMemory} + "/" + name; isOurs(path))
            ::unlink(path.c_str());
    removeSession(launcher);
}

} // namespace lanewright
