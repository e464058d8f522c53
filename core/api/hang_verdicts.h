// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/placed_findings.h"
#include "core/api/question.h"
#include "core/check/message_replay.h"

#include <string>
#include <vector>

/// Whether an order hangs, as answers hold it: a verdict for each transport.
namespace lanewright::api {

/// Reads `--transport` and `--message`; without names those of `byDefault`, without a size its. Fails on what is none.
Result<TransportQuestion> transportsFrom(const std::vector<std::string>& names, const std::string& message,
                                         const TransportQuestion& byDefault);

/// How large its largest message is, by the sizes of its boundaries or else by its model; 0: it has neither.
Bytes messageOf(const Plan& plan);

/// How a valid plan goes as PyTorch runs it, or, where PyTorch can't, as our engine does.
Result<std::vector<HangVerdict>> hangVerdictsOf(const Plan& plan, const TransportQuestion& asked);

/// What hangs, as warnings `rendezvous`; and where messages differ in size, by microbatch or boundary, and a transport
/// has no tags, what that does: `crossed` becomes an error, and `untagged` warns where the next rank is also the one
/// before.
void addHangFindings(const Plan& plan, const TransportQuestion& asked, const std::vector<HangVerdict>& verdicts,
                     std::vector<Finding>& findings);

/// `transport`, `runs`, `hang`.
const Fields<HangVerdict>& hangFields();

/// `It hangs where …: on nccl-nodes. It runs on gloo, nccl-node.`; without a hang only the second sentence.
std::string hangText(const std::vector<HangVerdict>& verdicts);

/// `--transport` and `--message`.
template <typename R, typename Names, typename Size>
std::vector<Option> transportOptions(Names names, Size size) {
    return {
        option<R>("--transport", names,
                  "Whether it hangs on these, with commas: gloo, nccl-node, nccl-nodes (across nodes), nccl-pairs (a "
                  "queue for each pair of ranks), mpi-eager, mpi-rendezvous; all is all of these (those of the "
                  "frameworks that --for names, else of PyTorch: gloo, nccl-node, nccl-nodes)")
            .separatedBy(','),
        option<R>(
            "--message", size,
            "How large the largest message is, as in 64MiB (that of the file's boundaries or model; else small)")};
}

} // namespace lanewright::api
