import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { newSession, type SessionState } from '../spool/session.ts';
import { readSessions } from '../spool/session-states.ts';
import type { Recorder } from './recorder.ts';
import { statusOf } from './status.ts';

describe('a session that is over', () => {
  let server: FakeServer;
  let machine: Machine;
  let recorder: Recorder;
  beforeEach(async () => {
    server = await startFakeServer();
    machine = await createMachine({ delay: () => 1 });
    machine.settings.idleMinutes = 60;
    recorder = await machine.recorder(server.url);
  });
  afterEach(async () => {
    await recorder.close();
    await server.close();
    await machine.remove();
  });
  /** A session of which the server has everything; something last happened in it so many milliseconds ago. */
  const session = (name: string, ago: number, given: Partial<SessionState> = {}): SessionState => {
    const state = {
      ...newSession(name, 'codex', name),
      sessionId: `ses_${name}`,
      openedLeg: 1,
      batch: 1,
      acked: 1,
      lastChangeAt: Date.now() - ago,
      ...given,
    };
    recorder.spool.states.sessions.set(`codex/${name}`, state);
    server.sessions.set(state.sessionId, {
      sessionId: state.sessionId,
      body: {},
      status: 'active',
      events: [],
      reports: [],
      lessonReports: [],
    });
    return state;
  };
  const completed = () =>
    [...server.sessions.values()]
      .filter(({ status }) => status === 'completed')
      .map(({ sessionId }) => sessionId);
  const [second, minute] = [1000, 60_000];

  it('is completed once nothing has happened for as long as the settings say', async () => {
    session('idle', 61 * minute);
    session('busy', 59 * minute);
    await recorder.completeIdle();
    assert.deepEqual(completed(), ['ses_idle']);
    assert.equal(recorder.spool.states.sessions.get('codex/idle')?.closed, true);
  });

  it('is completed a moment after the agent said that it ended, unless something was written later', async () => {
    const now = Date.now();
    session('ended', 16 * second, { endedAt: now - 16 * second });
    session('just-ended', 16 * second, { endedAt: now - 13 * second });
    session('just-written', 13 * second, { endedAt: now - 16 * second });
    session('went-on', 20 * second, { endedAt: now - 36 * second });
    session('wrote-a-little', 21 * second, { endedAt: now - 35 * second });
    await recorder.completeIdle();
    assert.deepEqual(completed().toSorted(), ['ses_ended', 'ses_wrote-a-little']);
  });

  it('is left alone while the server lacks something of it, or when it is closed or was never opened', async () => {
    const day = 24 * 60 * minute;
    session('pending', day, { batch: 2 });
    session('closed', day, { closed: true });
    session('unopened', day, { openedLeg: 0 });
    await recorder.completeIdle();
    assert.deepEqual(completed(), []);
    assert.ok(!server.requests.some(({ route }) => route.includes('/ses_')));
  });

  it('is completed with all the others, however many there are', async () => {
    for (let n = 0; n < 19; n++) session(`s${n}`, 61 * minute);
    await recorder.completeIdle();
    assert.equal(completed().length, 19);
  });

  it('is noted by what a hook says, for the agent it names or for any', async () => {
    const other = session('a', minute);
    const same = { ...session('b', minute), externalId: 'a', agentId: 'cursor' as const };
    recorder.spool.states.sessions.set('cursor/a', same);
    recorder.noteEnd('cursor', 'a');
    assert.ok(Math.abs((same.endedAt ?? 0) - Date.now()) < minute);
    assert.equal(other.endedAt, undefined);
    recorder.noteEnd(undefined, 'a');
    assert.ok(other.endedAt);
    assert.equal(recorder.spool.states.sessions.get('codex/b')?.endedAt, undefined);
    await recorder.maintain();
    assert.ok((await readSessions(recorder.spool.directory)).get('cursor/a')?.endedAt);
  });

  it('counts in the status with what was redacted in it', () => {
    session('a', 0, { redactions: { jwt: 2 } });
    session('b', 0);
    session('c', 0, { redactions: { jwt: 1, github: 4 } });
    const status = statusOf(recorder, { version: '1', startedAt: 5, lastHookCall: { codex: 7 } });
    assert.deepEqual(status.redactions, { jwt: 3, github: 4 });
    assert.deepEqual(
      [
        status.pid,
        status.version,
        status.startedAt,
        status.lastHookCall,
        status.pendingBatches,
        status.pendingBytes,
      ],
      [process.pid, '1', 5, { codex: 7 }, 0, 0],
    );
    assert.ok(Math.abs(status.updatedAt - Date.now()) < minute);
  });
});
