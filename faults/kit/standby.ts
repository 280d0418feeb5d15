import { readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the server of a run that kills hundreds of them: reads the server's modules, which takes longer than
 * all the rest of a start, and waits for a word before it lets the server begin. The wait blocks, as there is
 * nothing else to do, and ends with the process that started it.
 */
if (isMainThread) {
  await import(new URL('../../packages/server/dist/command-line.js', import.meta.url).href);
  readSync(0, Buffer.alloc(16));
}
