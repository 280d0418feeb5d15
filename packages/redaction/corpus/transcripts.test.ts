import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRedactor } from '../src/index.ts';

/** Real recordings, where they are present (never part of the repository). */
const FOLDER = join(import.meta.dirname, '../../../../shared/transcripts');
/** What agents read and write all day, and what is there everywhere: source code and documentation, our own. */
const OWN = ['packages/contract/src', 'packages/server/src', 'packages/dashboard/src', 'docs'];
const ROOT = join(import.meta.dirname, '../../..');
const ABSENT = 'no ../shared/transcripts here: only the text of this repository was read';
const MAX_PER_100_KB = 1;
/** It is about 3.0; if redaction took twice as long it would be 5. */
const MAX_RATIO = 4;
const FEWEST_ROUNDS = 8;
const MOST_ROUNDS = 60;

function lines(): string[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:jsonl|json)$/.test(entry.name))
    .flatMap((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      return entry.name.endsWith('.json') ? [text] : text.split('\n');
    })
    .filter((line) => parses(line));
}

function ownTexts(): string[] {
  return OWN.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|md|css)$/.test(entry.name))
      .map((entry) => JSON.stringify({ content: readFileSync(join(entry.parentPath, entry.name), 'utf8') })),
  );
}

function parses(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** Processor time, not the clock: other processes on the machine must not count. */
function milliseconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

const { redact } = createRedactor({ machineKey: 'transcripts' });

/** How much is taken for a secret. */
function rateOf(records: string[]): { bytes: number; rate: number; said: string } {
  const bytes = records.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  const total: Record<string, number> = {};
  for (const line of records) {
    for (const [rule, count] of Object.entries(redact(JSON.parse(line)).findings))
      total[rule] = (total[rule] ?? 0) + count;
  }
  const count = Object.values(total).reduce((sum, n) => sum + n, 0);
  const rate = (count / bytes) * 100_000;
  const said = `${(bytes / 1e6).toFixed(1)} MB, ${count} redactions, ${rate.toFixed(3)} per 100 KB ${JSON.stringify(total)}`;
  return { bytes, rate, said };
}

test('code and documentation: hardly anything is taken for a secret', (t) => {
  const { rate, said } = rateOf(ownTexts());
  t.diagnostic(said);
  assert.ok(rate <= MAX_PER_100_KB);
});

test('real transcripts: hardly anything is taken for a secret', (t) => {
  if (!existsSync(FOLDER)) return t.skip(ABSENT);
  const { bytes, rate, said } = rateOf(lines());
  t.diagnostic(said);
  assert.ok(bytes >= 5_000_000);
  assert.ok(rate <= MAX_PER_100_KB);
});

test('real transcripts: parsing and redacting against parsing alone', (t) => {
  if (!existsSync(FOLDER)) return t.skip(ABSENT);
  const records = lines();
  let [parse, both] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isSlow = () => both / parse >= MAX_RATIO;
  // In turn, the least of each: load only adds to a time. A busy machine is given more rounds, and none is one too many
  // for redaction that takes twice as long.
  for (let round = 0; round < FEWEST_ROUNDS || (isSlow() && round < MOST_ROUNDS); round++) {
    parse = Math.min(
      parse,
      milliseconds(() => records.forEach((line) => void JSON.parse(line))),
    );
    both = Math.min(
      both,
      milliseconds(() => records.forEach((line) => void redact(JSON.parse(line)))),
    );
  }
  t.diagnostic(
    `parse ${parse.toFixed(1)} ms, with redaction ${both.toFixed(1)} ms, ratio ${(both / parse).toFixed(2)}`,
  );
  assert.ok(!isSlow());
});
