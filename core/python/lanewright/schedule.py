# SPDX-License-Identifier: Apache-2.0
"""Schedules as values."""

from __future__ import annotations

from .shown import Shown


class Schedule(Shown):
    """A schedule, or a problem without an order."""
