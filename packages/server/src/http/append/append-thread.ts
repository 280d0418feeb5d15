import { ownMemory, releaseMemory } from '../../worker/own-memory.ts';
import { answerQuestions } from '../../worker/worker-answer.ts';
import type { ReadBody } from './append-body.ts';
import { readLargeBatch } from './batch.ts';

/** The thread behind BatchReader: a body in, its batch or what is wrong with it out. */

function read(bytes: Uint8Array<ArrayBuffer>): ReadBody {
  try {
    const { lines, count, idempotencyKey } = readLargeBatch(Buffer.from(bytes.buffer));
    const own = ownMemory(lines);
    return { lines: own ? new Uint8Array(own) : new Uint8Array(lines), count, idempotencyKey };
  } finally {
    releaseMemory(bytes);
  }
}

answerQuestions(read, { transfer: ({ lines }) => lines.buffer });
