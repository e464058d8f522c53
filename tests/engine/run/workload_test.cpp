// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload.h"

#include "core/io/files.h"
#include "engine/run/request_check.h"
#include "tests/engine/support/engine_process.h"
#include "tests/engine/support/requests.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace lanewright::engine::test {

namespace {

/// A folder for what another trainer is told, which goes away with this.
class WorkloadFolder {
public:
    WorkloadFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "lanewright-workload-XXXXXX").string();
        m_path = mkdtemp(name.data());
    }
    ~WorkloadFolder() { std::filesystem::remove_all(m_path); }
    WorkloadFolder(const WorkloadFolder&) = delete;
    WorkloadFolder& operator=(const WorkloadFolder&) = delete;
    std::string path(const std::string& name) const { return m_path + "/" + name; }

private:
    std::string m_path;
};

/// Writes the workload of two steps, and gives the text's bytes at each sample's beginning, with the target of its last
/// token.
std::vector<std::string> samplesOf(const RunRequest& request, const std::string& folder) {
    const Result<Corpus> corpus = corpusFor(request);
    const Result<Done> written = writeWorkload(request, *corpus, folder);
    EXPECT_TRUE(written) << written.error().message;
    EXPECT_EQ(*readFile(folder + "/text.bin"), corpus->text());
    const std::string starts = *readFile(folder + "/samples.bin");
    std::vector<std::string> samples;
    for (std::size_t at = 0; at + 4 <= starts.size(); at += 4) {
        std::size_t place = 0;
        for (std::size_t byte = 4; byte-- > 0;)
            place = place << 8U | static_cast<unsigned char>(starts[at + byte]);
        samples.push_back(corpus->text().substr(place, static_cast<std::size_t>(request.model.context) + 1));
    }
    return samples;
}

} // namespace

TEST(Workload, TrainsAnotherTrainerAsFreshWeightsDo) {
    const WorkloadFolder folder;
    RunRequest request = requestOf(planOf("1f1b", 2, 4));
    request.steps = 2;
    const std::vector<std::string> samples = samplesOf(request, folder.path("w"));
    const std::size_t perStep = 4U * static_cast<std::size_t>(request.model.batch);
    ASSERT_EQ(samples.size(), 2 * perStep);
    // Each sample is what the engine trains on: its tokens, and behind them the last target.
    const Result<Corpus> corpus = corpusFor(request);
    Samples own;
    corpus->fill(own, TextPart::Training, perStep);
    const std::string tokens(own.tokens.begin(), own.tokens.begin() + request.model.context);
    EXPECT_EQ(samples[perStep],
              tokens + static_cast<char>(own.targets[static_cast<std::size_t>(request.model.context) - 1]));
    // The state holds the first weights: who goes on from it trains as who begins.
    const Seen fresh = runHere(request);
    RunRequest taken = request;
    taken.resume = folder.path("w");
    const Seen resumed = runHere(taken);
    EXPECT_EQ(resumed.losses, fresh.losses);
    EXPECT_EQ(resumed.hash, fresh.hash);
}

TEST(Workload, SaysWhatEachMicrobatchIsMadeOf) {
    const WorkloadFolder folder;
    Plan plan = planOf("1f1b", 2, 3);
    setMicrobatches(plan, MicrobatchCosts::ofLengths({48, 24, 32}, {}, {3, 3, 2}));
    RunRequest request = requestOf(plan);
    request.model.batch = 3;
    request.steps = 2;
    EXPECT_EQ(samplesOf(request, folder.path("w")).size(), 2U * 8);
    EXPECT_EQ(*readFile(folder.path("w") + "/microbatches.json"), "[[3, 16], [3, 8], [2, 16]]");
}

TEST(Workload, GoesOnWhereAStateLeftOff) {
    const WorkloadFolder folder;
    RunRequest request = requestOf(planOf("1f1b", 2, 4));
    request.steps = 1;
    request.save = folder.path("state");
    ASSERT_NE(runHere(request).done(), nullptr);
    request.save.clear();
    request.steps = 3;
    const std::vector<std::string> whole = samplesOf(request, folder.path("a"));
    request.steps = 2;
    request.resume = folder.path("state");
    const std::vector<std::string> rest = samplesOf(request, folder.path("b"));
    EXPECT_EQ(rest, std::vector<std::string>(whole.end() - static_cast<std::ptrdiff_t>(rest.size()), whole.end()));
    EXPECT_FALSE(std::filesystem::exists(folder.path("b") + "/checkpoint.json")) << "the state is where it was";
}

} // namespace lanewright::engine::test
