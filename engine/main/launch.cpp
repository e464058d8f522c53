// SPDX-License-Identifier: Apache-2.0
#include "engine/main/launch.h"

#include "core/io/files.h"

#include "engine/main/streams.h"
#include "engine/run/check.h"
#include "engine/run/in_process.h"

#include <cstdio>
#include <cstdlib>
#include <new>

namespace lanewright::engine {

Result<Prepared> prepare(const std::string& file, bool inProcess) {
    Prepared prepared;
    Result<std::string> json = readFile(file);
    if (!json)
        return Error{"the run request could not be read: " + json.error().message};
    prepared.json = *std::move(json);
    Result<RunRequest> request = requestFromJson(prepared.json);
    if (!request)
        return Error{"the run request is wrong: " + request.error().message, request.error().where};
    prepared.request = *std::move(request);
    if (const Result<Done> checked = checkRequest(prepared.request, inProcess); !checked)
        return checked.error();
    Result<std::string> text = textFor(prepared.request);
    if (!text)
        return text.error();
    prepared.text = *std::move(text);
    return prepared;
}

void refuse(Reporter& reporter, const Error& error) {
    const std::string place = error.where.empty() ? "" : " (" + error.where + ")";
    reporter.postFailure({.rank = -1, .op = {}, .reason = error.message + place});
}

int runHere(const std::string& requestFile) try {
    Reporter reporter(writeEvent);
    reporter.post(HelloEvent{.engine = LANEWRIGHT_VERSION});
    const Result<Prepared> prepared = prepare(requestFile, true);
    if (!prepared) {
        refuse(reporter, prepared.error());
        return 1;
    }
    const InputWatch input;
    runInProcess(prepared->request, prepared->text, reporter, switches());
    if (reporter.dropped() > 0)
        std::fprintf(stderr, "lanewright-engine: %zu spans were dropped because nobody read them\n",
                     reporter.dropped());
    return 0;
} catch (const std::bad_alloc&) {
    sayAlone({.rank = -1, .op = {}, .reason = "there is not enough memory for this run"});
    std::_Exit(1);
}

} // namespace lanewright::engine
