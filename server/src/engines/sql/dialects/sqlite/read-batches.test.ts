import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { maxReadsPerBatch, ReadBatches } from './read-batches.ts';

describe('the batches of reads', () => {
  it('run after the turn, in the order in which they were asked for', async () => {
    const batches = new ReadBatches();
    const ran: number[] = [];
    const reads = Array.from({ length: 3 }, async (_, read) => {
      await batches.turn();
      ran.push(read);
    });
    await Promise.resolve();
    expect(ran).toEqual([]);
    await Promise.all(reads);
    expect(ran).toEqual([0, 1, 2]);
  });

  it('end with what follows from their reads before the next one begins', async () => {
    const batches = new ReadBatches();
    const steps: string[] = [];
    const reads = Array.from({ length: 2 * maxReadsPerBatch + 1 }, async (_, read) => {
      const batch = Math.floor(read / maxReadsPerBatch);
      await batches.turn();
      steps.push(`${batch} reads`);
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      steps.push(`${batch} answers`);
    });
    await Promise.all(reads);
    const times = (count: number, step: string) => Array.from({ length: count }, () => step);
    expect(steps).toEqual([
      ...times(maxReadsPerBatch, '0 reads'),
      ...times(maxReadsPerBatch, '0 answers'),
      ...times(maxReadsPerBatch, '1 reads'),
      ...times(maxReadsPerBatch, '1 answers'),
      '2 reads',
      '2 answers',
    ]);
  });

  it('all run in one turn of the event loop, and leave later reads to the next one', async () => {
    const batches = new ReadBatches();
    const turns: string[] = [];
    const reads = Array.from({ length: 3 * maxReadsPerBatch }, async () => {
      await batches.turn();
      turns.push('first');
      await batches.turn();
      turns.push('second');
    });
    await setImmediate();
    // A callback that runs between the two turns.
    turns.push('between');
    await Promise.all(reads);
    const between = turns.indexOf('between');
    expect(turns.slice(0, between)).toEqual(Array.from({ length: reads.length }, () => 'first'));
    expect(turns.slice(between + 1)).toEqual(Array.from({ length: reads.length }, () => 'second'));
  });
});
