import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Insights, insightWords } from '@debrief/contract';
import { csvOf, sections } from './figures.ts';
import { readInsightsSearch } from './insights-search.ts';

const { between, latest } = insightWords;

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
