// SPDX-License-Identifier: Apache-2.0
#include "core/open/open_file.h"
#include "core/protocol/protocol.h"
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <csignal>
#include <filesystem>
#include <netinet/in.h>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <variant>

namespace lanewright::test {
namespace {

/// What a job of one rank says that makes one step, to who has printed this first line.
std::string sayingsTo(const std::string& token) {
    return R"({"protocol":)" + std::to_string(kProtocolVersion) + R"(,"token":")" + token + R"(","rank":0})" + "\n" +
           R"({"event":"ready","ranks":1,"rank":0,"backend":"cpu","host":"node0","launcher":"torchrun",)" +
           R"("framework":"torch 2.15.0","device_clock":"host","stages":[0],"stage_count":1,"microbatches":1,)" +
           R"("title":"one","clock_uncertainty":0})" + "\n" +
           R"({"event":"spans","step":5,"rank":0,"origin":1000,"wall":[["F0.0",0,100],["BW0.0",450,600]],)" +
           R"("live":[],"others":[]})" + "\n";
}

/// A link to `LANEWRIGHT_LIVE=127.0.0.1:PORT:TOKEN` over which that was said.
int linkTo(const std::string& line) {
    const std::size_t port = line.find(':') + 1;
    const std::size_t token = line.find(':', port) + 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(line.substr(port))));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int link = socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(connect(link, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const std::string all = sayingsTo(line.substr(token, line.find('\n') - token));
    EXPECT_EQ(send(link, all.data(), all.size(), MSG_NOSIGNAL), static_cast<ssize_t>(all.size()));
    return link;
}

TEST(Listen, SavesTheStepsThoughNobodyReadsThem) {
    const Folder folder;
    const std::string saved = folder.path("job.lwrun");
    const std::string pipe = "'" + folder.path("pipe") + "'";
    // Who reads takes the first line and goes.
    Process process = startCliBy("mkfifo " + pipe + "; (head -n 1 <" + pipe + " >'" + folder.path("line") + "'; : >'" +
                                     folder.path("gone") + "') & exec >" + pipe,
                                 {"listen", "-o", saved});
    std::optional<Ending> ending;
    while (!ending && !std::filesystem::exists(folder.path("gone"))) {
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
        ending = process.ended();
    }
    ASSERT_FALSE(ending);
    const int link = linkTo(folder.read("line"));
    EXPECT_EQ(answerOf(process).code, -SIGPIPE);
    close(link);
    const Result<Opened> opened = openFile(saved);
    ASSERT_TRUE(opened);
    EXPECT_EQ(std::get<lanewright::Run>(*opened).steps.size(), 1U);
}

} // namespace
} // namespace lanewright::test
