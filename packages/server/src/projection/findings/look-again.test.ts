import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LookedSession } from '../../domain/records.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { type Again, checkedAgain, offeredAgain } from './look-again.ts';
import { Remembered } from './remembered.ts';

/** What is kept beside sessions, and servers that come and go. */
function box() {
  const kept = new Map<string, KeptAnswer>();
  const stamps = new Map(['a', 'b', 'c'].map((sessionId): [string, string | null] => [sessionId, '1']));
  const sessions = () => [...stamps].map(([sessionId, stamp]) => ({ sessionId, stamp }) as LookedSession);
  const looked: string[] = [];
  const server = (isKept = true): Again => ({
    remembered: new Remembered(),
    sessions: sessions(),
    read: async (ids) => ids.flatMap((id) => kept.get(id) ?? []),
    ...(isKept && {
      write: async (some: readonly KeptAnswer[]) => {
        for (const one of some) kept.set(one.sessionId, structuredClone(one));
      },
    }),
  });
  const ask = async (again: Again, ...checks: string[]) => {
    looked.length = 0;
    const found = await checkedAgain(again, { checks, paths: [], testCommands: [] }, async (some) => {
      looked.push(...some.map(({ sessionId }) => sessionId));
      return some.flatMap(({ sessionId }) =>
        sessionId === 'c'
          ? []
          : [
              {
                sessionId,
                checked: checks.map((check) => ({ opportunities: check.length, kept: 1, events: [] })),
              },
            ],
      );
    });
    return found.map(({ sessionId, checked }) => `${sessionId} ${checked.map((one) => one.opportunities)}`);
  };
  return { kept, stamps, looked, server, ask };
}

describe('sessions that are looked at again', () => {
  it('answer what is kept without another look, also to another server', async () => {
    const { server, ask, looked, kept } = box();
    assert.deepEqual(await ask(server(), 'x', 'yy'), ['a 1,2', 'b 1,2', 'c 0,0']);
    assert.deepEqual(looked, ['a', 'b', 'c']);
    const other = server();
    assert.deepEqual(await ask(other, 'yy', 'x'), ['a 2,1', 'b 2,1', 'c 0,0']);
    assert.deepEqual(looked, []);
    kept.clear();
    assert.deepEqual(await ask(other, 'x'), ['a 1', 'b 1', 'c 0']);
    assert.deepEqual(looked, [], 'and are remembered then');
  });

  it('are looked at once more for another question, or when they changed', async () => {
    const { server, ask, looked, stamps, kept } = box();
    await ask(server(), 'x');
    await ask(server(), 'x', 'zzz');
    assert.deepEqual(looked, ['a', 'b', 'c']);
    assert.equal(Object.keys(kept.get('a')?.answers ?? {}).length, 2);
    stamps.set('b', '2');
    assert.deepEqual(await ask(server(), 'x'), ['a 1', 'b 1', 'c 0']);
    assert.deepEqual(looked, ['b']);
    assert.equal(Object.keys(kept.get('b')?.answers ?? {}).length, 1, 'nothing is left of before');
    stamps.set('a', null);
    await ask(server(), 'x');
    assert.deepEqual(looked, ['a'], 'never folded');
  });

  it('are not kept when nobody asks again, nor do they fail because nothing can be kept', async () => {
    const { server, ask, kept } = box();
    await ask(server(false), 'x');
    assert.equal(kept.size, 0);
    const full: Again = { ...server(), write: () => Promise.reject(new Error('locked')) };
    assert.deepEqual(await ask(full, 'x'), ['a 1', 'b 1', 'c 0']);
  });

  it('keep so many answers, the latest', async () => {
    const { server, ask, kept } = box();
    for (let at = 0; at < 70; at++) await ask(server(), `check ${at}`);
    assert.equal(Object.keys(kept.get('a')?.answers ?? {}).length, 64);
  });

  it('keep what instruction files offer, and that they offer nothing', async () => {
    const { server, looked, kept } = box();
    const look = async (some: readonly LookedSession[]) => {
      looked.push(...some.map(({ sessionId }) => sessionId));
      return [{ sessionId: 'b', text: 'x' } as never];
    };
    for (const _ of [1, 2]) {
      const found = await offeredAgain(server(), look);
      assert.deepEqual(
        found.map(({ sessionId }) => sessionId),
        ['b'],
      );
    }
    assert.deepEqual(looked, ['a', 'b', 'c']);
    assert.equal(kept.get('a')?.answers.offered, null);
  });
});
