// SPDX-License-Identifier: Apache-2.0
#include "engine/main/launch.h"

#include "core/io/files.h"

#include "engine/cpu/in_process.h"
#include "engine/device/failure.h"
#include "engine/gpu/device_run.h"
#include "engine/main/gpu_process.h"
#include "engine/main/streams.h"
#include "engine/run/request_check.h"
#include "engine/run/workload.h"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <system_error>

namespace lanewright::engine {

namespace {

/// The request and, where it came along, the text to learn.
struct Received {
    std::string json = {};
    std::optional<std::string> text = {};
};

Result<Received> receive(const std::string& file) {
    if (file != kRequestOnInput) {
        Result<std::string> json = readFile(file);
        if (!json)
            return Error{say(phrase("engine", "the run request could not be read: %1"), json.error().message)};
        return Received{.json = *std::move(json)};
    }
    constexpr std::size_t kLongestHeader = 200;
    const std::string line = readInputLine(kLongestHeader);
    const Result<RequestHeader> header = requestHeaderFrom(line);
    if (!header)
        return Error{line.empty()
                         ? say(phrase("engine", "no run request came"))
                         : say(phrase("engine", "the run request is announced wrongly: %1"), header.error().message)};
    Received received{.json = readInput(header->request)};
    if (header->data)
        received.text = readInput(*header->data);
    const std::size_t wanted = header->request + header->data.value_or(0);
    const std::size_t came = received.json.size() + (received.text ? received.text->size() : 0);
    if (came < wanted)
        return Error{say(phrase("engine", "the run request was cut short: %1 of %2 bytes came"), came, wanted)};
    return received;
}

} // namespace

Result<Prepared> prepare(const std::string& file, bool inProcess) {
    const std::jthread watch = watchStart();
    Prepared prepared;
    Result<Received> received = receive(file);
    if (!received)
        return received.error();
    prepared.json = std::move(received->json);
    Result<RunRequest> request = requestFromJson(prepared.json);
    if (!request)
        return Error{say(phrase("engine", "the run request is wrong: %1"), request.error().message),
                     request.error().where};
    prepared.request = *std::move(request);
    if (const Result<Done> checked = checkRequest(prepared.request, inProcess); !checked)
        return checked.error();
    Result<Corpus> corpus = corpusFor(prepared.request, std::move(received->text));
    if (!corpus)
        return corpus.error();
    prepared.corpus = *std::move(corpus);
    if (!prepared.request.save.empty()) {
        Result<FolderLock> lock = lockFolder(prepared.request.save);
        if (!lock)
            return lock.error();
        prepared.saving = *std::move(lock);
    }
    return prepared;
}

void refuse(Reporter& reporter, const Error& error) {
    reporter.postFailure({.rank = -1, .op = {}, .reason = withPlace(error)});
}

namespace {

/// Runs all ranks on one GPU. Returns the exit code: 0 done, 1 failed, 4 there is no GPU, or no way to it.
int runOnGpu(const Prepared& prepared, Reporter& reporter) {
    const RunRequest& request = prepared.request;
    Result<OwnGpu> gpu = openGpu(request, {}, request.plan.schedule.ranks(), false);
    if (!gpu) {
        refuse(reporter, gpu.error());
        return kBackendMissing;
    }
    return runOnDevice(request, *prepared.corpus, gpu->forProcess(), reporter, stopFlags()) ? 0 : 1;
}

} // namespace

int runHere(const std::string& requestFile) try {
    Reporter reporter(writeEvent);
    reporter.post(HelloEvent{.engine = LANEWRIGHT_VERSION});
    const Result<Prepared> prepared = prepare(requestFile, true);
    if (!prepared) {
        refuse(reporter, prepared.error());
        return 1;
    }
    const std::jthread input = watchInput();
    if (prepared->request.backend == "cuda")
        return runOnGpu(*prepared, reporter);
    runInProcess(prepared->request, *prepared->corpus, reporter, stopFlags());
    if (reporter.dropped() > 0)
        std::fprintf(stderr, "lanewright-engine: %zu spans were dropped because nobody read them\n",
                     reporter.dropped());
    return 0;
} catch (const std::bad_alloc&) {
    endProcessBy({.rank = -1, .op = {}, .reason = say(phrase("engine", "there is not enough memory for this run"))},
                 nullptr);
} catch (const std::system_error& error) {
    endWithoutThreads(error);
}

int writeWorkloadOf(const std::string& requestFile, const std::string& folder) {
    const Result<Prepared> prepared = prepare(requestFile, false);
    const Result<Done> written =
        prepared ? writeWorkload(prepared->request, *prepared->corpus, folder) : Result<Done>{prepared.error()};
    if (!written)
        std::fprintf(stderr, "%s\n", withPlace(written.error()).text().c_str());
    return written ? 0 : 1;
}

} // namespace lanewright::engine
