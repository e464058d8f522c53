// SPDX-License-Identifier: Apache-2.0
#include "core/client/job_listener.h"

#include "core/base/system_reason.h"
#include "core/io/json.h"
#include "core/io/json_writer.h"
#include "core/io/reading.h"
#include "core/model/limits.h"
#include "core/protocol/message_json.h"
#include "core/protocol/protocol.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <netdb.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostHello = 4096;                 ///< bytes of a line from who has not named the token
constexpr std::size_t kMostLine = std::size_t{64} << 20; ///< bytes of a rank's line: a step of a million ops
constexpr std::size_t kMostStrangers = 64;               ///< links that have not named it yet
constexpr std::chrono::seconds kHelloTimeout{5};
constexpr std::size_t kPiece = std::size_t{1} << 16;

/// 128 random bits in hexadecimal digits; empty where the system has none.
std::string randomToken() {
    std::array<unsigned char, 16> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return {};
    constexpr std::string_view digits = "0123456789abcdef";
    std::string token;
    for (const unsigned char byte : bytes) {
        token += digits[byte >> 4];
        token += digits[byte & 15];
    }
    return token;
}

/// Compares in a time that does not tell where they differ.
bool sameToken(std::string_view one, std::string_view other) {
    if (one.size() != other.size())
        return false;
    unsigned different = 0;
    for (std::size_t at = 0; at < one.size(); ++at)
        different |= static_cast<unsigned>(static_cast<unsigned char>(one[at]) ^ static_cast<unsigned char>(other[at]));
    return different == 0;
}

/// What the first line of a link says.
struct Hello {
    std::string token = {};
    int protocol = 0;
    int rank = -1; ///< it does not say
};

std::optional<Hello> helloFrom(std::string_view line) {
    if (line.size() > kMostHello)
        return {};
    const Result<Hello> hello = readText(line, [](const json::Node& root, Trouble& trouble) {
        return Hello{stringIn(root, "token", "", trouble),
                     integerIn(root, "protocol", 0, 0, std::numeric_limits<int>::max(), trouble),
                     integerIn(root, "rank", -1, 0, kMaxRanks - 1, trouble)};
    });
    return hello ? std::optional(*hello) : std::nullopt;
}

struct Addresses {
    addrinfo* first = nullptr;

    Addresses() = default;
    Addresses(const Addresses&) = delete;
    Addresses& operator=(const Addresses&) = delete;
    ~Addresses() {
        if (first)
            freeaddrinfo(first);
    }
};

/// A socket that listens, or −1 with `errno`.
int listenOn(const addrinfo& address) {
    const int file = socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol);
    if (file < 0)
        return -1;
    const int yes = 1;
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(file, address.ai_addr, address.ai_addrlen) == 0 && ::listen(file, SOMAXCONN) == 0)
        return file;
    const int code = errno;
    close(file);
    errno = code;
    return -1;
}

/// Says to who is at the other end why the link is closed now, as far as it takes that at once.
void turnAway(int file, const Message& reason) {
    json::Writer writer;
    writer.beginObject(json::Layout::Tight);
    writer.key("event").string("refused");
    writeMessage(writer.key("reason"), reason);
    writer.endObject();
    const std::string line = writer.take() + "\n";
    if (send(file, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT) > 0)
        shutdown(file, SHUT_WR);
}

int portOf(int file) {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    std::array<char, 16> service{};
    const auto* known = reinterpret_cast<const sockaddr*>(&address);
    if (getsockname(file, reinterpret_cast<sockaddr*>(&address), &length) != 0 ||
        getnameinfo(known, length, nullptr, 0, service.data(), service.size(), NI_NUMERICSERV) != 0)
        return 0;
    return std::atoi(service.data());
}

} // namespace

struct JobListener::Link {
    int file = -1;
    int rank = -1; ///< −1: the token was not named yet
    Clock::time_point since = Clock::now();
    std::string text = {}; ///< what has come of a line

    explicit Link(int opened) : file(opened) {}
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    ~Link() { close(file); }
};

JobListener::JobListener(int socket, std::string host, int port, std::string token)
    : m_socket(socket), m_host(std::move(host)), m_port(port), m_token(std::move(token)) {}

JobListener::~JobListener() { close(m_socket); }

Result<std::unique_ptr<JobListener>> JobListener::open(const std::string& host, int port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    Addresses found;
    if (const int code = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found.first); code != 0)
        return Error{say(phrase("job", "%1 is no address of this machine: %2"), host, gai_strerror(code))};
    int file = -1;
    for (const addrinfo* address = found.first; address && file < 0; address = address->ai_next)
        file = listenOn(*address);
    if (file < 0)
        return Error{say(phrase("job", "nothing can listen on %1, port %2: %3"), host, port, systemReason(errno))};
    std::string token = randomToken();
    if (token.empty()) {
        close(file);
        return Error{say(phrase("job", "the system gives no random numbers"))};
    }
    return std::unique_ptr<JobListener>(new JobListener(file, host, portOf(file), std::move(token)));
}

std::string JobListener::address() const {
    const bool six = m_host.find(':') != std::string::npos;
    return (six ? "[" + m_host + "]" : m_host) + ":" + std::to_string(m_port) + ":" + m_token;
}

int JobListener::links() const {
    return static_cast<int>(std::ranges::count_if(m_links, [](const auto& link) { return link->rank >= 0; }));
}

std::vector<Message> JobListener::listen(std::chrono::milliseconds timeout,
                                         const std::function<Result<Done>(int, std::string_view)>& onLine) {
    std::vector<Message> remarks;
    std::vector<pollfd> files{{.fd = m_socket, .events = POLLIN, .revents = 0}};
    for (const auto& link : m_links)
        files.push_back({.fd = link->file, .events = POLLIN, .revents = 0});
    if (poll(files.data(), files.size(), static_cast<int>(timeout.count())) < 0)
        return remarks; // a signal; the caller looks after it
    std::vector<std::unique_ptr<Link>> left;
    for (std::size_t at = 0; at < m_links.size(); ++at) {
        Link& link = *m_links[at];
        const bool quiet = files[at + 1].revents == 0;
        const bool late = link.rank < 0 && Clock::now() - link.since > kHelloTimeout;
        if (quiet ? !late : read(link, onLine, remarks))
            left.push_back(std::move(m_links[at]));
    }
    m_links = std::move(left);
    if (files.front().revents != 0)
        welcome();
    return remarks;
}

void JobListener::welcome() {
    for (;;) {
        const int file = accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (file < 0)
            return;
        auto link = std::make_unique<Link>(file);
        const auto strangers = std::ranges::count_if(m_links, [](const auto& each) { return each->rank < 0; });
        if (static_cast<std::size_t>(strangers) < kMostStrangers && m_links.size() < kMaxRanks + kMostStrangers)
            m_links.push_back(std::move(link));
    }
}

bool JobListener::read(Link& link, const std::function<Result<Done>(int, std::string_view)>& onLine,
                       std::vector<Message>& remarks) {
    std::array<char, kPiece> piece; // NOLINT: what is read of it was written
    const ssize_t count = recv(link.file, piece.data(), piece.size(), 0);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR;
    if (count == 0)
        return false;
    const std::size_t looked = link.text.size();
    link.text.append(piece.data(), static_cast<std::size_t>(count));
    std::size_t begin = 0;
    for (std::size_t end = link.text.find('\n', looked); end != std::string::npos; end = link.text.find('\n', begin)) {
        const std::string_view line = std::string_view{link.text}.substr(begin, end - begin);
        begin = end + 1;
        if (const std::optional<Refusal> refusal = takeLine(link, line, onLine)) {
            remarks.push_back(refusal->here);
            turnAway(link.file, refusal->there);
            return false;
        }
    }
    link.text.erase(0, begin);
    const std::size_t most = link.rank < 0 ? kMostHello : kMostLine;
    if (link.text.size() > most) {
        remarks.push_back(say(phrase("job", "a line was longer than can be meant; its link was closed")));
        return false;
    }
    return true;
}

std::optional<JobListener::Refusal>
JobListener::takeLine(Link& link, std::string_view line,
                      const std::function<Result<Done>(int, std::string_view)>& onLine) {
    if (link.rank < 0)
        return readHello(link, line);
    const Result<Done> taken = onLine(link.rank, line);
    if (taken)
        return {};
    const Message why = say(phrase("job", "rank %1 was turned away: %2"), link.rank, taken.error().message);
    return Refusal{why, why};
}

std::optional<JobListener::Refusal> JobListener::readHello(Link& link, std::string_view line) {
    const std::optional<Hello> hello = helloFrom(line);
    if (!hello || hello->rank < 0 || !sameToken(hello->token, m_token))
        return Refusal{
            say(phrase("job", "somebody who does not know the token was turned away")),
            say(phrase("job", "its token is another one; give the job the line that this listener printed"))};
    const auto& [token, protocol, rank] = *hello;
    if (protocol != kProtocolVersion) {
        const Message other = say(phrase("job", "rank %1 speaks version %2 of the protocol, and %3 is spoken here; "
                                                "install the package lanewright of this version"),
                                  rank, protocol, kProtocolVersion);
        return Refusal{other, other};
    }
    const auto taken = [own = hello->rank](const auto& other) { return other && other->rank == own; };
    if (std::ranges::any_of(m_links, taken)) {
        const Message twice = say(phrase("job", "rank %1 came twice; a listener serves one job"), rank);
        return Refusal{twice, twice};
    }
    link.rank = rank;
    m_met = true;
    return {};
}

} // namespace lanewright
