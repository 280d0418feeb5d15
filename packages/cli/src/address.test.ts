import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { serverAddress } from './address.ts';
import { readHookCall } from './recorder/run/inbox.ts';
import { columns, parseDuration } from './terminal.ts';
import { harmless } from './text.ts';
import { version } from './version.ts';

it('plain http is for this machine only', () => {
  assert.equal(serverAddress('debrief.example.com'), 'https://debrief.example.com');
  assert.equal(serverAddress('http://127.0.0.1:4000/'), 'http://127.0.0.1:4000');
  assert.equal(serverAddress('http://localhost:4000'), 'http://localhost:4000');
  assert.equal(serverAddress('https://example.com/debrief/'), 'https://example.com/debrief');
  assert.throws(() => serverAddress('http://example.com'), /in the clear/);
  assert.equal(serverAddress('http://example.com', true), 'http://example.com');
  assert.throws(() => serverAddress('ftp://example.com'));
  assert.throws(() => serverAddress('sk_live_abc'), /That is a secret/);
  assert.throws(() => serverAddress('http://127.0.0.1.example.com'), /in the clear/);
});

it('the version is the one of the package', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  assert.equal(version, manifest.version);
});

it('which agent called a hook is read from the payload, not from the registration', () => {
  const claude = {
    session_id: 's',
    transcript_path: '/h/.claude/projects/-p/s.jsonl',
    hook_event_name: 'SessionEnd',
  };
  assert.deepEqual(readHookCall(JSON.stringify(claude), 'claude-code', 'SessionEnd'), {
    agentId: 'claude-code',
    externalId: 's',
    ended: true,
  });
  const cursor = { conversation_id: 'c', cursor_version: '3', session_id: 'x' };
  assert.deepEqual(readHookCall(`\uFEFF${JSON.stringify(cursor)}`, 'claude-code', 'Stop'), {
    agentId: 'cursor',
    externalId: 'c',
    ended: false,
    cursor,
  });
  assert.deepEqual(readHookCall('{"sess', 'codex', 'Stop'), { agentId: 'codex', ended: false });
  assert.equal(readHookCall('{"sessionId":"x","timestamp":1}', 'copilot-cli', 'sessionEnd').ended, true);
});

it('what would steer the terminal is shown instead', () => {
  assert.equal(harmless('a\x1b]0;evil\x07b\u202ec\r\nd\te'), 'a\\u001b]0;evil\\u0007b\\u202ec\nd\te');
  assert.equal(
    columns([
      ['a', 'b'],
      ['ccc', 'd'],
    ]),
    'a    b\nccc  d',
  );
  assert.equal(parseDuration('2h'), 7_200_000);
  assert.equal(parseDuration('soon'), undefined);
});
