import { once } from 'node:events';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the server of a run that kills hundreds of them: reads the server's modules, which takes longer than
 * all the rest of a start, and waits for a word before it lets the server begin.
 */
if (isMainThread) {
  await import('../../packages/server/src/server.ts');
  await once(process.stdin, 'data');
  process.stdin.destroy();
}
