<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>EditActions</name>
    <message numerus="yes">
        <source>Repeat %n ops for the next microbatches</source>
        <translation>
            <numerusform>Repeat %n op for the next microbatches</numerusform>
            <numerusform>Repeat %n ops for the next microbatches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %n ops</source>
        <translation>
            <numerusform>Cut %n op</numerusform>
            <numerusform>Cut %n ops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste the order of %n ops</source>
        <translation>
            <numerusform>Paste the order of %n op</numerusform>
            <numerusform>Paste the order of %n ops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n blocks earlier, to the next change</source>
        <translation>
            <numerusform>Move %n block earlier, to the next change</numerusform>
            <numerusform>Move %n blocks earlier, to the next change</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n blocks later, to the next change</source>
        <translation>
            <numerusform>Move %n block later, to the next change</numerusform>
            <numerusform>Move %n blocks later, to the next change</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LessonFiles</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanDifference</name>
    <message numerus="yes">
        <source>Only there: %n block(s)</source>
        <translation>
            <numerusform>Only there: %n block</numerusform>
            <numerusform>Only there: %n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only here: %n block(s)</source>
        <translation>
            <numerusform>Only here: %n block</numerusform>
            <numerusform>Only here: %n blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Spoken</name>
    <message numerus="yes">
        <source>%1, %2, %n blocks</source>
        <translation>
            <numerusform>%1, %2, %n block</numerusform>
            <numerusform>%1, %2, %n blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message numerus="yes">
        <source>%n ops stay where they are</source>
        <translation>
            <numerusform>%n op stays where it is</numerusform>
            <numerusform>%n ops stay where they are</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>amount</name>
    <message numerus="yes">
        <source>%1 units</source>
        <comment>%1 unit</comment>
        <translation>
            <numerusform>%1 unit</numerusform>
            <numerusform>%1 units</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 activations</source>
        <comment>%1 activation</comment>
        <translation>
            <numerusform>%1 activation</numerusform>
            <numerusform>%1 activations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens</source>
        <comment>%1 token</comment>
        <translation>
            <numerusform>%1 token</numerusform>
            <numerusform>%1 tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bound</name>
    <message numerus="yes">
        <source>rank %1: before its first backward it has room for %2 forwards, so not every rank behind it can begin one more instead of waiting</source>
        <comment>rank %1: before its first backward it has room for %2 forward, so not every rank behind it can begin one more instead of waiting</comment>
        <translation>
            <numerusform>rank %1: before its first backward it has room for %2 forward, so not every rank behind it can begin one more instead of waiting</numerusform>
            <numerusform>rank %1: before its first backward it has room for %2 forwards, so not every rank behind it can begin one more instead of waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>check</name>
    <message numerus="yes">
        <source>Nothing is wrong so far; %1 ops are not placed yet.</source>
        <comment>Nothing is wrong so far; %1 op is not placed yet.</comment>
        <translation>
            <numerusform>Nothing is wrong so far; %1 op is not placed yet.</numerusform>
            <numerusform>Nothing is wrong so far; %1 ops are not placed yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>csv</name>
    <message numerus="yes">
        <source>%1 gaps are left out: each rank goes on as early as it can</source>
        <comment>%1 gap is left out: each rank goes on as early as it can</comment>
        <translation>
            <numerusform>%1 gap is left out: each rank goes on as early as it can</numerusform>
            <numerusform>%1 gaps are left out: each rank goes on as early as it can</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edit</name>
    <message numerus="yes">
        <source>%1 ops</source>
        <comment>%1 op</comment>
        <translation>
            <numerusform>%1 op</numerusform>
            <numerusform>%1 ops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks</source>
        <comment>%1 block</comment>
        <translation>
            <numerusform>%1 block</numerusform>
            <numerusform>%1 blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Place %1 ops</source>
        <comment>Place %1 op</comment>
        <translation>
            <numerusform>Place %1 op</numerusform>
            <numerusform>Place %1 ops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take %1 ops out of the order</source>
        <comment>Take %1 op out of the order</comment>
        <translation>
            <numerusform>Take %1 op out of the order</numerusform>
            <numerusform>Take %1 ops out of the order</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Split %1 selected ops into B and W</source>
        <comment>Split %1 selected op into B and W</comment>
        <translation>
            <numerusform>Split %1 selected op into B and W</numerusform>
            <numerusform>Split %1 selected ops into B and W</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fuse B and W of %1 selected ops</source>
        <comment>Fuse B and W of %1 selected op</comment>
        <translation>
            <numerusform>Fuse B and W of %1 selected op</numerusform>
            <numerusform>Fuse B and W of %1 selected ops</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>file</name>
    <message numerus="yes">
        <source>the lesson has %1 hints, so there must be as many here, not %2</source>
        <comment>the lesson has %1 hint, so there must be as many here, not %2</comment>
        <translation>
            <numerusform>the lesson has %1 hint, so there must be as many here, not %2</numerusform>
            <numerusform>the lesson has %1 hints, so there must be as many here, not %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 variants do not go into the file, for they are orders of other ranks, stages, microbatches or parts of W: %2</source>
        <comment>%1 variant does not go into the file, for it is an order of other ranks, stages, microbatches or parts of W: %2</comment>
        <translation>
            <numerusform>%1 variant does not go into the file, for it is an order of other ranks, stages, microbatches or parts of W: %2</numerusform>
            <numerusform>%1 variants do not go into the file, for they are orders of other ranks, stages, microbatches or parts of W: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>finding</name>
    <message numerus="yes">
        <source>There are %1 more like this.</source>
        <comment>There is %1 more like this.</comment>
        <translation>
            <numerusform>There is %1 more like this.</numerusform>
            <numerusform>There are %1 more like this.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fix</name>
    <message numerus="yes">
        <source>Place all %1 missing ops</source>
        <comment>Place all %1 missing ops</comment>
        <translation>
            <numerusform>Place all %1 missing ops</numerusform>
            <numerusform>Place all %1 missing ops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Place the %1 ops anew that never run</source>
        <comment>Place the %1 ops anew that never run</comment>
        <translation>
            <numerusform>Place the %1 ops anew that never run</numerusform>
            <numerusform>Place the %1 ops anew that never run</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>framework rule</name>
    <message numerus="yes">
        <source>%1 gives each rank %2 chunks, not %3</source>
        <comment>%1 gives each rank %2 chunk, not %3</comment>
        <translation>
            <numerusform>%1 gives each rank %2 chunk, not %3</numerusform>
            <numerusform>%1 gives each rank %2 chunks, not %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>job</name>
    <message numerus="yes">
        <source>ranks %1 went without a last word: they were killed, or their links were lost</source>
        <comment>rank %1 went without a last word: it was killed, or its link was lost</comment>
        <translation>
            <numerusform>rank %1 went without a last word: it was killed, or its link was lost</numerusform>
            <numerusform>ranks %1 went without a last word: they were killed, or their links were lost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::CostsPanel</name>
    <message numerus="yes">
        <source>Scale %n numbers by %1 %</source>
        <translation>
            <numerusform>Scale %n number by %1 %</numerusform>
            <numerusform>Scale %n numbers by %1 %</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %n selected numbers become so many per cent of what they are:</source>
        <translation>
            <numerusform>The selected number (%n) becomes so many per cent of what it is:</numerusform>
            <numerusform>The %n selected numbers become so many per cent of what they are:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n costs</source>
        <translation>
            <numerusform>Paste %n cost</numerusform>
            <numerusform>Paste %n costs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::DeviationPanel</name>
    <message numerus="yes">
        <source>%n pair(s) ran in another order than planned:</source>
        <translation>
            <numerusform>%n pair ran in another order than planned:</numerusform>
            <numerusform>%n pairs ran in another order than planned:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::EditMenu</name>
    <message numerus="yes">
        <source>Replicate the pipeline: %n replicas</source>
        <translation>
            <numerusform>Replicate the pipeline: %n replica</numerusform>
            <numerusform>Replicate the pipeline: %n replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>How many places the %n selected op(s) move in their lanes; below 0 is earlier:</source>
        <translation>
            <numerusform>How many places the %n selected op moves in its lane; below 0 is earlier:</numerusform>
            <numerusform>How many places the %n selected ops move in their lanes; below 0 is earlier:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The order of %n op(s) is on the clipboard, as text.</source>
        <translation>
            <numerusform>The order of %n op is on the clipboard, as text.</numerusform>
            <numerusform>The order of %n ops is on the clipboard, as text.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::FindActions</name>
    <message numerus="yes">
        <source>Find %1: %n block(s)</source>
        <translation>
            <numerusform>Find %1: %n block</numerusform>
            <numerusform>Find %1: %n blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::FindingsPanel</name>
    <message numerus="yes">
        <source>%n more to fix</source>
        <translation>
            <numerusform>%n more to fix</numerusform>
            <numerusform>%n more to fix</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::Inspector</name>
    <message numerus="yes">
        <source>median of %n step(s): start %1, duration %2</source>
        <translation>
            <numerusform>median of %n step: start %1, duration %2</numerusform>
            <numerusform>median of %n steps: start %1, duration %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::IterationsView</name>
    <message numerus="yes">
        <source>%n iteration(s) in a row, %1 each</source>
        <translation>
            <numerusform>%n iteration, %1</numerusform>
            <numerusform>%n iterations in a row, %1 each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::JitterPanel</name>
    <message numerus="yes">
        <source>Most robust: %1 on %n device(s), planned %2; 9 of 10 iterations take at most %3, of the fastest %4.</source>
        <translation>
            <numerusform>Most robust: %1 on %n device, planned %2; 9 of 10 iterations take at most %3, of the fastest %4.</numerusform>
            <numerusform>Most robust: %1 on %n devices, planned %2; 9 of 10 iterations take at most %3, of the fastest %4.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::LessonPanel</name>
    <message numerus="yes">
        <source>%n hint(s)</source>
        <translation>
            <numerusform>%n hint</numerusform>
            <numerusform>%n hints</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::MainWindow</name>
    <message numerus="yes">
        <source>%n schedule(s) have changes that are not saved:</source>
        <translation>
            <numerusform>%n schedule has changes that are not saved:</numerusform>
            <numerusform>%n schedules have changes that are not saved:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::MicrobatchSheet</name>
    <message numerus="yes">
        <source>Paste %n numbers of microbatches</source>
        <translation>
            <numerusform>Paste %n number of microbatches</numerusform>
            <numerusform>Paste %n numbers of microbatches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::OpsModel</name>
    <message numerus="yes">
        <source>Move %n blocks of rank %1 to position %2</source>
        <translation>
            <numerusform>Move %n block of rank %1 to position %2</numerusform>
            <numerusform>Move %n blocks of rank %1 to position %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::OpsPanel</name>
    <message numerus="yes">
        <source>%n op(s)</source>
        <translation>
            <numerusform>%n op</numerusform>
            <numerusform>%n ops</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::PlannerWindow</name>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n partition</numerusform>
            <numerusform>%n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n device(s) a stage</source>
        <translation>
            <numerusform>%n device a stage</numerusform>
            <numerusform>%n devices a stage</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::PresentWindow</name>
    <message numerus="yes">
        <source>%n microbatch(es)</source>
        <translation>
            <numerusform>%n microbatch</numerusform>
            <numerusform>%n microbatches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 keeps its %n microbatch(es): no generator makes its order for another number.</source>
        <translation>
            <numerusform>%1 keeps its %n microbatch: no generator makes its order for another number.</numerusform>
            <numerusform>%1 keeps its %n microbatches: no generator makes its order for another number.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::PrintDialog</name>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::SearchBar</name>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no block, %n in the tray</source>
        <translation>
            <numerusform>no block, %n in the tray</numerusform>
            <numerusform>no block, %n in the tray</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s), %1 in the tray</source>
        <translation>
            <numerusform>%n block, %1 in the tray</numerusform>
            <numerusform>%n blocks, %1 in the tray</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::Tray</name>
    <message numerus="yes">
        <source>%n unplaced</source>
        <translation>
            <numerusform>%n unplaced</numerusform>
            <numerusform>%n unplaced</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanewright::app::VariantsModel</name>
    <message numerus="yes">
        <source>%1, %n error(s)</source>
        <translation>
            <numerusform>%1, %n error</numerusform>
            <numerusform>%1, %n errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lesson</name>
    <message numerus="yes">
        <source>%1 activations</source>
        <comment>%1 activation</comment>
        <translation>
            <numerusform>%1 activation</numerusform>
            <numerusform>%1 activations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 hints</source>
        <comment>%1 hint</comment>
        <translation>
            <numerusform>%1 hint</numerusform>
            <numerusform>%1 hints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps of the coach</source>
        <comment>%1 step of the coach</comment>
        <translation>
            <numerusform>%1 step of the coach</numerusform>
            <numerusform>%1 steps of the coach</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 minutes</source>
        <comment>%1 minute</comment>
        <translation>
            <numerusform>%1 minute</numerusform>
            <numerusform>%1 minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ops left in the tray.</source>
        <comment>%1 op left in the tray.</comment>
        <translation>
            <numerusform>%1 op left in the tray.</numerusform>
            <numerusform>%1 ops left in the tray.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take %1 microbatches</source>
        <comment>Take %1 microbatch</comment>
        <translation>
            <numerusform>Take %1 microbatch</numerusform>
            <numerusform>Take %1 microbatches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>measured</name>
    <message numerus="yes">
        <source>A GPT of %1 layers</source>
        <comment>A GPT of %1 layer</comment>
        <translation>
            <numerusform>A GPT of %1 layer</numerusform>
            <numerusform>A GPT of %1 layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ranks</source>
        <comment>%1 rank</comment>
        <translation>
            <numerusform>%1 rank</numerusform>
            <numerusform>%1 ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 microbatches</source>
        <comment>%1 microbatch</comment>
        <translation>
            <numerusform>%1 microbatch</numerusform>
            <numerusform>%1 microbatches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>place</name>
    <message numerus="yes">
        <source>ranks %1 on GPU %2 of %3 (%4)</source>
        <comment>rank %1 on GPU %2 of %3 (%4)</comment>
        <translation>
            <numerusform>rank %1 on GPU %2 of %3 (%4)</numerusform>
            <numerusform>ranks %1 on GPU %2 of %3 (%4)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>recognition</name>
    <message numerus="yes">
        <source>B and W apart, W up to %1 microbatches behind its B</source>
        <comment>B and W apart, W up to %1 microbatch behind its B</comment>
        <translation>
            <numerusform>B and W apart, W up to %1 microbatch behind its B</numerusform>
            <numerusform>B and W apart, W up to %1 microbatches behind its B</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 overlapped pairs</source>
        <comment>%1 overlapped pair</comment>
        <translation>
            <numerusform>%1 overlapped pair</numerusform>
            <numerusform>%1 overlapped pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks moved</source>
        <comment>%1 block moved</comment>
        <translation>
            <numerusform>%1 block moved</numerusform>
            <numerusform>%1 blocks moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 with W delayed, by up to %2 microbatches</source>
        <comment>%1 with W delayed, by up to %2 microbatch</comment>
        <translation>
            <numerusform>%1 with W delayed, by up to %2 microbatch</numerusform>
            <numerusform>%1 with W delayed, by up to %2 microbatches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks missing</source>
        <comment>%1 block missing</comment>
        <translation>
            <numerusform>%1 block missing</numerusform>
            <numerusform>%1 blocks missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %1 blocks moved</source>
        <comment>at least %1 block moved</comment>
        <translation>
            <numerusform>at least %1 block moved</numerusform>
            <numerusform>at least %1 blocks moved</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>refusal</name>
    <message numerus="yes">
        <source>there is no rank %1 in this order, which has %2 rows</source>
        <comment>there is no rank %1 in this order, which has %2 row</comment>
        <translation>
            <numerusform>there is no rank %1 in this order, which has %2 row</numerusform>
            <numerusform>there is no rank %1 in this order, which has %2 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>there is no position %1 on rank %2, which has %3 blocks</source>
        <comment>there is no position %1 on rank %2, which has %3 block</comment>
        <translation>
            <numerusform>there is no position %1 on rank %2, which has %3 block</numerusform>
            <numerusform>there is no position %1 on rank %2, which has %3 blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>this one has %1 directions</source>
        <comment>this one has %1 direction</comment>
        <translation>
            <numerusform>this one has %1 direction</numerusform>
            <numerusform>this one has %1 directions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>DualPipe on %1 ranks needs an even number of at least %2 microbatches, not %3</source>
        <comment>DualPipe on %1 rank needs an even number of at least %2 microbatches, not %3</comment>
        <translation>
            <numerusform>DualPipe on %1 rank needs an even number of at least %2 microbatches, not %3</numerusform>
            <numerusform>DualPipe on %1 ranks needs an even number of at least %2 microbatches, not %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>DualPipeV on %1 ranks needs at least %2 microbatches, not %3</source>
        <comment>DualPipeV on %1 rank needs at least %2 microbatches, not %3</comment>
        <translation>
            <numerusform>DualPipeV on %1 rank needs at least %2 microbatches, not %3</numerusform>
            <numerusform>DualPipeV on %1 ranks needs at least %2 microbatches, not %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 needs groups of at least %2 microbatches, not %3: with fewer than there are ranks they wait for each other</source>
        <comment>%1 needs groups of at least %2 microbatch, not %3: with fewer than there are ranks they wait for each other</comment>
        <translation>
            <numerusform>%1 needs groups of at least %2 microbatch, not %3: with fewer than there are ranks they wait for each other</numerusform>
            <numerusform>%1 needs groups of at least %2 microbatches, not %3: with fewer than there are ranks they wait for each other</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 stages</source>
        <comment>%1 stage</comment>
        <translation>
            <numerusform>%1 stage</numerusform>
            <numerusform>%1 stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 microbatches</source>
        <comment>%1 microbatch</comment>
        <translation>
            <numerusform>%1 microbatch</numerusform>
            <numerusform>%1 microbatches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 columns too many were left out.</source>
        <comment>%1 column too many was left out.</comment>
        <translation>
            <numerusform>%1 column too many was left out.</numerusform>
            <numerusform>%1 columns too many were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>So were %1 further cells.</source>
        <comment>So was %1 further cell.</comment>
        <translation>
            <numerusform>So was %1 further cell.</numerusform>
            <numerusform>So were %1 further cells.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines more than there are stages were left out.</source>
        <comment>%1 line more than there are stages was left out.</comment>
        <translation>
            <numerusform>%1 line more than there are stages was left out.</numerusform>
            <numerusform>%1 lines more than there are stages were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has only %2 blocks before it on rank %3, so not all can move %4 places earlier</source>
        <comment>%1 has only %2 block before it on rank %3, so not all can move %4 places earlier</comment>
        <translation>
            <numerusform>%1 has only %2 block before it on rank %3, so not all can move %4 places earlier</numerusform>
            <numerusform>%1 has only %2 blocks before it on rank %3, so not all can move %4 places earlier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has only %2 blocks behind it on rank %3, so not all can move %4 places later</source>
        <comment>%1 has only %2 block behind it on rank %3, so not all can move %4 places later</comment>
        <translation>
            <numerusform>%1 has only %2 block behind it on rank %3, so not all can move %4 places later</numerusform>
            <numerusform>%1 has only %2 blocks behind it on rank %3, so not all can move %4 places later</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 numbers more than there are microbatches were left out.</source>
        <comment>%1 number more than there are microbatches was left out.</comment>
        <translation>
            <numerusform>%1 number more than there are microbatches was left out.</numerusform>
            <numerusform>%1 numbers more than there are microbatches were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 needs groups of at least %2 microbatches, not %3: with fewer than half as many as there are ranks they wait for each other</source>
        <comment>%1 needs groups of at least %2 microbatch, not %3: with fewer than half as many as there are ranks they wait for each other</comment>
        <translation>
            <numerusform>%1 needs groups of at least %2 microbatch, not %3: with fewer than half as many as there are ranks they wait for each other</numerusform>
            <numerusform>%1 needs groups of at least %2 microbatches, not %3: with fewer than half as many as there are ranks they wait for each other</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>title</name>
    <message numerus="yes">
        <source>%1 ranks</source>
        <comment>%1 rank</comment>
        <translation>
            <numerusform>%1 rank</numerusform>
            <numerusform>%1 ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 microbatches</source>
        <comment>%1 microbatch</comment>
        <translation>
            <numerusform>%1 microbatch</numerusform>
            <numerusform>%1 microbatches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 replicas</source>
        <comment>%1 replica</comment>
        <translation>
            <numerusform>%1 replica</numerusform>
            <numerusform>%1 replicas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trace</name>
    <message numerus="yes">
        <source>%1 other files were left out, such as %2</source>
        <comment>%1 other file was left out: %2</comment>
        <translation>
            <numerusform>%1 other file was left out: %2</numerusform>
            <numerusform>%1 other files were left out, such as %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 files without an action of PyTorch&apos;s pipelining runtime were left out, such as %2</source>
        <comment>%1 file without an action of PyTorch&apos;s pipelining runtime was left out: %2</comment>
        <translation>
            <numerusform>%1 file without an action of PyTorch&apos;s pipelining runtime was left out: %2</numerusform>
            <numerusform>%1 files without an action of PyTorch&apos;s pipelining runtime were left out, such as %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 ops hold no operator (`cpu_op`), so they are taken to last as long as their ranges, with their waits</source>
        <comment>%2: %1 op holds no operator (`cpu_op`), so it is taken to last as long as its range, with its wait</comment>
        <translation>
            <numerusform>%2: %1 op holds no operator (`cpu_op`), so it is taken to last as long as its range, with its wait</numerusform>
            <numerusform>%2: %1 ops hold no operator (`cpu_op`), so they are taken to last as long as their ranges, with their waits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 ops launched no kernel, and are taken to do nothing</source>
        <comment>%2: %1 op launched no kernel, and is taken to do nothing</comment>
        <translation>
            <numerusform>%2: %1 op launched no kernel, and is taken to do nothing</numerusform>
            <numerusform>%2: %1 ops launched no kernel, and are taken to do nothing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 kernels, such as %3, have no correlation and were left out</source>
        <comment>%2: %1 kernel, %3, has no correlation and was left out</comment>
        <translation>
            <numerusform>%2: %1 kernel, %3, has no correlation and was left out</numerusform>
            <numerusform>%2: %1 kernels, such as %3, have no correlation and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 kernels, such as %3, end before they begin or at no time that there is, and were left out</source>
        <comment>%2: %1 kernel, %3, ends before it begins or at no time that there is, and was left out</comment>
        <translation>
            <numerusform>%2: %1 kernel, %3, ends before it begins or at no time that there is, and was left out</numerusform>
            <numerusform>%2: %1 kernels, such as %3, end before they begin or at no time that there is, and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 kernels last far beyond all that was recorded, and were taken to last no time; the first, %3, took %4</source>
        <comment>%2: %1 kernel, %3, lasts far beyond all that was recorded (%4), and was taken to last no time</comment>
        <translation>
            <numerusform>%2: %1 kernel, %3, lasts far beyond all that was recorded (%4), and was taken to last no time</numerusform>
            <numerusform>%2: %1 kernels last far beyond all that was recorded, and were taken to last no time; the first, %3, took %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 kernels last far into the next one on their stream, and were cut where that begins; the first, %3, from %4 to %5</source>
        <comment>%2: %1 kernel, %3, lasts far into the next one on its stream, and was cut where that begins, from %4 to %5</comment>
        <translation>
            <numerusform>%2: %1 kernel, %3, lasts far into the next one on its stream, and was cut where that begins, from %4 to %5</numerusform>
            <numerusform>%2: %1 kernels last far into the next one on their stream, and were cut where that begins; the first, %3, from %4 to %5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %1 ranges PP: hold no action that is known</source>
        <comment>%2: %1 range PP: holds no action that is known</comment>
        <translation>
            <numerusform>%2: %1 range PP: holds no action that is known</numerusform>
            <numerusform>%2: %1 ranges PP: hold no action that is known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 events name no step or no pipeline rank and were left out</source>
        <comment>%1 event names no step or no pipeline rank and was left out</comment>
        <translation>
            <numerusform>%1 event names no step or no pipeline rank and was left out</numerusform>
            <numerusform>%1 events name no step or no pipeline rank and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 files of other tensor and data parallel ranks were left out</source>
        <comment>%1 file of another tensor or data parallel rank was left out</comment>
        <translation>
            <numerusform>%1 file of another tensor or data parallel rank was left out</numerusform>
            <numerusform>%1 files of other tensor and data parallel ranks were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ops began before the op in front of them on their rank had ended, and were cut</source>
        <comment>%1 op began before the op in front of it on its rank had ended, and was cut</comment>
        <translation>
            <numerusform>%1 op began before the op in front of it on its rank had ended, and was cut</numerusform>
            <numerusform>%1 ops began before the op in front of them on their rank had ended, and were cut</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %1 steps some rank ran its ops in another order</source>
        <comment>in %1 step some rank ran its ops in another order</comment>
        <translation>
            <numerusform>in %1 step some rank ran its ops in another order</numerusform>
            <numerusform>in %1 steps some rank ran its ops in another order</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps are not in the traces of all ranks and were left out</source>
        <comment>%1 step is not in the traces of all ranks and was left out</comment>
        <translation>
            <numerusform>%1 step is not in the traces of all ranks and was left out</numerusform>
            <numerusform>%1 steps are not in the traces of all ranks and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps have no backward, as an evaluation, and were left out</source>
        <comment>%1 step has no backward, as an evaluation, and was left out</comment>
        <translation>
            <numerusform>%1 step has no backward, as an evaluation, and was left out</numerusform>
            <numerusform>%1 steps have no backward, as an evaluation, and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps were traced in part only and were left out</source>
        <comment>%1 step was traced in part only and was left out</comment>
        <translation>
            <numerusform>%1 step was traced in part only and was left out</numerusform>
            <numerusform>%1 steps were traced in part only and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps hold an op twice and were left out</source>
        <comment>%1 step holds an op twice and was left out</comment>
        <translation>
            <numerusform>%1 step holds an op twice and was left out</numerusform>
            <numerusform>%1 steps hold an op twice and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps have another number of microbatches and were left out</source>
        <comment>%1 step has another number of microbatches and was left out</comment>
        <translation>
            <numerusform>%1 step has another number of microbatches and was left out</numerusform>
            <numerusform>%1 steps have another number of microbatches and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ops say no %2 and were left out</source>
        <comment>%1 op says no %2 and was left out</comment>
        <translation>
            <numerusform>%1 op says no %2 and was left out</numerusform>
            <numerusform>%1 ops say no %2 and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps were left out, for no clocks of the ranks fit what they did</source>
        <comment>%1 step was left out, for no clocks of the ranks fit what they did</comment>
        <translation>
            <numerusform>%1 step was left out, for no clocks of the ranks fit what they did</numerusform>
            <numerusform>%1 steps were left out, for no clocks of the ranks fit what they did</numerusform>
        </translation>
    </message>
</context>
</TS>
