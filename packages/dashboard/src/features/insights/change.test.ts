import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Insights } from '@debrief/contract';
import { changeInWords, waitedFor } from './change.ts';
import { between, csvOf, latest, sections } from './figures.ts';
import { readInsightsSearch } from './insights-search.ts';

test('a change is said in words that call nothing good or bad, and not at all where it rests on too few', () => {
  const said: [now: number, before: number, words: string][] = [
    [0, 0, 'none, as before'],
    [4, 2, 'too few to compare'],
    [12, 0, 'none before'],
    [0, 12, 'none any more'],
    [60, 20, '3 times as much as before'],
    [40, 20, 'twice as much as before'],
    [30, 20, 'half as much again as before'],
    [24, 20, 'somewhat more than before'],
    [21, 20, 'about the same as before'],
    [14, 20, 'somewhat less than before'],
    [10, 20, 'about half of before'],
    [6, 20, 'about a third of before'],
    [2, 20, 'far less than before'],
  ];
  for (const [now, before, words] of said) assert.equal(changeInWords(now, before), words);
  assert.equal(changeInWords(100, 50, [1, 2]), 'too few to compare');
});

test('how long sessions waited is the step by which so many had been judged', () => {
  const none = { h1: 0, h4: 0, h8: 0, h24: 0, h48: 0, h72: 0, h168: 0, longer: 0 };
  assert.equal(waitedFor(none, 0.5), undefined);
  const waited = { ...none, h1: 4, h8: 1, h24: 4, longer: 1 };
  assert.equal(waitedFor(waited, 0.5), 'within 8 hours');
  assert.equal(waitedFor(waited, 0.9), 'within a day');
  assert.equal(waitedFor(waited, 1), 'after more than a week');
});

const weekOf = (at: number, sessions?: number): Insights['weeks'][number] => ({
  from: new Date(Date.UTC(2026, 4, 4) + at * 7 * 86_400_000).toISOString(),
  isWhole: sessions !== undefined,
  ...(sessions !== undefined && {
    record: {
      ...{ sessions, tokens: 10, costUsd: 0.5, unpriced: 0, prompts: 0, refused: 0, edits: 1, activeMs: 0 },
      findings: { losing: 1, controls: 0, truth: 0, secrets: 0, nowhere: 0, team: 0 },
      ...{ confirmed: 1, setAside: 0, loops: 0 },
    },
  }),
});

test('the last four weeks are compared with the four before; what is not known is not said', () => {
  const weeks = [10, 10, 10, 10, 20, 20, 20, 20].map((sessions, at) => weekOf(at, sessions));
  const [sessions, , reviewed] = sections;
  assert.ok(sessions && reviewed);
  const { text, change, weeks: last } = latest(sessions, weeks);
  assert.deepEqual([text, change], ['80', 'twice as much as before']);
  assert.equal(between(last), '2026-06-01..2026-06-29');
  assert.deepEqual(latest(reviewed, weeks), {
    weeks: last,
    text: undefined,
    change: undefined,
    aside: undefined,
  });
  assert.equal(latest(sessions, weeks.slice(2)).change, undefined);
  const few = latest(sessions, [weekOf(0), weekOf(1)]);
  assert.equal(few.text, undefined);
});

test('the CSV has a row of each week, and nothing where nothing is shown', () => {
  const [head, first, second, ...rest] = csvOf([weekOf(0, 3), weekOf(1)]).split('\r\n');
  assert.deepEqual(rest, []);
  assert.equal(first?.split(',').length, head?.match(/"[^"]*"|[^,]+/g)?.length);
  assert.match(first ?? '', /^2026-05-04,yes,3,0,1,0,0.5,10,0,/);
  assert.match(second ?? '', /^2026-05-11,no,,+$/);
});

test('of the address what cannot be understood is dropped', () => {
  assert.deepEqual(readInsightsSearch({ weeks: '52', of: 'me', agent: 'codex', repository: 'a/b' }), {
    ...{ weeks: 52, of: 'me', agent: 'codex', repository: 'a/b' },
  });
  assert.deepEqual(readInsightsSearch({ weeks: '13', of: 'ada', agent: 7, repository: '' }), {});
});
