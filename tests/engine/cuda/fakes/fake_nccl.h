// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nccl.h>

/// What the fake of NCCL offers beside NCCL's own calls. Its version is LANEWRIGHT_FAKE_NCCL_VERSION, as NCCL writes it
/// (22809), or that of its header.
extern "C" {

/// How many communicators there are: made and not aborted.
int fakeNcclAlive();
/// How many sends and receives wait for their other half.
int fakeNcclWaiting();
/// From now on all communicators of `ranks` say that this has happened to them.
void fakeNcclHarm(int ranks, ncclResult_t harm);

} // extern "C"
