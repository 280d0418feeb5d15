import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { claudeLines, createMachine, type Machine } from '../../testing/machine.ts';

describe('sessions over time', () => {
  let server: FakeServer;
  let machine: Machine;
  before(async () => {
    server = await startFakeServer();
    machine = await createMachine({ delay: () => 1 });
  });
  after(async () => {
    await server.close();
    await machine.remove();
  });

  async function once(act: () => Promise<unknown> = async () => {}): Promise<void> {
    const recorder = await machine.recorder(server.url);
    await act();
    await recorder.scan();
    await recorder.uploader.drained();
    await recorder.completeIdle();
    await recorder.close();
  }
  const legsOf = (id: string) => [...server.sessions.values()].filter((one) => one.body.externalId === id);

  it('a document rewritten in place sends what is new or changed, also over restarts', async () => {
    const path = '.local/share/amp/threads/T-1.json';
    const thread = (...messages: object[]) => JSON.stringify({ v: messages.length, id: 'T-1', messages });
    const [a, b, c] = [0, 1, 2].map((messageId) => ({ role: 'user', messageId }));
    await machine.write(path, thread(a as object, b as object));
    await once();
    await once(() => machine.write(path, thread(a as object, { ...b, state: 'done' }, c as object)));
    await once();
    const payloads = server.eventsOf('T-1').map((event) => event.payload);
    assert.deepEqual(payloads, [{ type: 'thread', id: 'T-1' }, a, b, { ...b, state: 'done' }, c]);
  });

  it('a session that somebody else closed goes on in a linked one', async () => {
    const file = '.claude/projects/-p/l1.jsonl';
    await machine.write(file, claudeLines('l1', 3).join(''));
    await once();
    const [first] = legsOf('l1');
    assert.ok(first);
    first.status = 'completed';
    await once(() => machine.append(file, claudeLines('l1', 2, 3).join('')));
    assert.equal(legsOf('l1')[1]?.body.continuesSessionId, first.sessionId);
    assert.deepEqual(
      server.eventsOf('l1').map((event) => event.payload),
      claudeLines('l1', 5).map((line) => JSON.parse(line)),
    );
  });

  it('a session the server has no more goes on in a new one', async () => {
    const [first, second] = legsOf('l1');
    server.sessions.delete(first?.sessionId ?? '');
    server.sessions.delete(second?.sessionId ?? '');
    await once(() => machine.append('.claude/projects/-p/l1.jsonl', claudeLines('l1', 1, 5).join('')));
    assert.equal(server.eventsOf('l1').length, 1);
    assert.equal(legsOf('l1')[0]?.body.continuesSessionId, undefined);
  });

  it('a session is completed when the agent says that it is over', async () => {
    const lines = [
      '{"type":"session.start","data":{"copilotVersion":"1.0"}}',
      '{"type":"session.shutdown","data":{}}',
    ];
    const path = await machine.write('.copilot/session-state/c1/events.jsonl', `${lines.join('\n')}\n`);
    const past = new Date(Date.now() - 60_000);
    await utimes(path, past, past);
    await once();
    assert.equal(legsOf('c1')[0]?.status, 'completed');
    assert.equal(legsOf('l1')[0]?.status, 'active');
  });

  it('an agent an admin disabled is held back; the others go on', async () => {
    server.faults.disabledAgent = 'codex';
    await machine.write(
      '.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-held.jsonl',
      '{"type":"a"}\n',
    );
    await machine.write('.claude/projects/-p/l2.jsonl', claudeLines('l2', 2).join(''));
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    assert.equal(server.eventsOf('l2').length, 2);
    assert.deepEqual(recorder.uploader.report.heldAgents, ['codex']);
    assert.equal(recorder.uploader.pending(), 1);
    await recorder.close();
    delete server.faults.disabledAgent;
    await once();
    assert.equal(server.eventsOf('held').length, 1);
  });

  it('an installation or environment the server lost is registered again', async () => {
    server.installations.clear();
    await once(() => machine.write('.claude/projects/-p/l3.jsonl', claudeLines('l3', 2).join('')));
    assert.equal(server.eventsOf('l3').length, 2);
  });
});
