# SPDX-License-Identifier: Apache-2.0
"""Every question that the core answers, a function each. core/python/make_questions.py made them of the core's tables.

Each returns the answer's text: what `lanewright-cli` prints with --json, or the file that was asked for. `document` is
what the first argument of the command would name. See `lanewright.library.ask` for `others`, `hear`, `form` and
`called`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .library import Document, Hearer, Text, ask


def generate(
    document: Document | None = None,
    *,
    name: Text | None = None,
    problem: Text | None = None,
    ranks: int | None = None,
    microbatches: int | None = None,
    chunks: int | None = None,
    placement: Text | None = None,
    memory_limit: Text | None = None,
    w_parts: int | None = None,
    group: int | None = None,
    objective: Text | None = None,
    tf: Text | None = None,
    tb: Text | None = None,
    tw: Text | None = None,
    tcomm: Text | None = None,
    overlapped: Text | None = None,
    mf: Text | None = None,
    mb: Text | None = None,
    mw: Text | None = None,
    lengths: Text | None = None,
    quadratic: Text | None = None,
    seed: int | None = None,
    time_unit: Text | None = None,
    memory_unit: Text | None = None,
    optimizer_mode: Text | None = None,
    title: Text | None = None,
    output: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Make an order with a generator.

    Options:

    name: The generator, see lanewright-cli list; or empty: a board to draw on
    problem: Take placement, costs and memory from this file
    ranks: Ranks (4)
    microbatches: Microbatches (8)
    chunks: Chunks per rank (what the generator takes)
    placement: Of an empty board: chain, loop, v, two-ways or ranks of stages (chain, with -v a loop)
    memory_limit: Limit on the activations of each rank, or a list with one per rank (none)
    w_parts: Parts into which each W is cut (1)
    group: Interleaved methods and GIS: microbatches per group (as many as ranks or, where that leaves a rest, a little
        more; of gis-h half as many)
    objective: Automatic methods: make this small: iteration, makespan, period or longest_span (longest_span); one of
        iteration, makespan, period, longest_span
    tf: Time of F (1)
    tb: Time of B, the gradient of the input (1)
    tw: Time of W, the gradient of the weights (1)
    tcomm: Time of a transfer between two ranks (0)
    overlapped: Time of an overlapped pair of F and BW (the sum of its parts)
    mf: Memory that F takes (1)
    mb: Change of memory at B (0)
    mw: Change of memory at W (-1)
    lengths: Tokens of each microbatch: a file, uniform:A:B or lognormal:M:S (all alike)
    quadratic: With --lengths: which part of a time grows with the square of the length, 0 to 1 (0)
    seed: With drawn lengths: which draw (1)
    time_unit: ns, us, ms, s or unit (unit); one of ns, us, ms, s, unit
    memory_unit: B, KiB, MiB, GiB or unit (unit); one of B, KiB, MiB, GiB, unit
    optimizer_mode: How iterations follow each other: sync or postvalidated (the file's); one of sync, postvalidated
    title: Title of the schedule
    output: Write the schedule here (standard output)

    The answer:

    output: the file that was written
    generator: that made the order
    title: of the schedule
    ranks: how many
    microbatches: how many
    measured: a run's step, not a plan
    step: which of the run's
    iteration_time: time per iteration in the file's optimizer mode, with the steps, the all-reduce, the norm and its
        decision: synchronous, every rank waits for all; post-validated, each steps at once
    iteration_time_exact: time per iteration in the file's optimizer mode, with the steps, the all-reduce, the norm and
        its decision: synchronous, every rank waits for all; post-validated, each steps at once
    optimizer_mode: how iterations follow each other: sync or postvalidated
    iteration_times: the time per iteration in both optimizer modes; null where it is not known
    bubble: the time of an iteration in which even the rank with the most work does not work, because it waits or its
        optimizer steps: iteration time − its work
    bubble_share: the share of an iteration in which even the rank with the most work does not work, because it waits or
        its optimizer steps: (iteration time − its work) / iteration time
    lower_bound: a proven bound for the objective: no order of these stages keeps the limits and is below it; where none
        was chosen the objective is the iteration time
    lower_bound_exact: a proven bound for the objective: no order of these stages keeps the limits and is below it;
        where none was chosen the objective is the iteration time
    iteration_lower_bound: the lower bound of the iteration time, where the objective is another
    iteration_lower_bound_exact: the lower bound of the iteration time, where the objective is another
    gap: objective / lower bound − 1
    avoidable: iteration time − its lower bound, as a time: what a better order could win at most
    avoidable_share: the share of an iteration that a better order could win at most: (iteration time − its lower bound)
        / iteration time
    proof: what a search has proved beyond the other bounds, or null
    makespan: last end − first start, over all ranks
    longest_span: largest over the ranks of (own last end − own first start), with every op as early as it can; the cost
        of the Zero Bubble papers
    period: time per iteration when iterations follow each other back to back: the largest cycle mean of the longest
        paths from rank to rank; never above the longest span
    period_exact: time per iteration when iterations follow each other back to back: the largest cycle mean of the
        longest paths from rank to rank; never above the longest span
    bubble_rate: the bubble rate of the Zero Bubble papers: 1 − (largest busy time of a rank) / longest span; what ranks
        wait before their first and after their last op does not count
    idle_share: the share of all ranks' time in which they do nothing: 1 − (busy time of all ranks) / (ranks × makespan)
    overhead: makespan / (largest busy time of a rank) − 1; the bubble fraction of Megatron
    throughput: microbatches per second: microbatches / iteration time, for each optimizer mode; per device: divided by
        the ranks; none where times are in abstract units
    transfer_volume: values sent between ranks per iteration
    peak_memory: per rank: the largest running sum of activation changes in the order it runs its ops; of a measured
        step what was counted, or null
    memory_limit: per rank: the limit on its activations, or null
    total_memory: per rank: static bytes + staging buffers + peak memory; null of a measured step; the peak of
        activations and buffers for messages together where the file says how those are kept
    receive_buffers: per rank: buffers kept for messages from other ranks; null where they can't be counted, and of a
        measured step
    receive_memory: per rank: what its receive buffers take together; where none is kept, the most at one time; null
        where messages have no size
    send_buffers: per rank: the most messages to other ranks that are held at one time; null of a measured step
    send_memory: per rank: the most that these take at one time; null where messages have no size
    device_memory: per rank: all the memory its device has, or null
    parameter_copies: per stage: how often its weights are held
    measured_on: how costs were measured that hold waits for cores
    valid: no finding is an error
    time_unit: of times
    memory_unit: of memory
    """
    options = {
        "name": name,
        "problem": problem,
        "ranks": ranks,
        "microbatches": microbatches,
        "chunks": chunks,
        "placement": placement,
        "memory_limit": memory_limit,
        "w_parts": w_parts,
        "group": group,
        "objective": objective,
        "tf": tf,
        "tb": tb,
        "tw": tw,
        "tcomm": tcomm,
        "overlapped": overlapped,
        "mf": mf,
        "mb": mb,
        "mw": mw,
        "lengths": lengths,
        "quadratic": quadratic,
        "seed": seed,
        "time_unit": time_unit,
        "memory_unit": memory_unit,
        "optimizer_mode": optimizer_mode,
        "title": title,
        "output": output,
    }
    return ask("generate", options, document, others, hear, form, called)

def sweep(
    document: Document | None = None,
    *,
    name: Sequence[str] | None = None,
    problem: Text | None = None,
    ranks: Text | None = None,
    microbatches: Text | None = None,
    chunks: Text | None = None,
    memory_limit: Text | None = None,
    jobs: int | None = None,
    w_parts: int | None = None,
    group: int | None = None,
    objective: Text | None = None,
    tf: Text | None = None,
    tb: Text | None = None,
    tw: Text | None = None,
    tcomm: Text | None = None,
    overlapped: Text | None = None,
    mf: Text | None = None,
    mb: Text | None = None,
    mw: Text | None = None,
    lengths: Text | None = None,
    quadratic: Text | None = None,
    seed: int | None = None,
    time_unit: Text | None = None,
    memory_unit: Text | None = None,
    optimizer_mode: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """The numbers of many generators, sizes and memory limits, a row each.

    Options:

    name: Generators; see lanewright-cli list
    problem: Take placement, costs and memory from this file
    ranks: Ranks, a list (4)
    microbatches: Microbatches, a list (8)
    chunks: Chunks per rank, a list (what each generator takes)
    memory_limit: Limits on the activations of each rank, a list: amounts, none, or 1.5x for so many times what 1F1B
        holds there (none)
    jobs: Cells made at once; 0: one per core (0)
    w_parts: Parts into which each W is cut (1)
    group: Interleaved methods and GIS: microbatches per group (as many as ranks or, where that leaves a rest, a little
        more; of gis-h half as many)
    objective: Automatic methods: make this small: iteration, makespan, period or longest_span (longest_span); one of
        iteration, makespan, period, longest_span
    tf: Time of F (1)
    tb: Time of B, the gradient of the input (1)
    tw: Time of W, the gradient of the weights (1)
    tcomm: Time of a transfer between two ranks (0)
    overlapped: Time of an overlapped pair of F and BW (the sum of its parts)
    mf: Memory that F takes (1)
    mb: Change of memory at B (0)
    mw: Change of memory at W (-1)
    lengths: Tokens of each microbatch: a file, uniform:A:B or lognormal:M:S (all alike)
    quadratic: With --lengths: which part of a time grows with the square of the length, 0 to 1 (0)
    seed: With drawn lengths: which draw (1)
    time_unit: ns, us, ms, s or unit (unit); one of ns, us, ms, s, unit
    memory_unit: B, KiB, MiB, GiB or unit (unit); one of B, KiB, MiB, GiB, unit
    optimizer_mode: How iterations follow each other: sync or postvalidated (the file's); one of sync, postvalidated

    The answer:

    cells: by generators, ranks, microbatches, chunks and limits, the last the fastest; numbers are null where there is
        no order
      generator: by its name
      ranks, microbatches: as in generate
      chunks: per rank
      memory_limit: as asked: an amount, 1.5x or none; null: nobody asked
      refused: why there is no such order; null: there is one
      iteration_time, iteration_time_exact, optimizer_mode, bubble, bubble_share, lower_bound, lower_bound_exact,
          iteration_lower_bound, iteration_lower_bound_exact, gap, avoidable, avoidable_share, makespan, longest_span,
          period, period_exact, bubble_rate, idle_share, overhead, transfer_volume, peak_memory, total_memory,
          receive_buffers, receive_memory, send_buffers, send_memory, device_memory, parameter_copies, valid, time_unit,
          memory_unit: as in generate
      peak_memory_max: of the rank that has the largest
    stopped: before all was done; the rows so far
    """
    options = {
        "name": name,
        "problem": problem,
        "ranks": ranks,
        "microbatches": microbatches,
        "chunks": chunks,
        "memory_limit": memory_limit,
        "jobs": jobs,
        "w_parts": w_parts,
        "group": group,
        "objective": objective,
        "tf": tf,
        "tb": tb,
        "tw": tw,
        "tcomm": tcomm,
        "overlapped": overlapped,
        "mf": mf,
        "mb": mb,
        "mw": mw,
        "lengths": lengths,
        "quadratic": quadratic,
        "seed": seed,
        "time_unit": time_unit,
        "memory_unit": memory_unit,
        "optimizer_mode": optimizer_mode,
    }
    return ask("sweep", options, document, others, hear, form, called)

def list(
    document: Document | None = None,
    *,
    markdown: bool | None = None,
    questions: bool | None = None,
    frameworks: bool | None = None,
    gpus: bool | None = None,
    colours: bool | None = None,
    lessons: bool | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """The generators: what each does, its closed form and source; or GPUs, lessons.

    Options:

    markdown: As a page, schedules/GENERATORS.md
    questions: What can be asked and what answers say, schedules/QUESTIONS.md
    frameworks: What frameworks run and ask for, schedules/FRAMEWORKS.md
    gpus: The GPUs of this machine, or why none can be used
    colours: The colours of blocks, curves and what is around them, as JSON
    lessons: The lessons of the program: level, minutes, and what comes before each

    The answer:

    generators: as the desktop lists them
      name: for generate
      title: for people
      summary: in a line
      parameters: what it looks at
      closed_form: of the longest span
      source: of the method
      splits_backward: it emits B and W
      options: that change what it makes
    """
    options = {
        "markdown": markdown,
        "questions": questions,
        "frameworks": frameworks,
        "gpus": gpus,
        "colours": colours,
        "lessons": lessons,
    }
    return ask("list", options, document, others, hear, form, called)

def simulate(
    document: Document | None = None,
    *,
    file: Sequence[str] | None = None,
    iterations: int | None = None,
    optimizer: Text | None = None,
    optimizer_mode: Text | None = None,
    ops: bool | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """The numbers of a schedule, or of a measured run.

    Options:

    file: Schedules (.lwsched, PyTorch .csv) or runs (.lwrun)
    iterations: Also the time of an iteration when this many follow each other
    optimizer: sync or postvalidated (both); one of sync, postvalidated
    optimizer_mode: How iterations follow each other: sync or postvalidated (the file's); one of sync, postvalidated
    ops: Also every op with its start and end

    The answer:

    title, ranks, microbatches, measured, step, iteration_time, iteration_time_exact, optimizer_mode, iteration_times,
        bubble, bubble_share, lower_bound, lower_bound_exact, iteration_lower_bound, iteration_lower_bound_exact, gap,
        avoidable, avoidable_share, proof, makespan, longest_span, period, period_exact, bubble_rate, idle_share,
        overhead, throughput, transfer_volume, peak_memory, memory_limit, total_memory, receive_buffers, receive_memory,
        send_buffers, send_memory, device_memory, parameter_copies, measured_on, valid, time_unit, memory_unit: as in
        generate
    recognised: which generator makes this order
      name: the generator's, or null
      sentence: for people
      exact: op by op
      moved: ops that stand elsewhere
      replicas: side by side
    iterations: the time of one of so many
    ops: every block with its times
      rank: that runs it
      op: or an overlapped pair, its F first
      start: in the file's unit
      end: in the file's unit
    """
    options = {
        "file": file,
        "iterations": iterations,
        "optimizer": optimizer,
        "optimizer_mode": optimizer_mode,
        "ops": ops,
    }
    return ask("simulate", options, document, others, hear, form, called)

def validate(
    document: Document | None = None,
    *,
    file: Text | None = None,
    answer: Text | None = None,
    answers: Text | None = None,
    postvalidated: bool | None = None,
    pytorch: bool | None = None,
    for_: Sequence[str] | None = None,
    transport: Sequence[str] | None = None,
    message: Text | None = None,
    course: bool | None = None,
    lessons: Sequence[str] | None = None,
    output: Text | None = None,
    language: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """What is wrong with a schedule.

    Options:

    file: A schedule (.lwsched, PyTorch .csv), run (.lwrun), lesson (.lwlesson, or the name or number of one of the
        program), or with --course a folder of answers
    answer: A student's schedule or .lwanswers, held against the goals of the lesson
    answers: A folder of students' answers, a line of marks for each
    postvalidated: The student chose that each rank steps its optimizer at once, whatever the file says
    pytorch: The same as --for pytorch
    for_: Also whether these frameworks run it, and where it hangs, with commas: pytorch, torchtitan, megatron,
        deepspeed, mindspeed, primus; megatron@0.9; or all
    transport: Whether it hangs on these, with commas: gloo, nccl-node, nccl-nodes (across nodes), nccl-pairs (a queue
        for each pair of ranks), mpi-eager, mpi-rendezvous; all is all of these (those of the frameworks that --for
        names, else of PyTorch: gloo, nccl-node, nccl-nodes)
    message: How large the largest message is, as in 64MiB (that of the file's boundaries or model; else small)
    course: FILE is a folder of students' answers to whole courses: a line of marks for each lesson of each, and each
        one's sum
    lessons: Lessons of the course that don't come with the program: files (.lwlesson), the course's page, or a folder
        of files
    output: A page for the teacher (.html): who reached what, who is stuck where, which help was used
    language: What that page speaks (en); one of en, de

    The answer:

    valid: no finding is an error; crossed that was approved is none
    flavour: of the CSV
    old_dialect: that of before torch 2.6
    findings: errors first
      code: which kind, by a name that stays
      severity: error, warning or note
      rank: of which rank, or null
      op: of which op, or null
      row: of the CSV, from 1
      column: of the CSV, from 1
      approved: why a person keeps it, or null
      message: for people
    frameworks: with --for, a verdict of each
      framework: as --for names it
      release: whose rules these are
      runs: by itself or from a file
      runs_by: itself: a schedule of its own makes the order; csv: only from a CSV; nothing
      makes: a schedule of its own makes the order
      own: that schedule, or null
      own_alike: op for op the order of the generator; else one of its kind
      loads: it runs the order from a CSV
      not_loaded: why it does not, or null
      hangs_on: those of its transports that were asked about
      broken: rules of the framework that its own schedule breaks
        rule: its key in schedules/FRAMEWORKS.md; order: it makes no such order
        why: in words
        microbatches: of the pass that breaks it
        source: where the rule was read
      nearest: values of single numbers, or of two, with which it makes the order by itself
        changes: numbers with other values
          number: m, p, v, group or layers
          pass: of m: 0 is the first
          value: with which it runs
        cost: by simulation of equal stages, or null
          iteration_time: of the first pass
          per_microbatch: the same divided by its microbatches
          bubble_share: of the iteration
          peak_memory: activations of the rank with the most
    transports: whether it hangs, by transport
      transport: which, by its name
      runs: all ranks come to their end
      hang: where one does not, for people; or null
    """
    options = {
        "file": file,
        "answer": answer,
        "answers": answers,
        "postvalidated": postvalidated,
        "pytorch": pytorch,
        "for": for_,
        "transport": transport,
        "message": message,
        "course": course,
        "lessons": lessons,
        "output": output,
        "language": language,
    }
    return ask("validate", options, document, others, hear, form, {"for": "for_", **(called or {})})

def legal(
    document: Document | None = None,
    *,
    name: Text | None = None,
    ranks: int | None = None,
    chunks: int | None = None,
    microbatches: Sequence[int] | None = None,
    group: int | None = None,
    layers: int | None = None,
    layout: Text | None = None,
    batch: int | None = None,
    micro_batch: int | None = None,
    copies: int | None = None,
    for_: Sequence[str] | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Which frameworks run an order of so many ranks, chunks and microbatches, and what comes nearest.

    Options:

    name: The generator; see lanewright-cli list
    ranks: Ranks (4)
    chunks: Chunks per rank (as the generator or the layout has)
    microbatches: Microbatches; of several passes with commas: 64,8 (8)
    group: Microbatches that pass a chunk one after the other (as the framework does)
    layers: Layers of the model
    layout: Megatron's --pipeline-model-parallel-layout
    batch: Samples of an iteration of the first pass, of all data-parallel copies
    micro_batch: Samples of a microbatch (1)
    copies: Data-parallel copies (1)
    for_: Frameworks with commas: pytorch, torchtitan, megatron, deepspeed, mindspeed, primus; with a release
        megatron@0.9; all, of which one will do (all)

    The answer:

    legal: each framework that was asked for runs it, of all at least one
    order: the generator
    ranks: p
    chunks: v, per rank
    microbatches: m of each pass
    group: that was asked for, or null
    layers: of the model, or null
    cost: of our generator's order, or null
      iteration_time, bubble_share, peak_memory: as in validate
    frameworks: a verdict of each
      framework, release, runs, runs_by, makes, own, own_alike, loads, not_loaded, hangs_on, broken: as in validate
        rule, why, microbatches, source: as in validate
      nearest: as in validate
        changes: as in validate
          number, pass, value: as in validate
        cost: as in validate
          iteration_time, per_microbatch, bubble_share, peak_memory: as in validate
    """
    options = {
        "name": name,
        "ranks": ranks,
        "chunks": chunks,
        "microbatches": microbatches,
        "group": group,
        "layers": layers,
        "layout": layout,
        "batch": batch,
        "micro_batch": micro_batch,
        "copies": copies,
        "for": for_,
    }
    return ask("legal", options, document, others, hear, form, {"for": "for_", **(called or {})})

def bound(
    document: Document | None = None,
    *,
    file: Text | None = None,
    objective: Text | None = None,
    optimizer_mode: Text | None = None,
    explain: bool | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """How short a schedule can be at best, and why.

    Options:

    file: A problem or schedule (.lwsched), or a run (.lwrun)
    objective: iteration, makespan, period or longest_span (all four); one of iteration, makespan, period, longest_span
    optimizer_mode: How iterations follow each other: sync or postvalidated (the file's); one of sync, postvalidated
    explain: The argument of the largest bound in numbers, where it can be checked

    The answer:

    title: of the file
    feasible: some order keeps the limits
    reason: why none does
    optimizer_mode: as in generate
    objective: what is bounded
    lower_bound: the largest of the bounds
    lower_bound_exact: the same as an exact fraction
    value: of the file's order
    gap, bubble, bubble_share, avoidable, avoidable_share: as in generate
    bounds: each by name, the largest first
      name: which bound
      value: no order is below
      rank: that it speaks of; null: of several
      reason: for people
      argument: in numbers, for check-proof
        rank: that it speaks of
        direction: of its forwards and backwards
        stage: from which on they count
        around: the stage that a period goes around
        before: from the start of all to its first op
        work: that it runs
        wait: for its first backward
        wait_last: for the backward of its last forward
        after: that must follow its last op
    objectives: the same of each
    measured_on, time_unit: as in generate
    """
    options = {
        "file": file,
        "objective": objective,
        "optimizer_mode": optimizer_mode,
        "explain": explain,
    }
    return ask("bound", options, document, others, hear, form, called)

def check_proof(
    document: Document | None = None,
    *,
    file: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Whether what a file says no order is below holds.

    Options:

    file: A schedule with a proof (.lwsched), or a run of it (.lwrun)

    The answer:

    accepted: the proof holds
    reason: why it does not, or null
    place: in the file where it does not, or null
    objective: what was proved
    lower_bound: no order is below
    by: who proved it
    """
    options = {
        "file": file,
    }
    return ask("check-proof", options, document, others, hear, form, called)

def run(
    document: Document | None = None,
    *,
    file: Text | None = None,
    backend: Text | None = None,
    python: Text | None = None,
    steps: int | None = None,
    data: Text | None = None,
    model: Text | None = None,
    seed: int | None = None,
    threads: int | None = None,
    precision: Text | None = None,
    in_process: bool | None = None,
    launch: Text | None = None,
    gpus: Sequence[int] | None = None,
    seats: Sequence[int] | None = None,
    paced: bool | None = None,
    optimizer: Text | None = None,
    learning_rate: float | None = None,
    weight_decay: float | None = None,
    clip: float | None = None,
    validation: float | None = None,
    validate_every: int | None = None,
    save: Text | None = None,
    save_every: int | None = None,
    resume: Text | None = None,
    sample: int | None = None,
    prompt: Text | None = None,
    trace_kernels: bool | None = None,
    output: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Train a GPT in exactly this order, and measure it.

    Options:

    file: A schedule (.lwsched, PyTorch .csv), or a run to be run again
    backend: cpu, cuda or torch (cpu); one of cpu, cuda, torch
    python: With --backend torch: a Python that has PyTorch (python3)
    steps: Training steps (3)
    data: Train on the bytes of this file (a built-in text)
    model: The model, as a JSON object or a file that holds one
    seed: Seed of weights and data
    threads: Threads that each rank computes with (1)
    precision: Factors of products: fp32, or bf16 with fp32 sums (fp32); one of fp32, bf16
    in_process: All ranks as threads of one process
    launch: Start the ranks with this command, such as "mpirun --hostfile h"
    gpus: GPUs to take, as list --gpus counts them, such as 0,1,3 (all, up to the number of ranks)
    seats: For each rank its process, such as 0,0,1,1 (runs of one size)
    paced: Hold each op until its planned end
    optimizer: sync or postvalidated (the schedule's); one of sync, postvalidated
    learning_rate: Of AdamW (0.001)
    weight_decay: Of AdamW, on matrices (0.1)
    clip: Largest norm of all gradients together; 0: any (1)
    validation: Share of the text, its end, that is held back to measure the loss on (0.1 with --data, else 0)
    validate_every: Also measure that loss after each so many steps
    save: Write the training state into this folder at the end
    save_every: Also after each so many steps
    resume: Go on from the training state in this folder
    sample: Let the trained model write so many characters
    prompt: How that text begins (a line end)
    trace_kernels: With --backend cuda: show the kernels within the blocks of the last step
    output: Write the measured run here (-: standard output)

    The answer:

    losses: per step
    weights_hash: of the final weights
    gradients_hash: of the last gradients
    longest_span, makespan: as in generate
    planned_longest_span: of the plan
    planned_makespan: of the plan
    planned_iteration_time: of the plan, in the run's optimizer mode
    time_unit: as in generate
    paced: ops were held to the plan's times
    backend: that ran
    precision: of factors of products
    threads: of each rank
    launcher: of the ranks
    clock_uncertainty: per rank
    ranks: as in generate
    devices: which rank is on which GPU
      rank: of the pipeline
      host: that it runs on
      gpu: by its number
      name: of the GPU
    steps: that ended
    partial: the run was cut short
    optimizer_mode: that it ran in
    first_step: trained before
    iteration_time: as in generate
    skipped_steps: whose gradients were no finite numbers
    rolled_back_steps: that post-validation took back
    validation: pairs of step and loss
    saved: folder of the training state, or null
    sample: what the model writes, or null
    kernels: of the last step, where they were traced
      step: that was traced
      blocks: the time of all blocks
      left_out: that could not be kept
      count: of kernels that ran
      total: their time
      idle_in_blocks: without a kernel
      by_name: the longest first
        name: of the kernel
        count: how often it ran
        total: its time in all
        longest: of its times
    output: the file that was written, or null
    """
    options = {
        "file": file,
        "backend": backend,
        "python": python,
        "steps": steps,
        "data": data,
        "model": model,
        "seed": seed,
        "threads": threads,
        "precision": precision,
        "in_process": in_process,
        "launch": launch,
        "gpus": gpus,
        "seats": seats,
        "paced": paced,
        "optimizer": optimizer,
        "learning_rate": learning_rate,
        "weight_decay": weight_decay,
        "clip": clip,
        "validation": validation,
        "validate_every": validate_every,
        "save": save,
        "save_every": save_every,
        "resume": resume,
        "sample": sample,
        "prompt": prompt,
        "trace_kernels": trace_kernels,
        "output": output,
    }
    return ask("run", options, document, others, hear, form, called)

def profile(
    document: Document | None = None,
    *,
    file: Text | None = None,
    backend: Text | None = None,
    steps: int | None = None,
    data: Text | None = None,
    model: Text | None = None,
    seed: int | None = None,
    threads: int | None = None,
    precision: Text | None = None,
    in_process: bool | None = None,
    launch: Text | None = None,
    gpus: Sequence[int] | None = None,
    seats: Sequence[int] | None = None,
    output: Text | None = None,
    save_cluster: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Measure the costs of a schedule on the engine.

    Options:

    file: A schedule (.lwsched, PyTorch .csv), or a run to be run again
    backend: cpu or cuda (cpu); one of cpu, cuda
    steps: Training steps (5)
    data: Train on the bytes of this file (a built-in text)
    model: The model, as a JSON object or a file that holds one
    seed: Seed of weights and data
    threads: Threads that each rank computes with (1)
    precision: Factors of products: fp32, or bf16 with fp32 sums (fp32); one of fp32, bf16
    in_process: All ranks as threads of one process
    launch: Start the ranks with this command, such as "mpirun --hostfile h"
    gpus: GPUs to take, as list --gpus counts them, such as 0,1,3 (all, up to the number of ranks)
    seats: For each rank its process, such as 0,0,1,1 (runs of one size)
    output: Write the schedule with the measured costs here (-: standard output)
    save_cluster: Write the machines as a cluster for `plan` here: rates, spread, memory, links

    The answer:

    title: as in generate
    stages: by direction
      stage: of the model
      direction: of the microbatches
      rank: that hosts it
      forward: F
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      backward_input: B
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      backward_weight: W
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      backward: both in one
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      recompute: R
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      overlapped: pairs whose F is here
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      optimizer: its step
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
    pairs: that ran
      forward: stage of its F
      backward: stage of the other
      kind: B or BW
      time: of the pair
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
    links: that carried values
      from: rank
      to: rank
      transfer: what a value takes
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      waited_for: a rank waited, so the time is known
      at_most: the transfer is only a bound
      latency: of a message of a few bytes
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      bytes_per_second: beyond the latency, or null
    host: what a rank is busy with a value
      send: a value that is sent
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
      receive: a value that is received
        mean: what to plan with
        median: of the samples
        low: first quartile
        high: third quartile
        samples: how many
    predicted_longest_span: of what ran, by the measured costs
    longest_span: measured
    time_unit: as in generate
    device_memory: of the first GPU
      planned: bytes
      held: bytes
    backend, launcher: as in run
    steps: that were looked at
    output: as in run
    """
    options = {
        "file": file,
        "backend": backend,
        "steps": steps,
        "data": data,
        "model": model,
        "seed": seed,
        "threads": threads,
        "precision": precision,
        "in_process": in_process,
        "launch": launch,
        "gpus": gpus,
        "seats": seats,
        "output": output,
        "save_cluster": save_cluster,
    }
    return ask("profile", options, document, others, hear, form, called)

def compare(
    document: Document | None = None,
    *,
    a: Text | None = None,
    b: Text | None = None,
    all: bool | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Plan against run, or plan against plan.

    Options:

    a: The plan (or a run)
    b: What to hold against it: a run or another plan
    all: List every op and kernel, not only the worst 20

    The answer:

    planned: A
      makespan, longest_span: as in generate
      unfinished: why it has no times
      iteration_time, iteration_time_exact, optimizer_mode, iteration_times, bubble, bubble_share, lower_bound,
          lower_bound_exact, iteration_lower_bound, iteration_lower_bound_exact, gap, avoidable, avoidable_share, proof:
          as in generate
    actual: B
      makespan, longest_span: as in generate
      unfinished: why it has no times
      iteration_time, iteration_time_exact, optimizer_mode, iteration_times, bubble, bubble_share, lower_bound,
          lower_bound_exact, iteration_lower_bound, iteration_lower_bound_exact, gap, avoidable, avoidable_share, proof:
          as in generate
    iterations: the time of one, by optimizer mode
      planned: of A
        sync: every rank waits for all
        postvalidated: each rank steps at once
        saved: by the second of them
      actual: of B
        sync: every rank waits for all
        postvalidated: each rank steps at once
        saved: by the second of them
      measured_saving: of two runs in different modes
    same_order: every rank runs the same ops in the same order
    lost: where the difference comes from
      difference: of the makespans
      durations: what the planned order loses to the ops' lengths
      waits: the rest
      schedule: another order
      op_times: the ops of a stage and kind take another time
      jitter: each op takes its own
      transfers: each link takes another time
      launch: between the ops of a rank
      left_out: why it is not split
    deviations: of the ops in both
      op: in both
      rank: as in simulate
      planned_start: from the first start of A
      actual_start: from the first start of B
      slip: actual − planned start
      planned_length: of the op in A
      actual_length: of the op in B
      stretch: actual − planned length
    inversions: pairs in the other order
      rank: that runs both
      first: in A
      second: in A, before it in B
    only_planned: ops that B lacks
    only_actual: ops that A lacks
    kernels: of B, where it traced them
      step, blocks, left_out, count, total, idle_in_blocks, by_name: as in run
        name, count, total, longest: as in run
    time_unit: as in generate
    """
    options = {
        "a": a,
        "b": b,
        "all": all,
    }
    return ask("compare", options, document, others, hear, form, called)

def costs(
    document: Document | None = None,
    *,
    run: Text | None = None,
    plan: Text | None = None,
    output: Text | None = None,
    microbatches: bool | None = None,
    step: int | None = None,
    replica: int | None = None,
    as_: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Make the times and memory of a run the costs of a schedule.

    Options:

    run: The measured run
    plan: The schedule or problem that takes the costs (default: that of the run)
    output: Write the schedule with the measured costs here (-: standard output)
    microbatches: A time for each stage and microbatch, not only each stage
    step: Of this step alone
    replica: Of this replica alone
    as_: As whom the stages are to run; one of pytorch

    The answer:

    stages: as in profile
      stage, direction, rank, forward: as in profile
        mean, median, low, high, samples: as in profile
      backward_input: as in profile
        mean, median, low, high, samples: as in profile
      backward_weight: as in profile
        mean, median, low, high, samples: as in profile
      backward: as in profile
        mean, median, low, high, samples: as in profile
      recompute: as in profile
        mean, median, low, high, samples: as in profile
      overlapped: as in profile
        mean, median, low, high, samples: as in profile
      optimizer: as in profile
        mean, median, low, high, samples: as in profile
    pairs: as in profile
      forward, backward, kind, time: as in profile
        mean, median, low, high, samples: as in profile
    links: as in profile
      from, to, transfer: as in profile
        mean, median, low, high, samples: as in profile
      waited_for, at_most, latency: as in profile
        mean, median, low, high, samples: as in profile
      bytes_per_second: as in profile
    host: as in profile
      send: as in profile
        mean, median, low, high, samples: as in profile
      receive: as in profile
        mean, median, low, high, samples: as in profile
    memory: that ranks held, where the run says
      stage, direction: as in profile
      forward: bytes that F takes
      backward_input: change at B, in bytes
      backward_weight: change at W, in bytes
    makespan: the median of the steps
    predicted_makespan: of the run's order by these costs
    first_stage_whole: all of stage 0's backward is W
    split_assumed: B and W were never measured apart
    measured_on, time_unit: as in generate
    steps: as in profile
    output: as in run
    """
    options = {
        "run": run,
        "plan": plan,
        "output": output,
        "microbatches": microbatches,
        "step": step,
        "replica": replica,
        "as": as_,
    }
    return ask("costs", options, document, others, hear, form, {"as": "as_", **(called or {})})

def causes(
    document: Document | None = None,
    *,
    run: Text | None = None,
    all: bool | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Where a run lost its time, by cause.

    Options:

    run: The measured run
    all: List every rank and replica, not only the worst 8

    The answer:

    time_unit: of times, that of the run
    step: measured
    replayed: with the launch delays that were recorded
    without_launch: without them
    ideal: every op takes what is typical of its kind
    slowdown: without launch / ideal
    launch: step / without launch
    steps: as in profile
    left_out: steps that lack ops
    by_kind: slowdown if only these ops kept their times
    by_stage: the same of a stage's
    by_rank: the same of a rank's, by replica
    by_replica: the same of a replica's
    replicas: their numbers
    work: share of the step that ranks compute
    unnamed: share that no cause explains
    split_assumed: as in costs
    memory_unit: as in generate
    causes: the largest share first
      cause: of the loss
      share: of the step; all add up to 1 with work and unnamed
      alone: what a step would be shorter by without it
      unavoidable: no order of these ops avoids it
      where: or null
        name: what lies outside the pipeline
        stage: as in profile
        microbatch: by its number
        from: the rank where a link begins
        rank: by its number
        to: the rank where a link leads
        replica: by its number
        step: in which it was most
      cures: the one to try first is the first
        cure: what is done
        by: the generator that makes it
        gain: share of the step; null: trying says so
        at_most: the gain is a bound
        memory_before: activations of the fullest rank
        memory: the same with the fix
    """
    options = {
        "run": run,
        "all": all,
    }
    return ask("causes", options, document, others, hear, form, called)

def render(
    document: Document | None = None,
    *,
    file: Text | None = None,
    out: Text | None = None,
    with_: Text | None = None,
    below: Sequence[str] | None = None,
    as_: Text | None = None,
    style: Text | None = None,
    save_style: Text | None = None,
    width: Text | None = None,
    height: Text | None = None,
    font: Text | None = None,
    lane: Text | None = None,
    dpi: Text | None = None,
    theme: Text | None = None,
    palette: Text | None = None,
    colour_by: Text | None = None,
    hatch: Text | None = None,
    show: Text | None = None,
    numbering: Text | None = None,
    count_from: Text | None = None,
    time: Text | None = None,
    ranks: Text | None = None,
    arrows: Text | None = None,
    iterations: Text | None = None,
    optimizer_mode: Text | None = None,
    run: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """A schedule or run as a picture: SVG, PDF, PNG or TikZ.

    Options:

    file: A schedule (.lwsched, PyTorch .csv) or run (.lwrun)
    out: The picture: .svg, .pdf, .png or .tex (TikZ)
    with_: A run to be drawn with the plan
    below: More schedules or runs, drawn under it on the same axis
    as_: What OUT is, where its name does not say it; one of svg, pdf, png, tex
    style: The choices of a style, by its name
    save_style: Write the choices to a style file (*.lwstyle)
    width: How wide it is: a column of a paper (8.4cm), a page (17.8cm), a slide (25.4cm) or a length (page)
    height: How high it is (auto: as the lanes need)
    font: Points of its type (auto: 6.5 in a column, 7 on a page, 12 on a slide)
    lane: Points from lane to lane, where no height is given (auto: as digits need)
    dpi: Pixels per inch, of a .png (300)
    theme: What it is made for: paper, a dark slide, or eyes that need contrast (light); one of light, dark, contrast
    palette: The colours of blocks: ours, grey that prints, safe for every colour vision, or those of a paper's figures
        (lanewright); one of lanewright, grey, safe, zero-bubble, dualpipe, megatron
    colour_by: What blocks differ in colour by (kind); one of kind, chunk, microbatch
    hatch: Which blocks are hatched: none, W, or each kind in its way (weights); one of none, weights, kinds
    show: The parts beside the blocks, between commas: all, none, numbers, legend, ranks, digits, memory, title, ruler,
        bubbles, or changes such as +memory (legend,ranks,digits,title,ruler)
    numbering: What digits in blocks say: the microbatch, or the stage before it (microbatch); one of microbatch, stage
    count_from: What the first rank, stage and microbatch are called (0); one of 0, 1
    time: The stretch FROM:TO in the file's unit (all)
    ranks: The ranks in their order, as the file counts them, such as 0-3,7 (all)
    arrows: The microbatches whose values are drawn as arrows: none, all, or some, such as 0-3,7 (none)
    iterations: How many follow each other, 1 to 64 (1)
    optimizer_mode: How iterations follow each other: as the file says, sync or postvalidated (file); one of file, sync,
        postvalidated
    run: Where a measured run is drawn: thin bars under the plan's blocks, lanes below those of the plan, or alone
        (bars); one of bars, below, alone

    The answer:

    output: the picture
    width: in millimetres
    height: in millimetres
    lane: points from one lane to the next
    left_out: a sentence for each part that had no room, and where lanes are too low to be read
    """
    options = {
        "file": file,
        "out": out,
        "with": with_,
        "below": below,
        "as": as_,
        "style": style,
        "save_style": save_style,
        "width": width,
        "height": height,
        "font": font,
        "lane": lane,
        "dpi": dpi,
        "theme": theme,
        "palette": palette,
        "colour_by": colour_by,
        "hatch": hatch,
        "show": show,
        "numbering": numbering,
        "count_from": count_from,
        "time": time,
        "ranks": ranks,
        "arrows": arrows,
        "iterations": iterations,
        "optimizer_mode": optimizer_mode,
        "run": run,
    }
    return ask("render", options, document, others, hear, form, {"with": "with_", "as": "as_", **(called or {})})

def edit(
    document: Document | None = None,
    *,
    file: Text | None = None,
    move: Text | None = None,
    insert: Text | None = None,
    before: Text | None = None,
    after: Text | None = None,
    by: int | None = None,
    stage: int | None = None,
    direction: int | None = None,
    to_rank: int | None = None,
    split: Text | None = None,
    w_parts: int | None = None,
    fuse: Text | None = None,
    pair: Text | None = None,
    with_: Text | None = None,
    unpair: Text | None = None,
    gap: Text | None = None,
    time: Text | None = None,
    remove: Text | None = None,
    repeat_every: Text | None = None,
    squeeze: bool | None = None,
    output: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Change one thing in a schedule.

    Options:

    file: A schedule (.lwsched, PyTorch .csv)
    move: Move these ops, or the pairs that hold them: before, after or by
    insert: Put these ops, which the order lacks, before or after (where they do best)
    before: In front of this op of the same rank
    after: Behind this op of the same rank
    by: So many places later; below 0 earlier
    stage: Move this stage with all its ops to another rank
    direction: Of --stage: the copy of this direction (0)
    to_rank: The new rank of --stage, or of the stage of the op of --move with all its ops
    split: Cut these BW, or all, into B and W behind it
    w_parts: Of --split: parts of each W, also of those that are there (as the file has them)
    fuse: Make these B, or all, and their W one BW
    pair: Run this op at once with another, as a pair where this one stands
    with_: The other op of --pair
    unpair: Part the pair that holds this op
    gap: Let this op wait on purpose
    time: Of --gap: how long, in the file's unit; 0 takes the gap away
    remove: Take these ops out of the order
    repeat_every: Repeat the order's building block, or the first microbatches where only those are there, so long after
        each other, in the file's unit, or least
    squeeze: Draw the order together: no gaps, and blocks into pauses before them, where memory has room
    output: Write the schedule here (standard output)

    The answer:

    output: as in generate
    edit: that was made, by its option
    valid: no finding is an error; validate says which
    """
    options = {
        "file": file,
        "move": move,
        "insert": insert,
        "before": before,
        "after": after,
        "by": by,
        "stage": stage,
        "direction": direction,
        "to_rank": to_rank,
        "split": split,
        "w_parts": w_parts,
        "fuse": fuse,
        "pair": pair,
        "with": with_,
        "unpair": unpair,
        "gap": gap,
        "time": time,
        "remove": remove,
        "repeat_every": repeat_every,
        "squeeze": squeeze,
        "output": output,
    }
    return ask("edit", options, document, others, hear, form, {"with": "with_", **(called or {})})

def block(
    document: Document | None = None,
    *,
    file: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Which arrangement of blocks an order repeats.

    Options:

    file: A schedule (.lwsched, PyTorch .csv)

    The answer:

    microbatches: of each direction in a block
    interval: from a block to the next
    least_interval: at which it could be repeated
    keeps: the whole order is the block repeated, maybe squeezed
    ops: by rank, then start
      op: of the first microbatches
      rank: as in simulate
      start: from the start of the block
      end: the same
    time_unit: as in generate
    """
    options = {
        "file": file,
    }
    return ask("block", options, document, others, hear, form, called)

def convert(
    document: Document | None = None,
    *,
    in_: Text | None = None,
    out: Text | None = None,
    from_: Text | None = None,
    to: Text | None = None,
    cut_in_half: bool | None = None,
    untie: bool | None = None,
    replicas: int | None = None,
    fuse_weights: bool | None = None,
    pytorch_costs: bool | None = None,
    host: Text | None = None,
    torch: Text | None = None,
    packed: bool | None = None,
    fsdp: bool | None = None,
    active_stages: int | None = None,
    language: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Write a schedule or run in another format.

    Options:

    in_: What to read; of lessons also one of the program by name or number
    out: What to write
    from_: The format of IN; one of lwsched, lwrun, pytorch, pytorch-comms, pytorch-csv, compute_only, compute_comms
    to: The format of OUT; one of lwsched, lwrun, pytorch, pytorch-comms, pytorch-csv, chrome-trace, html, compute_only,
        compute_comms, jaxpp, primus
    cut_in_half: Fold a schedule of two directions into a V on half the ranks (DualPipe to DualPipeV)
    untie: Drop the overlapped pairs and let W fill the waits (DualPipeV to ZBV)
    replicas: Put so many of the pipeline side by side, each with the microbatches there are now (data parallelism)
    fuse_weights: Make each B and its W one BW, where B stands (for stages that can't split their backward)
    pytorch_costs: Costs as PyTorch runs them: B of stage 0 takes nothing, and its W the whole backward
    host: SEND,RECEIVE: how long a rank itself is busy with each value that it sends and receives, in the file's unit
        (PyTorch on CPUs: some 0.3 and 0.15 ms)
    torch: The release of torch that will read the CSV (2.10): before 2.6 B and W have other names, from 2.15 on
        compute_comms holds waits
    packed: pytorch: without the idle cells that make each column a tick of one op
    fsdp: pytorch-comms: UNSHARD and RESHARD too
    active_stages: With --fsdp: how many stages stay unsharded (3)
    language: html: what the page speaks (en); one of en, de

    The answer:

    output: as in generate
    from: format that was read
    to: format that was written
    loadable: PyTorch takes what was read
    findings: of what was read and written
      code, severity, rank, op, row, column, approved, message: as in validate
    launch: how to run the CSV
      torchtitan: its flags
      torchtitan_newer: of later releases
      nemo: its settings
      pytorch: a line of Python
      recorded: the same with the recorder
      cautions: for people
    """
    options = {
        "in": in_,
        "out": out,
        "from": from_,
        "to": to,
        "cut_in_half": cut_in_half,
        "untie": untie,
        "replicas": replicas,
        "fuse_weights": fuse_weights,
        "pytorch_costs": pytorch_costs,
        "host": host,
        "torch": torch,
        "packed": packed,
        "fsdp": fsdp,
        "active_stages": active_stages,
        "language": language,
    }
    return ask("convert", options, document, others, hear, form, {"in": "in_", "from": "from_", **(called or {})})

def import_(
    document: Document | None = None,
    *,
    path: Sequence[str] | None = None,
    output: Text | None = None,
    from_: Text | None = None,
    mapping: Text | None = None,
    plan: Text | None = None,
    take: Text | None = None,
    replica: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Make a run of other people's traces.

    Options:

    path: Traces of all ranks, or folders of them
    output: Write the run here (-: standard output)
    from_: The traces' format; one of chrome, primus, megatron, ndtimeline, kineto
    mapping: What the events of a Chrome trace stand for (FORMAT.md 3.2)
    plan: The schedule that the job was told to run
    take: Steps from A up to but without B, as A:B (all)
    replica: Of a job with replicas one by its number, the slowest, or all (all; the slowest is shown)

    The answer:

    output: the run that was written
    ranks: of a pipeline
    stages: of the model
    microbatches: of a step
    replica: that is shown
    clocks: how they were aligned
    clock_uncertainty_ns: per rank
    makespan: as in costs
    time_unit: as in generate
    format: of the traces
    files: that were read
    steps: that were taken
    steps_left_out: because some rank lacks part of them
    replicas: of the job
    order: that was recognised
    order_is_plan: the plan that was given says it
    notes: for people
    """
    options = {
        "path": path,
        "output": output,
        "from": from_,
        "mapping": mapping,
        "plan": plan,
        "take": take,
        "replica": replica,
    }
    return ask("import", options, document, others, hear, form, {"from": "from_", **(called or {})})

def course(
    document: Document | None = None,
    *,
    out: Text | None = None,
    lessons: Sequence[str] | None = None,
    name: Text | None = None,
    no_answers: bool | None = None,
    no_hints: bool | None = None,
    no_coach: bool | None = None,
    language: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Make a page of lessons for a class, which any browser opens.

    Options:

    out: The page (.html); - is the standard output
    lessons: Numbers, names or files of lessons, in their order (all of the program)
    name: What the course is called
    no_answers: Leave solutions out of the file
    no_hints: Leave hints out of the file
    no_coach: Offer no coach
    language: What the page speaks first (en); one of en, de

    The answer:

    output: as in run
    name: of the course
    language: that it speaks first
    lessons: their titles
    answers: whether the file holds them
    hints: whether the file holds them
    coach: whether pupils may ask it
    """
    options = {
        "out": out,
        "lessons": lessons,
        "name": name,
        "no_answers": no_answers,
        "no_hints": no_hints,
        "no_coach": no_coach,
        "language": language,
    }
    return ask("course", options, document, others, hear, form, called)

def lesson(
    document: Document | None = None,
    *,
    file: Text | None = None,
    title: Text | None = None,
    task: Text | None = None,
    text: Sequence[str] | None = None,
    hint: Sequence[str] | None = None,
    learnt: Text | None = None,
    given: Sequence[str] | None = None,
    locked: bool | None = None,
    shuffled: bool | None = None,
    allow: Sequence[str] | None = None,
    goal: Sequence[str] | None = None,
    level: Text | None = None,
    minutes: int | None = None,
    needs: Sequence[str] | None = None,
    help_level: Text | None = None,
    iterations: int | None = None,
    no_answer: bool | None = None,
    time_limit: float | None = None,
    output: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Make a lesson of a schedule.

    Options:

    file: The schedule that is the answer (.lwsched, or the plan of a .lwrun)
    title: What the lesson is called (the schedule's title)
    task: What is to be reached (the goals, in a sentence)
    text: A paragraph about it; may come again
    hint: A hint; may come again, in their order
    learnt: What is said when all goals are reached
    given: Ops that stand on the board at first, such as F*.* or "rank 0"; may come again
    locked: They stay there
    shuffled: Begin with the same blocks in a worse order
    allow: What pupils may do beside what it takes: move, place, gap, split, pair, optimizer … (move)
    goal: Numbers of the schedule to reach, as lessons name them (makespan, peak_memory)
    level: How hard it is; one of easy, medium, hard
    minutes: How long it takes, about
    needs: The title of a lesson that comes before; may come again
    help_level: How much help there is at first (ready); one of check, ready, coach
    iterations: So many in a row are shown (1)
    no_answer: Leave the answer out of the file
    time_limit: Seconds to look for the best of each goal (5)
    output: Write the lesson here (-: standard output)

    The answer:

    lesson: its title
    goals: beside the best there is
      number: that is to be reached
      most: the schedule's own
      best: that was found under the lesson's rules, or null
      lower_bound: no order is below, or null
      optimal: that best is proved
    a_step_on_the_way: a better order may be possible
    answer: whether the file holds it
    output: as in run
    """
    options = {
        "file": file,
        "title": title,
        "task": task,
        "text": text,
        "hint": hint,
        "learnt": learnt,
        "given": given,
        "locked": locked,
        "shuffled": shuffled,
        "allow": allow,
        "goal": goal,
        "level": level,
        "minutes": minutes,
        "needs": needs,
        "help_level": help_level,
        "iterations": iterations,
        "no_answer": no_answer,
        "time_limit": time_limit,
        "output": output,
    }
    return ask("lesson", options, document, others, hear, form, called)

def solve(
    document: Document | None = None,
    *,
    file: Text | None = None,
    objective: Text | None = None,
    order: Text | None = None,
    time_limit: float | None = None,
    exact: bool | None = None,
    seed: int | None = None,
    threads: int | None = None,
    rounds: int | None = None,
    memory_limit: Text | None = None,
    optimizer_mode: Text | None = None,
    output: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Search for the best order, and prove how good it is.

    Options:

    file: A problem or schedule (.lwsched), run (.lwrun) or lesson (.lwlesson, or one of the program by name or number)
    objective: iteration, makespan, period or longest_span (iteration); one of iteration, makespan, period, longest_span
    order: What moves where microbatches differ: microbatches, ops or both (both); one of microbatches, ops, both
    time_limit: Seconds to search (10)
    exact: Go for a proof: the solver takes over as soon as the search calms down
    seed: Seed of the random numbers (1)
    threads: Threads; 0: one per core (0)
    rounds: Search for so many rounds instead of a time, to repeat exactly
    memory_limit: Limit on the activations of each rank, or a list with one per rank, in place of the file's
    optimizer_mode: How iterations follow each other: sync or postvalidated (the file's); one of sync, postvalidated
    output: Write the schedule here (-: standard output)

    The answer:

    feasible: there is such an order
    objective: what was made small
    value: of the objective
    value_exact: the same as an exact fraction
    optimal: no order is better
    proved_by: who proved that, or null
    bound_name: of the lower bound
    bound_reason: of the lower bound
    method: that found the order
    all_tried: all orders of the microbatches were tried
    seconds: that it took
    seed: of the random numbers
    as: as whom the costs of a run are, or null
    split_assumed: as in costs
    before: the file's order, or null
      value: of the objective, or null
      unfinished: why it has no value
      peak_memory: per rank
    stopped: before its time was up
    output: as in run
    title, ranks, microbatches, measured, step, iteration_time, iteration_time_exact, optimizer_mode, iteration_times,
        bubble, bubble_share, lower_bound, lower_bound_exact, iteration_lower_bound, iteration_lower_bound_exact, gap,
        avoidable, avoidable_share, proof, makespan, longest_span, period, period_exact, bubble_rate, idle_share,
        overhead, throughput, transfer_volume, peak_memory, memory_limit, total_memory, receive_buffers, receive_memory,
        send_buffers, send_memory, device_memory, parameter_copies, measured_on, valid, time_unit, memory_unit: as in
        generate
    """
    options = {
        "file": file,
        "objective": objective,
        "order": order,
        "time_limit": time_limit,
        "exact": exact,
        "seed": seed,
        "threads": threads,
        "rounds": rounds,
        "memory_limit": memory_limit,
        "optimizer_mode": optimizer_mode,
        "output": output,
    }
    return ask("solve", options, document, others, hear, form, called)

def plan(
    document: Document | None = None,
    *,
    model: Text | None = None,
    cluster: Text | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    seed: int | None = None,
    replicas: int | None = None,
    stages: int | None = None,
    placement: Text | None = None,
    chunks: int | None = None,
    optimizer: Text | None = None,
    what_if: Sequence[str] | None = None,
    fit: Sequence[str] | None = None,
    jitter: float | None = None,
    layout: Text | None = None,
    save_cluster: Text | None = None,
    output: Text | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Cut a model over the devices of a cluster, and order it.

    Options:

    model: What is to be trained (.lwmodel), or a preset's name
    cluster: On what (.lwcluster), or a preset's name
    time_limit: Seconds to search (10)
    tries: Changes to try instead of a time, to repeat exactly
    seed: Seed of the random numbers (1)
    replicas: Devices that may share a stage (1)
    stages: Stages at most (64), on a V twice as many, in a loop that many times its chunks
    placement: Where stages lie: linear, a device each; v, down the devices and back up, two each; loop, down the
        devices again and again, Megatron's virtual stages; any (any); one of any, linear, v, loop
    chunks: Stages on each device, in a loop where they are 2 or more (as many as suit)
    optimizer: When the next iteration may begin: sync, once all ranks have ended, as every framework does;
        postvalidated, each rank as soon as it has stepped itself (sync); one of sync, postvalidated
    what_if: Plan for another model or cluster: slow=DEVICE:FACTOR, link=A:B:FACTOR, lost=DEVICE, microbatches=NUMBER,
        context=TOKENS, batch=SAMPLES, recompute=never|always|choose
    fit: Take a kind's rates and their spread from a profiled schedule or an unpaced run: KIND=FILE, or FILE where there
        is one kind
    jitter: Try the front with every op off by this share (0.05) and say which plan suffers least
    layout: Cut as this Megatron layout says, on the devices as listed: "Et*3|(tt|)*2t|L"; more stages than devices go
        around them, stage i of S on device i mod p
    save_cluster: Write the cluster here, every device by itself
    output: Write the schedule here (-: standard output)

    The answer:

    feasible: the model fits
    optimizer_mode: that the iteration is about
    method: that cut the model
    placement: of the stages
    order: that was taken
    iteration_time: simulated
    spread: of the iteration time, as a share
    memory: bytes of the fullest device
    devices: that work
    estimates: of other planners
      slowest: time of the slowest stage
      fill_and_run: by Alpa's formula
      pivot: by DAPPLE's formula
      promise: of list scheduling after SPP, or null
    stages: in their order
      first_layer: from 0
      layers: how many
      devices: by their names
      recompute: forwards run again before backwards
    lower_bound: no order of these stages is below
    gap: iteration time / bound − 1
    cut_lower_bound: no other cut onto these devices is below, or null
    cut_gap: the same of that
    front: the best for each number of devices
      method: that cut the model
      placement: of the stages
      order: that was taken
      iteration_time: simulated
      spread: of the iteration time, as a share
      memory: bytes of the fullest device
      devices: that work
      estimates: of other planners
        slowest: time of the slowest stage
        fill_and_run: by Alpa's formula
        pivot: by DAPPLE's formula
        promise: of list scheduling after SPP, or null
      stages: in their order
        first_layer: from 0
        layers: how many
        devices: by their names
        recompute: forwards run again before backwards
    others: of other methods
      method: that cut the model
      placement: of the stages
      order: that was taken
      iteration_time: simulated
      spread: of the iteration time, as a share
      memory: bytes of the fullest device
      devices: that work
      estimates: of other planners
        slowest: time of the slowest stage
        fill_and_run: by Alpa's formula
        pivot: by DAPPLE's formula
        promise: of list scheduling after SPP, or null
      stages: in their order
        first_layer: from 0
        layers: how many
        devices: by their names
        recompute: forwards run again before backwards
    megatron_layout: its layout string, or null
    megatron_reason: why there is none, or null
    torchtitan_flags: its flags, or null
    torchtitan_reason: why there is none, or null
    flags_order: that frameworks make by the flags alone, where it is another one
    flags_iteration_time: what that takes, or null where it can't be
    replicas: that share every microbatch
    replicas_reason: why the engine can't run them, or null
    jitter: where nothing takes as long as planned
      share: by which every op is off
      draws: how many
      most_robust: of the front, or null
      front: iteration times of each
        median: of the draws
        p90: nine of ten are below
        p99: 99 of 100 are below
    tried: partitions
    exhaustive: these are all there are
    seconds, stopped: as in solve
    time_unit: as in generate
    output: as in run
    """
    options = {
        "model": model,
        "cluster": cluster,
        "time_limit": time_limit,
        "tries": tries,
        "seed": seed,
        "replicas": replicas,
        "stages": stages,
        "placement": placement,
        "chunks": chunks,
        "optimizer": optimizer,
        "what_if": what_if,
        "fit": fit,
        "jitter": jitter,
        "layout": layout,
        "save_cluster": save_cluster,
        "output": output,
    }
    return ask("plan", options, document, others, hear, form, called)

def listen(
    document: Document | None = None,
    *,
    output: Text | None = None,
    host: Text | None = None,
    port: int | None = None,
    keep: int | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """Watch a PyTorch training job while it runs, and keep what it did.

    Options:

    output: The run is written here (job.lwrun)
    host: Address to listen on (127.0.0.1: this machine alone)
    port: Port to listen on (0: any that is free)
    keep: How many of the latest steps to keep (1000)

    The answer:

    output: as in import
    steps: that it holds
    partial: the job was cut short
    loss_lost: the first step without a loss that is a number, or null
    """
    options = {
        "output": output,
        "host": host,
        "port": port,
        "keep": keep,
    }
    return ask("listen", options, document, others, hear, form, called)
