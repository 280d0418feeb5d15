import assert from 'node:assert/strict';
import { it } from 'node:test';
import { partOf, readSession, topOf } from './database-agent.ts';
import { rowsOf, splitRows } from './sqlite.ts';

it('a session is a part of the first of those that started each other, and a ring of them ends', () => {
  const parents: Record<string, string> = { c: 'b', b: 'a', x: 'gone', r: 's', s: 'r' };
  const top = (id: string) => topOf(id, (one) => (parents[one] === 'gone' ? undefined : parents[one]));
  assert.deepEqual(['a', 'b', 'c', 'x'].map(top), ['a', 'a', 'a', 'x']);
  assert.ok(['r', 's'].includes(top('r')));
  assert.deepEqual(partOf('a', 'a', { callId: 'k' }), { part: '' });
  assert.deepEqual(partOf('c', 'a', { parent: 'b' }), { part: 'c', subagent: { id: 'c', parent: 'b' } });
});

it('the rows of a session are found by their database and its id, whatever their names hold', () => {
  for (const [database, id] of [
    ['/home/me/.x/state.db', 'a#b'],
    ['/home/me/odd.db#folder/state.vscdb', 'a'],
    ['C:\\Users\\me\\a.db', ''],
  ] as const)
    assert.deepEqual(splitRows(rowsOf(database, id)), { database, id });
  assert.deepEqual(splitRows('/home/me/a.jsonl'), { database: '/home/me/a.jsonl', id: '' });
});

it('a session that cannot be read says so', async () => {
  const source = { agentId: 'zed' as const, externalId: 'a', part: '', stamp: '', modifiedAt: 0, bytes: 0 };
  await assert.rejects(
    readSession({ ...source, path: '/nowhere/threads.db#a' }, () => 1),
    new Error('/nowhere/threads.db#a could not be read.'),
  );
});
