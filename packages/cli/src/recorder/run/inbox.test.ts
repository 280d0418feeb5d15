import assert from 'node:assert/strict';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyInbox, readHookCall } from './inbox.ts';

const callerOf = (payload: object, registeredFor: string) =>
  readHookCall(JSON.stringify(payload), registeredFor, 'Stop').agentId;
const claudeLike = (path: string) => ({
  hook_event_name: 'Stop',
  session_id: 'abc',
  cwd: '/repo',
  transcript_path: path,
});

test('a hook written for one agent and run by another is attributed to the one that ran it', () => {
  const storage = '/home/me/projects/data/User/workspaceStorage/1f';
  const cases: [path: string, registeredFor: string, caller: string | undefined][] = [
    ['/home/me/.claude/projects/-repo/abc.jsonl', 'claude-code', 'claude-code'],
    [`${storage}/GitHub.copilot-chat/transcripts/abc.jsonl`, 'claude-code', 'vscode-copilot'],
    [`${storage}/GitHub.copilot-chat/transcripts/abc.jsonl`, 'copilot-cli', 'vscode-copilot'],
    ['C:\\Users\\me\\GitHub.copilot-chat\\transcripts\\abc.jsonl', 'claude-code', 'vscode-copilot'],
    ['/home/me/.copilot/session-state/abc/events.jsonl', 'claude-code', 'copilot-cli'],
    ['/home/me/.continue/sessions/abc.json', 'claude-code', 'continue'],
    ['/home/me/.somebody/sessions/abc/messages.jsonl', 'claude-code', undefined],
    ['/home/me/.grok/sessions/%2Frepo/abc/updates.jsonl', 'claude-code', 'grok-build'],
    ['/moved/sessions/%2Fprojects%2Frepo/abc/updates.jsonl', 'claude-code', 'grok-build'],
    ['/home/me/.grok/sessions/%2Frepo/abc/updates.jsonl', 'cursor', 'grok-build'],
    [
      '/home/me/.gemini/antigravity/brain/abc/.system_generated/logs/transcript.jsonl',
      'gemini-cli',
      'antigravity',
    ],
    ['', 'claude-code', 'claude-code'],
    ['', '', undefined],
    ['/home/me/.codex/sessions/2026/01/31/rollout-2026-01-31-abc.jsonl', 'claude-code', 'codex'],
    ['/home/me/.qwen/projects/-repo/chats/abc.jsonl', 'gemini-cli', 'qwen-code'],
    ['/home/me/.gemini/tmp/1f/chats/abc.json', 'claude-code', 'gemini-cli'],
    ['/home/me/projects/abc.txt', 'claude-code', undefined],
    ['/home/me/projects/abc.txt', 'droid', 'droid'],
  ];
  for (const [path, registeredFor, caller] of cases)
    assert.equal(callerOf(claudeLike(path), registeredFor), caller, path);
});

test('Cursor and Copilot CLI are known by what they say', () => {
  assert.equal(callerOf({ cursor_version: '2' }, 'claude-code'), 'cursor');
  assert.equal(callerOf({ conversation_id: 'c' }, 'claude-code'), 'cursor');
  assert.equal(callerOf({ sessionId: 's', timestamp: 7 }, 'claude-code'), 'copilot-cli');
  assert.equal(callerOf({ sessionId: 's', timestamp: '7' }, 'claude-code'), 'claude-code');
  assert.equal(callerOf({ transcriptPath: '/x/session-state/s/events.jsonl' }, 'claude-code'), 'copilot-cli');
});

test('a call names its session, says whether that ended, and keeps what only Cursor says', () => {
  const read = (payload: object, event = 'Stop') => readHookCall(JSON.stringify(payload), 'droid', event);
  assert.deepEqual(read({ session_id: 's' }), { agentId: 'droid', externalId: 's', ended: false });
  assert.deepEqual(read({ sessionId: 's' }, 'SessionEnd'), {
    agentId: 'droid',
    externalId: 's',
    ended: true,
  });
  assert.deepEqual(read({ hook_event_name: 'session.end' }), { agentId: 'droid', ended: true });
  assert.deepEqual(read({ hook_event_name: 'Stop' }, 'SessionEnd'), { agentId: 'droid', ended: false });
  const cursor = { conversation_id: 'c', session_id: 's' };
  assert.deepEqual(read(cursor), { agentId: 'cursor', externalId: 'c', ended: false, cursor });
  assert.deepEqual(read({ cursor_version: '2' }), { agentId: 'cursor', ended: false });
  assert.deepEqual(readHookCall('\uFEFF{"session_id":"s"}', 'droid', ''), {
    agentId: 'droid',
    externalId: 's',
    ended: false,
  });
  assert.deepEqual(readHookCall('{"session_id":', 'droid', 'SessionEnd'), { agentId: 'droid', ended: true });
});

test('the inbox is made where there is none, and empty once it was read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-inbox-'));
  const inbox = join(folder, 'inbox');
  assert.deepEqual(await emptyInbox(inbox), []);
  writeFileSync(join(inbox, 'droid.SessionEnd.1'), '{"session_id":"s"}');
  assert.deepEqual(await emptyInbox(inbox), [{ agentId: 'droid', externalId: 's', ended: true }]);
  assert.deepEqual(await emptyInbox(inbox), []);
  rmSync(folder, { recursive: true });
});

test('what a hook has not written to its end is taken out once it is whole, or when nothing came for long', async (t) => {
  const inbox = mkdtempSync(join(tmpdir(), 'debrief-inbox-'));
  t.after(() => rmSync(inbox, { recursive: true }));
  const file = join(inbox, 'claude-code.SessionStart.7.0123456789ab');
  const half = { agentId: 'claude-code', ended: false, lessons: '0123456789ab' };
  const open = openSync(file, 'w');
  assert.deepEqual(await emptyInbox(inbox), [half]);
  writeSync(open, '{"session_id":');
  assert.deepEqual(await emptyInbox(inbox), [half]);
  writeSync(open, '"s"}');
  closeSync(open);
  assert.deepEqual(await emptyInbox(inbox), [{ ...half, externalId: 's' }]);
  assert.deepEqual(readdirSync(inbox), []);
  writeFileSync(file, '{"session_id":');
  const before = Date.now() / 1000 - 60;
  utimesSync(file, before, before);
  assert.deepEqual(await emptyInbox(inbox), [half]);
  assert.deepEqual(readdirSync(inbox), []);
});
