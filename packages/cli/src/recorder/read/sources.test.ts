import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Agent, Source, Surroundings } from '../../agents/agent.ts';
import { newSession, type SessionState } from '../spool/session.ts';
import type { SessionStates } from '../spool/session-states.ts';
import { noteCursor } from './cursor-notes.ts';
import { createFinder, type Finder } from './sources.ts';

describe('the sources of the agents', () => {
  let folder: string;
  let found: Record<string, Source[] | Error>;
  let asked: string[];
  let where: Surroundings | undefined;
  let sessions: Map<string, SessionState>;
  let finder: Finder;
  const agent = (agentId: string) =>
    ({
      agentId,
      async find(given: Surroundings) {
        asked.push(agentId);
        where = given;
        const sources = found[agentId] ?? [];
        if (sources instanceof Error) throw sources;
        return sources;
      },
    }) as unknown as Agent;
  const source = (agentId: string, name: string, given: Partial<Source> = {}): Source => ({
    agentId: agentId as Source['agentId'],
    externalId: name,
    part: '',
    path: join(folder, name),
    stamp: 'first',
    modifiedAt: Date.now(),
    bytes: 1,
    ...given,
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-sources-'));
    [found, asked, sessions] = [{}, [], new Map()];
    finder = createFinder({
      agents: ['codex', 'cursor', 'aider'].map(agent),
      where: { home: folder, env: {}, platform: 'linux' },
      states: { sessions } as SessionStates,
      directory: folder,
    });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const find = async (given: Partial<Parameters<Finder['find']>[0]> = {}) =>
    (await finder.find({ excluded: [], ...given })).map((one) => one.source.externalId);

  it('are those of every agent that is wanted; one that fails has none', async () => {
    found = { codex: [source('codex', 'a')], cursor: [source('cursor', 'b')], aider: new Error('broken') };
    assert.deepEqual(await find(), ['a', 'b']);
    assert.deepEqual(asked, ['codex', 'cursor', 'aider']);
    assert.deepEqual(await find({ excluded: ['codex'] }), ['b']);
    assert.deepEqual(await find({ agentIds: ['codex', 'aider'] }), ['a']);
    assert.deepEqual(await find({ agentIds: ['codex'], excluded: ['codex'] }), []);
    assert.deepEqual(
      (await finder.all()).map(({ externalId }) => externalId),
      ['a', 'b'],
    );
    assert.equal((await finder.find({ excluded: [] }))[0]?.agent.agentId, 'codex');
  });

  it('are looked for where sessions ran, except where only Aider did', async () => {
    for (const [agentId, cwd] of [
      ['codex', '/a'],
      ['aider', '/b'],
      ['cursor', undefined],
    ] as const)
      sessions.set(agentId, { ...newSession('x', agentId, 's'), ...(cwd && { cwd }) });
    await find();
    assert.deepEqual([...(where?.folders?.() ?? [])], ['/a']);
    assert.equal(where?.home, folder);
  });

  it('that changed lately are looked at again without asking the agent', async () => {
    for (const name of ['fresh', 'old', 'gone']) writeFileSync(join(folder, name), 'x');
    const old = Date.now() - 600_001;
    found = {
      codex: [source('codex', 'fresh'), source('codex', 'old', { modifiedAt: old }), source('codex', 'gone')],
    };
    await find();
    assert.deepEqual(
      [...finder.known()].map(({ externalId }) => externalId),
      ['fresh', 'old', 'gone'],
    );
    rmSync(join(folder, 'gone'));
    writeFileSync(join(folder, 'fresh'), 'longer');
    asked = [];
    const [again, ...others] = await finder.find({ excluded: [], hot: true });
    assert.deepEqual([asked, others, again?.source.bytes], [[], [], 6]);
    assert.notEqual(again?.source.stamp, 'first');
    assert.equal([...finder.known()].find(({ externalId }) => externalId === 'fresh')?.bytes, 6);
    assert.equal([...finder.known()].length, 3, 'a look at some forgets none');
    const past = new Date(Date.now() - 700_000);
    utimesSync(join(folder, 'fresh'), past, past);
    assert.deepEqual(await find({ hot: true }), ['fresh'], 'its new time is known from now on');
    assert.deepEqual(await find({ hot: true }), []);
  });

  it('that lie several in one file are asked of the agent each time', async () => {
    found = { codex: [source('codex', 'a.db#1', { modifiedAt: 0 })], aider: [source('aider', 'h.md#1')] };
    await find();
    asked = [];
    assert.deepEqual(await find({ hot: true }), ['a.db#1', 'h.md#1']);
    assert.deepEqual(asked, ['codex', 'aider']);
    found.codex = new Error('locked');
    assert.deepEqual(await find({ hot: true }), ['h.md#1']);
  });

  it('are counted for each agent with its last record; a fault stays until it is mended', async () => {
    found = { codex: [source('codex', 'a'), source('codex', 'a', { part: 'sub' }), source('codex', 'b')] };
    sessions.set('1', { ...newSession('x', 'codex', 'a'), lastRecordAt: 5, lastChangeAt: 50 });
    sessions.set('2', { ...newSession('x', 'codex', 'b'), lastChangeAt: 7 });
    sessions.set('3', { ...newSession('x', 'cursor', 'c'), lastChangeAt: 99 });
    await find();
    assert.deepEqual(finder.health.get('codex'), { lastRecordAt: 7, sources: 3, sessions: 2 });
    assert.deepEqual(finder.health.get('aider'), { sources: 0, sessions: 0 });
    const health = finder.health.get('codex');
    assert.ok(health);
    health.fault = 'it cannot be read';
    await find({ hot: true });
    assert.equal(finder.health.get('codex'), health, 'a look at some counts nothing');
    await find();
    assert.equal(finder.health.get('codex')?.fault, 'it cannot be read');
  });

  it('say how they look now, or nothing once they are gone', async () => {
    const one = source('codex', 'a', { stamp: 'now' });
    found = { codex: [source('codex', 'other'), one] };
    assert.equal(await finder.stampOf(agent('codex'), source('codex', 'a')), 'now');
    found = {};
    assert.equal(await finder.stampOf(agent('codex'), one), undefined);
  });
});

describe('what the hooks of Cursor say', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-cursor-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const sourcesOf = async (...parts: string[]) => {
    const finder = createFinder({
      agents: [
        {
          agentId: 'cursor',
          find: async () =>
            parts.map((part) => ({ agentId: 'cursor', externalId: 'c1', part, path: `/x/${part}` })),
        } as unknown as Agent,
      ],
      where: { home: folder, env: {}, platform: 'linux' },
      states: { sessions: new Map() } as unknown as SessionStates,
      directory: folder,
    });
    return (await finder.all()).map(({ part, cwd, path }) => [part, cwd, path.startsWith(folder)]);
  };

  it('is one more source of the session, which learns its folder from it', async () => {
    assert.deepEqual(await sourcesOf(''), [['', undefined, false]]);
    await noteCursor(folder, { conversation_id: 'c1', cwd: '/a', workspace_roots: ['/b'] });
    assert.deepEqual(await sourcesOf('', 'sub'), [
      ['', '/a', false],
      ['notes', undefined, true],
      ['sub', undefined, false],
    ]);
    await noteCursor(folder, { conversation_id: 'c1', workspace_roots: ['/b'] });
    assert.deepEqual((await sourcesOf(''))[0], ['', '/b', false], 'the last note counts');
  });

  it('is noted when it is new, for its owner alone, under an id that is a name', async () => {
    const path = join(folder, 'cursor', 'c1.jsonl');
    const size = () => statSync(path).size;
    await noteCursor(folder, { conversation_id: 'c1', model: 'm', hook_event_name: 'a' });
    const first = size();
    assert.deepEqual(
      [statSync(path).mode & 0o777, statSync(join(folder, 'cursor')).mode & 0o777],
      [0o600, 0o700],
    );
    await noteCursor(folder, { conversation_id: 'c1', model: 'm', hook_event_name: 'b' });
    assert.equal(size(), first, 'another event says nothing new');
    for (const change of [{ cwd: '/x' }, { cwd: '/x', workspace_roots: ['/y'] }, { cursor_version: '1' }]) {
      const before = size();
      await noteCursor(folder, { conversation_id: 'c1', model: 'm', ...change });
      assert.ok(size() > before, JSON.stringify(change));
    }
    for (const id of ['../c2', '', 'x'.repeat(129), 7])
      await noteCursor(folder, { conversation_id: id, model: 'm' });
    await noteCursor(folder, { conversation_id: 'x'.repeat(128), model: 'm' });
    assert.ok(statSync(join(folder, 'cursor', `${'x'.repeat(128)}.jsonl`)).size > 0);
    assert.equal(readdirSync(join(folder, 'cursor')).length, 2);
    writeFileSync(path, '{"torn');
    await noteCursor(folder, { conversation_id: 'c1', model: 'm' });
    assert.ok(size() > 6);
  });
});
