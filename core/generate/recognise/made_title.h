// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/model/plan.h"

#include <string_view>

/// The title of a schedule says what the schedule is, until a person names it. A title that was made here (by a
/// generator, a search, an import, or an edit of what these made) follows the order; a person's stays.
namespace lanewright::title {

/// Whether the title was made here of an order. The name of a model or a cluster that a plan was made from is not.
bool isMade(const Message& title);

/// The title of a plan that nobody names: that of the generator whose order it is; empty where it is none's.
Message ofOrder(const Plan& plan);

/// The title of a plan whose order a search has found: that of the generator whose order it is, else `Solved for
/// period, 4 ranks, 8 microbatches`. A person's title stays. Beyond 20 000 ops it is that of the generator that made
/// the order, where the search names one: the others are not asked.
Message ofSolved(const Plan& solved, Objective objective, std::string_view madeBy = {});

/// The title of a plan whose order has been changed by hand: that of the generator whose order it is now, else the one
/// it has, which says from now on that it was edited. A person's title stays.
///
/// Orders of more than 20 000 ops are not compared with those of generators: nobody waits for a title.
Message ofEdited(const Plan& edited);
/// The same of a plan that was `before`, where the edit changed the order of its blocks and not the title.
Message afterEdit(const Plan& before, const Plan& edited);

} // namespace lanewright::title
