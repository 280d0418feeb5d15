import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';

let serial = 0;
const event = (type: string, data: object) => ({
  id: `e${serial++}`,
  type,
  data,
  timestamp: '2026-06-01T09:00:00.000Z',
});

test('a compaction is a request of its own, in both ways it was ever counted', () => {
  const ways = [
    { inputTokens: 1000, outputTokens: 50, cacheReadTokens: 800, cacheWriteTokens: 0, model: 'gpt-5.5' },
    { input: 1000, output: 50, cachedInput: 800 },
  ];
  for (const compactionTokensUsed of ways) {
    const { entries, summary } = readAll('copilot-cli', [
      event('assistant.message', { messageId: 'm', model: 'gpt-5.5', content: 'ok', outputTokens: 5 }),
      event('session.compaction_complete', {
        success: true,
        preCompactionTokens: 9000,
        systemTokens: 100,
        conversationTokens: 300,
        toolDefinitionsTokens: 50,
        summaryContent: 'So far.',
        compactionTokensUsed,
      }),
    ]);
    const { tokensBefore, tokensAfter } = only(entries, 'compaction');
    assert.deepEqual([tokensBefore, tokensAfter], [9000, 450]);
    const { input, output, cacheRead, requests } = summary.usage;
    assert.deepEqual([input, output, cacheRead, requests], [200, 55, 800, 2]);
    assert.deepEqual(
      summary.models.map((used) => used.model),
      ['gpt-5.5'],
    );
  }
});

test('a shutdown tells how many requests there were, over all legs', () => {
  const end = (count: number, output: number) =>
    event('session.shutdown', {
      modelMetrics: {
        'gpt-5.5': { requests: { count }, usage: { inputTokens: output * 10, outputTokens: output } },
      },
    });
  const { usage } = readAll('copilot-cli', [end(7, 70), event('session.resume', {}), end(12, 120)]).summary;
  assert.deepEqual([usage.requests, usage.output], [12, 120]);
});

test('words said into a running turn did not start it', () => {
  const { told } = readAll('copilot-cli', [
    event('user.message', { content: 'Go', delivery: 'idle' }),
    event('user.message', { content: 'Not there', delivery: 'steering' }),
    event('user.message', { content: 'And then this', delivery: 'queued' }),
  ]);
  assert.deepEqual(told, ['prompt Go', 'prompt (queued) Not there', 'prompt (queued) And then this']);
});

test('what was billed is told apart from what was used, and in the unit of the vendor', () => {
  const end = (data: object) => event('session.shutdown', data);
  const details = (input: number, output: number, read = 0) => ({
    input: { tokenCount: input },
    output: { tokenCount: output },
    cache_read: { tokenCount: read },
  });
  const usage = { inputTokens: 13_000, outputTokens: 50, cacheReadTokens: 2000, reasoningTokens: 30 };
  const first = {
    'claude-haiku-4.5': {
      ...{ requests: { count: 1 }, usage, totalNanoAiu: 1.5e9 },
      tokenDetails: { ...details(10, 35, 400), cache_write: { tokenCount: 12_602 } },
    },
  };
  const { summary } = readAll('copilot-cli', [end({ modelMetrics: first })]);
  const { input, output, cacheRead, cacheWrite, reasoning } = summary.usage;
  assert.deepEqual([input, output, cacheRead, cacheWrite, reasoning], [10, 35, 400, 12_602, 30]);
  assert.deepEqual([summary.cost.reported, summary.cost.credits], [0.015, 1.5]);
  // Cumulative over the legs, and once more with nothing new.
  const more = { ...first['claude-haiku-4.5'], tokenDetails: details(30, 70, 400), totalNanoAiu: 2e9 };
  const legs = [first, { 'claude-haiku-4.5': more }, { 'claude-haiku-4.5': more }];
  const all = readAll(
    'copilot-cli',
    legs.map((modelMetrics) => end({ modelMetrics })),
  ).summary;
  assert.deepEqual([all.usage.output, all.cost.reported, all.cost.credits], [70, 0.02, 2]);
  // Some versions tell it for the session alone.
  const whole = { modelMetrics: { 'gpt-5-mini': { requests: 2 } }, tokenDetails: details(100, 15, 5) };
  const older = readAll('copilot-cli', [end({ ...whole, totalNanoAiu: 1e9 })]).summary;
  assert.deepEqual(
    [older.usage.input, older.usage.output, older.usage.cacheRead, older.usage.requests],
    [100, 15, 5, 2],
  );
  assert.deepEqual([older.cost.credits, older.models.map(({ model }) => model)], [1, ['gpt-5-mini']]);
});
