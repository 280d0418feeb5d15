import { answerQuestions } from '../../worker-answer.ts';
import { type ReadBody, readBatch } from './append-body.ts';

/** The thread behind BatchReader: a body in, its batch or what is wrong with it out. */

function read(bytes: Uint8Array<ArrayBuffer>): ReadBody {
  const { lines, count, idempotencyKey } = readBatch(Buffer.from(bytes.buffer));
  return { lines: new Uint8Array(lines), count, idempotencyKey };
}

answerQuestions(read, { transfer: ({ lines }) => lines.buffer });
