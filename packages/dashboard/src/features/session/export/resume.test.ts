import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeCommand } from './resume.ts';

test('the agent’s own command, in its folder', () => {
  assert.equal(
    resumeCommand('claude-code', '0a1b-2c', '/home/me/my shop'),
    "cd '/home/me/my shop' && claude --resume 0a1b-2c",
  );
  assert.equal(resumeCommand('codex', '0199-ab'), 'codex resume 0199-ab');
});

test('a hostile id or folder never reaches the terminal', () => {
  assert.equal(resumeCommand('codex', 'x; rm -rf /'), undefined);
  assert.equal(resumeCommand('codex', '--yolo'), undefined);
  assert.equal(resumeCommand('codex', '$(id)'), undefined);
  assert.equal(resumeCommand('codex', 'abc', "/tmp/'; rm -rf /; '"), 'codex resume abc');
  assert.equal(resumeCommand('codex', 'abc', '/tmp/\u202Ex'), 'codex resume abc');
  assert.equal(resumeCommand('unknown-agent', 'abc'), undefined);
  assert.equal(resumeCommand('constructor', 'abc'), undefined);
});
