import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { answerOf } from './http-thread.ts';
import { createWire } from './wire.ts';

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal | null | undefined;
}

/** A wire to a server that exists only here. */
function wireTo(server: string, answer: unknown = { accepted: 1 }) {
  const sent: Sent[] = [];
  const wire = createWire({
    server,
    secret: async () => 'secret',
    async fetch(url, init) {
      const { headers, body, signal } = init as {
        headers: Sent['headers'];
        body: Buffer;
        signal: AbortSignal;
      };
      sent.push({ url: String(url), headers, body, signal });
      return answerOf(200, '', JSON.stringify(answer));
    },
  });
  return { wire, sent };
}
const batch = (bytes: number) => ({
  sessionId: 'ses_1',
  key: 'k',
  body: Buffer.alloc(bytes, 'x'),
  events: 1,
});

describe('a batch on the wire', () => {
  it('goes to its session under its key and the secret, byte for byte', async () => {
    const { wire, sent } = wireTo('http://127.0.0.1:9');
    await wire.appendBody(batch(100_000));
    const [one] = sent;
    assert.equal(one?.url, 'http://127.0.0.1:9/v1/sessions/ses_1/events');
    assert.deepEqual(one?.headers, {
      'Idempotency-Key': 'k',
      'Content-Type': 'application/json',
      Authorization: 'Bearer secret',
    });
    assert.deepEqual(one?.body, batch(100_000).body);
  });

  it('is packed on its way to another machine where that is worth it', async () => {
    const { wire, sent } = wireTo('https://debrief.example');
    await wire.appendBody(batch(4096));
    await wire.appendBody(batch(4097));
    assert.deepEqual(sent[0]?.body, batch(4096).body);
    assert.equal(sent[0]?.headers['Content-Encoding'], undefined);
    assert.deepEqual(gunzipSync(sent[1]?.body ?? ''), batch(4097).body);
    assert.equal(sent[1]?.headers['Content-Encoding'], 'gzip');
  });

  it('counts only when the answer confirms it', async () => {
    await assert.rejects(wireTo('http://127.0.0.1:9', { accepted: 2 }).wire.appendBody(batch(1)), {
      name: 'UnexpectedAnswer',
    });
  });
});

describe('a call', () => {
  const silent = (timeoutMs: number) =>
    createWire({
      server: 'http://127.0.0.1:9',
      secret: async () => 'secret',
      timeoutMs,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          const { signal } = init as { signal: AbortSignal };
          if (signal.aborted) return reject(signal.reason);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });

  it('that is never answered ends by itself', async () => {
    // The timer of a call keeps no process alive; this one does meanwhile.
    const awake = setTimeout(() => {}, 10_000);
    await assert.rejects(silent(20).getHealth(), { name: 'TimeoutError' });
    clearTimeout(awake);
  });

  it('ends when its caller gives up, before or meanwhile', async () => {
    const wire = silent(60_000);
    const reason = new Error('no longer');
    await assert.rejects(wire.appendBody(batch(1), AbortSignal.abort(reason)), reason);
    const ending = new AbortController();
    const waiting = wire.appendBody(batch(1), ending.signal);
    setImmediate(() => ending.abort(reason));
    await assert.rejects(waiting, reason);
  });

  it('leaves nothing behind at the signal of its caller', async () => {
    const { wire } = wireTo('http://127.0.0.1:9');
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...input: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, input);
    };
    signal.removeEventListener = (...input: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, input);
    };
    await wire.appendBody(batch(1), signal);
    assert.equal(listeners, 0);
  });

  it('is answered by an object, else by no server of Debrief', async () => {
    for (const answer of [null, 7, 'ok']) {
      await assert.rejects(wireTo('http://127.0.0.1:9', answer).wire.getHealth(), {
        name: 'UnexpectedAnswer',
      });
    }
  });
});
