import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
  const changes = async (found: object, input: object = {}, net: object = {}) => {
    const { context, calls } = contextWith({
      transcript: {
        changedFiles: { files: [], total: 0, edits: [], ...found },
        entriesAt: (_: string, edits: object[]) => Promise.resolve(edits.map(() => '{"id":"1.0"}')),
        netFile: async (toRead: { edit: object }[]) => ({
          isCut: false,
          edits: toRead.map((one, at) => ({ edit: one.edit, ...(at === 0 && { hunks: [] }) })),
          ...net,
        }),
      },
    });
    return { calls, answer: await getChanges(context, member, { sessionId, ...input }) };
  };

  it('come in pages', async () => {
    const { answer, calls } = await changes(
      { files: [file('a'), file('b')], total: 5 },
      { cursor: encodeCursor([2]) },
    );
    assert.deepEqual([answer.totalFiles, answer.nextCursor, 'file' in answer], [5, encodeCursor([4]), false]);
    assert.deepEqual((calls.changedFiles ?? [])[0], [sessionId, { from: 2, limit: 500 }]);
    assert.equal((await changes({ files: [file('a')], total: 1 })).answer.nextCursor, null);
    assert.equal((await changes({ files: [], total: 9 })).answer.nextCursor, null);
    const one = await changes({ files: [file('a')], total: 9 }, { path: 'a' });
    assert.equal(one.answer.nextCursor, null);
    assert.deepEqual((one.calls.changedFiles ?? [])[0], [sessionId, { path: 'a', from: 0, limit: 500 }]);
  });

  it('of one file are its edits; what a command wrote is not read', async () => {
    const { answer, calls } = await changes(
      { edits: [edit('update', true), edit('command')] },
      { path: 'a' },
    );
    assert.deepEqual(answer.file as unknown, {
      isCut: false,
      edits: [
        { path: 'a', change: 'update', isRetracted: true, hunks: [] },
        { path: 'a', change: 'command' },
      ],
    });
    const toRead = (calls.netFile ?? [])[0]?.[0] as { read?: object }[];
    assert.deepEqual(
      toRead.map(({ read }) => read),
      [{ agentId: 'codex', events: [], stored: { id: '1.0' } }, undefined],
    );
  });

  it('of one file are at most a thousand edits, and it says when there are more', async () => {
    const many = (count: number) => ({ edits: Array.from({ length: count }, () => edit('command')) });
    const whole = await changes(many(1000));
    assert.deepEqual([whole.answer.file?.edits.length, whole.answer.file?.isCut], [1000, false]);
    const cut = await changes(many(1001));
    assert.deepEqual([cut.answer.file?.edits.length, cut.answer.file?.isCut], [1000, true]);
    assert.equal((await changes(many(1), {}, { isCut: true })).answer.file?.isCut, true);
  });
});
