// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/decimal.h"
#include "core/model/plan.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace lanewright {

/// A line of a table by the names of its columns.
using TableRow = std::map<std::string, std::string>;

inline std::vector<std::string> cellsOf(const std::string& line, char separator) {
    std::vector<std::string> cells(1);
    for (const char letter : line)
        if (letter == separator)
            cells.emplace_back();
        else
            cells.back() += letter;
    return cells;
}

/// The rows of a comma-separated table in tests/data/generate; its first line names the columns.
inline std::vector<TableRow> tableOf(const std::string& file) {
    std::ifstream in(test::inRepository("tests/data/generate/" + file));
    std::string line;
    EXPECT_TRUE(std::getline(in, line)) << file;
    const std::vector<std::string> names = cellsOf(line, ',');
    std::vector<TableRow> rows;
    while (std::getline(in, line)) {
        const std::vector<std::string> cells = cellsOf(line, ',');
        TableRow row;
        for (std::size_t i = 0; i < names.size() && i < cells.size(); ++i)
            row[names[i]] = cells[i];
        rows.push_back(row);
    }
    return rows;
}

/// `n` numbers in ticks from `1;2;3`, or `n` times the same from `1`.
inline std::vector<std::int64_t> ticksOf(const std::string& text, int n, std::int64_t scale) {
    std::vector<std::int64_t> ticks;
    for (const std::string& cell : cellsOf(text, ';'))
        ticks.push_back(*ticksFromDecimal(cell, scale));
    ticks.resize(n, ticks.back());
    return ticks;
}

/// A problem with one stage per rank from a row with the columns p m TF TB TW Tcomm MF MB MW and mem_limit.
inline Plan problemOfRow(const TableRow& row) {
    const int ranks = std::stoi(row.at("p"));
    const auto times = [&](const char* name) { return ticksOf(row.at(name), ranks, scaleOf(TimeUnit::Ms)); };
    const auto bytes = [&](const char* name) { return ticksOf(row.at(name), ranks, 1); };
    Plan plan{.timeUnit = TimeUnit::Ms, .memoryUnit = MemoryUnit::B};
    plan.schedule = {.placement = linear(ranks), .microbatches = std::stoi(row.at("m"))};
    plan.costs.stages.resize(1);
    plan.memory.stages.resize(1);
    plan.costs.transfer.every = times("Tcomm")[0];
    for (int i = 0; i < ranks; ++i) {
        plan.costs.stages[0].push_back(
            {.forward = times("TF")[i], .backwardInput = times("TB")[i], .backwardWeight = times("TW")[i]});
        plan.memory.stages[0].push_back(
            {.forward = bytes("MF")[i], .backwardInput = bytes("MB")[i], .backwardWeight = bytes("MW")[i]});
        if (!row.at("mem_limit").empty())
            plan.memory.limit.emplace_back(bytes("mem_limit")[i]);
    }
    return plan;
}

} // namespace lanewright
