// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "tests/support/generator_trials.h"

#include <cstdio>

#include <CLI/CLI.hpp>

namespace {

using namespace lanewright::test;

int sumOf(const std::map<std::string, int>& counts) {
    int sum = 0;
    for (const auto& [key, count] : counts)
        sum += count;
    return sum;
}

void printRecords(const GeneratorTrials& trials) {
    std::puts("| generator | made | of these re-placed | simulated slowly | refused |\n|---|---:|---:|---:|---:|");
    for (const lanewright::Generator& generator : lanewright::generators()) {
        const GeneratorRecord& record = trials.records.at(std::string{generator.name});
        std::printf("| %s | %d | %d | %d | %d |\n", std::string{generator.name}.c_str(), record.made, record.replaced,
                    record.slowly, sumOf(record.refused));
    }
}

void printRefusals(const GeneratorTrials& trials) {
    std::map<std::string, int> all;
    for (const auto& [name, record] : trials.records)
        for (const auto& [sentence, count] : record.refused)
            all[sentence] += count;
    std::puts("\n| refusal | times |\n|---|---:|");
    for (const auto& [sentence, count] : all)
        std::printf("| %s | %d |\n", sentence.c_str(), count);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"Gives random files of every key in every form to every generator, and prints a report"};
    int files = 10'000;
    std::uint64_t firstSeed = 1;
    app.add_option("FILES", files, "how many")->check(CLI::Range(1, 1'000'000))->capture_default_str();
    app.add_option("FIRST_SEED", firstSeed, "of the first of them")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    const GeneratorTrials trials = tryGenerators(firstSeed, files);
    std::printf("%d files from seed %llu; the sums of %d are more than a file may hold.\n\n", trials.files,
                static_cast<unsigned long long>(firstSeed), trials.tooMuch);
    printRecords(trials);
    printRefusals(trials);
    std::printf("\nFaults: %zu\n", trials.faults.size());
    for (const std::string& fault : trials.faults)
        std::printf("- %s\n", fault.c_str());
    return trials.faults.empty() ? 0 : 1;
}
