# SPDX-License-Identifier: Apache-2.0
"""The cores that ranks compute on, which tells whether they take turns on them."""

import os


def own():
    """The numbers of those that this process may compute on; none where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def by_host(hosts, allowed):
    """Per rank, how many cores those on its host may compute on, all together; 0: nobody knows."""
    return [len({core for other, own in zip(hosts, allowed) if other == host for core in own}) for host in hosts]
