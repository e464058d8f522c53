// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/product_chooser.h"

#include "core/io/files.h"

#include "engine/device/failure.h"

#include <filesystem>
#include <set>
#include <sstream>

namespace lanewright::engine {

namespace {

std::string fileIn(const std::string& folder) { return (std::filesystem::path{folder} / "products.txt").string(); }

[[noreturn]] void refuseWith(const Error& error) { throw Failure{withPlace(error)}; }

/// Empty where there are none.
std::string choicesIn(const std::string& folder) {
    std::error_code ignored;
    if (folder.empty() || !std::filesystem::exists(fileIn(folder), ignored))
        return "";
    Result<std::string> read = readFile(fileIn(folder));
    if (!read)
        refuseWith(read.error());
    return *std::move(read);
}

} // namespace

std::string mergeChoices(const std::vector<std::string>& choices) {
    std::string merged;
    std::set<std::string> known; // what stands before the colon; of the first line all
    for (const std::string& each : choices) {
        std::istringstream lines(each);
        for (std::string line; std::getline(lines, line);)
            if (known.insert(line.substr(0, line.find(':'))).second)
                merged += line + "\n";
    }
    return merged;
}

ProductChooser::ProductChooser(const RunRequest& request, Device& device, const ProcessMap& processMap, int process,
                               bool times, Inbox& inbox)
    : m_request(&request), m_device(&device), m_processMap(&processMap), m_process(process), m_times(times),
      m_inbox(&inbox) {}

template <typename Value>
Value ProductChooser::await(int from) {
    return m_inbox->await<Value>(MessageKind::Choices, from, [&] {
        return say(phrase("engine", "it has waited for the algorithms of products from rank %1"),
                   m_processMap->lowestRankOn(from));
    });
}

void ProductChooser::adopt(const std::string& choices) {
    m_choices = choices;
    if (choices.empty())
        return;
    if (const Result<Done> adopted = m_device->adoptProducts(choices); !adopted)
        refuseWith(adopted.error());
}

void ProductChooser::adoptKept() {
    if (m_process == 0) {
        const std::string kept = choicesIn(m_request->resume);
        m_inbox->sendAll(MessageKind::Choices, Packer().put(kept).put(m_times));
        return adopt(kept);
    }
    const auto message = await<ControlMessage>(0);
    Unpacker unpacker(message.body);
    const std::string kept = unpacker.get<std::string>();
    m_times = unpacker.get<bool>();
    adopt(kept);
}

bool ProductChooser::adoptQuickest(Stream stream) {
    if (!m_times)
        return false;
    const std::string own = mergeChoices({m_choices, m_device->timeProducts(stream)});
    if (m_process == 0) {
        const std::string all = gather(own);
        m_inbox->sendAll(MessageKind::Choices, Packer().put(all));
        adopt(all);
    } else {
        m_inbox->send(0, MessageKind::Choices, packed(own));
        adopt(await<std::string>(0));
    }
    return true;
}

std::string ProductChooser::gather(const std::string& own) {
    std::vector<std::string> all{own};
    for (int from = 1; from < m_processMap->processes; ++from)
        all.push_back(await<std::string>(from));
    return mergeChoices(all);
}

void ProductChooser::keep() const {
    if (m_process != 0)
        return;
    const std::string file = fileIn(m_request->save);
    if (!m_choices.empty()) {
        if (const Result<Done> written = writeFile(file, m_choices); !written)
            refuseWith(written.error());
        return;
    }
    std::error_code trouble;
    std::filesystem::remove(file, trouble);
    if (trouble)
        refuseWith({say(phrase("engine", "the algorithms of another training can't be removed: %1"), trouble.message()),
                    file});
}

} // namespace lanewright::engine
