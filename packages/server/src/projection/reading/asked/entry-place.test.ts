import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ClippedEntry, Entry } from '@debrief/transcript';
import type { AskedPlace } from '../../../domain/session/transcript-ports.ts';
import { findPlace } from './entry-place.ts';

const tool = (changes: object[]) => ({ kind: 'tool', name: 'Edit', changes }) as unknown as Entry;
const change = (path: string, from: number, lines: number, movedTo?: string) => ({
  path,
  ...(movedTo && { movedTo }),
  source: {
    kind: 'hunks',
    hunks: [{ oldStart: from, oldLines: lines, newStart: from + 10, newLines: lines, lines: [] }],
  },
});
const said = (text: string) => ({ kind: 'reply', text }) as unknown as Entry;

const place = (stored: Entry, asked: AskedPlace, whole?: Entry) =>
  findPlace({ ...stored, ...(whole && { clipped: true }) } as ClippedEntry, asked, async () => whole);

const none = { hasPath: false, hasLine: false };
const one = tool([change('a.ts', 5, 3, 'b.ts')]);

for (const [name, found, expected] of [
  ['a path', () => place(one, { path: 'a.ts' }), { hasPath: true, hasLine: false }],
  ['where it was moved to', () => place(one, { path: 'b.ts' }), { hasPath: true, hasLine: false }],
  ['another path', () => place(one, { path: 'c.ts', line: 5 }), none],
  ['its first line before', () => place(one, { path: 'a.ts', line: 5 }), { hasPath: true, hasLine: true }],
  ['its last line before', () => place(one, { path: 'a.ts', line: 7 }), { hasPath: true, hasLine: true }],
  ['past it', () => place(one, { path: 'a.ts', line: 8 }), { hasPath: true, hasLine: false }],
  ['before it', () => place(one, { path: 'a.ts', line: 4 }), { hasPath: true, hasLine: false }],
  ['its first line after', () => place(one, { path: 'a.ts', line: 15 }), { hasPath: true, hasLine: true }],
  ['its last line after', () => place(one, { path: 'a.ts', line: 17 }), { hasPath: true, hasLine: true }],
  ['past that', () => place(one, { path: 'a.ts', line: 18 }), { hasPath: true, hasLine: false }],
  ['a part', () => place(said('four'), { part: 'text' }), { ...none, length: 4 }],
  ['an empty part', () => place(said(''), { part: 'text' }), { ...none, length: 0 }],
  ['a part it has not', () => place(one, { part: 'text' }), none],
  [
    'the longer one of what is whole',
    () => place(said('fo'), { part: 'text' }, said('four')),
    { ...none, length: 4 },
  ],
  [
    'the longer one of what is shown',
    () => place(said('four'), { part: 'text' }, said('fo')),
    { ...none, length: 4 },
  ],
  [
    'a part that is empty in either',
    () => place(said(''), { part: 'text' }, said('')),
    { ...none, length: 0 },
  ],
  ['a part that neither has', () => place(one, { part: 'text' }, one), none],
  [
    'a path of what is whole',
    () => place(tool([]), { path: 'a.ts', line: 6 }, one),
    { hasPath: true, hasLine: true },
  ],
  [
    'a path of what is shown',
    () => place(one, { path: 'a.ts', line: 6 }, tool([])),
    { hasPath: true, hasLine: true },
  ],
] as const)
  it(`a place of an entry: ${name}`, async () => {
    assert.deepEqual(await found(), expected);
  });
