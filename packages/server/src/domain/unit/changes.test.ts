import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Changes } from '@debrief/contract';
import { read } from '../../../testing/domain/kept-json.ts';
import { contextWith, member, sessionId } from '../../../testing/session/made-up-session.ts';
import { encodeCursor } from '../cursor.ts';
import { getChanges } from '../session/changes.ts';

describe('the changed files', () => {
  const file = (path: string) => ({ path });
  const edit = (change: string, isRetracted = false) => ({
    path: 'a',
    change,
    isRetracted,
    place: 0,
    command: 'write',
  });
  const changes = async (found: object, input: object = {}) => {
    const { context, calls } = contextWith({
      transcript: {
        changedFiles: { files: [], total: 0, edits: [], sights: [], isCut: false, ...found },
        entriesAt: (_: string, places: { place: number }[]) =>
          Promise.resolve(places.map(({ place }) => (place < 9 ? `{"id":"${place}.0"}` : undefined))),
        netFile: async () => Buffer.from('{"known":true}'),
      },
    });
    return { calls, answer: await getChanges(context, member, { sessionId, ...input }) };
  };
  const caller = { organizationId: member.organizationId, person: member.userId };

  it('come in pages', async () => {
    const { answer, calls } = await changes(
      { files: [file('a'), file('b')], total: 5 },
      { cursor: encodeCursor([2]) },
    );
    assert.deepEqual([answer.totalFiles, answer.nextCursor, 'file' in answer], [5, encodeCursor([4]), false]);
    assert.deepEqual((calls.changedFiles ?? [])[0], [caller, sessionId, { from: 2, limit: 500 }]);
    assert.equal((await changes({ files: [file('a')], total: 1 })).answer.nextCursor, null);
    assert.equal((await changes({ files: [], total: 9 })).answer.nextCursor, null);
    const one = await changes({ files: [file('a')], total: 9 }, { path: 'a' });
    assert.equal(one.answer.nextCursor, null);
    assert.deepEqual((one.calls.changedFiles ?? [])[0], [
      caller,
      sessionId,
      { path: 'a', from: 0, limit: 500 },
    ]);
  });

  it('of one file are its edits and where it was seen whole; what a command wrote is not read', async () => {
    const { answer, calls } = await changes(
      { edits: [edit('update', true), edit('command')], sights: [{ place: 4 }, { place: 9 }] },
      { path: 'a' },
    );
    assert.deepEqual(read<Changes>(answer).file, { known: true });
    const [who, session, asked] = (calls.netFile ?? [])[0] ?? [];
    assert.deepEqual(who, caller);
    assert.deepEqual((session as { sessionId: string }).sessionId, sessionId);
    assert.deepEqual(asked, {
      edits: [{ edit: edit('update', true), text: '{"id":"0.0"}' }, { edit: edit('command') }],
      sights: ['{"id":"4.0"}'],
      isCut: false,
    });
  });
});
