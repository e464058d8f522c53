// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_client.h"

#include "core/client/follower.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace lanewright {

namespace {

/// A file only we can read, removed when it is let go.
class PrivateFile {
public:
    static Result<PrivateFile> holding(std::string_view bytes) {
        const char* folder = std::getenv("TMPDIR");
        std::string path = std::string{folder && *folder ? folder : "/tmp"} + "/lanewright-request-XXXXXX";
        const int file = mkostemp(path.data(), O_CLOEXEC); // makes it with mode 0600
        if (file < 0)
            return Error{"no temporary file could be made: " + std::string{std::strerror(errno)}, path};
        PrivateFile made{path};
        while (!bytes.empty()) {
            const ssize_t written = write(file, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                break;
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        const std::string reason = std::strerror(errno);
        close(file);
        if (!bytes.empty())
            return Error{"the run request could not be written: " + reason, path};
        return made;
    }

    PrivateFile(PrivateFile&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    PrivateFile& operator=(PrivateFile&&) = delete;
    ~PrivateFile() { remove(); }
    void remove() {
        if (!m_path.empty())
            unlink(m_path.c_str());
        m_path.clear();
    }
    const std::string& path() const { return m_path; }

private:
    explicit PrivateFile(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

RunOutcome notStarted(const RunRequest& request, const Error& error, RunFailure failure) {
    RunOutcome outcome{.error = error, .failure = failure};
    outcome.run.plan = request.plan;
    outcome.run.backend = request.backend;
    outcome.run.paced = request.paced;
    outcome.run.partial = true;
    return outcome;
}

} // namespace

RunOutcome runEngine(const RunRequest& request, const LaunchOptions& options, const std::stop_token& stop,
                     const std::function<void(const Event&)>& onEvent) {
    Result<PrivateFile> file = PrivateFile::holding(requestToJson(request));
    if (!file)
        return notStarted(request, file.error(), RunFailure::Failed);
    const Result<Launch> launch = launchFor(request, options, file->path());
    if (!launch)
        return notStarted(request, launch.error(), RunFailure::Backend);
    Result<Process> process = Process::start(launch->arguments, launch->environment);
    if (!process)
        return notStarted(request, process.error(), RunFailure::Backend);
    return Follower{request, options, *launch, *std::move(process)}.follow(stop, [&](const Event& event) {
        // All ranks have read it by then; should we be killed later, it is not left behind.
        if (std::holds_alternative<ReadyEvent>(event))
            file->remove();
        onEvent(event);
    });
}

} // namespace lanewright
