// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the fakes of CUDA's runtime and driver offer beside CUDA's own calls.

/// Green contexts as a driver may make them.
struct FakeGreen {
    unsigned processors = 132; ///< the GPU's
    unsigned alignment = 2;    ///< that the driver says the sizes of parts have,
    unsigned unit = 8;         ///< and that they have
    bool isStrict = false;     ///< refuses other sizes instead of making them larger
    int refusal = 0;           ///< the error with which none is made; 0: they are made
};
/// What streams are made in from here on; null: the driver has no green contexts.
void fakeGreen(const FakeGreen* green);

/// How many streams there are.
int fakeStreams();

/// A kernel declares so much shared memory itself; others declare none.
void fakeDeclareShared(const void* kernel, int bytes);
/// How often more shared memory was asked for than a block of the kernel gets unasked.
int fakeSharedAsked(const void* kernel);
