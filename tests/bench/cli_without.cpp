// SPDX-License-Identifier: Apache-2.0
/// The command line with some methods or bounds switched off: bench_cli_without --without a,b -- solve FILE …
#include "core/base/switches.h"
#include "core/cli/commands.h"
#include "core/solve/methods.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

using namespace lanewright;

namespace {

std::vector<std::string> namesIn(std::string_view list) {
    std::vector<std::string> names;
    for (std::size_t from = 0; from < list.size();) {
        const std::size_t to = std::min(list.find(',', from), list.size());
        names.emplace_back(list.substr(from, to - from));
        from = to + 1;
    }
    return names;
}

int refuse() {
    std::fputs("bench_cli_without --without NAMES -- COMMAND …\nMethods that take turns:", stderr);
    for (const SearchMethod& method : methods())
        std::fprintf(stderr, " %s", std::string{method.name}.c_str());
    std::fputs("\n", stderr);
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 5 || std::string_view{argv[1]} != "--without" || std::string_view{argv[3]} != "--")
        return refuse();
    switchOff(namesIn(argv[2]));
    return static_cast<int>(cli::runCommandLine(
        {"bench_cli_without", "Commands without some of their methods.", "", "0"}, {}, argc - 3, argv + 3));
}
