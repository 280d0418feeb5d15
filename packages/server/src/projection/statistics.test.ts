import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Brief } from '@debrief/findings';
import type { Summary } from '@debrief/transcript';
import { figuresOf } from './statistics.ts';

/** What is kept of a session's figures: whatever its records say, each is a number, a time or a short text. */

const nothing = {
  agentId: 'claude-code',
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, requests: 0 },
  cost: { total: 0, unknownModels: [], reported: 0 },
  unpriced: [],
  counts: { prompt: 0 },
  tools: {},
  errors: 0,
  denials: 0,
  files: [],
  material: 0,
  models: [],
  linesAdded: 0,
  linesRemoved: 0,
};
type Given = Record<string, unknown>;
const figures = (given: Given = {}, beside: Given = {}) =>
  figuresOf({ ...nothing, ...given } as unknown as Summary, beside as { brief?: Brief });

const empty = {
  prompts: 0,
  tools: 0,
  errors: 0,
  denials: 0,
  edits: 0,
  material: 0,
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  costIsPartial: false,
  models: [],
  files: 0,
  linesAdded: 0,
  linesRemoved: 0,
};
const usage = { input: 1, output: 2, cacheRead: 4, cacheWrite: 8, requests: 1 };
const tokens = { input: 1, output: 2, cacheRead: 4, cacheWrite: 8, total: 15 };
const time = '2026-11-19T08:00:00.000Z';
const cost = (given: Given) => ({ cost: { ...nothing.cost, ...given } });

for (const [name, given, expected] of [
  ['nothing', {}, {}],
  [
    'a count of each',
    { counts: { prompt: 3 }, errors: 4, denials: 5, material: 6, linesAdded: 7, linesRemoved: 8 },
    { prompts: 3, errors: 4, denials: 5, material: 6, linesAdded: 7, linesRemoved: 8 },
  ],
  ['calls of all tools', { tools: { Bash: 2, Edit: 3 } }, { tools: 5 }],
  ['edits of all files', { files: [{ edits: 2 }, { edits: 3 }] }, { edits: 5, files: 2 }],
  [
    'a count that is none',
    { errors: -1, denials: 1.6, material: Number.NaN, linesAdded: 1e300 },
    { denials: 2, linesAdded: Number.MAX_SAFE_INTEGER },
  ],
  ['tokens', { usage }, { tokens, costUsd: 0 }],
  ['dollars to the millionth', cost({ total: 0.12345678 }), { costUsd: 0.123457 }],
  ['free of charge', { usage }, { tokens, costUsd: 0 }],
  ['no price known', { usage, ...cost({ unknownModels: ['x'] }) }, { tokens, costIsPartial: true }],
  [
    'a part of the price',
    { usage, ...cost({ total: 1, unknownModels: ['x'] }) },
    { tokens, costUsd: 1, costIsPartial: true },
  ],
  ['a price that is none', cost({ total: -1 }), {}],
  ['a price without an end', cost({ total: Number.POSITIVE_INFINITY }), {}],
  ['billed', cost({ reported: 2, listed: 0 }), { recordedUsd: 2, recordedAtListUsd: 0 }],
  [
    'billed, but no number',
    cost({ reported: Number.POSITIVE_INFINITY, listed: Number.NaN, credits: Number.NaN }),
    {},
  ],
  ['credits of an agent without a unit', cost({ credits: 3 }), {}],
  ['credits', { agentId: 'kiro-cli', ...cost({ credits: 3 }) }, { credits: { amount: 3, unit: 'credits' } }],
  [
    'another unit',
    { agentId: 'copilot-cli', ...cost({ credits: 0 }) },
    { credits: { amount: 0, unit: 'AIU' } },
  ],
  [
    'models without a price',
    { unpriced: Array(21).fill({ model: 'm'.repeat(101), reason: 'r'.repeat(201) }) },
    { unpriced: Array(20).fill({ model: 'm'.repeat(100), reason: 'r'.repeat(200) }) },
  ],
  [
    'models',
    { models: Array(21).fill({ model: 'm'.repeat(101) }) },
    { models: Array(20).fill('m'.repeat(100)) },
  ],
  ['times', { startedAt: time, endedAt: time }, { startedAt: time, endedAt: time }],
  ['times that are none', { startedAt: 'yesterday', endedAt: `${time}!` }, {}],
  [
    'a title that a database refuses',
    { title: `a\0b\ud800${'c'.repeat(300)}` },
    { title: `a\ufffdb\ufffd${'c'.repeat(196)}` },
  ],
  [
    'a title that is cut within a character',
    { title: `${'a'.repeat(199)}😀` },
    { title: `${'a'.repeat(199)}\ufffd` },
  ],
] as const)
  it(`figures of a session: ${name}`, () => {
    assert.deepEqual(figures(given), { ...empty, ...expected });
  });

const outcome = { kind: 'failed', reason: 'r'.repeat(201) };
for (const [name, beside, expected] of [
  ['the title that somebody gave', { given: 'Theirs' }, { title: 'Theirs' }],
  ['no title given', { given: '' }, { title: 'Its own' }],
  [
    'how it ended',
    { brief: { outcome } },
    { title: 'Its own', outcome: { kind: 'failed', reason: 'r'.repeat(200) } },
  ],
  [
    'time at work',
    { brief: { outcome, time: { activeMs: 1.5, waitingMs: 9 } } },
    { title: 'Its own', outcome: { kind: 'failed', reason: 'r'.repeat(200) }, activeMs: 2 },
  ],
  ['parts that have not arrived', { pending: 2 }, { title: 'Its own', pendingParts: 2 }],
  [
    'leaks',
    { leaks: [{ rule: 'github', count: 1 }] },
    { title: 'Its own', leaks: [{ rule: 'github', count: 1 }] },
  ],
] as const)
  it(`figures with what stands beside them: ${name}`, () => {
    assert.deepEqual(figures({ title: 'Its own' }, beside), { ...empty, ...expected });
  });
