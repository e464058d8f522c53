// SPDX-License-Identifier: Apache-2.0
// Reads a schedule, and the measured steps of a run, that core/page has written as data.
"use strict";

((lanewright) => {
  const Spends = { computing: 0, hidden: 1, exposed: 2, idle: 3 };
  const Binding = { start: 0, dependency: 1, rankBusy: 2, gap: 3 };

  const read = new Map();

  /// The ops of a block's text. Read once, as each is asked for often.
  function readOps(text) {
    if (!read.has(text)) read.set(text, text.split("+").map(readOp));
    return read.get(text);
  }

  function readOp(text) {
    const [, kind, stage, microbatch, part] = /^(BW|[FBWR])(\d+)\.(\d+)(?:\/(\d+))?$/.exec(text) ?? [];
    return { text, kind, stage: Number(stage), microbatch: Number(microbatch), part };
  }

  function readCurve(steps, data) {
    const points = [];
    let time = 0;
    let bytes = 0;
    for (let i = 0; i < steps.length; i += 2) {
      time += steps[i] * data.tick;
      bytes += steps[i + 1] * data.memoryTick;
      points.push({ time, bytes });
    }
    return points;
  }

  /// For each op of a block the parts of its time that its foot shows, as shares of the block.
  function readStretches([length, first, second, saved, sentences]) {
    const feet = [first, second].map((list) => {
      const foot = [];
      let time = 0;
      for (let i = 0; i < list.length; i += 2) {
        foot.push({ spends: list[i], from: time / length, to: (time + list[i + 1]) / length });
        time += list[i + 1];
      }
      return foot;
    });
    if (saved > 0) feet[1].push({ spends: Spends.hidden, from: 0, to: Math.min(1, saved / length) });
    return { feet, sentences };
  }

  function readLane(lane, rank, data, blocks) {
    const { tick, memoryTick } = data;
    let time = 0;
    const made = { rank, blocks: [], bubbles: [], row: lane.row, end: 0 };
    for (const [text, wait, length, slack, binding, chunk, why, inputs, stretches] of lane.blocks) {
      const start = time + wait * tick;
      time = start + length * tick;
      const block = { index: blocks.length, rank, position: made.blocks.length, text, ops: readOps(text), start, end: time };
      Object.assign(block, { slack: slack * tick, binding, chunk, why, inputs: [], consumers: [], isParked: false });
      block.stretches = stretches === undefined ? null : readStretches(data.stretches[stretches]);
      for (let i = 0; i < inputs.length; i += 2) block.inputs.push({ from: inputs[i], wait: inputs[i + 1] * tick });
      blocks.push(block);
      made.blocks.push(block);
    }
    made.end = time;
    made.ran = made.blocks.length;
    for (const [start, length, why] of lane.bubbles)
      made.bubbles.push({ rank, start: start * tick, end: (start + length) * tick, why });
    made.memory = readCurve(lane.memory, data);
    made.band = readCurve(lane.band ?? [], data); // receive buffers on top
    made.limit = lane.limit === null ? null : lane.limit * memoryTick;
    return made;
  }

  /// Blocks that never run stand behind those that do, one after the other, each as long as most are.
  function park(plan, parked) {
    const length = plan.usualLength || plan.data.scale;
    const stall = plan.lanes.reduce((last, lane) => Math.max(last, lane.end), 0) + length / 2;
    if (parked.length > 0) plan.stall = stall;
    for (const [rank, texts] of parked) {
      const lane = plan.lanes[rank];
      texts.forEach((text, at) => {
        const start = stall + length / 2 + at * length;
        const block = { index: plan.blocks.length, rank, position: lane.blocks.length, text, ops: readOps(text) };
        Object.assign(block, { start, end: start + length, slack: -1, binding: Binding.start, chunk: 0, why: "" });
        Object.assign(block, { inputs: [], consumers: [], stretches: null, isParked: true });
        plan.blocks.push(block);
        lane.blocks.push(block);
      });
    }
  }

  /// A time that nine of ten lengths reach, or half of what most have.
  function usualOf(blocks) {
    const lengths = blocks.map((block) => block.end - block.start).sort((a, b) => a - b);
    const lengthAt = (share) => lengths[Math.floor(lengths.length * share)] ?? 0;
    return Math.max(lengthAt(0.1), lengthAt(0.5) / 2);
  }

  /// `parked`: by rank the blocks of its row that never run.
  function readPlan(data, parked = []) {
    const blocks = [];
    const plan = { data, blocks, kinds: new Map(data.kinds), stall: null };
    plan.lanes = data.lanes.map((lane, rank) => readLane(lane, rank, data, blocks));
    for (const block of blocks) for (const { from } of block.inputs) blocks[from].consumers.push(block.index);
    plan.usualLength = usualOf(blocks);
    park(plan, parked);
    plan.end = blocks.reduce((last, block) => Math.max(last, block.end), 1);
    plan.blockOf = new Map(blocks.flatMap((block) => block.ops.map((op) => [op.text, block])));
    const bytesOf = (lane) => [lane.limit ?? 0, ...[...lane.memory, ...lane.band].map((point) => point.bytes)];
    plan.mostMemory = plan.lanes.flatMap(bytesOf).reduce((most, each) => Math.max(most, each), 1);
    return plan;
  }

  function readBars(lane, rank, run, plan) {
    let time = 0;
    const bars = [];
    for (let i = 0; i < lane.bars.length; i += 2) {
      const start = time + lane.bars[i] * run.tick;
      time = start + lane.bars[i + 1] * run.tick;
      const text = lane.ops?.[i / 2] ?? plan.lanes[rank].blocks[i / 2].text;
      const ops = readOps(text);
      bars.push({ rank, start, end: time, text, ops, chunk: plan.blockOf.get(ops[0].text)?.chunk ?? 0 });
    }
    return bars;
  }

  /// The measured steps of the run that the plan's data holds, each with its bars.
  function readSteps(plan) {
    const { run } = plan.data;
    return (run?.steps ?? []).map((step) => ({
      ...step,
      isOfAnotherOrder: step.lanes.some((lane) => lane.ops !== undefined),
      bars: step.lanes.map((lane, rank) => readBars(lane, rank, run, plan)),
    }));
  }

  Object.assign(lanewright, { Spends, Binding, readOps, readPlan, readSteps });
})(globalThis.lanewright);
