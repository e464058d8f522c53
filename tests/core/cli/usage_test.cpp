// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include "core/api/question_list.h"
#include "core/io/files.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

namespace lanewright::test {
namespace {

std::vector<std::string> commandNames() {
    std::vector<std::string> names;
    for (const api::Question& question : api::questions())
        names.push_back(question.name);
    return names;
}

TEST(Usage, EveryCommandHasHelpWithAnExample) {
    for (const std::string& command : commandNames()) {
        const Answer answer = cli({command, "--help"});
        EXPECT_EQ(answer.code, 0) << command;
        EXPECT_NE(answer.output.find("Example"), std::string::npos) << command;
        EXPECT_NE(answer.output.find("lanewright-cli " + command), std::string::npos) << command;
        EXPECT_NE(answer.output.find("--json"), std::string::npos) << command;
    }
    const Answer whole = cli({"--help"});
    EXPECT_EQ(whole.code, 0);
    for (const std::string& command : commandNames())
        EXPECT_NE(whole.output.find("\n  " + command), std::string::npos) << command;
    EXPECT_EQ(cli({"--version"}).output, "lanewright-cli " LANEWRIGHT_VERSION "\n");
}

/// `--json` and the like: the first words of the lines of a help text that tell options.
std::set<std::string> optionsIn(const std::string& help) {
    std::set<std::string> options;
    static const std::regex pattern("^  (-[^ ]+)", std::regex::multiline);
    for (std::sregex_iterator at(help.begin(), help.end(), pattern), end; at != end; ++at) {
        std::istringstream names((*at)[1].str());
        for (std::string name; std::getline(names, name, ',');)
            options.insert(name.substr(0, name.find(':')));
    }
    return options;
}

TEST(Usage, ManualAndCompletionsTellEveryOptionOfTheHelp) {
    std::string manual = cli({"--manual"}).output;
    manual.erase(std::remove(manual.begin(), manual.end(), '\\'), manual.end());
    const std::string bash = cli({"--completion", "bash"}).output;
    const std::string zsh = cli({"--completion", "zsh"}).output;
    const std::string fish = cli({"--completion", "fish"}).output;
    for (const std::string& command : commandNames()) {
        const std::set<std::string> options = optionsIn(cli({command, "--help"}).output);
        EXPECT_GE(options.size(), 3u) << command;
        const std::size_t line = bash.find("    " + command + ") words=");
        ASSERT_NE(line, std::string::npos) << command;
        const std::string words = bash.substr(line, bash.find('\n', line) - line);
        for (const std::string& option : options) {
            EXPECT_NE(words.find(option), std::string::npos) << command << " " << option;
            EXPECT_NE(manual.find("fB" + option + "fR"), std::string::npos) << command << " " << option;
            EXPECT_NE(zsh.find("'" + option + "["), std::string::npos) << command << " " << option;
            EXPECT_NE(
                fish.find((option.starts_with("--") ? " -l " + option.substr(2) : " -s " + option.substr(1)) + " "),
                std::string::npos)
                << command << " " << option;
        }
    }
    EXPECT_NE(bash.find("'run --precision') words='fp32 bf16'"), std::string::npos);
    EXPECT_EQ(cli({"--completion", "csh"}).code, 2);
}

/// How many characters the UTF-8 text has.
std::size_t columnsOf(const std::string& text) {
    return std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; });
}

/// The lines of the manual page between `.nf` and `.fi`, as `man` shows them.
std::vector<std::string> unfilledLines(const std::string& manual) {
    std::vector<std::string> found;
    std::istringstream lines(manual);
    bool isFilled = true;
    for (std::string line; std::getline(lines, line);) {
        if (line == ".nf" || line == ".fi")
            isFilled = line == ".fi";
        else if (!isFilled)
            found.push_back(std::regex_replace(std::regex_replace(line, std::regex("\\\\-"), "-"),
                                               std::regex("\\\\e|\\\\&"), "\\"));
    }
    return found;
}

TEST(Usage, TheManualFillsProseAndBreaksLongCommands) {
    const std::string manual = cli({"--manual"}).output;
    std::size_t commands = 0;
    for (const std::string& line : unfilledLines(manual)) {
        EXPECT_TRUE(line.starts_with("  ")) << line << ": prose is filled";
        const auto columns = std::ranges::count_if(line, [](char byte) { return (byte & 0xC0) != 0x80; });
        EXPECT_LE(columns + 7, 80) << line;
        commands += line.find("lanewright-cli") != std::string::npos ? 1 : 0;
    }
    EXPECT_GE(commands, 40U);
    EXPECT_NE(manual.find("\n  lanewright\\-cli generate 1f1b"), std::string::npos);
    EXPECT_NE(manual.find("|\\:compute_only|\\:compute_comms"), std::string::npos) << "words break behind a bar";
    EXPECT_NE(manual.find("\n.TP\nkineto\ntraces of torch.profiler"), std::string::npos) << "a list hangs";
}

TEST(Usage, TheManualPutsBracketsAroundWhatMayBeLeftOut) {
    const std::string manual = cli({"--manual"}).output;
    EXPECT_NE(manual.find("[options] \\fINAME\\fR [\\fIPROBLEM\\fR]\n"), std::string::npos);
    EXPECT_NE(manual.find("[options] \\fIMODEL\\fR \\fICLUSTER\\fR\n"), std::string::npos);
}

TEST(Usage, ParagraphsOfTheHelpAreWrapped) {
    for (const char* command : {"generate", "validate", "run", "profile", "costs", "causes", "convert", "import"}) {
        std::istringstream lines(cli({command, "--help"}).output);
        for (std::string line; std::getline(lines, line);) {
            const bool isProse = !line.starts_with(' ');
            EXPECT_FALSE(isProse && columnsOf(line) > 125) << command << ": " << line;
        }
    }
}

TEST(Usage, AnUnknownCommandIsNamed) {
    const Answer answer = cli({"frobnicate"});
    EXPECT_EQ(answer.code, 2);
    EXPECT_EQ(answer.errors, "lanewright-cli: there is no command 'frobnicate' (see lanewright-cli --help)\n");
}

TEST(Usage, WrongUsageIsOneSentenceAndCodeTwo) {
    const std::vector<Words> wrong = {
        {},
        {"frobnicate"},
        {"simulate"},
        {"generate"},
        {"generate", "no-such-generator"},
        {"generate", "zb-h1", "-p", "many"},
        {"generate", "zb-h1", "-p", "0"},
        {"generate", "zb-h1", "-p", "-3"},
        {"generate", "zb-h1", "-m", "99999999999"},
        {"generate", "zb-h1", "--tf", "1x"},
        {"generate", "zb-h1", "--tf", "-1"},
        {"generate", "zb-h1", "--tf", "0.0000001"},
        {"generate", "zb-h1", "--tf", "99999999999999999999"},
        {"generate", "zb-h1", "--mb", "2"},
        {"generate", "zb-h1", "--mf", "2", "--mb", "-1", "--mw", "-2"},
        {"generate", "zb-h1", "--memory-limit", "-1"},
        {"generate", "zb-h1", "--time-unit", "fortnight"},
        {"generate", "zb-h1", "--memory-unit", "kB"},
        {"generate", "zb-h1", "--nonsense"},
        {"simulate", "a.lwsched", "--iterations", "0"},
        {"simulate", "a.lwsched", "--optimizer", "maybe"},
        {"bound"},
        {"bound", "a.lwsched", "--objective", "fun"},
        {"compare", "only-one.lwsched"},
        {"render", "a.lwsched", "a.gif"},
        {"convert", "a.xyz", "b.lwsched"},
        {"convert", "a.lwsched", "b.xyz"},
        {"convert", "a.lwsched", "b.csv", "--to", "latin"},
        {"solve"},
        {"solve", "a.lwsched", "--objective", "speed"},
        {"solve", "a.lwsched", "--time-limit", "-1"},
        {"solve", "a.lwsched", "--threads", "-1"},
        {"solve", "a.lwsched", "--seed", "one"},
        {"run", "a.lwsched", "--steps", "0"},
        {"run", "a.lwsched", "--backend", "abacus"},
        {"run", "a.lwsched", "--in-process", "--launch", "mpirun"},
        {"run", "a.lwsched", "--resume", "there"},
    };
    for (const Words& words : wrong) {
        const Answer answer = cli(words);
        std::string command;
        for (const std::string& word : words)
            command += word + " ";
        EXPECT_EQ(answer.code, 2) << command;
        EXPECT_EQ(answer.output, "") << command;
        EXPECT_TRUE(answer.errors.starts_with("lanewright-cli: ")) << command << answer.errors;
        EXPECT_EQ(answer.errors.find('\n'), answer.errors.size() - 1) << command << answer.errors;
    }
}

TEST(Usage, AnOptionThatTakesANumberTakesNothingElse) {
    for (const auto& [words, sentence] : std::vector<std::pair<Words, std::string>>{
             {{"solve", "a.lwsched", "--time-limit", "nan"}, "--time-limit: 'nan' is no number"},
             {{"plan", "tiny", "mixed", "--time-limit", "inf"}, "--time-limit: 'inf' is no number"},
             {{"plan", "tiny", "mixed", "--jitter", "nan"}, "--jitter: 'nan' is no number"},
             {{"run", "a.lwsched", "--learning-rate", "nan"}, "--learning-rate: 'nan' is no number"},
             {{"run", "a.lwsched", "--clip", "-nan"}, "--clip: '-nan' is no number"},
             {{"run", "a.lwsched", "--validation", "nan"}, "--validation: 'nan' is no number"},
             {{"run", "a.lwsched", "--weight-decay", "nan"}, "--weight-decay: 'nan' is no number"},
             {{"solve", "a.lwsched", "--seed", "-1"}, "--seed: '-1' is no whole number from 0 on"},
             {{"solve", "a.lwsched", "--seed", "99999999999999999999"},
              "--seed: '99999999999999999999' is too large a number"},
             {{"generate", "1f1b", "-p", ""}, "--ranks: '' is no whole number"},
             {{"generate", "1f1b", "-p", "99999999999"}, "--ranks: '99999999999' is too large a number"},
             {{"generate", "1f1b", "-p", "4.5"}, "--ranks: '4.5' is no whole number"},
             {{"run", "a.lwsched", "--gpus", "0,x"}, "--gpus: 'x' is no whole number"},
             {{"generate", "1f1b", "--tf", ""}, "--tf: nothing is given"},
             {{"solve", "a.lwsched", "--memory-limit", ""}, "--memory-limit: nothing is given"},
             {{"convert", "a.lwsched", "-", "--host", ""}, "--host: nothing is given"}}) {
        const Answer answer = cli(words);
        EXPECT_EQ(answer.code, 2) << sentence;
        EXPECT_EQ(answer.errors, "lanewright-cli: " + sentence + " (see lanewright-cli --help)\n");
    }
    const Folder folder;
    EXPECT_EQ(cli({"generate", "1f1b", "-p", "08"}).output, cli({"generate", "1f1b", "-p", "8"}).output);
    EXPECT_EQ(
        cli({"solve", folder.schedule("a.lwsched", {"1f1b"}), "--seed", "18446744073709551615", "--rounds", "1"}).code,
        0);
}

TEST(Usage, AMinusIsTheStandardOutput) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const std::string run = inRepository("schedules/gallery/measured-job.lwrun");
    for (const std::string name : {"-", "/dev/stdout"})
        for (const Words& words : std::vector<Words>{{"generate", "1f1b", "-o", name},
                                                     {"solve", file, "--rounds", "1", "-o", name},
                                                     {"plan", "tiny", "mixed", "--tries", "1", "-o", name},
                                                     {"plan", "tiny", "mixed", "--tries", "1", "--save-cluster", name},
                                                     {"costs", run, "-o", name},
                                                     {"convert", file, name, "--to", "lwsched"}}) {
            const Answer answer = cli(words);
            EXPECT_EQ(answer.code, 0) << words[0] << ": " << answer.errors;
            EXPECT_TRUE(nlohmann::json::parse(answer.output, nullptr, false).is_object()) << words[0];
            Words both = words;
            both.emplace_back("--json");
            const Answer refused = cli(both);
            EXPECT_EQ(refused.code, 2) << words[0];
            EXPECT_EQ(refused.output, "");
            EXPECT_NE(refused.errors.find("can't both go to the standard output"), std::string::npos) << refused.errors;
        }
    EXPECT_EQ(cli({"plan", "tiny", "mixed", "-o", "-", "--save-cluster", "-"}).code, 2);
}

TEST(Usage, CtrlCEndsWhatReadsWithTheCodeOfWhatWasStopped) {
    const Folder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const char* const command : {"validate", "solve", "bound"}) {
        Process process = startCli({command, pipe});
        // Who writes finds a reader at the other end once the program reads.
        int writer = -1;
        for (int i = 0; i < 6000 && writer < 0; ++i) {
            writer = open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        }
        ASSERT_GE(writer, 0);
        process.signalGroup(SIGINT);
        EXPECT_EQ(answerOf(process).code, 130) << command;
        close(writer);
    }
}

TEST(Usage, AMissingFileIsNamed) {
    for (const Words& words : std::vector<Words>{{"simulate", "/no/such.lwsched"},
                                                 {"validate", "/no/such.lwsched"},
                                                 {"bound", "/no/such.lwsched"},
                                                 {"solve", "/no/such.lwsched"},
                                                 {"run", "/no/such.lwsched"},
                                                 {"compare", "/no/such.lwsched", "/no/such.lwrun"},
                                                 {"render", "/no/such.lwsched", "/tmp/a.png"},
                                                 {"convert", "/no/such.csv", "-", "--to", "lwsched"},
                                                 {"generate", "zb-h1", "/no/such.lwsched"}}) {
        const Answer answer = cli(words);
        EXPECT_EQ(answer.code, 2) << words[0];
        EXPECT_TRUE(answer.errors.starts_with("lanewright-cli: /no/such.")) << words[0] << ": " << answer.errors;
        EXPECT_NE(answer.errors.find("No such file"), std::string::npos) << answer.errors;
        EXPECT_EQ(answer.errors.find('\n'), answer.errors.size() - 1) << answer.errors;
    }
}

TEST(Usage, GarbageIsRefusedWithItsPlace) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", "{\n  \"format\": oops\n}\n");
    for (const Words& words : std::vector<Words>{{"simulate", file}, {"validate", file, "--json"}, {"run", file}}) {
        const Answer answer = cli(words);
        EXPECT_EQ(answer.code, 2) << words[0];
        EXPECT_EQ(answer.output, "");
        EXPECT_TRUE(answer.errors.starts_with("lanewright-cli: " + file + ": line 2")) << answer.errors;
    }
}

TEST(Usage, ListNamesEveryGenerator) {
    const nlohmann::json list = jsonOf(cli({"list", "--json"}));
    bool found = false;
    for (const auto& generator : list["generators"]) {
        EXPECT_FALSE(generator["source"].get<std::string>().empty());
        found = found || generator["name"] == "zb-h1";
    }
    EXPECT_TRUE(found);
    EXPECT_NE(cli({"list"}).output.find("zb-h1  (ZB-H1)"), std::string::npos);
}

TEST(Usage, ListSaysWhichOptionsAGeneratorTakes) {
    const nlohmann::json list = jsonOf(cli({"list", "--json"}));
    for (const auto& generator : list["generators"]) {
        if (generator["name"] == "interleaved-zb") {
            EXPECT_EQ(generator["options"], (nlohmann::json{"--chunks", "--group", "--w-parts"}));
        }
        if (generator["name"] == "gpipe") {
            EXPECT_TRUE(generator["options"].empty());
        }
    }
}

TEST(Usage, ThePagesAreWhatTheProgramPrints) {
    for (const auto& [name, option] :
         {std::pair{"GENERATORS", "--markdown"}, {"QUESTIONS", "--questions"}, {"FRAMEWORKS", "--frameworks"}}) {
        const Result<std::string> page = readFile(test::inRepository(std::string{"schedules/"} + name + ".md"));
        ASSERT_TRUE(page) << page.error().message;
        EXPECT_EQ(cli({"list", option}).output, *page)
            << "write the page anew: lanewright-cli list " << option << " > schedules/" << name << ".md";
        EXPECT_EQ(cli({"list", option, "--json"}).code, name == std::string{"QUESTIONS"} ? 0 : 2) << option;
    }
}

} // namespace
} // namespace lanewright::test
