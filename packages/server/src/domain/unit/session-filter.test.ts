import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeCursor } from '../cursor.ts';
import { fileSql, readSessionFilter, sessionConditions, sessionFacts } from '../session/filter.ts';

/** Values as they would stand in the statement. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll('"', "'");
/** Conditions in short. */
const conditions = (filter: Parameters<typeof sessionConditions>[0]) =>
  sessionConditions(filter).map(({ column, operator, values }) => [column, operator, ...values]);

it('a filter is read field by field; what is not asked for is no condition', () => {
  assert.deepEqual(conditions(readSessionFilter({})), []);
  assert.deepEqual(sessionFacts(readSessionFilter({}), literal), []);
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
  assert.deepEqual(conditions(filter), [
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
  assert.deepEqual(filter.authorUserId, [null]);
  assert.deepEqual(conditions(filter), []);
  assert.deepEqual(sessionFacts(filter, literal), ["coalesce(s.author_user_id, '') in ('')"]);
});

it('of several values any will do, each is asked for once, and nobody can be one of several authors', () => {
  const filter = readSessionFilter({
    agentId: ['codex', 'codex', 'claude-code'],
    status: ['failed'],
    author: ['usr_1', 'none', 'usr_2'],
    outcome: ['failed', 'handed over'],
    rule: ['fs.delete-outside', 'fs.delete-outside'],
  });
  assert.deepEqual(conditions(filter), [
    ['status', '=', 'failed'],
    ['agent_id', 'in', 'codex', 'claude-code'],
  ]);
  const [nobody, rule, outcome, ...rest] = sessionFacts(filter, literal);
  assert.equal(nobody, "coalesce(s.author_user_id, '') in ('usr_1', '', 'usr_2')");
  assert.match(rule as string, /f\.rule in \('fs\.delete-outside'\)\)$/);
  assert.match(outcome as string, /f\.outcome in \('handed over', 'failed'\)\)$/);
  assert.deepEqual(rest, []);
});

it('a file is asked for by its name, with what stands before it where that was given', () => {
  assert.equal(fileSql(['total.ts'], 'f', literal), "(f.name = 'total.ts')");
  assert.equal(
    fileSql(['./cart/total.ts', '/a'], 'f', literal),
    "(f.name = 'total.ts' and substr('/' || f.path, length('/' || f.path) - length('/cart/total.ts') + 1) = '/cart/total.ts' or f.name = 'a')",
  );
});

it('each fact is asked once, a severity by its risk, a rule only when it exists', () => {
  const facts = sessionFacts({ has: ['errors', 'errors'] as never, severity: 'medium' }, literal);
  assert.equal(facts.length, 2);
  assert.match(facts[1] as string, /f\.risk >= 200\)$/);
  assert.throws(() => sessionFacts({ rule: "x' or 1=1" }, literal), { code: 'validation_error' });
  assert.throws(() => readSessionFilter({ rule: 'nothing' }), { code: 'validation_error' });
});

it('a time that is none, and a cursor of somebody else, are refused', () => {
  assert.throws(() => readSessionFilter({ startedAfter: 'soon' }), { code: 'validation_error' });
  assert.throws(() => readSessionFilter({ startedBefore: '2026-02-31T99:00:00Z' }), {
    code: 'validation_error',
  });
  assert.throws(() => readSessionFilter({ cursor: encodeCursor(['a', 'b']) }), { code: 'invalid_cursor' });
});
