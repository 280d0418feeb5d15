import { parentPort } from 'node:worker_threads';
import { packLines } from './batch.ts';
import { type PackAnswer, type PackRequest, transferable } from './packer.ts';

/** The thread behind packer.ts. */

parentPort?.on('message', (group: PackRequest) => {
  const packed = group.map(packLines);
  parentPort?.postMessage(packed, transferable(packed.map(({ body }) => body)));
});
parentPort?.postMessage('up' satisfies PackAnswer);
