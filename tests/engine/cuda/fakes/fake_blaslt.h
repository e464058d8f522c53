// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the fake of cuBLASLt offers beside cuBLASLt's own calls.

/// @name Its algorithms, in the order in which it offers them
/// @{
constexpr int kFakeInPlace = 1; ///< adds parts of the depth where the product goes
constexpr int kFakeApart = 3;   ///< adds parts of the depth in a step of its own
constexpr int kFakeWhole = 2;   ///< does not split the depth
/// @}

/// From here on products by an algorithm take so much longer; 0: none does.
void fakeSlowDown(int algorithm, int microseconds);
/// From here on products that sum a factor by the way take so much longer.
void fakeSlowDownSums(int microseconds);
/// From here on an algorithm is refused, when it is to be checked or when it is to compute; 0: none is.
void fakeRefuse(int checked, int computing);
/// How many products were given a vector at an address that its numbers can't have, which would harm a GPU.
int fakeMisalignedVectors();
