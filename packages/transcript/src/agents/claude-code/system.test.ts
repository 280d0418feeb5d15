import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';
import { line, user } from './fixture.ts';

test('system lines', () => {
  const system = (subtype: string, rest: object = {}) => line('system', { subtype, ...rest });
  const { told, accounting, entries } = readAll('claude-code', [
    system('turn_duration', { durationMs: 5 }),
    system('stop_hook_summary', { hookErrors: [] }),
    system('stop_hook_summary', { hookErrors: ['bad hook'], preventedContinuation: true }),
    system('api_error', {
      error: { status: 529, error: { error: { message: 'Overloaded' } } },
      retryAttempt: 1,
      maxRetries: 10,
    }),
    system('error', { error: { message: 'no net' } }),
    system('api_refusal', { apiRefusalExplanation: 'policy' }),
    system('model_refusal_fallback', { originalModel: 'a', fallbackModel: 'b' }),
    system('local_command', { content: '<command-name>/goal</command-name>' }),
    system('compact_boundary', {
      content: 'Compacted',
      compactMetadata: { trigger: 'auto', preTokens: 900, postTokens: 80 },
    }),
    user('Summary of it all', { isCompactSummary: true }),
    system('away_summary', { content: 'While you were away' }),
    system('brand_new', { level: 'warning' }),
  ]);
  assert.deepEqual(told, [
    'notice stop hook: bad hook',
    'error Overloaded (attempt 1 of 10)',
    'error no net',
    'error policy',
    'notice model fallback: a → b',
    'prompt (command) /goal',
    'compaction Summary of it all',
    'notice away summary: While you were away',
    'notice brand new: ',
  ]);
  const compaction = only(entries, 'compaction');
  assert.deepEqual([compaction.trigger, compaction.tokensBefore, compaction.tokensAfter], ['auto', 900, 80]);
  assert.deepEqual(accounting.metadata, { 'system/turn_duration': 1, 'system/stop_hook_summary': 1 });
});

test('attachments', () => {
  const attachment = (type: string, rest: object = {}) =>
    line('attachment', { attachment: { type, ...rest } });
  const { told, accounting } = readAll('claude-code', [
    attachment('skill_listing', { content: 'many' }),
    attachment('queued_command', { prompt: 'and tests', commandMode: 'prompt' }),
    attachment('hook_blocking_error', { hookName: 'Stop', blockingError: { blockingError: 'no' } }),
    attachment('file', { filename: '/r/a.md', displayPath: 'a.md', content: { file: { content: 'text' } } }),
    attachment('never_seen', { text: 'hello' }),
  ]);
  assert.deepEqual(told, [
    'prompt (queued) and tests',
    'notice hook blocking error: Stop\nno',
    'notice file: a.md\ntext',
    'notice never seen: hello',
  ]);
  assert.deepEqual(accounting.metadata, { 'attachment/skill_listing': 1 });
});
