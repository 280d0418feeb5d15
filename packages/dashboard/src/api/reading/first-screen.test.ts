import assert from 'node:assert/strict';
import { test } from 'node:test';

// The channel to other tabs, which the client opens, would keep the process from ending.
const { BroadcastChannel } = globalThis;
globalThis.BroadcastChannel = EventTarget as unknown as typeof BroadcastChannel;
const { client } = await import('../client.ts');
const { askFirstScreen } = await import('./first-screen.ts');
globalThis.BroadcastChannel = BroadcastChannel;

test('the kinds of all entries are asked for early, unless the link itself says that there are very many', (t) => {
  const asked: string[] = [];
  for (const name of ['getTranscript', 'getOutline', 'getBrief', 'getSkeleton'] as const)
    t.mock.method(client, name, () => {
      asked.push(name);
      return new Promise(() => {});
    });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [sessionId, at] of [
    ['ses_1', undefined],
    ['ses_2', 87_654],
    ['ses_3', 900_000],
  ] as const) {
    askFirstScreen(sessionId, at);
    askFirstScreen(sessionId, at);
  }
  const all = ['getTranscript', 'getOutline', 'getBrief', 'getSkeleton'];
  assert.deepEqual(asked, [...all, ...all, 'getTranscript', 'getOutline', 'getBrief']);
});
