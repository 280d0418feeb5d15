import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '@debrief/transcript';
import { isError, isIntervention, type Lens, totalsOf } from './entries.ts';
import { nextRow, outlineOf, placeOf, rowsOf } from './rows.ts';

let running = 0;
const entry = (part: Record<string, unknown>): Entry =>
  ({ id: `e${++running}`, sequences: [running], ...part }) as unknown as Entry;
const prompt = (text: string, sequence: number, more = {}) =>
  entry({ kind: 'prompt', origin: 'human', text, sequences: [sequence], ...more });
const reply = (text: string, sequence: number) => entry({ kind: 'reply', text, sequences: [sequence] });
const tool = (sequences: number[], more = {}) =>
  entry({ kind: 'tool', tool: 'shell', name: 'Bash', title: 'ls', outcome: 'ok', sequences, ...more });

const nested = tool([6], { id: 'nested', outcome: 'error', lane: 'a', at: '2026-01-01T00:00:05.000Z' });
const subagent = entry({
  kind: 'subagent',
  tool: 'task',
  id: 'sub',
  name: 'Task',
  title: 'look',
  outcome: 'ok',
  sequences: [4, 5, 6],
  entries: [tool([5], { id: 'first', at: '2026-01-01T00:00:01.000Z' }), nested],
});
const entries = [
  prompt('do it', 1),
  reply('', 2),
  tool([3, 7], { id: 'ls' }),
  subagent,
  reply('half', 8),
  reply('done', 9),
  prompt('again', 10),
  entry({ kind: 'interruption', text: 'stopped', sequences: [11] }),
];
const view = (part: { hidden?: Lens[]; focused?: boolean; open?: string[] } = {}) => ({
  hidden: new Set(part.hidden ?? []),
  focused: part.focused ?? false,
  open: new Set(part.open ?? []),
});
const texts = (rows: { entry: Entry }[]) =>
  rows.map(({ entry: e }) => ('text' in e && e.text ? e.text : 'title' in e ? e.title : ''));

test('rows leave out what is blank and what is switched off', () => {
  assert.deepEqual(texts(rowsOf(entries, view())), [
    'do it',
    'ls',
    'look',
    'half',
    'done',
    'again',
    'stopped',
  ]);
  assert.deepEqual(texts(rowsOf(entries, view({ hidden: ['shell', 'replies'] }))), [
    'do it',
    'look',
    'again',
    'stopped',
  ]);
});

test('an open sub-agent shows its entries one level deeper', () => {
  const rows = rowsOf(entries, view({ open: ['sub'] }));
  assert.deepEqual(
    rows.slice(2, 5).map((row) => [row.key, row.depth]),
    [
      ['sub', 0],
      ['first', 1],
      ['nested', 1],
    ],
  );
});

test('the focused view keeps prompts and the last word on each', () => {
  assert.deepEqual(texts(rowsOf(entries, view({ focused: true }))), ['do it', 'done', 'again', 'stopped']);
});

test('the outline counts what followed a prompt', () => {
  assert.deepEqual(
    outlineOf(entries).map(({ text, steps, errors, sequence }) => ({ text, steps, errors, sequence })),
    [
      { text: 'do it', steps: 2, errors: 0, sequence: 1 },
      { text: 'again', steps: 0, errors: 0, sequence: 10 },
    ],
  );
});

test('every event has a place, also a result, a nested one and one that is not shown', () => {
  assert.equal(placeOf(entries, 7)?.entry.id, 'ls');
  assert.deepEqual(placeOf(entries, 6)?.around, ['sub']);
  assert.equal(placeOf(entries, 6)?.entry.id, 'nested');
  assert.equal(placeOf(entries, 2)?.entry.id, placeOf(entries, 1)?.entry.id);
  assert.equal(placeOf([], 1), undefined);
});

test('jumping from error to error', () => {
  const rows = rowsOf(entries, view({ open: ['sub'] }));
  assert.equal(rows[nextRow(rows, 0, 1, isError)]?.key, 'nested');
  assert.equal(nextRow(rows, 5, 1, isError), -1);
  assert.equal(
    texts([rows[nextRow(rows, 0, 1, isIntervention)] ?? rows[0]] as { entry: Entry }[])[0],
    'stopped',
  );
});

test('totals of a sub-agent', () => {
  assert.deepEqual(totalsOf(subagent.kind === 'subagent' ? subagent.entries : []), {
    steps: 2,
    edits: 0,
    errors: 1,
    durationMs: 4_000,
  });
});
