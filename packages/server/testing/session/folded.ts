import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '../server.ts';

/** Waits until a session is folded up to an event, without reading it as a person would. An empty one is folded, too. */
export async function foldedTo(server: TestServer, sessionId: string, sequence: number): Promise<void> {
  const { store } = server.running.context;
  for (const deadline = Date.now() + 30_000; ; await sleep(20)) {
    const known = (await store.statistics.find([sessionId])).get(sessionId);
    if ((known?.foldedTo ?? 0) >= sequence) return;
    if (Date.now() > deadline) throw new Error('The session was not folded in time.');
  }
}
