import { workerData } from 'node:worker_threads';
import type { BusNote, BusOrder } from '../../src/log/bus/log.ts';
import { unwritable } from '../../src/log/outcome.ts';
import type { AppendJob } from '../../src/log/writer.ts';
import { answerQuestions, note } from '../../src/worker/worker-answer.ts';

/** Stands for bus-thread.ts without a bus: says what it is told to, and notes what it was asked. */
const { begin } = workerData as { begin: BusNote[] };
for (const said of begin) note(said);

let faults = 0;
answerQuestions((job: BusOrder | AppendJob) => {
  const asked = job.kind === 'append' ? `append ${job.key}` : job.kind;
  note({ kind: 'fault', fault: `asked ${asked}` } satisfies BusNote);
  // The key of an append says what the thread is to do.
  if (job.kind === 'append' && job.key === 'down') note({ kind: 'reach', isUp: false } satisfies BusNote);
  if (job.kind === 'append' && job.key === 'die') process.exit();
  if (job.kind === 'append' && job.key === 'never') return new Promise<undefined>(() => {});
  if (job.kind === 'append' && job.key === 'fail') {
    faults = 2;
    throw unwritable('told to');
  }
  if (job.kind === 'probe' && --faults >= 0) throw unwritable('still');
  if (job.kind === 'append') return { kind: 'appended' as const, first: 1, count: job.count, status: 202 };
  return job.kind === 'close' ? { status: 'failed' as const, endedAt: 1, now: false } : undefined;
});
