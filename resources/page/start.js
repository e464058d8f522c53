// SPDX-License-Identifier: Apache-2.0
// The last script of a page: all others are there.
"use strict";

lanewright.page.start();
lanewright.board.start();
lanewright.lesson?.start();
