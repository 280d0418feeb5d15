import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { cliMain } from '../testing/cli-main.ts';
import { createMachine, type Machine } from '../testing/machine.ts';

const evil = '\u001b]0;owned\u0007\u001b[2J\u009b1A\u202eevil\u2066';
const steers = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

/** A transcript whose every text tries to steer the terminal it is shown on. */
function hostileLines(): string {
  const base = { sessionId: 'hostile', cwd: `/src/${evil}`, gitBranch: evil, version: evil };
  const reply = {
    role: 'assistant',
    model: `claude-${evil}`,
    usage: { input_tokens: 10, output_tokens: 5 },
    content: [
      { type: 'thinking', thinking: evil },
      { type: 'text', text: evil },
      { type: 'tool_use', id: 't1', name: `Bash${evil}`, input: { command: evil } },
    ],
  };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: evil }] };
  const records = [
    { type: 'user', message: { role: 'user', content: `title ${evil}` } },
    { type: 'assistant', message: reply },
    { type: 'user', message: result },
    { type: `odd${evil}`, text: evil },
    { type: 'system', subtype: evil, content: evil },
  ].map((record, index) => ({
    ...base,
    ...record,
    uuid: `u${index}`,
    timestamp: '2026-01-01T00:00:00.000Z',
  }));
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n{broken ${evil}\n`;
}

describe('a hostile transcript in the terminal', () => {
  let machine: Machine;
  let path: string;
  before(async () => {
    machine = await createMachine();
    path = await machine.write('.claude/projects/-src/hostile.jsonl', hostileLines());
  });
  after(() => machine.remove());

  for (const args of [
    ['show'],
    ['show', '--json'],
    ['show', '--format', 'atif'],
    ['preview'],
    ['preview', '--json'],
  ]) {
    it(`steers nothing with "${args.join(' ')}"`, () => {
      const ran = spawnSync(process.execPath, [cliMain, args[0] as string, path, ...args.slice(1)], {
        encoding: 'utf8',
        env: {
          ...process.env,
          HOME: machine.root,
          DEBRIEF_HOME: `${machine.root}/debrief`,
          FORCE_COLOR: '0',
        },
      });
      assert.equal(ran.status, 0, ran.stderr);
      assert.ok(ran.stdout.includes('evil') && ran.stdout.includes('\\u001b'), ran.stdout);
      assert.equal(steers.exec(ran.stdout), null);
      assert.equal(steers.exec(ran.stderr), null);
      if (args.includes('--json') && args[0] === 'show') assert.ok(ran.stdout.includes('claude-'));
    });
  }
});
