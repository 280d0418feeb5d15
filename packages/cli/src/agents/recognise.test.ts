import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { recognise } from './recognise.ts';

const folder = mkdtempSync(join(tmpdir(), 'debrief-recognise-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function recognised(content: string): Promise<string> {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  const found = await recognise(path);
  return 'agentId' in found ? found.agentId : found.because;
}

const lines = (...records: object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** One record each as the agents write them, as short as they can be told by. */
const written: [agent: string, content: string][] = [
  ['codex', lines({ timestamp: 't', type: 'session_meta', payload: { id: 'a' } })],
  [
    'codex',
    lines({ id: 'a', timestamp: 't', instructions: null }, { type: 'message', role: 'user', content: [] }),
  ],
  ['copilot-cli', lines({ type: 'session.start', data: {}, id: 'a', timestamp: 't', parentId: null })],
  [
    'vscode-copilot',
    lines({ type: 'session.start', data: { vscodeVersion: '1.109.3' }, id: 'a', timestamp: 't' }),
  ],
  [
    'vscode-copilot',
    lines({ kind: 0, v: { version: 3, responderUsername: 'GitHub Copilot', requests: [] } }),
  ],
  [
    'vscode-copilot',
    JSON.stringify({
      version: 3,
      responderUsername: 'GitHub Copilot',
      initialLocation: 'panel',
      requests: [],
    }),
  ],
  ['claude-code', lines({ type: 'permission-mode', permissionMode: 'auto', sessionId: 'a' })],
  ['claude-code', lines({ type: 'summary', summary: 's', leafUuid: 'a' })],
  ['claude-code', lines({ type: 'user', uuid: 'a', message: { role: 'user', content: 'x' } })],
  [
    'claude-code',
    lines({ parentUuid: null, uuid: 'a', sessionId: 's', type: 'user', message: { content: 'x' } }),
  ],
  ['qwen-code', lines({ uuid: 'a', parentUuid: null, sessionId: 's', type: 'user', message: { parts: [] } })],
  ['gemini-cli', lines({ sessionId: 'a', projectHash: 'b', startTime: 't' }, { $set: {} })],
  ['gemini-cli', JSON.stringify({ sessionId: 'a', projectHash: 'b', messages: [] }, null, 2)],
  ['kiro-cli', lines({ version: 'v1', kind: 'Prompt', data: {} })],
  ['droid', lines({ type: 'session_start', id: 'a', title: 't' })],
  ['pi', lines({ type: 'session', version: 3, id: 'a', cwd: '/a' })],
  ['amp', JSON.stringify({ v: 1, id: 'T-1', messages: [] }, null, 2)],
  ['opencode', JSON.stringify({ info: { id: 'ses_1' }, messages: [] })],
  ['antigravity', lines({ step_index: 0, source: 'USER_EXPLICIT', type: 'USER_INPUT' })],
  ['kimi-code', lines({ type: 'metadata', protocol_version: '1.0' })],
  ['mistral-vibe', lines({ role: 'user', content: 'x', injected: false })],
  ['cline', JSON.stringify([{ ts: 1, type: 'say', say: 'text', text: 'x' }])],
];
for (const [agent, content] of written)
  test(`a file of ${agent} is known by its records: ${content.slice(0, 60).trim()}`, async () =>
    assert.equal(await recognised(content), agent));

test('a document that is longer than what is looked at is known by its first fields', async () => {
  const messages = Array.from({ length: 20_000 }, () => ({ type: 'user', content: 'x'.repeat(100) }));
  assert.equal(
    await recognised(JSON.stringify({ sessionId: 'a', projectHash: 'b', messages }, null, 2)),
    'gemini-cli',
  );
});

test('what cannot be told is not guessed', async () => {
  for (const [content, because] of [
    ['', 'nothing in it is a record'],
    ['# Notes\n', 'nothing in it is a record'],
    [lines({ role: 'user', content: 'x' }), 'its records fit no agent alone'],
    ['SQLite format 3\u0000…', 'it is a database with many sessions: name one by its id'],
  ] as const)
    assert.equal(await recognised(content), because);
});
