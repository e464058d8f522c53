#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records PyTorch's runtime while it runs our schedules, and holds the recordings against the plans.

Each case of pytorch_check.py, in both flavours: losses and gradients must be those of the same training without a
recorder, to the last bit, and each rank's recorded ops its row of the plan; `lanewright-cli` must take each file. Then
what a recorder meets beside that: PyTorch's own 1F1B and GPipe, evaluation, two steps an optimizer step, a sender that
is late, a job that is killed, a script that knows of nothing, a listener that is there, dies, or reads nothing.
Exit code 0: all is well; 1: it is not; where torch is missing, --skip-code.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The package, joined in a build tree.
PACKAGE = os.environ.get("PYTHONPATH") or str(ROOT / "build" / "release" / "python")
sys.path.insert(0, PACKAGE)
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import pytorch_check as check

STEPS = 2  # recorded of each case
MEASURED = "compute_comms"  # the flavour whose memory is recorded, too
ROUNDS = 60
# Noted readings of the clock that the recorder may take of an action: a machine is as slow at the one as at the other.
COST = 25
PAIRS = 200  # of steps with and without it, where these are compared as well


# In the ranks.


def stages_for(modules, count):
    import torch
    from torch.distributed.pipelining import PipelineStage

    return [PipelineStage(module, index, count, torch.device("cpu")) for index, module in modules.items()]


def built_in(schedules):
    """The schedules of PyTorch's own that it can run on gloo. 2.6 keeps of messages that it posts together only the
    last; gloo drops the others with their handles, and its 1F1B then waits for ever, with a recorder or without."""
    import inspect

    keeps_the_last = ".pop()" in inspect.getsource(schedules._batch_p2p)
    return [schedules.ScheduleGPipe] if keeps_the_last else [schedules.Schedule1F1B, schedules.ScheduleGPipe]


def train(schedule, modules, count, microbatches, steps):
    """Some steps of SGD; the losses of the last stage and all weights."""
    import torch

    optimizer = torch.optim.SGD([weight for module in modules.values() for weight in module.parameters()], lr=0.01)
    torch.manual_seed(11)
    losses = []
    for _ in range(steps):
        data = torch.randn(microbatches * check.SAMPLES, check.WIDTH, dtype=torch.float64)
        target = torch.randn(microbatches * check.SAMPLES, check.WIDTH, dtype=torch.float64)
        optimizer.zero_grad()
        found = []
        words = {"target": target, "losses": found} if count - 1 in modules else {}
        schedule.step(*((data,) if 0 in modules else ()), **words)
        optimizer.step()
        losses += [loss.detach().clone() for loss in found]
    weights = [weight.detach().clone() for module in modules.values() for weight in module.parameters()]
    gradients = [weight.grad.clone() for module in modules.values() for weight in module.parameters()]
    return losses, weights, gradients


def same(one, other):
    import torch

    return all(len(a) == len(b) and all(torch.equal(x, y) for x, y in zip(a, b)) for a, b in zip(one, other))


def run_case(case, rank, folder):
    """Per flavour whether training was the same with a recorder; and whether `load` gives PyTorch what the CSV does."""
    import torch
    from torch.distributed.pipelining.schedules import _PipelineScheduleRuntime

    import lanewright
    from lanewright import versions

    _, microbatches, rank_of = case["shape"]
    count = len(rank_of)
    loss = torch.nn.functional.mse_loss
    answer = {}

    def build():
        model = check.layers(count)
        modules = {index: model[index] for index in range(count) if rank_of[index] == rank}
        return modules, stages_for(modules, count)

    def from_csv(stages, flavour):
        versions.mend(stages)
        schedule = _PipelineScheduleRuntime(stages, microbatches, loss_fn=loss)
        schedule._load_csv(case["files"][flavour], format=flavour)
        return schedule

    modules, stages = build()
    plain = train(from_csv(stages, "compute_only"), modules, count, microbatches, STEPS)
    for flavour in check.FLAVOURS:
        modules, stages = build()
        schedule = from_csv(stages, flavour)
        before = schedule.pipeline_order_with_comms[rank]
        words = {"steps": range(STEPS), "plan": case["plan"], "memory": flavour == MEASURED}
        with lanewright.record(schedule, f"{folder}/{case['index']}.{flavour}.lwrun", **words):
            recorded = train(schedule, modules, count, microbatches, STEPS)
        left = "step" not in schedule.__dict__ and schedule.pipeline_order_with_comms[rank] is before
        left = left and not any(
            name in stage.__dict__ for stage in stages for name in ("forward_one_chunk", "backward_one_chunk")
        )
        answer[flavour] = {"same": same(plain, recorded), "put_back": left}
    modules, stages = build()
    loaded = lanewright.load(case["plan"], stages, loss_fn=loss)
    reference = from_csv(build()[1], "compute_only")
    words = lambda schedule: {rank: list(map(str, row)) for rank, row in schedule.pipeline_order_with_comms.items()}
    answer["load"] = words(loaded) == words(reference)
    return answer


class Sleeping:
    """A layer whose forward and backward sleep, each for its own time, and that notes its forwards' times (ns)."""

    def __new__(cls, forward, backward):
        import torch

        took = []

        class Function(torch.autograd.Function):
            @staticmethod
            def forward(ctx, value):
                time.sleep(forward)
                return value * 1.0

            @staticmethod
            def backward(ctx, gradient):
                time.sleep(backward)
                return gradient * 1.0

        class Layer(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = torch.nn.Linear(check.WIDTH, check.WIDTH).double()
                self.took = took

            def forward(self, value):
                start = time.perf_counter_ns()
                out = Function.apply(self.linear(value))
                took.append(time.perf_counter_ns() - start)
                return out

        return Layer()


def run_others(rank, folder, pairs):
    """On two ranks: what the cases do not show. A dict of what was seen, to be judged outside."""
    import torch
    import torch.distributed as dist
    from torch.distributed.pipelining import schedules

    import lanewright

    seen = {}
    loss = torch.nn.functional.mse_loss
    data = torch.randn(4 * check.SAMPLES, check.WIDTH, dtype=torch.float64)

    def step(schedule):
        schedule.step(*((data,) if rank == 0 else ()), **({"target": data} if rank == 1 else {}))

    for kind in built_in(schedules):
        stage = stages_for({rank: check.layers(2)[rank]}, 2)[0]
        schedule = kind(stage, 4, loss_fn=loss)
        recorder = lanewright.record(schedule, f"{folder}/{kind.__name__}.lwrun", steps=range(1, 3))
        for number in range(4):
            step(schedule)
            if number == 1 and hasattr(schedule, "eval"):
                with torch.no_grad():
                    schedule.eval(*((data,) if rank == 0 else ()), **({"target": data} if rank == 1 else {}))
        seen[kind.__name__] = recorder.active  # its last step is over, and the next has begun
        dist.barrier()

    # The first stage is slow: that is a wait of the second, and none of its ops.
    slow = Sleeping(0.02, 0.02) if rank == 0 else Sleeping(0, 0)
    plan = f"{folder}/slow.lwsched"
    schedule = lanewright.load(plan, stages_for({rank: slow}, 2), loss_fn=loss)
    many = torch.randn(6 * check.SAMPLES, check.WIDTH, dtype=torch.float64)
    with lanewright.record(schedule, f"{folder}/slow.lwrun", steps=range(1, 4)):
        for _ in range(4):
            schedule.step(*((many,) if rank == 0 else ()), **({"target": many} if rank == 1 else {}))
    seen["took"] = slow.took
    run_megatron(rank, folder)
    seen["left"] = left_without_backward()
    seen["cost"], seen["reading"] = cost(rank)
    if pairs:
        seen["pairs"] = cost_in_training(rank, folder)
    return seen


def left_without_backward():
    """The bytes that are held of a graph that was dropped before its backward; its last op saves its own output."""
    import torch

    from lanewright.memory import SavedTensors

    meter = SavedTensors([], [])
    torch.tanh(torch.randn(check.WIDTH, requires_grad=True))
    meter.close()
    assert meter.peak() > 0
    return meter.held()


def run_megatron(rank, folder):
    """Megatron's two functions and its loop, as far as a recorder sees them: 1F1B without messages, and the interleaved
    loop with two chunks, three steps each and an evaluation between."""
    import types

    import torch.distributed as dist

    from lanewright.megatron import LOOPS, MegatronRecorder

    module = types.SimpleNamespace()

    class Output(list):
        """A tensor: all that is asked of it is what it is."""

    def forward_step(
        function, data, model, microbatches, value, store, config, *, current_microbatch=None, vp_stage=None
    ):
        time.sleep(0.001)
        return [Output()], 1

    def backward_step(input_tensor, output_tensor, gradient, kind, config):
        time.sleep(0.002)
        return

    def loop(*, model, num_microbatches, forward_only, interleaved=False):
        chunks = range(len(model)) if isinstance(model, list) else [None]
        outputs = []
        for chunk in chunks:
            for microbatch in range(num_microbatches):
                output, _ = module.forward_step(
                    None, None, model, num_microbatches, None, [], None, current_microbatch=microbatch, vp_stage=chunk
                )
                outputs.append(output)
        if not forward_only:
            for output in reversed(outputs):
                module.backward_step([None], output, [None], None, None)

    module.forward_step, module.backward_step = forward_step, backward_step
    for name in LOOPS:
        setattr(module, name, loop)
    state = types.SimpleNamespace(get_pipeline_model_parallel_group=lambda: dist.group.WORLD)
    for name, model in zip(LOOPS, ("model", ["first chunk", "second chunk"])):
        recorder = MegatronRecorder(
            f"{folder}/{name}.lwrun", range(1, 3), None, None, None, schedules=module, state=state
        )
        for _ in range(3):
            getattr(module, name)(model=model, num_microbatches=4, forward_only=False)
            getattr(module, name)(model=model, num_microbatches=4, forward_only=True)
        recorder.stop()
        assert module.forward_step is forward_step and getattr(module, name) is loop
    dist.barrier()


def cost(rank):
    """ns that the recorder takes of an action that computes, in the best of some rounds: what it notes of the list, and
    what it notes of the stage; and ns of the least that a recorder can do, to note a reading of the clock. Only the
    recorder runs, in so many rounds that some are not disturbed, so that load does not tell."""
    from lanewright.recorder import METHODS, TimedActions, shadow
    from lanewright.recording import Tape

    class Stage:
        def forward_one_chunk(self, microbatch):
            return microbatch

    def best(function):
        times = []
        for _ in range(ROUNDS):
            begin = time.thread_time_ns()
            function()
            times.append(time.thread_time_ns() - begin)
        return min(times)

    count = 5000
    tape = Tape()
    plain = [f"{rank}F{number}" for number in range(count)]
    timed = TimedActions(plain, tape)
    stage, shadowed = Stage(), Stage()
    shadow(shadowed, "forward_one_chunk", tape, rank, METHODS["forward_one_chunk"])

    def run(actions, target):
        for _ in actions:
            target.forward_one_chunk(3)

    def recorded():
        tape.begin()
        run(timed, shadowed)
        tape.running = False

    def noted():
        times, clock = [], time.perf_counter_ns
        for _ in plain:
            times.append(clock())

    return (best(recorded) - best(lambda: run(plain, stage))) / count, best(noted) / count


def cost_in_training(rank, folder):
    """The same over pairs of steps, as the difference of the 10 % points of the main thread's time; and of steps that
    are alike, which tells what such a figure is worth on this machine."""
    import random

    import torch

    import lanewright
    from lanewright.recorder import Recorder

    data = torch.randn(6 * check.SAMPLES, check.WIDTH, dtype=torch.float64)
    stages = stages_for({rank: check.layers(2)[rank]}, 2)
    schedule = lanewright.load(f"{folder}/slow.lwsched", stages, loss_fn=torch.nn.functional.mse_loss)
    recorder = Recorder(schedule, f"{folder}/cost.lwrun", steps=range(1, 10**9))
    inner, tape = schedule.step.__wrapped__, recorder._tape
    words = ((data,) if rank == 0 else ()), ({"target": data} if rank == 1 else {})
    inner(*words[0], **words[1])
    recorder._before_step()
    times = {"with": [], "without": [], "again": []}
    chance = random.Random(1)
    for _ in range(PAIRS):
        turns = list(times)
        chance.shuffle(turns)
        for turn in turns:
            if turn == "with":
                tape.begin()
            begin = time.thread_time_ns()
            inner(*words[0], **words[1])
            times[turn].append(time.thread_time_ns() - begin)
            tape.running = False
    recorder._stop_listening()
    recorder.active = False
    actions = len(schedule.pipeline_order_with_comms[rank])
    tenth = {turn: sorted(values)[len(values) // 10] for turn, values in times.items()}
    return (tenth["with"] - tenth["without"]) / actions, (tenth["again"] - tenth["without"]) / actions


def run_killed(rank, folder):
    """Rank 1 dies in step 7."""
    import torch

    import lanewright

    many = torch.randn(6 * check.SAMPLES, check.WIDTH, dtype=torch.float64)
    stages = stages_for({rank: check.layers(2)[rank]}, 2)
    schedule = lanewright.load(f"{folder}/slow.lwsched", stages, loss_fn=torch.nn.functional.mse_loss)
    lanewright.record(schedule, f"{folder}/killed.lwrun", steps=range(5, 15))
    if rank == 1:
        inner = stages[0].backward_one_chunk
        calls = []

        def dying(*args, **kwargs):
            calls.append(1)
            if len(calls) == 7 * 6 + 3:
                os.kill(os.getpid(), signal.SIGKILL)
            return inner(*args, **kwargs)

        stages[0].backward_one_chunk = dying
    for _ in range(15):
        schedule.step(*((many,) if rank == 0 else ()), **({"target": many} if rank == 1 else {}))


def work(rank, ranks, folder, cases):
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    meet = f"{folder}/meet{ranks}" if cases != "killed" else f"{folder}/meet-killed"
    dist.init_process_group("gloo", init_method=f"file://{meet}", rank=rank, world_size=ranks)
    if cases == "killed":
        run_killed(rank, folder)
        return
    for case in cases:
        answer = run_case(case, rank, folder)
        dist.barrier()
        pathlib.Path(f"{folder}/answer.{case['index']}.{rank}").write_text(json.dumps(answer))
    if ranks == 2:
        answer = run_others(rank, folder, os.environ.get("LANEWRIGHT_PAIRS"))
        dist.barrier()
        pathlib.Path(f"{folder}/others.{rank}").write_text(json.dumps(answer))
    dist.destroy_process_group()


# Outside of them.


class Failures(list):
    def expect(self, truth, sentence):
        if not truth:
            self.append(sentence)
        return truth


def cli(options, *words):
    return subprocess.run([options.cli, *map(str, words)], capture_output=True, text=True)


def rows_of(run, step):
    return [[span[0] for span in lane] for lane in run["steps"][step]["wall"]]


def judge_case(case, folder, options, failures):
    name, ranks = case["name"], case["shape"][0]
    good = True
    for rank in range(ranks):
        path = folder / f"answer.{case['index']}.{rank}"
        if not failures.expect(path.exists(), f"{name}: rank {rank} gave no answer"):
            return False
        answer = json.loads(path.read_text())
        good &= failures.expect(answer["load"], f"{name}: load gives rank {rank} other actions than the CSV")
        for flavour in check.FLAVOURS:
            good &= failures.expect(
                answer[flavour]["same"], f"{name}, {flavour}: rank {rank} trains something else when it is recorded"
            )
            good &= failures.expect(answer[flavour]["put_back"], f"{name}, {flavour}: hooks are left on rank {rank}")
    order = json.loads(pathlib.Path(case["plan"]).read_text())["order"]
    for flavour in check.FLAVOURS:
        path = folder / f"{case['index']}.{flavour}.lwrun"
        if not failures.expect(path.exists(), f"{name}, {flavour}: there is no run"):
            good = False
            continue
        run = json.loads(path.read_text())
        good &= failures.expect(
            len(run["steps"]) == STEPS and not run["partial"], f"{name}, {flavour}: steps are missing"
        )
        for step in range(len(run["steps"])):
            good &= failures.expect(
                rows_of(run, step) == order, f"{name}, {flavour}: the recorded order is not the plan's"
            )
        good &= failures.expect(
            run["recorder"]["hooks"] == ["list", "stage"], f"{name}, {flavour}: hooks {run['recorder']['hooks']}"
        )
        good &= failures.expect(run["recorder"]["waits"] == "apart", f"{name}, {flavour}: waits are not apart")
        if flavour == MEASURED:
            good &= judge_memory(name, run, path, options, failures)
        done = cli(options, "validate", path)
        good &= failures.expect(done.returncode == 0, f"{name}, {flavour}: validate says {done.stdout}{done.stderr}")
        done = cli(options, "compare", case["plan"], path)
        good &= failures.expect(
            done.returncode == 0 and "planned order" in done.stdout,
            f"{name}, {flavour}: compare says {done.stdout}{done.stderr}",
        )
    return good


def judge_memory(name, run, path, options, failures):
    """A layer saves what goes into it and what tanh gives, in doubles. The first one's input is the user's own, and
    what comes from a stage of the same rank has been saved by that."""
    value = check.SAMPLES * check.WIDTH * 8
    good = True
    place = run["schedule"]["placement"]["directions"][0]
    adds = [value if stage == 0 or place[stage - 1] == rank else 2 * value for stage, rank in enumerate(place)]
    for step in run["steps"]:
        first = [live[0] for live in step["live"]]
        expected = [adds[int(lane[0][0][1:].partition(".")[0])] for lane in step["wall"]]
        good &= failures.expect(first == expected, f"{name}: the first forwards hold {first} bytes, and not {expected}")
        good &= failures.expect(
            [len(live) for live in step["live"]] == [len(lane) for lane in step["wall"]],
            f"{name}: live is of other spans",
        )
        good &= failures.expect(
            list(map(max, step["live"])) == step["peak_activations"],
            f"{name}: {step['live']} and {step['peak_activations']}",
        )
    if not any("+" in span[0] for lane in run["steps"][0]["wall"] for span in lane):
        done = cli(options, "costs", path, "-o", path.with_suffix(".costs.lwsched"))
        memory = (
            json.loads(path.with_suffix(".costs.lwsched").read_text()).get("memory", {}) if done.returncode == 0 else {}
        )
        taken = [round(amount * 2**20) for amount in memory.get("forward", [])]
        good &= failures.expect(taken == adds, f"{name}: costs says {taken} of {done.stderr}")
    return good


def load_run(folder, name, failures):
    path = folder / name
    return json.loads(path.read_text()) if failures.expect(path.exists(), f"{name} is missing") else None


def covered_time(step, rank):
    """What waits, ops and communication of a rank add up to, and the time from the first of them to the end of the
    last.
    """
    spans = [(start, end) for _, start, end in step["wall"][rank]]
    spans += [(start, end) for kind, own, start, end, _, _ in step["others"] if kind == "wait" and own == rank]
    spans += [(start, end) for _, own, start, end, *_ in step.get("side", []) if own == rank]
    return sum(end - start for start, end in spans), max(end for _, end in spans) - min(start for start, _ in spans)


def judge_others(folder, kinds, options, failures, lines):
    for name in kinds:
        run = load_run(folder, f"{name}.lwrun", failures)
        if not run:
            continue
        failures.expect(
            [step["step"] for step in run["steps"]] == [1, 2],
            f"{name}: steps {[step['step'] for step in run['steps']]}",
        )
        for step in run["steps"]:
            for rank, lane in enumerate(step["wall"]):
                expected = sorted(f"{kind}{rank}.{microbatch}" for kind in ("F", "BW") for microbatch in range(4))
                failures.expect(sorted(span[0] for span in lane) == expected, f"{name}: rank {rank} ran {lane}")
        failures.expect(
            cli(options, "validate", folder / f"{name}.lwrun").returncode == 0, f"{name}: validate refuses the run"
        )
    for name, stages in (
        ("forward_backward_pipelining_without_interleaving", [[0], [1]]),
        ("forward_backward_pipelining_with_interleaving", [[0, 2], [1, 3]]),
    ):
        run = load_run(folder, f"{name}.lwrun", failures)
        if not run:
            continue
        failures.expect([step["step"] for step in run["steps"]] == [1, 2], f"{name}: other steps")
        for rank, own in enumerate(stages):
            forwards = [f"F{stage}.{microbatch}" for stage in own for microbatch in range(4)]
            expected = forwards + ["BW" + op[1:] for op in reversed(forwards)]
            failures.expect(rows_of(run, 0)[rank] == expected, f"{name}: rank {rank} ran {rows_of(run, 0)[rank]}")
        failures.expect(run["recorder"]["hooks"] == ["megatron"], f"{name}: hooks {run['recorder']['hooks']}")
    run = load_run(folder, "slow.lwrun", failures)
    if run:
        waits, ops, slow = [], [], []
        for step in run["steps"]:
            waits += [
                end - start
                for kind, rank, start, end, op, _ in step["others"]
                if kind == "wait" and rank == 1 and op.startswith("F")
            ]
            ops += [end - start for op, start, end in step["wall"][1] if op.startswith("F")]
            slow += [end - start for op, start, end in step["wall"][0] if op.startswith("F")]
        middle = lambda values: sorted(values)[len(values) // 2]
        failures.expect(min(slow) >= 20e6, "an op that sleeps 20 ms was recorded shorter")
        # A busy machine wakes who sleeps late, and holds up who runs: both lie within what the layer says it took.
        others = folder / "others.0"
        took = json.loads(others.read_text())["took"][-len(slow) :] if others.exists() else []
        more = [op - own for op, own in zip(slow, took)]
        failures.expect(more and min(more) >= 0, "an op that sleeps was recorded shorter than its layer took")
        failures.expect(
            more and min(more) <= 1e6,
            f"ops that sleep were recorded {min(more, default=0) / 1e6:.2f} ms longer and more than their layer took",
        )
        failures.expect(
            waits and middle(waits) > middle(ops), "a late sender shows in the receiver's op, not in its wait"
        )
        for rank in range(2):
            off = min(
                abs(1 - covered / length) for covered, length in (covered_time(step, rank) for step in run["steps"])
            )
            failures.expect(
                off <= 0.01, f"on rank {rank}, waits, ops and communication are {off:.1%} off the time of a step"
            )
        lines.append(f"Ops that sleep 20 ms take {middle(slow) / 1e6:.2f} ms in the median.")
    for rank in range(2):
        path = folder / f"others.{rank}"
        if failures.expect(path.exists(), f"rank {rank} of the other trials gave no answer"):
            seen = json.loads(path.read_text())
            for name in kinds:
                failures.expect(not seen[name], f"{name}: the recorder goes on behind its last step")
            failures.expect(seen["left"] == 0, f"rank {rank} keeps {seen['left']} bytes of a graph that is gone")
            readings = seen["cost"] / seen["reading"]
            failures.expect(
                readings <= COST,
                f"the recorder takes {seen['cost']:.0f} ns of an action on rank {rank}, {readings:.1f} noted readings "
                "of the clock",
            )
            lines.append(
                f"The recorder takes {seen['cost']:.0f} ns of an action that computes, as long as {readings:.1f} noted "
                "readings of the clock "
                f"(rank {rank}, the best of {ROUNDS} rounds)."
            )
            if "pairs" in seen:
                lines.append(
                    f"In training it takes {seen['pairs'][0]:.0f} ns (the 10 % point of {PAIRS} pairs of steps), where "
                    "pairs of steps "
                    f"that are alike differ by {seen['pairs'][1]:.0f} ns."
                )


def judge_killed(folder, options, failures):
    done = subprocess.run(
        [sys.executable, "-m", "lanewright", "merge", str(folder / "killed.lwrun.parts")],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": PACKAGE},
    )
    if failures.expect(done.returncode == 0, f"killed job: merge says {done.stderr}"):
        run = json.loads((folder / "killed.lwrun").read_text())
        steps = [step["step"] for step in run["steps"]]
        failures.expect(steps == [5, 6] and run["partial"], f"killed job: steps {steps}, partial {run['partial']}")
        failures.expect(
            cli(options, "validate", folder / "killed.lwrun").returncode == 0, "killed job: validate refuses the run"
        )


def torchrun(folder, variables, *words, ranks=2):
    """A script under torchrun, as a user starts it."""
    launch = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(ranks), "--standalone", *words]
    environment = {**os.environ, "PYTHONPATH": PACKAGE, "GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        launch, capture_output=True, text=True, cwd=folder, env={**environment, **variables}, timeout=300
    )


def example_for(folder, kinds):
    """The example that knows nothing of a recorder, with the first of those schedules in place of its 1F1B."""
    text = (ROOT / "engine" / "torch" / "examples" / "train.py").read_text()
    assert "Schedule1F1B" in text
    script = folder / "train.py"
    script.write_text(text.replace("Schedule1F1B", kinds[0]))
    return str(script)


def judge_unchanged_script(script, folder, options, failures):
    done = torchrun(
        folder,
        {"LANEWRIGHT_RECORD": "unchanged.lwrun", "LANEWRIGHT_STEPS": "3:6"},
        "-m",
        "lanewright.run",
        script,
        "--steps",
        "10",
    )
    failures.expect(
        done.returncode == 0 and len(losses_in(done.stdout)) == 10, f"-m lanewright.run: {done.stderr[-500:]}"
    )
    failures.expect("unchanged.lwrun: 3 steps, idle" in done.stderr, f"-m lanewright.run says {done.stderr[-500:]}")
    run = load_run(folder, "unchanged.lwrun", failures)
    if run:
        failures.expect([step["step"] for step in run["steps"]] == [3, 4, 5], "-m lanewright.run: other steps")
        failures.expect(
            all("optimizer" in [other[0] for other in step["others"]] for step in run["steps"]),
            "-m lanewright.run: no optimizer",
        )
        failures.expect("loss" in run["steps"][0], "-m lanewright.run: no loss")
        failures.expect(
            cli(options, "simulate", folder / "unchanged.lwrun").returncode == 0,
            "-m lanewright.run: simulate refuses the run",
        )
    return losses_in(done.stdout)


def losses_in(text):
    return [line for line in text.splitlines() if line.startswith("step ")]


def judge_live(script, folder, options, losses_before, failures, lines):
    """The listener makes the run that the file is; and the job does not care when it dies."""

    def run(name, while_it_runs=None, ranks=2, to_file=True):
        listener = subprocess.Popen(
            [options.cli, "listen", "-o", str(folder / f"{name}.live.lwrun")], stdout=subprocess.PIPE, text=True
        )
        try:
            address = listener.stdout.readline().strip().partition("=")[2]
            if while_it_runs:
                while_it_runs(listener)
            variables = {"LANEWRIGHT_LIVE": address}
            if to_file:
                variables |= {"LANEWRIGHT_RECORD": f"{name}.lwrun", "LANEWRIGHT_STEPS": "2:8"}
            done = torchrun(folder, variables, "-m", "lanewright.run", script, "--steps", "10", ranks=ranks)
            return done, listener.communicate(timeout=60)[0]
        finally:
            listener.kill()
            listener.wait()

    done, said = run("heard", ranks=4)
    failures.expect(done.returncode == 0, f"live: {done.stderr[-500:]}")
    file, live = load_run(folder, "heard.lwrun", failures), load_run(folder, "heard.live.lwrun", failures)
    if file and live:
        theirs = {step["step"]: step for step in live["steps"]}
        lines.append(f"A listener got {len(theirs)} of {len(file['steps'])} steps.")
        failures.expect(
            theirs and (len(theirs) == len(file["steps"]) or live["partial"]),
            f"live: {len(theirs)} steps, said whole: {said}",
        )
        for step in file["steps"]:
            if step["step"] in theirs:
                failures.expect(
                    theirs[step["step"]]["wall"] == step["wall"],
                    f"live: step {step['step']} is another one than in the file",
                )
                waits = lambda one: sorted(other for other in one["others"] if other[0] == "wait")
                failures.expect(
                    waits(theirs[step["step"]]) == waits(step), f"live: step {step['step']} waits otherwise"
                )

    # The line that a listener prints is all that a person pastes.
    done, said = run("only-heard", to_file=False)
    failures.expect(done.returncode == 0, f"live alone: {done.stderr[-500:]}")
    failures.expect(not (folder / "only-heard.lwrun.parts").exists(), "live alone: files were written")
    live = load_run(folder, "only-heard.live.lwrun", failures)
    failures.expect(
        live and live["steps"] and (live["partial"] or [step["step"] for step in live["steps"]] == list(range(1, 10))),
        f"live alone: {said}",
    )

    import threading

    def kill_soon(listener):
        def kill():
            listener.stdout.readline()  # its first step
            listener.kill()

        threading.Thread(target=kill, daemon=True).start()

    done, _ = run("killed-listener", kill_soon)
    failures.expect(done.returncode == 0, f"a dead listener: {done.stderr[-500:]}")
    failures.expect(losses_in(done.stdout) == losses_before, "a dead listener changes the losses")
    run_file = load_run(folder, "killed-listener.lwrun", failures)
    failures.expect(run_file and len(run_file["steps"]) == 6, "a dead listener costs recorded steps")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli")
    parser.add_argument("--report", help="write what was found here")
    parser.add_argument("--skip-code", type=int, default=0, help="exit code where torch is missing")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for all cases of one number of ranks")
    parser.add_argument("--keep", help="a folder for the recordings, which is made")
    parser.add_argument("--only", help="of the cases those whose name holds this")
    parser.add_argument("--pairs", action="store_true", help="compare steps with and without the recorder as well")
    options = parser.parse_args()
    if options.pairs:
        os.environ["LANEWRIGHT_PAIRS"] = "1"
    try:
        import torch
        from torch.distributed.pipelining import schedules
    except ImportError as problem:
        print(f"skipped: PyTorch with its pipelining is not here ({problem})")
        return options.skip_code
    from lanewright import versions

    release = ".".join(torch.__version__.split("+")[0].split(".")[:2])
    failures, lines = Failures(), []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(options.keep or name).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("meet*"):
            old.unlink()
        cases, left_out = [], []
        for index, (title, source) in enumerate(check.CASES):
            if options.only and options.only not in title:
                continue
            files = check.write_case(
                options.cli, folder, index, source, "2.9" if release in ("2.6", "2.7", "2.8") else release
            )
            shape = (
                check.shape_of(files["compute_only"])
                if versions.has_pairs(schedules)
                else shape_without_torch(files["compute_only"])
            )
            looped = shape[2] == [stage % shape[0] for stage in range(len(shape[2]))]
            text = pathlib.Path(files["compute_only"]).read_text()
            if ("OVERLAP" in text and not versions.has_pairs(schedules)) or (
                not looped and not versions.takes_placement(schedules)
            ):
                left_out.append(title)
                continue
            plan = folder / f"{index}.plan.lwsched"
            check.convert(options.cli, files["compute_only"], plan)
            cases.append({"index": index, "name": title, "files": files, "shape": shape, "plan": str(plan)})
        subprocess.run(
            [options.cli, "generate", "zb-h1", "-p", "2", "-m", "6", "-o", str(folder / "slow.lwsched")],
            check=True,
            capture_output=True,
        )
        begin = time.monotonic()
        for ranks in (2, 4):
            own = [case for case in cases if case["shape"][0] == ranks]
            failures.expect(
                check.spawn(ranks, folder, own, options.timeout, __file__),
                f"the processes of {ranks} ranks did not end well",
            )
        good = sum(judge_case(case, folder, options, failures) for case in cases)
        lines.append(
            f"{good} of {len(cases)} schedules are recorded in both flavours, in the plan's order, with the same bits."
        )
        kinds = [kind.__name__ for kind in built_in(schedules)]
        script = example_for(folder, kinds)
        judge_others(folder, kinds, options, failures, lines)
        check.spawn(2, folder, "killed", 120, __file__)
        judge_killed(folder, options, failures)
        losses = judge_unchanged_script(script, folder, options, failures)
        judge_live(script, folder, options, losses, failures, lines)
        if "Schedule1F1B" not in kinds:
            lines.append(f"Left out: PyTorch {release}'s own 1F1B, which waits for ever on gloo, recorded or not.")
        if left_out:
            lines.append(f"Left out, since PyTorch {release} does not run them: {'; '.join(left_out)}.")
        lines.append(f"{time.monotonic() - begin:.0f} s with PyTorch {torch.__version__}.")
    report = "\n".join([*lines, *(f"FAILED: {failure}" for failure in failures)]) + "\n"
    print(report, end="")
    if options.report:
        pathlib.Path(options.report).write_text("# PyTorch's runtime, recorded\n\n" + report)
    return 1 if failures else 0


def shape_without_torch(path):
    """Ranks, microbatches and the rank of each stage, where PyTorch's own reader does not know pairs."""
    from lanewright.names import block_from_action

    rank_of, microbatches = {}, 0
    rows = [line.split(",") for line in pathlib.Path(path).read_text().splitlines()]
    for rank, row in enumerate(rows):
        for op in (op for cell in row for op in block_from_action(cell.strip()) or ()):
            rank_of[op.stage] = rank
            microbatches = max(microbatches, op.microbatch + 1)
    return len(rows), microbatches, [rank_of[stage] for stage in sorted(rank_of)]


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--work":
        work(int(sys.argv[3]), *json.loads(sys.argv[2]))
    else:
        sys.exit(main())
