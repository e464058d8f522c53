// SPDX-License-Identifier: Apache-2.0
#include "core/io/files.h"

#include "core/base/system_reason.h"
#include "core/base/whole_number.h"
#include "core/io/json.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <random>
#include <utility>

namespace lanewright {

namespace {

/// An open file that closes itself.
class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }
    /// False when the system could not keep what was written.
    bool close() {
        const int number = std::exchange(m_number, -1);
        return number < 0 || ::close(number) == 0;
    }

private:
    int m_number;
};

/// The system's words, in the middle of a sentence.
Error systemError(Phrase what, int code) { return Error{say(what, systemReason(code))}; }

constexpr Phrase kNotWritten = phrase("file", "can't be written: %1");
constexpr Phrase kNotRead = phrase("file", "can't be read: %1");

Error longerThan(std::size_t most) {
    constexpr std::size_t kGiB = std::size_t{1} << 30;
    return {most % kGiB == 0 ? say(phrase("file", "is longer than %1 GiB"), most / kGiB)
                             : say(phrase("file", "is longer than %1 MiB"), most >> 20)};
}

/// Why no file was made at this path: that a folder is missing says more than the system, which names nothing.
Error notMadeAt(const std::filesystem::path& path, int code) {
    std::error_code problem;
    const std::filesystem::path folder = path.parent_path();
    if (code != ENOENT || folder.empty() || std::filesystem::exists(folder, problem))
        return systemError(kNotWritten, code);
    return Error{say(phrase("file", "can't be written: there is no folder %1"), folder.string())};
}

/// Waits until there are bytes to read or an end, which a pipe has when somebody has written to it and closed it. False
/// when told to stop.
bool awaitBytes(int file, const std::stop_token& stop) {
    constexpr int kBeatMs = 50;
    while (!stop.stop_requested()) {
        pollfd wanted{.fd = file, .events = POLLIN, .revents = 0};
        const int ready = ::poll(&wanted, 1, stop.stop_possible() ? kBeatMs : -1);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
    }
    return false;
}

bool writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

/// True for a link of `/proc` such as `/proc/self/fd/1`, which `/dev/stdout` leads to: it names what a process has
/// open, and the text of the link is no path where that is a pipe.
bool isOpenFile(const std::filesystem::path& path) {
    std::error_code problem;
    const bool link = std::filesystem::is_symlink(path, problem) && path.has_parent_path();
    return link && std::filesystem::canonical(path.parent_path(), problem).string().starts_with("/proc/");
}

/// Where a chain of symbolic links ends, also when nothing is there yet, or what a process has open.
std::filesystem::path followLinks(std::filesystem::path path) {
    std::error_code problem;
    for (int links = 0; links < 40 && std::filesystem::is_symlink(path, problem) && !isOpenFile(path); ++links) {
        const std::filesystem::path target = std::filesystem::read_symlink(path, problem);
        if (problem)
            break;
        path = path.parent_path() / target;
    }
    return path;
}

std::string temporaryBeside(const std::filesystem::path& path) {
    std::random_device random;
    std::string name = "." + path.filename().string().substr(0, 200) + ".";
    for (int letter = 0; letter < 8; ++letter)
        name += static_cast<char>('a' + random() % 26);
    return (path.parent_path() / name).string();
}

/// Writes and syncs a file that nobody else sees yet; `old` is the file it will replace, if there is one.
Result<Done> writeTemporary(const std::string& name, std::string_view bytes, const struct stat* old) {
    Descriptor file{::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
    if (!file.isOpen())
        return notMadeAt(name, errno);
    // The owner can be kept only by a privileged user; for everybody else the file becomes their own, as it should.
    const bool kept = !old || (::fchmod(file.number(), old->st_mode & 07777) == 0);
    if (old && (old->st_uid != ::geteuid() || old->st_gid != ::getegid()))
        static_cast<void>(::fchown(file.number(), old->st_uid, old->st_gid) == 0);
    if (!kept || !writeAll(file.number(), bytes) || ::fsync(file.number()) != 0 || !file.close())
        return systemError(kNotWritten, errno);
    return Done{};
}

/// What this process itself has open under that name, opened once more; else no file. Unlike `open` it goes on where
/// the last byte was written, and has no trouble with sockets.
int duplicateOf(const std::filesystem::path& path) {
    std::error_code problem;
    const auto number = wholeFrom<int>(path.filename().string());
    const bool own = number && std::filesystem::canonical(path.parent_path(), problem) ==
                                   std::filesystem::canonical("/proc/self/fd", problem);
    return own ? ::fcntl(*number, F_DUPFD_CLOEXEC, 0) : -1;
}

/// Writes to what stays in place.
Result<Done> writeInto(const std::filesystem::path& path, std::string_view bytes) {
    const int own = isOpenFile(path) ? duplicateOf(path) : -1;
    Descriptor file{own >= 0 ? own : ::open(path.c_str(), O_WRONLY | O_CLOEXEC)};
    if (!file.isOpen() || !writeAll(file.number(), bytes) || !file.close())
        return systemError(kNotWritten, errno);
    return Done{};
}

/// Where something is to be written.
struct Target {
    std::filesystem::path path;
    bool isOpen = false; ///< a process has it open
    bool exists = false;
    struct stat status = {};

    /// Pipes, terminals and what a process has open can't be replaced, only written to.
    bool staysInPlace() const { return isOpen || (exists && !S_ISREG(status.st_mode)); }
    /// Renaming needs no right to the file itself, but who made it read-only meant it.
    bool isReadOnly() const { return exists && ::access(path.c_str(), W_OK) != 0; }
};

/// What the path leads to. Fails on a folder, and on links that have no end.
Result<Target> targetOf(const std::string& path, LinkPolicy links) {
    const bool follows = links == LinkPolicy::Follow;
    Target target{.path = follows ? followLinks(path) : std::filesystem::path{path}};
    target.isOpen = follows && isOpenFile(target.path);
    if (std::error_code problem; follows && !target.isOpen && std::filesystem::is_symlink(target.path, problem))
        return systemError(kNotWritten, ELOOP);
    target.exists = follows ? ::stat(target.path.c_str(), &target.status) == 0
                            : ::lstat(target.path.c_str(), &target.status) == 0 && S_ISREG(target.status.st_mode);
    if (target.exists && S_ISDIR(target.status.st_mode))
        return Error{say(phrase("file", "is a folder, so no file can be written there"))};
    return target;
}

void syncFolder(const std::filesystem::path& folder) {
    const std::string name = folder.empty() ? "." : folder.string();
    const Descriptor directory{::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (directory.isOpen())
        ::fsync(directory.number());
}

} // namespace

Result<InputFile> InputFile::open(const std::string& path, const std::stop_token& stop) {
    // An open that waits, as that of a pipe does for its writer, could not be stopped.
    const char* const name = path == "-" ? "/dev/stdin" : path.c_str();
    InputFile file{::open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK), stop};
    if (file.m_number < 0)
        return systemError(phrase("file", "can't be opened: %1"), errno);
    struct stat status = {};
    if (::fstat(file.m_number, &status) != 0)
        return systemError(kNotRead, errno);
    if (S_ISDIR(status.st_mode))
        return Error{say(phrase("file", "is a folder, not a file"))};
    file.m_isPipe = S_ISFIFO(status.st_mode);
    if (!S_ISREG(status.st_mode) && !file.m_isPipe)
        return Error{say(phrase("file", "is a device, not a file"))};
    file.m_size = file.m_isPipe ? 0 : static_cast<std::uint64_t>(status.st_size);
    return file;
}

InputFile::InputFile(int number, std::stop_token stop) : m_number(number), m_stop(std::move(stop)) {}

InputFile::InputFile(InputFile&& other) noexcept
    : m_number(std::exchange(other.m_number, -1)), m_stop(std::move(other.m_stop)), m_isPipe(other.m_isPipe),
      m_size(other.m_size) {}

InputFile::~InputFile() {
    if (m_number >= 0)
        ::close(m_number);
}

Result<std::size_t> InputFile::read(std::span<char> into) {
    ssize_t count = 0;
    do {
        if (!awaitBytes(m_number, m_stop))
            return Error{say(phrase("file", "was not read to its end: it was stopped"))};
        count = ::read(m_number, into.data(), into.size());
    } while (count < 0 && (errno == EINTR || errno == EAGAIN));
    if (count < 0)
        return systemError(kNotRead, errno);
    return static_cast<std::size_t>(count);
}

Result<std::string> readFile(const std::string& path, const ReadOptions& options) {
    Result<InputFile> file = InputFile::open(path, options.stop);
    if (!file)
        return file.error();
    if (file->isPipe() && !options.waitsForPipes)
        return Error{say(phrase("file", "is a pipe, not a file"))};
    const std::size_t most = options.most.value_or(json::kMaxBytes);
    if (file->size() > most)
        return longerThan(most);
    std::string bytes;
    // A text that grows is there twice while it is moved.
    bytes.reserve(static_cast<std::size_t>(file->size()));
    std::array<char, 1 << 16> buffer;
    while (true) {
        const Result<std::size_t> count = file->read(buffer);
        if (!count)
            return count.error();
        if (*count == 0)
            return bytes;
        if (bytes.size() + *count > most)
            return longerThan(most);
        bytes.append(buffer.data(), *count);
    }
}

Result<Done> writeFile(const std::string& path, std::string_view bytes, LinkPolicy links) {
    const Result<Target> target = targetOf(path, links);
    if (!target)
        return target.error();
    if (target->staysInPlace())
        return writeInto(target->path, bytes);
    if (target->isReadOnly())
        return systemError(kNotWritten, errno);
    const std::string temporary = temporaryBeside(target->path);
    Result<Done> written = writeTemporary(temporary, bytes, target->exists ? &target->status : nullptr);
    if (written && ::rename(temporary.c_str(), target->path.c_str()) != 0)
        written = systemError(kNotWritten, errno);
    if (!written) {
        ::unlink(temporary.c_str());
        return written;
    }
    syncFolder(target->path.parent_path());
    return written;
}

Result<Done> checkWritable(const std::string& path) {
    const Result<Target> target = targetOf(path, LinkPolicy::Follow);
    if (!target)
        return target.error();
    if (target->isReadOnly())
        return systemError(kNotWritten, errno);
    if (target->isOpen && !target->exists)
        return systemError(kNotWritten, ENOENT);
    if (target->staysInPlace())
        return Done{};
    const std::string temporary = temporaryBeside(target->path);
    Result<Done> written = writeTemporary(temporary, " ", nullptr);
    ::unlink(temporary.c_str());
    return written;
}

} // namespace lanewright
