// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <cupti.h>

/// What tests tell the library that stands in for CUPTI. It records calls, kernels and copies as CUPTI does, gives its
/// buffers back on a thread of its own, and has no GPU: kernels are over when they are launched.
extern "C" {

/// Forgets everything.
void fakeCuptiReset();
/// The call of that name is refused from here on.
void fakeCuptiRefuse(const char* call, CUptiResult status);
/// The host calls for work that takes from `start` to `end`. `kind`: of a kernel with that name, a copy, or a clear.
void fakeCuptiLaunch(CUpti_ActivityKind kind, const char* name, std::uint64_t start, std::uint64_t end);
/// What its clock shows.
std::uint64_t fakeCuptiNow();
/// So many records are lost.
void fakeCuptiDrop(std::size_t count);
/// Buffers that it has not given back, and kinds of activity that are on.
int fakeCuptiBuffers();
int fakeCuptiKinds();
/// How many buffers it has asked for.
int fakeCuptiAsked();

} // extern "C"
