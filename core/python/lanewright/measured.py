# SPDX-License-Identifier: Apache-2.0
"""Measured runs as values."""

from __future__ import annotations

from .shown import Shown


class Run(Shown):
    """A run, measured: of the engine, of PyTorch, or of other trainers' traces."""
