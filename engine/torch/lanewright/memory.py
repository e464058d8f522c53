# SPDX-License-Identifier: Apache-2.0
"""How many bytes a rank's ops hold, where that is asked for: `LANEWRIGHT_MEMORY=1`, or `memory=True`.

On a CPU these are the bytes that autograd saves for the backward, by PyTorch's `saved_tensors_hooks`: each storage
once, from when it is first saved until the last backward has let it go. On a GPU they are what the caching allocator
has given out since the step began (`memory_allocated`, and for the peak of a step `max_memory_allocated`, which is
reset).
"""


class _Saved:
    """In a saved tensor's place, until autograd lets it go."""

    __slots__ = ("tensor", "key", "meter")

    def __init__(self, tensor, key, meter):
        self.tensor = tensor
        self.key = key
        self.meter = meter

    def __del__(self):
        self.meter._let_go(self.key)


def _unpack(saved):
    return saved.tensor if type(saved) is _Saved else saved


class SavedTensors:
    """Of one step on a CPU. `held` in bytes: what autograd has saved and not let go; `peak`: the most of it."""

    def __init__(self, modules, given):
        """Left out is what is there anyway: parameters and buffers of `modules`, and tensors `given` to the step."""
        from torch.autograd.graph import saved_tensors_hooks

        self._now = self._peak = 0
        self._storages = {}  # of each that is held: [how often, bytes]
        there = [tensor for module in modules for tensor in (*module.parameters(), *module.buffers())]
        self._there = {tensor.untyped_storage()._cdata for tensor in (*there, *tensors_in(given))}
        self._hooks = saved_tensors_hooks(self._pack, _unpack)
        self._hooks.__enter__()

    def held(self):
        return self._now

    def peak(self):
        return self._peak

    def close(self):
        self._hooks.__exit__(None, None, None)

    def _pack(self, tensor):
        # An op that saves its own output would hold itself by it, and never be let go without a backward.
        tensor = tensor.detach()
        try:
            storage = tensor.untyped_storage()
        except (NotImplementedError, RuntimeError):  # a tensor without one, as sparse ones are
            return tensor
        key = storage._cdata
        if key in self._there:
            return tensor
        known = self._storages.get(key)
        if known is not None:
            known[0] += 1
        else:
            size = storage.nbytes()
            self._storages[key] = [1, size]
            self._now += size
            self._peak = max(self._peak, self._now)
        return _Saved(tensor, key, self)

    def _let_go(self, key):
        known = self._storages[key]
        known[0] -= 1
        if known[0] == 0:
            del self._storages[key]
            self._now -= known[1]


class AllocatedBytes:
    """Of one step on a GPU, at the time when the host launches. It is read, not waited for."""

    def __init__(self, modules, given):
        import torch

        self._cuda = torch.cuda
        self._cuda.reset_peak_memory_stats()
        self._before = self._read("current")

    def _read(self, which):
        return self._cuda.memory_stats_as_nested_dict()["allocated_bytes"]["all"][which]

    def held(self):
        return max(0, self._read("current") - self._before)

    def peak(self):
        return max(0, self._read("peak") - self._before)

    def close(self):
        pass


def tensors_in(values):
    """The tensors of arguments, however they are nested."""
    if isinstance(values, dict):
        values = values.values()
    elif hasattr(values, "untyped_storage"):
        return [values]
    elif not isinstance(values, (list, tuple)):
        return []
    return [tensor for value in values for tensor in tensors_in(value)]
