import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeCursor } from '../cursor.ts';
import { bytesOf, byteText, plainText } from '../session/byte-text.ts';
import { readSessionFilter, sessionConditions, sessionFacts } from '../session/filter.ts';

it('a filter is read field by field; what is not asked for is no condition', () => {
  assert.deepEqual(sessionConditions(readSessionFilter({})), []);
  assert.deepEqual(sessionFacts(readSessionFilter({})), []);
  const filter = readSessionFilter({
    status: 'active',
    agentId: 'codex',
    environmentId: 'env_1',
    agentInstallationId: 'ins_1',
    secretEnvironment: 'live',
    repoRoot: '/a',
    author: 'usr_1',
    startedAfter: '2026-01-01T00:00:00Z',
    startedBefore: '2026-01-02T00:00:00+01:00',
    cursor: encodeCursor([5, 'ses_1']),
  });
  assert.deepEqual(sessionConditions(filter), [
    ['status', '=', 'active'],
    ['agent_id', '=', 'codex'],
    ['environment_id', '=', 'env_1'],
    ['installation_id', '=', 'ins_1'],
    ['secret_environment', '=', 'live'],
    ['repo_root', '=', '/a'],
    ['author_user_id', '=', 'usr_1'],
    ['started_at', '>', Date.UTC(2026, 0, 1)],
    ['started_at', '<', Date.UTC(2026, 0, 1, 23)],
  ]);
  assert.deepEqual(filter.before, { startedAt: 5, sessionId: 'ses_1' });
});

it('sessions without an author are asked for by a word', () => {
  const filter = readSessionFilter({ author: 'none' });
  assert.equal(filter.authorUserId, null);
  assert.deepEqual(sessionConditions(filter), []);
  assert.deepEqual(sessionFacts(filter), ['s.author_user_id is null']);
});

it('each fact is asked once, a severity by its risk, a rule only when it exists', () => {
  const facts = sessionFacts({ has: ['errors', 'errors'] as never, severity: 'medium' });
  assert.equal(facts.length, 2);
  assert.match(facts[1] as string, /f\.risk >= 200\)$/);
  assert.throws(() => sessionFacts({ rule: "x' or 1=1" }), { code: 'validation_error' });
  assert.throws(() => readSessionFilter({ rule: 'nothing' }), { code: 'validation_error' });
});

it('a time that is none, and a cursor of somebody else, are refused', () => {
  assert.throws(() => readSessionFilter({ startedAfter: 'soon' }), { code: 'validation_error' });
  assert.throws(() => readSessionFilter({ startedBefore: '2026-02-31T99:00:00Z' }), {
    code: 'validation_error',
  });
  assert.throws(() => readSessionFilter({ cursor: encodeCursor(['a', 'b']) }), { code: 'invalid_cursor' });
});

it('text held byte by byte comes back as it was', () => {
  const bytes = Buffer.from('xé→漢\n').subarray(1);
  const text = byteText(bytes);
  assert.equal(text.length, bytes.length);
  assert.deepEqual(bytesOf(text), Buffer.from(bytes));
  assert.equal(plainText(text), 'é→漢\n');
});
