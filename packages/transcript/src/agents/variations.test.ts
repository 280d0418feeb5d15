import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { casesOfAgents, fixtures } from '../testing/fixtures.ts';
import { isBalanced, readAll } from '../testing/read-all.ts';
import { variationsOf, wordsOf } from '../testing/variations.ts';

/**
 * Agents change how they write, and files are cut off. Whatever comes, every event is accounted for, and what a reader
 * makes of it has not changed: one digest per agent and way to differ. If the change is what you meant,
 * `UPDATE_EXPECTED=1` writes the file again.
 */
const file = new URL('variation-digests.txt', import.meta.url);
const isUpdate = process.env.UPDATE_EXPECTED === '1';
const written: string[] = [];

const withoutCost = (name: string, value: unknown): unknown =>
  name === 'cost' || name === 'unpriced' ? undefined : value;

const known = new Set(readFileSync(file, { encoding: 'utf8', flag: 'a+' }).trimEnd().split('\n'));

/** Compares a digest of what is made of the sessions of each group with the one that is known. */
function check(agent: string, groups: Iterable<readonly [group: string, sessions: (readonly unknown[])[]]>) {
  const now = [...groups].map(([group, sessions]) => {
    const outcome = createHash('sha256');
    for (const records of sessions) {
      const { entries, summary, accounting } = readAll(agent, records);
      assert.ok(isBalanced(accounting), `${group}: ${JSON.stringify(accounting)}`);
      outcome.update(JSON.stringify([entries, summary, accounting], withoutCost));
    }
    return `${agent} ${outcome.digest('hex').slice(0, 12)} ${sessions.length} ${group}`;
  });
  written.push(...now);
  if (isUpdate) writeFileSync(file, `${written.join('\n')}\n`);
  else
    assert.deepEqual(
      now.filter((line) => !known.has(line)),
      [],
    );
}

describe('a session told otherwise', () => {
  for (const { agent, records } of fixtures) it(agent, () => check(agent, variationsOf(records)));
});

describe('records of one kind told otherwise', () => {
  for (const { agent, cases } of casesOfAgents) {
    it(agent, () => {
      // Some of the words are enough: there are many cases, and each is read once per word.
      const words = wordsOf(Object.values(cases).flat()).filter((_, at) => at % 5 === 0);
      for (const [name, records] of Object.entries(cases)) {
        const sessions = [...variationsOf(records, words)].flatMap(([, variants]) => variants);
        check(agent, [[name, sessions]]);
      }
    });
  }
});
