// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/output.h"
#include "core/cli/parser.h"

/// One file per command. Each adds itself to the program: its options, and what runs when it is asked for.
namespace lanewright::cli {

void addGenerate(Parser& program);
void addList(Parser& program);
void addSimulate(Parser& program);
void addValidate(Parser& program);
void addBound(Parser& program);
void addCheckProof(Parser& program);
void addRun(Parser& program);
void addProfile(Parser& program);
void addCauses(Parser& program);
void addCompare(Parser& program);
void addCosts(Parser& program);
void addRender(Parser& program);
void addConvert(Parser& program);
void addImport(Parser& program);
void addSolve(Parser& program);
void addPlan(Parser& program);
void addListen(Parser& program);

} // namespace lanewright::cli
