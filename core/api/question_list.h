// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"

/// The questions, a file each: its request, its answer and their tables.
namespace lanewright::api {

Question generateQuestion();
Question sweepQuestion();
Question listQuestion();
Question simulateQuestion();
Question validateQuestion();
Question legalQuestion();
Question boundQuestion();
Question checkProofQuestion();
Question runQuestion();
Question profileQuestion();
Question compareQuestion();
Question costsQuestion();
Question causesQuestion();
Question renderQuestion();
Question editQuestion();
Question blockQuestion();
Question convertQuestion();
Question importQuestion();
Question courseQuestion();
Question makeLessonQuestion();
Question solveQuestion();
Question planQuestion();
Question listenQuestion();

} // namespace lanewright::api
