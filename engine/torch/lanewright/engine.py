# SPDX-License-Identifier: Apache-2.0
"""Lanewright's backend `torch`: trains the engine's GPT in the order of a plan by PyTorch's own pipelining runtime, and
speaks the engine's protocol (`engine/PROTOCOL.md`) to whoever started it.

    python -m lanewright.engine --ranks 4 --engine lanewright-engine < request      a process per rank on this machine
    torchrun --nproc-per-node 4 -m lanewright.engine --engine lanewright-engine     as the launcher says

People start it by `lanewright-cli run FILE --backend torch`. First weights and samples come from `lanewright-engine
--workload`, so that both engines train the same from the same random numbers.
"""

if __package__ in (None, ""):
    # Started by its path: the package is the folder that it was started in, whatever else goes by that name and
    # wherever links lead, and the folder's files are no modules of their own.
    import importlib.util
    import pathlib
    import sys

    _folder = pathlib.Path(__file__).absolute().parent
    sys.path[:] = [
        path for path in sys.path if pathlib.Path(path or ".").resolve() != pathlib.Path(__file__).resolve().parent
    ]
    _init, _inside = _folder / "__init__.py", [str(_folder)]
    _spec = importlib.util.spec_from_file_location("lanewright", _init, submodule_search_locations=_inside)
    _package = importlib.util.module_from_spec(_spec)
    sys.modules["lanewright"] = _package
    _spec.loader.exec_module(_package)
    __package__ = "lanewright"

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

from lanewright import __version__, clocks, cores, versions
from lanewright.errors import Refused
from lanewright.lwrun import Step, finite, timed_step
from lanewright.names import block_from_action
from lanewright.plan import Plan, check_runnable
from lanewright.recorder import Recorder
from lanewright.recording import NoPart

PROTOCOL = 2
MISSING = 4  # exit code where PyTorch, or what it needs, is missing
GRACE = 2.0  # seconds until a rank whose link broke blames the link: whoever is gone is better blamed by who sees it
BEAT = 0.05


class Missing(Refused):
    """PyTorch, or something that it needs, is not there."""


class RefusedElsewhere(Exception):
    """Rank 0 refused the run, and says so for all."""


def say(event, **keys):
    """One event, in one write, so that lines of ranks do not mix."""
    sys.stdout.write(json.dumps({"event": event, **keys}, separators=(",", ":")) + "\n")
    sys.stdout.flush()


# The request.


def receive(stream):
    """(The request, the text to learn or None): a line with how many bytes each has comes first."""
    header = stream.readline(200)
    try:
        counts = json.loads(header)
        count, data = counts["request_bytes"], counts.get("data_bytes") or 0
    except (ValueError, KeyError, TypeError):
        raise Refused("no run request came" if not header else "the run request is announced wrongly") from None
    body = stream.read(count)
    text = stream.read(data)
    if len(body) + len(text) < count + data:
        raise Refused(f"the run request was cut short: {len(body) + len(text)} of {count + data} bytes came")
    return json.loads(body), text if "data_bytes" in counts else None


def check_request(request):
    """The plan. Refuses what this backend can't do; whoever sends requests says it in better words beforehand
    (`core/client/torch.cpp`)."""
    found = {
        **{key: request.get(key) for key in ("paced", "save", "probe", "trace_kernels", "fault", "poison")},
        "precision": request.get("precision", "fp32") != "fp32",
        "optimizer": request.get("optimizer", {}).get("mode", "synchronous") != "synchronous",
        "sample": request.get("sample", {}).get("characters"),
        "validation": request.get("validation", {}).get("every"),
    }
    for key, asked in found.items():
        if asked:
            raise Refused(f"the backend torch can't do what the request's “{key}” asks for; the backend cpu can")
    return Plan(request["plan"], json.dumps(request["plan"]))


def make_workload(engine, request, text, folder):
    """Has Lanewright's engine write first weights and samples into the folder, and the text."""
    asked = dict(request, backend="cpu", gpus=[], seats=[], threads=1, spans=True)
    body = json.dumps(asked).encode()
    header = {"request_bytes": len(body)}
    if text is not None:
        header["data_bytes"] = len(text)
    given = json.dumps(header).encode() + b"\n" + body + (text or b"")
    try:
        done = subprocess.run([engine, "--workload", str(folder), "--request", "-"], input=given, capture_output=True)
    except OSError as problem:
        raise Missing(f"{engine} can't be started, which makes first weights and samples: {problem.strerror}") from None
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise Refused(lines[-1] if lines else f"{engine} ended with {done.returncode}")


class Wish:
    """Whether whoever started the run wants it to stop: he says so on standard input, or closes it."""

    def __init__(self, stream):
        self.stop = False
        threading.Thread(target=self._listen, args=(stream,), daemon=True, name="lanewright-input").start()

    def _listen(self, stream):
        for line in iter(lambda: stream.readline(1000), b""):
            if b'"cancel"' in line:
                break
        self.stop = True


# A rank.


class Sink(NoPart):
    """Takes what a recorder has of a step, in place of a part on disk."""

    def __init__(self):
        self._steps, self._optimizer, self._clock_pairs = {}, {}, []

    def step(self, record, hooks):
        self._steps[record["step"]] = record

    def optimizer(self, step, start, end):
        self._optimizer[step] = (start, end)

    def clock_pair(self, pair):
        self._clock_pairs.append(pair)

    def take(self, number):
        """What is known of a step that has ended."""
        if number not in self._steps:
            raise RuntimeError("the step could not be recorded")
        record, optimizer = self._steps.pop(number), self._optimizer.pop(number, None)
        return {"record": record, "optimizer": optimizer, "pairs": self._clock_pairs}


class Part:
    """What rank 0 was told of one rank's step."""

    def __init__(self, number, told):
        self.steps = {number: told["record"]}
        self.optimizer = {number: told["optimizer"]} if told["optimizer"] else {}


class EngineRecorder(Recorder):
    """Gives steps to a sink behind each step."""

    def _writer_for(self, header, plan):
        return Sink()

    def _finish(self):
        pass

    def _tell_nothing(self):
        """The session says how it ended."""

    def take(self, number):
        """What is to be told of a step that has ended, the step of the optimizer included."""
        if self._writer is None:
            raise RuntimeError("the step could not be recorded")
        self._write_optimizer()
        self._read_events(last=True)
        return self._writer.take(number)

    def compare_clocks(self):
        """(The name of this machine, by how many ns its clock may be off from rank 0's.) All ranks call it."""
        self._world.meet()
        self._world.exchange()
        offset = self._world.offset()
        return self._world.host, offset[1] if offset else 0

    def where(self):
        """The op that the rank is about, as our files write it; None where it is none."""
        if not self._tape.running:
            return None
        actions = self._actions()
        at = len(self._tape.windows) - 1
        block = block_from_action(actions[at]) if 0 <= at < len(actions) else None
        return str(block[0]) if block else None


class Rank:
    """One rank of the run."""

    def __init__(self, options, rank, ranks):
        self.options = options
        self.rank = rank
        self.ranks = ranks
        self.recorder = None
        self.wish = None

    def run(self):
        received = self._receive_request() if self.rank == 0 else None
        self._join()
        with tempfile.TemporaryDirectory(prefix="lanewright-") as folder:
            self.request = self._agree(lambda: self._prepare(*received, folder))
            self.plan = check_request(self.request)
            self.model = self.request["model"]
            self._build()
            self._take_weights(folder)
            self._take_text(folder)
        self._ready()
        self._train()

    # On rank 0: what it is asked for.

    def _receive_request(self):
        """(The request, the text to learn or None.) From here on it listens for the wish to stop."""
        say("hello", protocol=PROTOCOL, engine=f"lanewright {__version__} for Python")
        request, text = receive(sys.stdin.buffer)
        self.wish = Wish(sys.stdin.buffer)
        plan = check_request(request)
        if plan.ranks != self.ranks:
            raise Refused(f"the plan has {plan.ranks} ranks, and {self.ranks} were started")
        return request, text

    def _prepare(self, request, text, folder):
        """The request, whose first weights and samples lie in the folder then."""
        check_runnable(check_request(request), versions.has_pairs(versions.pipelining()))
        make_workload(self.options.engine, request, text, folder)
        return request

    # Its links.

    def _join(self):
        """Imports PyTorch and meets the other ranks."""
        try:
            import torch
            import torch.distributed as dist

            versions.pipelining()
        except ImportError as problem:
            raise Missing(
                f"{sys.executable} has no PyTorch ({problem}); name a Python that has it with --python"
            ) from None
        except Refused as problem:
            raise Missing(str(problem)) from None
        import datetime

        local = int(os.environ.get("LOCAL_RANK", self.rank))
        here = int(os.environ.get("LOCAL_WORLD_SIZE", self.ranks))
        self.cuda = torch.cuda.is_available() and torch.cuda.device_count() >= here
        self.device = torch.device("cuda", local) if self.cuda else torch.device("cpu")
        if self.cuda:
            torch.cuda.set_device(self.device)
        words = {"timeout": datetime.timedelta(seconds=self.options.patience)}
        if self.options.store:
            words.update(init_method=f"file://{self.options.store}", rank=self.rank, world_size=self.ranks)
        dist.init_process_group("nccl" if self.cuda else "gloo", **words)
        self.group = dist.new_group(backend="gloo", timeout=words["timeout"])

    def _share(self, items):
        """What rank 0 says, on every rank."""
        import torch.distributed as dist

        dist.broadcast_object_list(items, 0, group=self.group)
        return items

    def _agree(self, prepare):
        """What `prepare` gives on rank 0, on every rank. Where it refuses none goes on: rank 0 raises the refusal, the
        others RefusedElsewhere."""
        prepared = refusal = None
        if self.rank == 0:
            try:
                prepared = prepare()
            except Refused as problem:
                refusal = problem
        prepared, refused = self._share([prepared, refusal is not None])
        if refused:
            raise refusal or RefusedElsewhere()
        return prepared

    def _gather(self, item):
        """On rank 0 what each rank says; None on the others."""
        import torch.distributed as dist

        items = [None] * self.ranks if self.rank == 0 else None
        dist.gather_object(item, items, 0, group=self.group)
        return items

    # What it trains.

    def _build(self):
        """Makes the rank's own stages, the schedule that runs them, and the optimizer of their weights."""
        import torch
        from torch.distributed.pipelining import PipelineStage

        from lanewright import gpt
        from lanewright.load import load

        torch.set_num_threads(self.request.get("threads", 1))
        _check_cut(gpt.layers_of(self.model, self.plan.stages))
        own = [stage for stage, owner in enumerate(self.plan.place) if owner == self.rank]
        self.modules = {stage: gpt.stage_of(self.model, self.plan.stages, stage).to(self.device) for stage in own}
        stages = [PipelineStage(module, stage, self.plan.stages, self.device) for stage, module in self.modules.items()]
        # Losses are shares of the step's, so that nothing is left to divide by the number of microbatches.
        self.schedule = load(self.plan, stages, loss_fn=self._loss_of, scale_grads=False)
        self.weights = [weight for module in self.modules.values() for weight in module.parameters()]
        self.optimizer = _optimizer_of(self.weights, self.request["optimizer"])

    def _take_weights(self, folder):
        """Rank 0 reads the state, tensor by tensor, and sends each to the rank of its stage."""
        from lanewright import gpt

        state = gpt.State(self.request.get("resume") or folder) if self.rank == 0 else None
        self.first_step, self.updates = self._share([state.steps, state.updates] if state else [None, None])
        weights = dict(self._named())
        owners = self._gather(list(weights))
        owner_of = {name: rank for rank, names in enumerate(owners) for name in names} if owners else {}
        for name, shape in gpt.tensors_of(self.model):
            kinds = self._hand_over(state, owner_of, name) if state else None
            if name in weights:
                self._set(weights[name], self._receive((3, *shape)) if kinds is None else kinds)

    def _hand_over(self, state, owner_of, name):
        """On rank 0: a tensor of the state with its moments, which is sent where another rank owns it."""
        import torch
        import torch.distributed as dist

        kinds = torch.stack(state.tensors(name))
        if owner_of[name] != 0:
            dist.send(kinds, owner_of[name], group=self.group)
        return kinds

    def _receive(self, shape):
        import torch
        import torch.distributed as dist

        kinds = torch.empty(shape)
        dist.recv(kinds, 0, group=self.group)
        return kinds

    def _set(self, weight, kinds):
        """Gives a weight its numbers, and the optimizer its moments where steps were made already."""
        import torch

        with torch.no_grad():
            weight.copy_(kinds[0])
        if self.updates:
            self.optimizer.state[weight] = {
                "step": torch.tensor(float(self.updates)),
                "exp_avg": kinds[1].to(self.device).clone(),
                "exp_avg_sq": kinds[2].to(self.device).clone(),
            }

    def _take_text(self, folder):
        import torch

        if self.rank == 0:
            folder = pathlib.Path(folder)
            items = [(folder / name).read_bytes() for name in ("text.bin", "samples.bin", "microbatches.json")]
        else:
            items = [None, None, None]
        text, starts, shapes = self._share(items)
        self.text = torch.frombuffer(bytearray(text), dtype=torch.uint8).long()
        self.starts = torch.frombuffer(bytearray(starts), dtype=torch.int32).long()
        self.shapes = json.loads(shapes)

    def _batch(self, step):
        """Tokens of all microbatches of the step, and what follows each.

        PyTorch's stages pass values of one shape, so what has fewer samples or tokens than the model's batch and
        context is padded behind them. No token looks ahead, so the padding changes nothing, and it counts in no loss.
        """
        import torch

        from lanewright import gpt

        tokens = torch.zeros(len(self.shapes), self.model["batch"], self.model["context"], dtype=torch.long)
        targets = torch.full_like(tokens, gpt.NO_TARGET)
        sample = step * sum(samples for samples, _ in self.shapes)
        for microbatch, (samples, context) in enumerate(self.shapes):
            places = self.starts[sample : sample + samples, None] + torch.arange(context)
            tokens[microbatch, :samples, :context] = self.text[places]
            targets[microbatch, :samples, :context] = self.text[places + 1]
            sample += samples
        return tokens.flatten(0, 1).to(self.device), targets.flatten(0, 1).to(self.device)

    def _loss_of(self, logits, targets):
        """A microbatch's share of the loss of the step, which is the mean over all its tokens."""
        from lanewright import gpt

        return gpt.sum_of_losses(logits, targets) / sum(samples * context for samples, context in self.shapes)

    # The steps.

    def _ready(self):
        import torch

        self.recorder = EngineRecorder(
            self.schedule, "", plan=self.plan, optimizer=self.optimizer, live="", memory=False
        )
        name = torch.cuda.get_device_name(self.device) if self.cuda else ""
        device = {"number": self.device.index, "name": name} if self.cuda else None
        told = self._gather((*self.recorder.compare_clocks(), os.getpid(), device, cores.own()))
        if self.rank != 0:
            return
        hosts, clock_uncertainty, pids, devices, own_cores = zip(*told)
        keys = {"devices": devices} if self.cuda else {"cores": cores.by_host(hosts, own_cores)}
        say(
            "ready",
            ranks=self.ranks,
            backend="torch",
            framework=versions.framework(),
            hosts=hosts,
            clock_uncertainty=clock_uncertainty,
            pids=pids,
            first_step=self.first_step,
            **keys,
        )

    def _train(self):
        self.timeline = Timeline(self.plan, self.request)
        stopped = self.wish is not None and self.wish.stop
        stopped = self._share([stopped])[0]
        steps = self.request["steps"]
        step, gradients = 0, ""
        while step < steps and not stopped:
            stopped, gradients = self._step(step)
            step += 1
        weights = self._hash([(name, weight.detach()) for name, weight in self._named()])
        if self.rank == 0:
            say("done", weights_hash=weights, gradients_hash=gradients, cancelled=step < steps)

    def _named(self):
        return [pair for module in self.modules.values() for pair in module.named_weights()]

    def _step(self, step):
        """(Whether it was asked to stop; the hash of the gradients where this was the last step.)"""
        losses = self._run_schedule(step)
        norm, stopped = self._agree_on_norm_and_stop()
        is_last = stopped or step + 1 == self.request["steps"]
        # The update clips gradients in place, so their hash is made before it.
        gradients = self._hash([(name, weight.grad) for name, weight in self._named()]) if is_last else ""
        update = self._update(norm)
        # A step's record ends with the optimizer's step, so it is taken after it.
        told = self.recorder.take(step)
        told["loss"] = sum(float(loss.detach()) for loss in losses) if losses else None
        parts = self._gather(told)
        if self.rank == 0:
            self.timeline.tell(step, parts, norm, update)
        return stopped, gradients

    def _run_schedule(self, step):
        """Leaves the gradients of the step. Returns the losses of its microbatches; none where others make them."""
        tokens, targets = self._batch(step)
        self.optimizer.zero_grad()
        losses = []
        words = {"target": targets, "losses": losses} if self.plan.stages - 1 in self.modules else {}
        self.schedule.step(*((tokens,) if 0 in self.modules else ()), **words)
        return losses

    def _agree_on_norm_and_stop(self):
        """(The norm of all ranks' gradients; whether rank 0 was asked to stop.)"""
        import torch
        import torch.distributed as dist

        zero = torch.zeros((), dtype=torch.float64, device=self.device)
        squares = sum((weight.grad.double().square().sum() for weight in self.weights), zero)
        stop = float(self.wish is not None and self.wish.stop)
        sums = torch.stack([squares.cpu(), torch.tensor(stop, dtype=torch.float64)])
        dist.all_reduce(sums, group=self.group)
        return float(sums[0]) ** 0.5, bool(sums[1] > 0)

    def _update(self, norm):
        """Steps the weights by clipped gradients. Returns what became of them."""
        clip = self.request["optimizer"]["clip"]
        if not norm < float("inf"):
            return "skipped"
        kind = "whole"
        if clip > 0 and norm > clip:
            kind = "clipped"
            for weight in self.weights:
                weight.grad.mul_(clip / norm)
        self.optimizer.step()
        return kind

    def _hash(self, named):
        """Of tensors of all ranks, in an order that no schedule changes; "" on all ranks but 0."""
        import hashlib

        digest_of = lambda tensor: hashlib.sha256(tensor.cpu().contiguous().numpy().tobytes()).hexdigest()
        told = self._gather({name: digest_of(tensor) for name, tensor in named})
        if told is None:
            return ""
        every = {name: digest for one in told for name, digest in one.items()}
        return hashlib.sha256("".join(every[name] for name in sorted(every)).encode()).hexdigest()[:16]


def _check_cut(layers):
    """Raises Refused where a stage would have no weights."""
    for stage, count in enumerate(layers[1:-1], 1):
        if count == 0:
            raise Refused(
                f"stage {stage} has no layers, and PyTorch wants weights on each stage; cut the model otherwise"
            )


def _optimizer_of(weights, settings):
    """AdamW as the request asks for it; matrices alone decay."""
    import torch

    groups = [
        {"params": [weight for weight in weights if weight.dim() > 1], "weight_decay": settings["weight_decay"]},
        {"params": [weight for weight in weights if weight.dim() <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(
        [group for group in groups if group["params"]],
        lr=settings["learning_rate"],
        betas=(settings["beta1"], settings["beta2"]),
        eps=settings["epsilon"],
    )


class Timeline:
    """On rank 0: makes events of what ranks tell of a step."""

    def __init__(self, plan, request):
        self.plan = plan
        self.spans = request.get("spans", True)
        self._start = 0
        self._last = None  # (origin, when the last rank had stepped its weights) of the step before

    def tell(self, number, told, norm, update):
        """Says the spans of step `number`, and then the step.

        `told` has an entry per rank: its `record` of the step, when its `optimizer` began and ended (None: it stepped
        nothing), all `pairs` of clocks that it has compared, and its `loss`, which only the rank of the last stage
        knows (None on the others). `norm` is that of all gradients, `update` what became of the weights.
        """
        step = Step(number, [Part(number, one) for one in told], self.plan.place)
        pairs = [one["pairs"] for one in told]
        alignment = self._align(step, pairs)
        origin = min(alignment.common(rank, lane[0].start) for rank, lane in enumerate(step.lanes) if lane)
        timed = timed_step(step, alignment, self.plan.place, origin, self._begin(step, alignment, origin))
        if self.spans:
            self._tell_spans(timed.record)
        say(
            "step",
            step=number,
            loss=finite(next((one["loss"] for one in told if one["loss"] is not None), None)),
            start=timed.record["start"],
            length=timed.length,
            norm=finite(norm),
            update=update,
            rolled_back=False,
            peak_activations=[],
            **({"clock_uncertainty": alignment.uncertainties} if any(pairs) else {}),
        )

    def _align(self, step, pairs):
        """Makes one clock of the ranks' own, by their `pairs` and what was sent; without pairs they are one already."""
        if any(pairs):
            return clocks.align([(step.starts, step.edges(self.plan.place, "cpu"))], pairs)
        return clocks.as_they_are(step.starts)

    def _tell_spans(self, record):
        """Says of each rank its own blocks, and what else it did: waits, transfers, parts, its optimizer."""
        others_of = [[] for _ in record["wall"]]
        for other in record["others"]:
            _kind, rank, *_ = other
            others_of[rank].append(other)
        for rank, (wall, others) in enumerate(zip(record["wall"], others_of)):
            say("spans", step=record["step"], rank=rank, wall=wall, live=[], others=others)

    def _begin(self, step, alignment, origin):
        """When the step began, counted from the first one; what lay between two steps and is no part of training, the
        telling of spans, is left out."""
        begins = [alignment.common(rank, start) for rank, start in enumerate(step.starts)]
        if self._last is not None:
            before, ended = self._last
            self._start += max(0, origin - before - max(0, min(begins) - ended))
        ends = [stepped[1] if stepped else end for stepped, end in zip(step.optimizer, step.ends)]
        self._last = (origin, max(alignment.common(rank, end) for rank, end in enumerate(ends)))
        return self._start


def _is_of_link(problem):
    """Whether a rank failed because another one did."""
    words = str(problem)
    marks = ("gloo", "NCCL", "Connection", "Broken pipe", "recvValue")
    return type(problem).__name__.startswith("Dist") or any(mark in words for mark in marks)


def run_rank(options, rank, ranks):
    """Exit code: 0 done, 1 refused or failed, 4 PyTorch is missing."""
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for who started the run, who says what to do
    one = Rank(options, rank, ranks)
    try:
        one.run()
        code = 0
    except RefusedElsewhere:
        code = 1
    except Missing as problem:
        code = MISSING
        if rank == 0:
            say("failed", rank=-1, op=None, reason=str(problem))
    except Refused as problem:
        code = 1
        say("failed", rank=-1, op=None, reason=str(problem))
    except Exception as problem:  # noqa: BLE001 - whatever it is, it ends in a sentence
        op = one.recorder.where() if one.recorder else None
        if _is_of_link(problem):
            time.sleep(GRACE)
        code = 1
        lines = str(problem).strip().splitlines()
        say("failed", rank=rank, op=op, reason=f"{type(problem).__name__}: {lines[0] if lines else 'no words'}"[:500])
    sys.stdout.flush()
    sys.stderr.flush()
    if code:
        os._exit(code)  # links of ranks that are gone would hold up a polite end
    import torch.distributed as dist

    dist.destroy_process_group()
    return 0


def _end_with_parent(parent):
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


# All ranks of this machine.


def start_ranks(options):
    """Starts a process for each rank, ends all when one has failed, and says on standard error which one died by a
    signal, in the words of mpirun. Returns the exit code."""
    environment = dict(os.environ)
    environment.setdefault("GLOO_SOCKET_IFNAME", "lo")
    environment.setdefault("OMP_NUM_THREADS", "1")
    for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"):
        environment.pop(name, None)
    with tempfile.TemporaryDirectory(prefix="lanewright-") as folder:
        words = [sys.executable, *(["-B"] if sys.dont_write_bytecode else []), os.path.abspath(__file__)]
        words += ["--engine", options.engine, "--patience", str(options.patience)]
        words += ["--store", os.path.join(folder, "store")]
        ranks = []
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            for rank in range(options.ranks):
                own = [*words, "--ranks", str(options.ranks), "--rank", str(rank)]
                ranks.append(subprocess.Popen(own, stdin=None if rank == 0 else subprocess.DEVNULL, env=environment))
            return _watch(ranks)
        finally:
            for process in ranks:
                if process.poll() is None:
                    process.kill()
            for process in ranks:
                process.wait()


def _watch(ranks):
    while True:
        codes = [process.poll() for process in ranks]
        for rank, code in enumerate(codes):
            if code is not None and code < 0:
                name = signal.strsignal(-code) or "unknown"
                process = f"process rank {rank} with PID {ranks[rank].pid}"
                print(f"noticed that {process} exited on signal {-code} ({name}).", file=sys.stderr)
                return 1
        failed = [code for code in codes if code]
        if failed:
            # Rank 0 has a sentence more often than others.
            deadline = time.monotonic() + GRACE + 1
            while ranks[0].poll() is None and time.monotonic() < deadline:
                time.sleep(BEAT)
            return MISSING if MISSING in failed else failed[0]
        if all(code == 0 for code in codes):
            return 0
        time.sleep(BEAT)


def capabilities():
    """One JSON object: what this Python has."""
    try:
        import torch

        schedules = versions.pipelining()
        release, gpus = versions.framework().split()[1], torch.cuda.device_count()
        answer = {"torch": release, "pairs": versions.has_pairs(schedules), "gpus": gpus}
    except (ImportError, OSError, Refused) as problem:
        answer = {"torch": None, "reason": f"{sys.executable} has no PyTorch that can run pipelines: {problem}"}
    print(json.dumps(answer))
    return 0


def main(words=None):
    parser = argparse.ArgumentParser(prog="lanewright.engine", description=__doc__.splitlines()[0])
    parser.add_argument("--capabilities", action="store_true", help="say which PyTorch this Python has")
    parser.add_argument(
        "--request", choices=["-"], default="-", help="where the run request comes from: standard input"
    )
    parser.add_argument(
        "--engine", default="lanewright-engine", help="Lanewright's own engine, which makes first weights and samples"
    )
    parser.add_argument(
        "--ranks", type=int, help="start so many ranks on this machine; without it a launcher such as torchrun has"
    )
    parser.add_argument("--patience", type=float, default=300, help="seconds that a rank may wait for another")
    parser.add_argument("--rank", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--store", help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.capabilities:
        return capabilities()
    if options.rank is not None:
        return run_rank(options, options.rank, options.ranks)
    if options.ranks is not None:
        return start_ranks(options)
    try:
        rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    except (KeyError, ValueError):
        print(
            "the launcher set no RANK and WORLD_SIZE; start the ranks with torchrun, or say --ranks N", file=sys.stderr
        )
        return 2
    return run_rank(options, rank, ranks)


if __name__ == "__main__":
    sys.exit(main())
