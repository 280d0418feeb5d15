import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReader } from '../index.ts';
import { workSessions } from '../testing/corpus.ts';
import { eventsOf } from '../testing/read-all.ts';
import { folded, lanesOf } from '../testing/written-model.ts';

test('long real sessions come out the same at once, one by one, restarted in between, and as a reader shows them', (t) => {
  let sessions = 0;
  for (const { agent, name, records } of workSessions()) {
    sessions++;
    const events = eventsOf(records);
    const whole = folded(agent, events, events.length || 1, false);
    const expected = whole.plain();
    assert.deepEqual(folded(agent, events, 1, false).plain(), expected, `${name} one by one`);
    assert.deepEqual(folded(agent, events, 97, true).plain(), expected, `${name} restarted`);
    const reader = createReader(agent);
    reader.feed(events);
    assert.deepEqual((expected as { lanes: unknown }).lanes, lanesOf(reader.entries, whole), name);
  }
  if (sessions === 0) t.skip('no work sessions beside the repository');
  else t.diagnostic(`${sessions} sessions`);
});
