import { workerData } from 'node:worker_threads';
import { answerTogether, faultText, note } from '../../worker/worker-answer.ts';
import { unwritable } from '../outcome.ts';
import { type Job, type JobOutcome, SqliteWriter } from './writer.ts';

/** The thread behind log/sqlite/log.ts: takes groups of jobs, answers groups of outcomes. */

/** Little, so that nobody waits long behind it; less would only move the same pages more often. */
const checkpointBytes = 4 * 1024 * 1024;

/** The pages around a batch that are written anew with it: its session's, its key's. */
const pagesAround = 10_000;

/** Lines that came alone in their memory, which other batches have no part in. */
const large = 1024 * 1024;

/** About what a job adds to the WAL; of an append's lines about a third is left when they are packed. */
function bytesOf(job: Job): number {
  if (job.kind === 'append') return job.lines.byteLength * 0.3 + pagesAround;
  if (job.kind === 'persist')
    return job.run.entries.reduce((sum, { body }) => sum + body.byteLength + pagesAround, 0);
  if (job.kind === 'rewrite') return job.by.body.byteLength + pagesAround;
  return job.kind === 'stash' ? job.body.byteLength : 4096;
}

const { path, pragmas } = workerData as { path: string; pragmas: string };
const writer = new SqliteWriter(path, pragmas);
let written = 0;

function write(jobs: Job[]): JobOutcome[] {
  try {
    return writer.write(jobs);
  } catch (error) {
    note(faultText(error));
    throw unwritable(error);
  }
}

/** Between two groups, after the first one's answer. */
function checkpoint(jobs: Job[]): void {
  for (const job of jobs) {
    written += bytesOf(job);
    // Given back now: the collector counts megabytes of this kind for little and would leave several batches behind.
    if (job.kind === 'append' && job.lines.byteLength > large) (job.lines.buffer as ArrayBuffer).transfer(0);
  }
  if (written <= checkpointBytes) return;
  written = 0;
  try {
    writer.checkpoint();
  } catch {
    // A full disk or a busy reader: the WAL keeps growing and the next round tries again.
  }
}

answerTogether<Job, JobOutcome>(write, { afterwards: checkpoint, stop: () => writer.close() });
