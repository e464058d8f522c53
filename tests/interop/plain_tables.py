#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a table of PyTorch's does, found by walking over it: slow, and nothing that our program or PyTorch computes.

A table is a dict of rows by rank, of PyTorch's own actions.
"""

import collections


class Needs:
    """Which values cross ranks, and what each cell needs."""

    def __init__(self, rows):
        self.rank_of = {
            part.stage_index: rank
            for rank, row in rows.items()
            for cell in row
            if cell is not None
            for part in cell.sub_actions or (cell,)
        }
        self.last = max(self.rank_of)

    def of(self, cell):
        """The values that an F, I, B or W needs; a value is its letter, stage and microbatch."""
        kind, stage, microbatch = cell.computation_type.value, cell.stage_index, cell.microbatch_index
        if kind == "F":
            return [("F", stage - 1, microbatch)] if stage else []
        if kind == "W":
            return [("B", stage, microbatch)]
        return [("F", stage, microbatch)] + ([("B", stage + 1, microbatch)] if stage < self.last else [])

    def value_of(self, cell):
        """What an op yields, or what a message carries."""
        kind, stage = cell.computation_type.value, cell.stage_index
        if kind.startswith("RECV"):
            stage += -1 if kind == "RECV_F" else 1
        return ("F" if kind in ("F", "SEND_F", "RECV_F", "WAIT_SEND_F") else "B", stage, cell.microbatch_index)

    def peer_of(self, cell):
        """The other rank of a send or receive."""
        kind, stage = cell.computation_type.value, cell.stage_index
        return self.rank_of[stage + (1 if kind in ("SEND_F", "RECV_B") else -1)]


def makespan_of(rows):
    """Each cell as early as it can, a unit for F, I and W and two for B."""
    needs = Needs(rows)
    done, at, free = {}, dict.fromkeys(rows, 0), dict.fromkeys(rows, 0)
    moved = True
    while moved:
        moved = False
        for rank, row in rows.items():
            while at[rank] < len(row):
                cell = row[at[rank]]
                parts = [] if cell is None else cell.sub_actions or (cell,)
                own = {needs.value_of(part) for part in parts if part.computation_type.value != "W"}
                wanted = [value for part in parts for value in needs.of(part) if value not in own]
                if any(value not in done for value in wanted):
                    break
                begin = max([free[rank], *(done[value] for value in wanted)])
                free[rank] = begin + sum(2 if part.computation_type.value == "B" else 1 for part in parts)
                done.update(dict.fromkeys(own, free[rank]))
                at[rank] += 1
                moved = True
    return max(free.values()) if all(at[rank] == len(row) for rank, row in rows.items()) else None


class Replay:
    """A table with its messages on one transport: ranks issue them and go on; a compute waits for what it receives."""

    def __init__(self, rows, transport):
        self.rows, self.needs = rows, Needs(rows)
        self.eager, self.has_one_queue = transport != "nccl-nodes", transport != "gloo"
        self.queues = collections.defaultdict(collections.deque)
        self.sent, self.here, self.at = collections.Counter(), {rank: set() for rank in rows}, dict.fromkeys(rows, 0)

    def runs(self):
        while any([self.issue(rank) for rank in self.rows] + [self.carry(queue) for queue in list(self.queues)]):
            pass
        return all(self.at[rank] == len(row) for rank, row in self.rows.items())

    def issue(self, rank):
        begin = self.at[rank]
        while self.at[rank] < len(self.rows[rank]) and self.does(rank, self.rows[rank][self.at[rank]]):
            self.at[rank] += 1
        return self.at[rank] > begin

    def does(self, rank, cell):
        kind = cell.computation_type.value
        if kind.startswith(("SEND", "RECV")):
            peer = self.needs.peer_of(cell)
            # Of one queue the rank is the key; else a queue for each link and direction.
            self.queues[rank if self.has_one_queue else (rank, peer, kind[:4])].append(
                (kind[:4], rank, peer, self.needs.value_of(cell))
            )
            return True
        if cell.microbatch_index is None and not cell.sub_actions or kind.startswith("WAIT"):
            return True
        parts = cell.sub_actions or (cell,)
        own = {self.needs.value_of(part) for part in parts}
        if any(value not in self.here[rank] for part in parts for value in self.needs.of(part) if value not in own):
            return False
        self.here[rank] |= own
        return True

    def carry(self, key):
        """Takes from a queue's head what gets through."""
        queue, moved = self.queues[key], False
        while queue:
            kind, rank, peer, value = queue[0]
            other = self.queues[peer if self.has_one_queue else (peer, rank, "RECV")]
            if kind == "SEND":
                if not self.eager:
                    if not other or other[0][:3] != ("RECV", peer, rank):
                        break
                    self.here[peer].add(other.popleft()[3])
                else:
                    self.sent[rank, peer] += 1
            elif self.eager and self.sent[peer, rank]:
                self.sent[peer, rank] -= 1
                self.here[rank].add(value)
            else:
                break
            queue.popleft()
            moved = True
        return moved


def has_crossed(rows):
    """Whether the receives of a link stand in another order than its sends."""
    needs, links = Needs(rows), collections.defaultdict(list)
    for rank, row in rows.items():
        for cell in row:
            kind = cell.computation_type.value
            if kind.startswith(("SEND", "RECV")):
                peer = needs.peer_of(cell)
                links[(kind[:4], rank, peer) if kind[:4] == "SEND" else (kind[:4], peer, rank)].append(
                    needs.value_of(cell)
                )
    return any(links[("SEND", *link)] != links[("RECV", *link)] for link in {key[1:] for key in links})


def pools_of(rows, kind):
    """How many buffers each rank's pools have: one is held from a receive to its stage's B, or W where that is split.

    `stage_pools` has a pool for each stage and direction, `direction_pools` for each direction, `rank_pool` one.
    """
    counts = []
    for rank in sorted(rows):
        held, live, most = {}, collections.Counter(), collections.Counter()
        for cell in rows[rank]:
            for part in cell.sub_actions or (cell,):
                letter, stage = part.computation_type.value, part.stage_index
                if letter.startswith("RECV"):
                    pool = {"stage_pools": (stage, letter), "direction_pools": letter, "rank_pool": ""}[kind]
                    held.setdefault((stage, part.microbatch_index), []).append(pool)
                    live[pool] += 1
                    most[pool] = max(most[pool], live[pool])
                elif letter in ("B", "W"):
                    live.subtract(held.pop((stage, part.microbatch_index), []))
        counts.append(sum(most.values()))
    return counts
