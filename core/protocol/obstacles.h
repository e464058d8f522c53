// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

/// What may stand between a run and a GPU, each with what to do about it. The engine says these sentences, and so does
/// who starts it.
namespace lanewright::obstacle {

/// @name The module
/// @{
inline constexpr Phrase kNotBuilt =
    phrase("obstacle", "this build has no backend cuda; it is built where CUDA's toolkit, 13 or newer, is found");
/// The file's name.
inline constexpr Phrase kNotInstalled =
    phrase("obstacle", "the backend cuda is not installed: %1 does not lie beside the engine; the package "
                       "lanewright-cuda holds it");
/// The library's name.
inline constexpr Phrase kNoLibrary =
    phrase("obstacle", "the backend cuda needs %1, which is missing; CUDA's toolkit 13 brings it");
/// The module's version and the engine's.
inline constexpr Phrase kOtherVersion =
    phrase("obstacle", "the backend cuda is of version %1 and the engine of version %2; install both of one");
/// @}

/// @name The GPU
/// @{
/// The version of CUDA that the driver must know, "13.0".
inline constexpr Phrase kNoDriver = phrase(
    "obstacle", "no GPU: there is no NVIDIA driver here; a machine with a GPU needs one that knows CUDA %1 or newer");
/// The version that it knows and the one that it must know.
inline constexpr Phrase kOldDriver = phrase(
    "obstacle", "the NVIDIA driver is too old: it knows CUDA %1 and must know CUDA %2; a newer driver is needed");
inline constexpr Phrase kNoGpu =
    phrase("obstacle", "no GPU: the NVIDIA driver finds none; nvidia-smi lists what it sees, and the variable "
                       "CUDA_VISIBLE_DEVICES may hide them");
/// The number, and the last number that there is.
inline constexpr Phrase kNoSuchGpu = phrase("obstacle", "there is no GPU %1; they are counted from 0 to %2");
/// How many processes a host was to run, and how many of them it has a GPU for.
inline constexpr Phrase kTooFewGpus =
    phrase("obstacle", "%1 processes were started with a GPU each, and there are GPUs "
                       "for %2; start fewer, so that more ranks share each");
inline constexpr Phrase kTooFewNamed =
    phrase("obstacle", "%1 processes were started with a GPU each, and the list names GPUs for %2; start fewer, so "
                       "that more ranks share each");
/// A host, and what stands in the way there.
inline constexpr Phrase kOnHost = phrase("obstacle", "on %1: %2");
/// @}

/// @name NCCL
/// @{
inline constexpr Phrase kNcclNotBuilt = phrase(
    "obstacle", "this build has no NCCL, so all ranks must sit on one GPU; it is built in where its header is found");
inline constexpr Phrase kNoNccl = phrase(
    "obstacle", "NCCL is missing (libnccl.so.2), so all ranks must sit on one GPU; the package libnccl2 holds it");
/// Its version and the least that will do.
inline constexpr Phrase kOldNccl =
    phrase("obstacle", "NCCL is too old: it is %1 and must be %2 or newer; until then all ranks must sit on one GPU");
/// Pairs of GPUs: "0–1, 2–3".
inline constexpr Phrase kNoPeers = phrase(
    "obstacle", "these pairs of GPUs do not reach each other's memory, so that values between them make a detour "
                "by the host's, which takes longer: %1");
/// @}

/// @name CUPTI, which traces kernels
/// @{
inline constexpr Phrase kCuptiNotBuilt =
    phrase("obstacle", "this build has no CUPTI, so it can't trace kernels; it is built in where its header is found");
/// The library's name.
inline constexpr Phrase kNoCupti =
    phrase("obstacle", "CUPTI is missing (%1), so kernels can't be traced; CUDA's toolkit brings it");
/// The version it must have.
inline constexpr Phrase kOldCupti =
    phrase("obstacle", "CUPTI is too old to trace kernels: it must be of CUDA %1 or newer");
inline constexpr Phrase kTracedByOthers =
    phrase("obstacle", "another tool, such as Nsight, traces the engine, and only one can; run without that tool, or "
                       "without tracing kernels");
inline constexpr Phrase kTracingNotAllowed =
    phrase("obstacle", "the NVIDIA driver lets only administrators trace kernels; the option "
                       "NVreg_RestrictProfilingToAdminUsers=0 of its module nvidia lets everybody");
/// CUPTI's own words.
inline constexpr Phrase kTracingRefused = phrase("obstacle", "kernels can't be traced: CUPTI says %1");
/// @}

} // namespace lanewright::obstacle
