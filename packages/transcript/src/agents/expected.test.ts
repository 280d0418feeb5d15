import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isObject } from '../json.ts';
import { isPresent, moreFiles, recordedFiles, workSessions } from '../testing/corpus.ts';
import { caseFiles, casesOfAgents, fixtures } from '../testing/fixtures.ts';
import { eventsOf, readAll } from '../testing/read-all.ts';
import { folded, written } from '../testing/written-model.ts';

/**
 * A change of a reader shows as a change of what it makes of sessions. Read the difference, and if it is what you meant,
 * `UPDATE_EXPECTED=1` writes the files again. What a session costs is left out: prices change without us.
 */
const isUpdate = process.env.UPDATE_EXPECTED === '1';

const withoutCost = (value: unknown): string =>
  JSON.stringify(value, (name, inner) => (name === 'cost' || name === 'unpriced' ? undefined : inner));

/** A line for each entry, one for the summary and one for the turns as they are stored. */
function linesOf(agent: string, records: readonly unknown[]): string[] {
  const { entries, summary } = readAll(agent, records);
  const { turns } = folded(agent, eventsOf(records), 7, false);
  return [...entries, summary, { turns }].map(withoutCost);
}

function expected(name: string, read: () => string): string {
  const file = new URL(name, import.meta.url);
  if (isUpdate) writeFileSync(file, read());
  return readFileSync(file, 'utf8');
}

describe('what is made of the session beside a reader', () => {
  for (const { agent, records } of fixtures) {
    it(agent, () => {
      const read = linesOf(agent, records);
      const known = expected(`${agent}/expected.jsonl`, () => `${read.join('\n')}\n`);
      assert.deepEqual(read, known.trimEnd().split('\n'));
    });
  }
});

/** A line for each entry and one for what is not zero in the summary and in where the events went. */
function shortLinesOf(agent: string, name: string, records: readonly unknown[]): string[] {
  const { entries, summary, accounting } = readAll(agent, records);
  const isTold = (value: unknown): boolean =>
    value !== 0 && !/^(?:\[\]|\{\})$/.test(withoutCost(value) ?? '');
  const told = (value: object): object =>
    Object.fromEntries(
      Object.entries(value)
        .map(([field, inner]) => [field, isObject(inner) ? told(inner) : inner])
        .filter(([, inner]) => isTold(inner)),
    );
  return [{ case: name }, ...entries, { summary: told(summary), accounting: told(accounting) }].map(
    withoutCost,
  );
}

describe('what is made of the kinds of records beside a reader', () => {
  for (const { agent, cases } of casesOfAgents) {
    it(agent, () => {
      const read = Object.entries(cases).flatMap(([name, records]) => shortLinesOf(agent, name, records));
      const known = expected(`${agent}/expected-cases.jsonl`, () => `${read.join('\n')}\n`);
      assert.deepEqual(read, known.trimEnd().split('\n'));
    });
  }
});

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

it('what a fold writes of all of them has not changed', () => {
  const files = Map.groupBy([...fixtures, ...caseFiles], ({ agent }) => agent);
  const lines = [...files].map(([agent, some]) => {
    const all = some.map(({ records }) => withoutCost(written(agent, eventsOf(records))));
    return `${agent} ${digest(all.join('\n'))}`;
  });
  const known = expected('written-digests.txt', () => `${lines.join('\n')}\n`);
  assert.deepEqual(lines, known.trimEnd().split('\n'));
});

/** Real sessions are no part of this repository. Only digests are kept: of the records, and of what they become. */
describe('what is made of real sessions', { skip: !isPresent && 'no ../shared beside the project' }, () => {
  it('has not changed', () => {
    const read = [...recordedFiles(), ...moreFiles(), ...workSessions()].map(({ agent, records }) => {
      const key = `${agent} ${digest(JSON.stringify(records))}`;
      return [key, digest(linesOf(agent, records).join('\n'))] as const;
    });
    const lines = () => [...new Set(read.map((pair) => pair.join(' ')))].sort().join('\n');
    const known = expected('expected-digests.txt', () => `${lines()}\n`);
    const before = new Map(known.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), line]));
    // Files that came after the digests were written are not known, and are no fault.
    const changed = read.filter(([key, now]) => before.has(key) && before.get(key) !== `${key} ${now}`);
    assert.deepEqual(changed, []);
    assert.ok(read.filter(([key]) => before.has(key)).length > read.length / 2, 'most are known');
  });
});
