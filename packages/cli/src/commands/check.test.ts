import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { cliMain } from '../testing/cli-main.ts';

const folder = mkdtempSync(join(tmpdir(), 'debrief-check-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function transcript(name: string, ...records: object[]): string {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}
const bash = (command: string, output: string) => [
  {
    type: 'assistant',
    uuid: `u-${command}`,
    message: {
      id: command,
      role: 'assistant',
      content: [{ type: 'tool_use', id: command, name: 'Bash', input: { command } }],
    },
  },
  {
    type: 'user',
    uuid: `r-${command}`,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: command, content: output }] },
  },
];
const says = (text: string) => ({
  type: 'assistant',
  uuid: text,
  message: { id: text, role: 'assistant', content: [{ type: 'text', text }] },
});

function check(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliMain, 'check', ...args], {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

describe('debrief check', () => {
  const masked = transcript(
    'masked',
    ...bash('npm test | tail -3', 'Tests: 2 failed, 3 passed'),
    says('All tests pass.'),
  );
  const clean = transcript('clean', ...bash('npm test', 'Tests: 5 passed, 5 total'), says('All tests pass.'));

  it('names what needs a look, with its place', () => {
    const { status, stdout } = check(masked);
    assert.equal(status, 0);
    assert.match(stdout, /high +Claims what the session does not show +#3/);
    assert.match(stdout, /1 claim that checks pass, 0 supported/);
    assert.match(
      check(clean).stdout,
      /^A session without a title\nClaude Code · ~\/clean\.jsonl\n\nNo rule found anything\./,
    );
  });

  it('answers scripts by JSON and exit code', () => {
    const { status, stdout } = check(masked, '--json', '--fail-on', 'high');
    assert.equal(status, 1);
    const { findings, claims } = JSON.parse(stdout) as {
      findings: { rule: string }[];
      claims: { support: string }[];
    };
    assert.ok(findings.some(({ rule }) => rule === 'claim.unsupported'));
    assert.deepEqual(
      claims.map(({ support }) => support),
      ['contradicted'],
    );
    assert.equal(check(clean, '--fail-on', 'low').status, 0);
  });

  it('refuses what it cannot use, and shows no control characters', () => {
    const { status, stderr } = check(masked, '--fail-on', 'urgent');
    assert.equal(status, 2);
    assert.match(stderr, /--fail-on takes high, medium, low, not "urgent"/);
    const steering = transcript('steering', ...bash('rm -rf ~/\u001b[2Jx', ''));
    const { stdout } = check(steering);
    assert.match(stdout, /Deleted outside the repository/);
    assert.equal(stdout.includes('\u001b'), false);
  });
});
