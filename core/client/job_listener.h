// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// Listens on a port of this machine for the ranks of a training job; section 5 of `engine/PROTOCOL.md`.
///
/// The rule it guards: nothing of a link is given on until its first line has named the token, which is random and
/// different each time.
class JobListener {
public:
    /// `host`: the address to listen on, `127.0.0.1` for links from this machine alone; `port` 0: any that is free.
    /// Fails as the system words it.
    static Result<std::unique_ptr<JobListener>> open(const std::string& host, int port);

    ~JobListener();
    JobListener(const JobListener&) = delete;
    JobListener& operator=(const JobListener&) = delete;

    /// What a job is told: `127.0.0.1:40123:8f3a…`.
    std::string address() const;
    int port() const { return m_port; }

    /// Waits until something comes, at most `timeout`, and gives each line of a rank on. A link whose line is refused
    /// is told why, and closed. Returns what went wrong meanwhile, a sentence each.
    std::vector<Message> listen(std::chrono::milliseconds timeout,
                                const std::function<Result<Done>(int rank, std::string_view line)>& onLine);

    /// Links of ranks that are open.
    int links() const;
    /// Whether any rank has ever come.
    bool hasMet() const { return m_met; }

private:
    using Clock = std::chrono::steady_clock;
    struct Link;
    /// What is said of a link that is turned away: here, and to who is at its other end.
    struct Refusal {
        Message here = {};
        Message there = {};
    };

    JobListener(int socket, std::string host, int port, std::string token);
    void welcome();
    /// Takes in what has come; false when the link is to be closed.
    bool read(Link& link, const std::function<Result<Done>(int, std::string_view)>& onLine,
              std::vector<Message>& remarks);
    /// Takes a line of a link; why the link is turned away, where it is.
    std::optional<Refusal> takeLine(Link& link, std::string_view line,
                                    const std::function<Result<Done>(int, std::string_view)>& onLine);
    /// The same of its first line.
    std::optional<Refusal> readHello(Link& link, std::string_view line);

    int m_socket;
    std::string m_host;
    int m_port;
    std::string m_token;
    bool m_met = false;
    std::vector<std::unique_ptr<Link>> m_links;
};

} // namespace lanewright
