import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it, test } from 'node:test';
import { cliMain } from '../../testing/cli-main.ts';
import { claudeLines, createMachine, type Machine } from '../../testing/machine.ts';
import { agentNamedIn } from './find-session.ts';

test('a file that no agent keeps is that of the agent it is called after, by its whole name', () => {
  const home = '/home/pi';
  const cases = {
    '/home/pi/notes.jsonl': undefined,
    '/tmp/api/example/x.jsonl': undefined,
    '/tmp/pi/x.jsonl': 'pi',
    '/tmp/pi-2.jsonl': 'pi',
    '/tmp/pi/gemini-cli.json': 'gemini-cli',
    '/tmp/pi/rollout-2026.jsonl': 'codex',
    '/tmp/claude-code/pick/x.jsonl': 'claude-code',
  };
  for (const [path, agent] of Object.entries(cases)) assert.equal(agentNamedIn(path, home), agent, path);
});

describe('the session that a command names', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
    for (const id of ['abc', 'abcdef', 'other'])
      await machine.write(`.claude/projects/-p/${id}.jsonl`, claudeLines(id, 2).join(''));
    await machine.write(
      '.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-other.jsonl',
      '{"type":"session_meta","timestamp":"2026-01-01T00:00:00.000Z","payload":{"id":"other"}}\n',
    );
  });
  after(() => machine.remove());

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [cliMain, ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOME: machine.root,
      },
      encoding: 'utf8',
    });

  it('is read as its agent keeps it, also where it lies somewhere else', async () => {
    const request = {
      requestId: 'r1',
      message: { text: 'Add a joke' },
      response: [],
      result: { timings: {} },
    };
    const chat = {
      version: 3,
      responderUsername: 'GitHub Copilot',
      initialLocation: 'panel',
      requests: [request],
    };
    const log = await machine.write('elsewhere/a.jsonl', `${JSON.stringify({ kind: 0, v: chat })}\n`);
    const old = await machine.write('elsewhere/b.json', JSON.stringify(chat, null, 2));
    const transcript = await machine.write(
      'elsewhere/c.jsonl',
      [
        { type: 'session.start', data: { sessionId: 's', vscodeVersion: '1.109.3' }, id: 'e1' },
        { type: 'user.message', data: { content: 'Add a joke' }, id: 'e2' },
      ]
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    );
    for (const path of [log, old, transcript]) {
      const { stdout, stderr } = run('show', path);
      assert.match(stdout, /Copilot Chat/, `${path} ${stderr}`);
      assert.match(stdout, /Asked: Add a joke/, path);
    }
  });

  it('is the only one whose id begins so', () => {
    assert.match(run('preview', 'abcd').stdout, /abcdef\.jsonl/);
  });

  it('is the one with exactly this id, though another begins with it', () => {
    assert.match(run('preview', 'abc').stdout, /\/abc\.jsonl/);
  });

  it('has to be chosen where several fit', () => {
    const several = run('preview', 'ab');
    assert.equal(several.status, 2);
    assert.match(several.stderr, /"ab" fits 2 sessions: claude-code abc(?:def)?, claude-code abc(?:def)?\./);
    assert.match(run('show', 'other').stderr, /claude-code other.*--agent/);
    assert.match(run('preview', 'other', '--agent', 'codex').stdout, /^Codex: /m);
  });

  it('is refused with the known agents where the agent is unknown', () => {
    const { status, stderr } = run('show', 'abc', '--agent', 'clod');
    assert.equal(status, 2);
    assert.match(stderr, /"clod" is no agent that Debrief records\. Choose from: .*claude-code/);
  });
});
