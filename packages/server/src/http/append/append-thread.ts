import { parentPort } from 'node:worker_threads';
import { DebriefError } from '@debrief/contract';
import { type BodyAnswer, type BodyRequest, readBatch } from './append-body.ts';

/** The thread behind BatchReader: a body in, its batch or what is wrong with it out. */

function answer({ id, bytes }: BodyRequest): BodyAnswer {
  try {
    const { lines, count, idempotencyKey } = readBatch(Buffer.from(bytes.buffer));
    return { id, lines: new Uint8Array(lines), count, idempotencyKey };
  } catch (error) {
    if (error instanceof DebriefError) return { id, code: error.code, message: error.message };
    return { id, code: undefined, message: String(error) };
  }
}

parentPort?.on('message', (request: BodyRequest) => {
  const done = answer(request);
  parentPort?.postMessage(done, 'lines' in done ? [done.lines.buffer] : []);
});
