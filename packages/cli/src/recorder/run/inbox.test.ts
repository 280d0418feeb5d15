import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHookCall } from './inbox.ts';

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
  ];
  for (const [path, registeredFor, caller] of cases)
    assert.equal(callerOf(claudeLike(path), registeredFor), caller, path);
});
