// SPDX-License-Identifier: Apache-2.0
// The target of the headers that are precompiled for tests must have a source.
