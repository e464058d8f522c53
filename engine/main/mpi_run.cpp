// SPDX-License-Identifier: Apache-2.0
#include "engine/main/launch.h"

#include "core/protocol/message_json.h"

#include "engine/channel/mpi_channel.h"
#include "engine/cpu/lane.h"
#include "engine/device/end_process.h"
#include "engine/device/whereabouts.h"
#include "engine/gpu/device_run.h"
#include "engine/main/foreign_launcher.h"
#include "engine/main/gpu_process.h"
#include "engine/main/streams.h"
#include "engine/run/request_check.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <system_error>

namespace lanewright::engine {

namespace {

/// Keeps MPI open as long as it lives.
class MpiSession {
public:
    MpiSession() {
        int given = 0;
        LW_MPI(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given));
        if (given < MPI_THREAD_FUNNELED)
            throw Failure(say(phrase("engine", "this MPI can't be used by a process with several threads")), false);
        // From here on a call that fails says so instead of ending the process without a word of ours.
        LW_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    }
    ~MpiSession() {
        orEndProcess([] { LW_MPI(MPI_Finalize()); });
    }
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;
};

/// Gives the text of one rank to all.
void broadcast(std::string& text, int from = 0) {
    unsigned long long size = text.size();
    LW_MPI(MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG_LONG, from, MPI_COMM_WORLD));
    text.resize(size);
    constexpr std::size_t kAtOnce = 1U << 30U;
    for (std::size_t at = 0; at < text.size(); at += kAtOnce)
        LW_MPI(MPI_Bcast(text.data() + at, static_cast<int>(std::min(kAtOnce, text.size() - at)), MPI_BYTE, from,
                         MPI_COMM_WORLD));
}

Result<Done> checkWorld(const RunRequest& request, const MpiChannel& channel) {
    const int wanted = request.plan.schedule.ranks();
    if (request.backend == "cuda") {
        const Result<ProcessMap> processMap = processMapFor(wanted, channel.ranks(), request.processOfRank);
        return processMap ? Result<Done>{Done{}} : processMap.error();
    }
    if (channel.ranks() != wanted)
        return Error{say(phrase("engine", "the schedule has %1 ranks, but %2 processes were started; start the engine "
                                          "with mpirun -np %3, or with --in-process"),
                         wanted, channel.ranks(), wanted)};
    int largest = 0;
    for (const Program& program : request.programs)
        for (const Instruction& instruction : program.code)
            largest = std::max(largest, instruction.transfer);
    if (largest > channel.largestTransfer())
        return Error{
            say(phrase("engine", "the schedule has more transfers in a step than this MPI can tell apart (%1)"),
                channel.largestTransfer())};
    return Done{};
}

Result<Prepared> prepareForWorld(const std::string& requestFile, const MpiChannel& channel) {
    Result<Prepared> prepared = prepare(requestFile, false);
    if (!prepared)
        return prepared;
    if (const Result<Done> checked = checkWorld(prepared->request, channel); !checked)
        return checked.error();
    return prepared;
}

/// What rank 0 has prepared, on all ranks; nothing when it refused the run.
std::optional<Prepared> share(std::optional<Prepared> prepared) {
    int runs = prepared ? 1 : 0;
    LW_MPI(MPI_Bcast(&runs, 1, MPI_INT, 0, MPI_COMM_WORLD));
    if (runs == 0)
        return {};
    std::string text = prepared ? prepared->corpus->text() : "";
    if (!prepared)
        prepared.emplace();
    broadcast(prepared->json);
    broadcast(text);
    Result<RunRequest> request = requestFromJson(prepared->json);
    if (!request)
        throw Failure(say(phrase("engine", "the run request did not reach this rank: %1"), request.error().message),
                      false);
    prepared->request = *std::move(request);
    Result<Corpus> corpus = corpusOf(std::move(text), prepared->request);
    if (!corpus)
        throw Failure(corpus.error().message, false);
    prepared->corpus = *std::move(corpus);
    return prepared;
}

/// This process among those of its host.
HostPlace placeOnHost() {
    MPI_Comm host = MPI_COMM_NULL;
    LW_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
    HostPlace place;
    LW_MPI(MPI_Comm_rank(host, &place.number));
    LW_MPI(MPI_Comm_size(host, &place.count));
    LW_MPI(MPI_Comm_free(&host));
    return place;
}

/// What the first process that has something to complain of says, on all; nothing when none has.
std::optional<Message> firstComplaint(const std::optional<Message>& own, const MpiChannel& channel) {
    int first = own ? channel.rank() : channel.ranks();
    LW_MPI(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
    if (first == channel.ranks())
        return {};
    std::string text = own ? messageToJson(*own) : "";
    broadcast(text, first);
    const Result<Message> complaint = messageFromJson(text);
    return complaint ? *complaint : Message{text};
}

/// Runs the ranks of this process on its GPU. Returns the exit code.
int runGpuProcess(const Prepared& prepared, MpiChannel& channel, Reporter* reporter) {
    const RunRequest& request = prepared.request;
    const Result<ProcessMap> processMap =
        processMapFor(request.plan.schedule.ranks(), channel.ranks(), request.processOfRank);
    const auto lanes = static_cast<int>(processMap->ranksOn(channel.rank()).size());
    Result<OwnGpu> gpu = openGpu(request, placeOnHost(), lanes, channel.ranks() > 1);
    if (const auto complaint = firstComplaint(gpu ? std::nullopt : std::optional{gpu.error().message}, channel)) {
        // One process alone, since mpirun makes another code of several that fail on several hosts.
        if (reporter == nullptr)
            return 0;
        refuse(*reporter, Error{*complaint});
        return kBackendMissing;
    }
    if (!runDeviceProcess(request, *prepared.corpus, *processMap, channel, gpu->forProcess(), reporter, stopFlags()))
        channel.abort();
    return 0;
}

std::string mpiLibrary() {
    std::string name(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
    int length = 0;
    LW_MPI(MPI_Get_library_version(name.data(), &length));
    name.resize(length);
    return name;
}

int runRank(const std::string& requestFile, MpiChannel& channel) {
    if (const auto launcher = foreignLauncher(channel.ranks(), mpiLibrary())) {
        // One process alone says so; the others would add their codes.
        if (launcher->process > 0)
            return 0;
        Reporter alone(writeEvent);
        alone.post(HelloEvent{.engine = LANEWRIGHT_VERSION});
        alone.postFailure({.rank = -1, .op = {}, .reason = launcher->words, .missing = true});
        return kBackendMissing;
    }
    std::unique_ptr<Reporter> reporter;
    std::optional<Prepared> prepared;
    if (channel.rank() == 0) {
        reporter = std::make_unique<Reporter>(writeEvent);
        reporter->post(HelloEvent{.engine = LANEWRIGHT_VERSION});
        Result<Prepared> own = prepareForWorld(requestFile, channel);
        if (own)
            prepared = *std::move(own);
        else
            refuse(*reporter, own.error());
    }
    prepared = share(std::move(prepared));
    if (!prepared)
        return channel.rank() == 0 ? 1 : 0;
    const std::jthread input = channel.rank() == 0 ? watchInput() : std::jthread{};
    if (prepared->request.backend == "cuda")
        return runGpuProcess(*prepared, channel, reporter.get());
    runLane(prepared->request, *prepared->corpus, channel, reporter.get(), stopFlags());
    return 0;
}

} // namespace

int runWithMpi(const std::string& requestFile) {
    // Both outlive a failure: their ends wait for other processes, which may be waiting for this one.
    std::optional<MpiSession> session;
    std::optional<MpiChannel> channel;
    try {
        session.emplace();
        channel.emplace();
        whereabouts().rank = channel->rank();
        return runRank(requestFile, *channel);
    } catch (const Failure& failure) {
        endProcess(failure);
    } catch (const std::bad_alloc&) {
        sayAlone({.rank = whereabouts().rank,
                  .op = {},
                  .reason = say(phrase("engine", "there is not enough memory for this run"))});
        if (channel)
            channel->abort();
        std::_Exit(1);
    } catch (const std::system_error& error) {
        endWithoutThreads(error);
    }
}

} // namespace lanewright::engine
