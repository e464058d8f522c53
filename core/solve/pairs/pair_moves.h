// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/pairs/pair_rows.h"

/// The changes that a search with overlapped pairs makes. Inside core/solve only.
namespace lanewright {

/// Changes the row near `at`, one of its positions, in one of these ways: a block moves, an F and a B become a pair, a
/// pair is parted, a pair changes one of its ops for another, a B in a pair takes its W in or leaves it out. False
/// where nothing is changed. Whether a rank may run what is made is another question.
bool changeRow(PairRow& row, int at, Random& random);

} // namespace lanewright
