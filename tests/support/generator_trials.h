// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanewright::test {

/// What one generator did with files.
struct GeneratorRecord {
    int made = 0;
    int replaced = 0; ///< of these, on another placement than the file's
    int slowly = 0;   ///< of these, held against the slow simulator: all whose pairs have few segments
    std::map<std::string, int> refused = {}; ///< by sentence, without its arguments
};

struct GeneratorTrials {
    int files = 0;
    int tooMuch = 0; ///< whose sums are more than a file may hold
    std::map<std::string, GeneratorRecord> records = {};
    std::vector<std::string> faults = {}; ///< what should never happen, with its seed
};

/// Gives random files, of every key in every form, to every generator. What one makes is written and opened again: it
/// is valid, says what was made byte for byte, and takes as long, by the slow simulator too.
GeneratorTrials tryGenerators(std::uint64_t firstSeed, int files);

} // namespace lanewright::test
