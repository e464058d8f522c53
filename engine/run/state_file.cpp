// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state_file.h"

#include "core/base/places.h"
#include "core/io/files.h"

#include "engine/gpt/counter_random.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace lanewright::engine {

static_assert(std::endian::native == std::endian::little, "states are written lowest byte first");

namespace {

constexpr std::string_view kStem = "state-";
constexpr std::string_view kEnding = ".bin";
constexpr std::string_view kUnfinished = ".part";

constexpr Phrase kCantRead = phrase("engine", "the numbers of the training state can't be read: %1");
constexpr Phrase kCantWrite = phrase("engine", "the training state can't be written: %1");

/// `what` says what can't be done, with a place for the system's words.
Error systemError(const Phrase& what, const std::string& path, int number) {
    return Error{say(what, std::strerror(number)), path};
}

/// Where a kind of number of a tensor begins in the file.
std::int64_t placeOf(const Parameter& parameter, std::size_t kind, std::int64_t from) {
    return 4 * (3 * parameter.offset + static_cast<std::int64_t>(kind) * parameter.size() + from);
}

/// Moves `left` bytes between memory and file with as many calls of `pread` or `pwrite` as it takes.
bool moveAll(auto call, int file, auto* bytes, std::size_t left, std::int64_t place) {
    while (left > 0) {
        const ssize_t count = call(file, bytes, left, place);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes += count;
        place += count;
        left -= static_cast<std::size_t>(count);
    }
    return true;
}

bool writeAt(int file, const std::vector<float>& numbers, std::int64_t place) {
    return moveAll(::pwrite, file, reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float),
                   place);
}

bool readAt(int file, std::vector<float>& numbers, std::int64_t place) {
    return moveAll(::pread, file, reinterpret_cast<char*>(numbers.data()), numbers.size() * sizeof(float), place);
}

/// Whether a name is one that states are saved under: `state-`, how many steps, perhaps a number, `.bin`; of a save
/// that did not come to its end with `.part` behind.
bool isStateName(std::string_view name) {
    const auto skipDigits = [&name] {
        const std::size_t end = std::min(name.find_first_not_of("0123456789"), name.size());
        name.remove_prefix(end);
        return end > 0;
    };
    if (!name.starts_with(kStem))
        return false;
    name.remove_prefix(kStem.size());
    if (!skipDigits())
        return false;
    if (name.starts_with('-')) {
        name.remove_prefix(1);
        if (!skipDigits())
            return false;
    }
    if (!name.starts_with(kEnding))
        return false;
    name.remove_prefix(kEnding.size());
    return name.empty() || name == kUnfinished;
}

/// Whether anything has that name, also a link that leads nowhere.
bool isTaken(const std::string& path) {
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0;
}

/// Why a state does not fit a model; empty where it does.
Message misfitOf(const ModelSpec& state, const ModelSpec& model) {
    constexpr std::array kNumbers{std::pair{phrase("engine", "layers"), &ModelSpec::layers},
                                  std::pair{phrase("engine", "width"), &ModelSpec::width},
                                  std::pair{phrase("engine", "heads"), &ModelSpec::heads},
                                  std::pair{phrase("engine", "context"), &ModelSpec::context},
                                  std::pair{phrase("engine", "vocabulary"), &ModelSpec::vocabulary}};
    for (const auto& [name, number] : kNumbers)
        if (state.*number != model.*number)
            return say(phrase("engine", "it is of a model with %1 %2, not %3"), say(name), state.*number,
                       model.*number);
    return {};
}

/// The hash of a tensor's numbers, piece after piece.
class TensorHasher {
public:
    explicit TensorHasher(int number) {
        for (std::size_t kind = 0; kind < m_parts.size(); ++kind)
            m_parts[kind] = randomAt(static_cast<std::uint64_t>(number), kind);
    }

    void add(const Numbers& piece) {
        for (std::size_t kind = 0; kind < m_parts.size(); ++kind)
            for (const float number : piece[kind])
                m_parts[kind] = stir(m_parts[kind] ^ std::bit_cast<std::uint32_t>(number));
    }

    std::uint64_t hash() const { return randomAt(m_parts[0], m_parts[1], m_parts[2]); }

private:
    std::array<std::uint64_t, 3> m_parts;
};

/// Writes a state into a folder. Until `finish` has succeeded the state that was there is whole and in force; without
/// it nothing is left behind.
class StateWriter {
public:
    explicit StateWriter(const std::string& folder) : m_folder(folder) {}
    ~StateWriter() {
        if (m_file < 0)
            return;
        ::close(m_file);
        ::unlink(pathOf(m_name + std::string{kUnfinished}).c_str());
    }

    StateWriter(const StateWriter&) = delete;
    StateWriter& operator=(const StateWriter&) = delete;

    /// Makes the folder if need be.
    Result<Done> open(std::int64_t steps) {
        if (Result<Done> ready = prepareFolder(m_folder); !ready)
            return ready;
        // Never the name of the state that is in force.
        const std::string stem = std::string{kStem} + std::to_string(steps);
        m_name = stem + std::string{kEnding};
        for (int again = 1; isTaken(pathOf(m_name)); ++again)
            m_name = stem + "-" + std::to_string(again) + std::string{kEnding};
        // What lies there is of a save that was killed, or a link that somebody made; it is never written through.
        const std::string path = pathOf(m_name + std::string{kUnfinished});
        ::unlink(path.c_str());
        m_file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (m_file < 0)
            return systemError(kCantWrite, path, errno);
        return Done{};
    }

    /// Pieces come in the order of the model.
    Result<Done> write(const Parameter& parameter, std::int64_t from, const Numbers& piece) {
        if (parameter.number != m_tensor) {
            m_tensor = parameter.number;
            m_hashers.emplace_back(m_tensor);
        }
        m_hashers.back().add(piece);
        for (std::size_t kind = 0; kind < piece.size(); ++kind)
            if (!writeAt(m_file, piece[kind], placeOf(parameter, kind, from)))
                return systemError(kCantWrite, m_folder, errno);
        return Done{};
    }

    /// `page` without the file's name and hashes, which are filled in.
    Result<Done> finish(Checkpoint page) {
        page.numbers = m_name;
        page.hashes.clear();
        for (const TensorHasher& hasher : m_hashers)
            page.hashes.push_back(hasher.hash());
        const std::string unfinished = pathOf(m_name + std::string{kUnfinished});
        const bool synced = ::fsync(m_file) == 0;
        const int number = errno;
        ::close(m_file);
        m_file = -1;
        if (!synced || ::rename(unfinished.c_str(), pathOf(m_name).c_str()) != 0) {
            const Error error = systemError(kCantWrite, m_folder, synced ? errno : number);
            ::unlink(unfinished.c_str());
            return error;
        }
        // From the moment at which the page is replaced the new state is in force; the page syncs the folder, too.
        const std::string name = pathOf(std::string{kCheckpointPage});
        if (const Result<Done> written = writeFile(name, checkpointToJson(page), LinkPolicy::Replace); !written) {
            ::unlink(pathOf(m_name).c_str());
            return Error{say(kCantWrite, written.error().message), name};
        }
        removeOthers();
        return Done{};
    }

private:
    std::string pathOf(const std::string& name) const { return (std::filesystem::path{m_folder} / name).string(); }

    /// Files of numbers that no page speaks of any more, also of a save that was killed.
    void removeOthers() const {
        std::error_code trouble;
        std::filesystem::directory_iterator entries(m_folder, trouble);
        if (trouble)
            return;
        std::vector<std::string> old;
        for (const std::filesystem::directory_entry& entry : entries) {
            const std::string name = entry.path().filename().string();
            if (isStateName(name) && name != m_name)
                old.push_back(entry.path().string());
        }
        for (const std::string& path : old)
            ::unlink(path.c_str());
    }

    const std::string& m_folder;
    std::string m_name; ///< the name of the file of numbers, once it is whole
    int m_file = -1;
    int m_tensor = -1; ///< that is being written
    std::vector<TensorHasher> m_hashers;
};

} // namespace

Result<Done> prepareFolder(const std::string& folder) {
    std::error_code trouble;
    std::filesystem::create_directories(folder, trouble);
    if (trouble)
        return Error{say(phrase("engine", "the folder for the training state can't be made: %1"), trouble.message()),
                     folder};
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        const char* const words = std::strerror(errno);
        return Error{within(say(phrase("engine", "the folder for the training state can't be written to")), words),
                     folder};
    }
    return Done{};
}

Checkpoint checkpointOf(const RunRequest& request, const Corpus& corpus, const Progress& progress) {
    return {.model = request.model,
            .optimizer = request.optimizer,
            .precision = request.precision,
            .seed = request.seed,
            .data = request.data,
            .textHash = corpus.hash(),
            .validationShare = request.validation.share,
            .progress = progress};
}

Result<Done> writeState(const std::string& folder, Checkpoint page, const StateSource& numbers) {
    StateWriter writer(folder);
    if (Result<Done> opened = writer.open(page.progress.steps); !opened)
        return opened;
    const ParameterLayout layout = wholeModel(page.model);
    for (const Parameter& parameter : layout.parameters())
        for (std::int64_t from = 0; from < parameter.size(); from += kPiece) {
            const Numbers piece = numbers(parameter, from, std::min(kPiece, parameter.size() - from));
            if (Result<Done> written = writer.write(parameter, from, piece); !written)
                return written;
        }
    return writer.finish(std::move(page));
}

StateReader::~StateReader() {
    if (m_file >= 0)
        ::close(m_file);
}

Result<Done> StateReader::open(const std::string& folder, const Checkpoint& page) {
    const std::string path = (std::filesystem::path{folder} / page.numbers).string();
    // The opening of a pipe would wait for its writer.
    m_file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (m_file < 0)
        return systemError(kCantRead, path, errno);
    struct stat status = {};
    if (::fstat(m_file, &status) != 0)
        return systemError(kCantRead, path, errno);
    if (!S_ISREG(status.st_mode))
        return Error{say(kCantRead, say(phrase("engine", "this is no file"))), path};
    return Done{};
}

Result<Numbers> StateReader::read(const Parameter& parameter, std::int64_t from, std::int64_t count) const {
    Numbers piece;
    for (std::size_t kind = 0; kind < piece.size(); ++kind) {
        piece[kind].resize(count);
        errno = 0;
        if (!readAt(m_file, piece[kind], placeOf(parameter, kind, from)))
            return Error{errno != 0 ? say(kCantRead, std::strerror(errno))
                                    : say(phrase("engine", "the training state ends too early"))};
    }
    return piece;
}

namespace {

/// The hash of all saved numbers of a tensor, which are read a piece at a time.
Result<std::uint64_t> savedHash(const StateReader& reader, const Parameter& parameter) {
    TensorHasher hasher{parameter.number};
    for (std::int64_t from = 0; from < parameter.size(); from += kPiece) {
        const Result<Numbers> piece = reader.read(parameter, from, std::min(kPiece, parameter.size() - from));
        if (!piece)
            return piece.error();
        hasher.add(*piece);
    }
    return hasher.hash();
}

} // namespace

Result<Done> checkState(const std::string& folder, const Checkpoint& page, const ModelSpec& model) {
    if (const Message misfit = misfitOf(page.model, model); !misfit.empty())
        return Error{say(phrase("engine", "the training state does not fit: %1"), misfit), folder};
    const ParameterLayout layout = wholeModel(model);
    StateReader reader;
    if (Result<Done> opened = reader.open(folder, page); !opened)
        return opened;
    if (page.hashes.size() != layout.parameters().size())
        return Error{say(phrase("engine", "the training state is damaged: it speaks of %1 tensors instead of %2"),
                         page.hashes.size(), layout.parameters().size()),
                     folder};
    for (const Parameter& parameter : layout.parameters()) {
        const Result<std::uint64_t> hash = savedHash(reader, parameter);
        if (!hash)
            return Error{hash.error().message, folder};
        if (*hash != page.hashes[parameter.number])
            return Error{
                say(phrase("engine", "the training state is damaged: the numbers of tensor %1 are not those that "
                                     "were saved"),
                    parameter.number),
                folder};
    }
    return Done{};
}

} // namespace lanewright::engine
