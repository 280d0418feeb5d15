import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionEvent } from '@debrief/contract';
import { Transcript } from './transcript.ts';

const event = (sequence: number): SessionEvent => ({
  sessionId: 'ses_1',
  sequence,
  eventType: 'user',
  payload: {
    type: 'user',
    uuid: `u${sequence}`,
    timestamp: new Date(1_700_000_000_000 + sequence * 1000).toISOString(),
    message: { role: 'user', content: `prompt ${sequence}` },
  },
  createdAt: '2026-01-01T00:00:00.000Z',
});
const all = Array.from({ length: 1_234 }, (_, index) => event(index + 1));
/** At most `most` a page, as a server that stops at 8 MiB would. */
const loader =
  (most: number, calls: number[] = []) =>
  async (after: number, limit: number) => {
    calls.push(after);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    return all.slice(after, after + Math.min(limit, most));
  };
const signal = () => new AbortController().signal;

test('reads everything once and in order, however pages come', async () => {
  for (const most of [200, 37]) {
    const transcript = new Transcript('claude-code');
    await transcript.load(loader(most), all.length, signal());
    assert.equal(transcript.progress.loadedTo, 1_234);
    assert.equal(transcript.progress.caughtUp, true);
    assert.equal(transcript.entries.length, 1_234);
    assert.deepEqual(
      transcript.entries.map((entry) => entry.sequences[0]),
      all.map((one) => one.sequence),
    );
    assert.deepEqual(transcript.gaps, []);
  }
});

test('tells of the first page before it has the rest', async () => {
  const transcript = new Transcript('claude-code');
  const seen: number[] = [];
  transcript.subscribe(() => seen.push(transcript.progress.loadedTo));
  await transcript.load(loader(200), all.length, signal());
  assert.equal(seen[0], 60);
  assert.equal(seen.at(-1), 1_234);
});

test('live events follow; repeated ones are passed over; a hole is noticed', async () => {
  const transcript = new Transcript('claude-code');
  await transcript.load(loader(200), 100, signal());
  await transcript.feed(all.slice(90, 110));
  assert.equal(transcript.lastSequence, 110);
  await transcript.feed([event(115)]);
  assert.deepEqual(transcript.gaps, [[111, 114]]);
});

test('a failing page is reported and reading goes on from there', async () => {
  const transcript = new Transcript('claude-code');
  let fail = true;
  const flaky = async (after: number, limit: number) => {
    if (after >= 460 && fail) throw new Error('down');
    return all.slice(after, after + limit);
  };
  await transcript.load(flaky, all.length, signal());
  assert.match(String(transcript.progress.error), /down/);
  assert.equal(transcript.progress.caughtUp, false);
  fail = false;
  await transcript.load(flaky, all.length, signal());
  assert.equal(transcript.entries.length, 1_234);
  assert.equal(transcript.progress.error, undefined);
});

test('an aborted reading stops', async () => {
  const control = new AbortController();
  const transcript = new Transcript('claude-code');
  transcript.subscribe(() => control.abort());
  await transcript.load(loader(200), all.length, control.signal);
  assert.ok(transcript.lastSequence < 1_234);
});
