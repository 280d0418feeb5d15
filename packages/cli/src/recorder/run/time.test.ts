import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { createMachine, type Machine } from '../../testing/machine.ts';

describe('the times of a session', () => {
  let machine: Machine;
  let server: FakeServer;
  before(async () => {
    machine = await createMachine();
    server = await startFakeServer();
  });
  after(async () => {
    await server.close();
    await machine.remove();
  });
  const sessionOf = (externalId: string) =>
    [...server.sessions.values()].filter((one) => one.body.externalId === externalId);
  const line = (record: object, at?: string) =>
    `${JSON.stringify({ ...record, ...(at && { timestamp: at }) })}\n`;

  it('are those of its records; what is long over is completed at once, however new its file', async () => {
    await machine.write(
      '.claude/projects/-p/old.jsonl',
      line({ type: 'summary' }) +
        line({ type: 'user' }, '2026-03-01T10:00:00.000Z') +
        line({ type: 'assistant' }, '2026-03-01T11:00:00.000Z') +
        line({ type: 'last-prompt' }),
    );
    const now = new Date().toISOString();
    await machine.write('.claude/projects/-p/live.jsonl', line({ type: 'user' }, now));
    await machine.write('.claude/projects/-p/untimed.jsonl', line({ type: 'user' }));
    const future = new Date(Date.now() + 3_600_000).toISOString();
    await machine.write('.claude/projects/-p/future.jsonl', line({ type: 'user' }, future));
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    await recorder.completeIdle();
    const [old] = sessionOf('old');
    assert.equal(old?.body.startedAt, '2026-03-01T10:00:00.000Z');
    assert.equal(old?.body.startedAtSource, 'record');
    assert.equal(old?.status, 'completed');
    assert.equal(old?.endedAt, '2026-03-01T11:00:00.000Z');
    const [live] = sessionOf('live');
    assert.equal(live?.status, 'active');
    assert.equal(live?.body.startedAt, now);
    const [untimed] = sessionOf('untimed');
    assert.equal(untimed?.body.startedAtSource, 'file');
    assert.ok(Math.abs(Date.parse(String(untimed?.body.startedAt)) - Date.now()) < 60_000);
    assert.equal(untimed?.status, 'active');
    assert.equal(sessionOf('future')[0]?.body.startedAt, undefined, 'a time to come is not claimed');
    await recorder.close();
  });

  it('of one that goes on: a new session that began with its own first record, and stays open', async () => {
    const recorder = await machine.recorder(server.url);
    await machine.append('.claude/projects/-p/old.jsonl', line({ type: 'user' }));
    await machine.append('.claude/projects/-p/old.jsonl', line({ type: 'user' }, '2026-03-02T09:00:00.000Z'));
    await recorder.scan();
    await recorder.uploader.drained();
    await recorder.completeIdle();
    const legs = sessionOf('old');
    assert.equal(legs.length, 2);
    assert.equal(legs[1]?.body.startedAt, '2026-03-02T09:00:00.000Z');
    assert.equal(legs[1]?.status, 'active', 'the file changed a moment ago, and that was seen');
    await recorder.close();
  });
});
