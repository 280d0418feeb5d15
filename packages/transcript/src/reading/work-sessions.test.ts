import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createReader, parseLine } from '../index.ts';
import { eventsOf } from '../testing/read-all.ts';
import { folded, lanesOf } from '../testing/written-model.ts';

/** Long real sessions, beside the repository where they are present; never part of it. */
const folder = fileURLToPath(new URL('../../../../../shared/work-sessions/', import.meta.url));

test('long real sessions come out the same at once, one by one, restarted in between, and as a reader shows them', (t) => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  t.diagnostic(`${names.length} sessions`);
  for (const name of names) {
    const lines = readFileSync(folder + name, 'utf8').split('\n');
    const events = eventsOf(lines.flatMap((line) => parseLine(line)));
    const whole = folded('claude-code', events, events.length || 1, false);
    const expected = whole.plain();
    assert.deepEqual(folded('claude-code', events, 1, false).plain(), expected, `${name} one by one`);
    assert.deepEqual(folded('claude-code', events, 97, true).plain(), expected, `${name} restarted`);
    const reader = createReader('claude-code');
    reader.feed(events);
    assert.deepEqual((expected as { lanes: unknown }).lanes, lanesOf(reader.entries, whole), name);
  }
});
