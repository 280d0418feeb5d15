import { parentPort, workerData } from 'node:worker_threads';
import { type Job, type Outcome, SqliteWriter } from './sqlite-writer.ts';

/** The thread behind log/sqlite.ts: takes groups of jobs, answers groups of outcomes. */

export interface GroupRequest {
  jobs: Job[];
}

export type GroupAnswer = { outcomes: Outcome[] } | { fault: string };

/** Little, so that nobody waits long behind it; less would only move the same pages more often. */
const checkpointBytes = 4 * 1024 * 1024;

/** About what a job adds to the WAL. Of an append that is what is left of its lines, and the pages around them. */
function bytesOf(job: Job): number {
  if (job.kind === 'append') return job.lines.byteLength * 0.3 + 10_000;
  if (job.kind === 'persist') return job.run.entries.reduce((sum, { body }) => sum + body.byteLength, 4096);
  return job.kind === 'stash' ? job.body.byteLength : 4096;
}

if (parentPort) {
  const port = parentPort;
  const { path, pragmas } = workerData as { path: string; pragmas: string };
  const writer = new SqliteWriter(path, pragmas);
  let written = 0;
  port.on('message', (request: GroupRequest | 'stop') => {
    if (request === 'stop') {
      writer.close();
      port.close();
      return;
    }
    let answer: GroupAnswer;
    try {
      answer = { outcomes: writer.write(request.jobs) };
    } catch (error) {
      answer = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    port.postMessage(answer);
    for (const job of request.jobs) written += bytesOf(job);
    if (written > checkpointBytes) {
      written = 0;
      try {
        writer.checkpoint();
      } catch {
        // A full disk or a busy reader: the WAL keeps growing and the next round tries again.
      }
    }
  });
}
