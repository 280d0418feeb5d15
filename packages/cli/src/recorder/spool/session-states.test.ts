import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { encodeFrame } from './frame.ts';
import type { SessionState } from './session.ts';
import { openSessionStates, readSessions } from './session-states.ts';

const state = (externalId: string, batch = 0, more = {}): SessionState =>
  ({ agentId: 'codex', externalId, batch, places: [], ...more }) as unknown as SessionState;

describe('the states of sessions', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-states-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => join(folder, 'ledger.log');
  const batches = async () =>
    [...(await readSessions(folder)).values()].map((one) => [one.externalId, one.batch]);

  it('are none at first; the last one of a session counts', async () => {
    assert.deepEqual(await batches(), []);
    const states = await openSessionStates(folder);
    for (const one of [state('a', 1), state('b', 1), state('a', 2)]) {
      states.touch(one);
      await states.flush();
    }
    await states.close();
    assert.deepEqual(await batches(), [
      ['a', 2],
      ['b', 1],
    ]);
    const again = await openSessionStates(folder);
    assert.deepEqual([...again.sessions.keys()], ['codex/a', 'codex/b']);
    await again.close();
  });

  it('are written once however often they are touched before, and not when nothing was', async () => {
    const states = await openSessionStates(folder);
    const one = state('a', 1);
    states.touch(one);
    states.touch(one);
    await states.flush();
    const { size } = statSync(file());
    assert.equal(size, Buffer.concat(encodeFrame([Buffer.from(JSON.stringify(one))])).length);
    await states.flush();
    assert.equal(statSync(file()).size, size);
    await states.close();
  });

  it('lose what a crash tore, and go on after the last whole one', async () => {
    const states = await openSessionStates(folder);
    states.touch(state('a', 1));
    await states.flush();
    await states.close();
    appendFileSync(file(), 'torn in the middle');
    const again = await openSessionStates(folder);
    again.touch(state('b', 1));
    await again.flush();
    await again.close();
    assert.deepEqual(await batches(), [
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('are put together at the start when most of them are of the past', async () => {
    const frames = (count: number) =>
      Buffer.concat(
        Array.from({ length: count }, (_, batch) =>
          encodeFrame([Buffer.from(JSON.stringify(state('a', batch)))]),
        ).flat(),
      );
    const sizeAfter = async (count: number) => {
      rmSync(file(), { force: true });
      appendFileSync(file(), frames(count));
      await (await openSessionStates(folder)).close();
      return statSync(file()).size;
    };
    assert.equal(await sizeAfter(1002), frames(1002).length);
    assert.ok((await sizeAfter(1003)) < 200);
    assert.deepEqual(await batches(), [['a', 1002]]);
  });

  it('are put together while they are written, before the past takes much room', async () => {
    const states = await openSessionStates(folder);
    const large = state('a', 0, { cwd: 'x'.repeat(3 * 1024 * 1024) });
    states.sessions.set('codex/a', large);
    const sizes: number[] = [];
    for (large.batch = 1; large.batch <= 4; large.batch++) {
      states.touch(large);
      await states.flush();
      sizes.push(Math.round(statSync(file()).size / (3 * 1024 * 1024)));
    }
    assert.deepEqual(sizes, [1, 2, 3, 1]);
    states.touch(large);
    await states.flush();
    await states.close();
    assert.deepEqual(await batches(), [['a', 5]]);
  });
});
