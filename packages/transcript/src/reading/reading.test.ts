import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolKinds } from '../entry.ts';
import { createFold, createReader } from '../index.ts';
import { isPresent, recordedFiles } from '../testing/corpus.ts';
import { caseFiles, fixtures } from '../testing/fixtures.ts';
import { eventsOf } from '../testing/read-all.ts';
import { folded, lanesOf, Model } from '../testing/written-model.ts';
import type { TurnWrite } from './written.ts';

const files = [...fixtures, ...caseFiles, ...(isPresent ? recordedFiles() : [])];

describe('what a fold writes', () => {
  test('is the same at once, one by one, in pieces and with a restart after each piece', () => {
    for (const { agent, name, records } of files) {
      const events = eventsOf(records);
      const whole = folded(agent, events, events.length || 1, false);
      const expected = whole.plain();
      assert.deepEqual(folded(agent, events, 1, false).plain(), expected, `${agent}/${name} one by one`);
      assert.deepEqual(folded(agent, events, 3, true).plain(), expected, `${agent}/${name} restarted`);
    }
  });

  test('is what a reader that keeps everything shows, in order, every entry once', () => {
    for (const { agent, name, records } of files) {
      const events = eventsOf(records);
      const reader = createReader(agent);
      reader.feed(events);
      const model = folded(agent, events, 7, true);
      const { lanes } = model.plain() as { lanes: unknown[] };
      assert.deepEqual(lanes, lanesOf(reader.entries, model), `${agent}/${name}`);
    }
  });

  test('adds up: turns have the steps, errors and edits of all lanes', () => {
    for (const { agent, name, records } of files) {
      const fold = createFold(agent);
      const model = new Model();
      model.apply(fold.feed(eventsOf(records)).written);
      const summary = fold.summary();
      const sum = (pick: (turn: TurnWrite) => number) =>
        model.turns.reduce((all, turn) => all + pick(turn), 0);
      const steps = toolKinds.reduce((all, kind) => all + (summary.tools[kind] ?? 0), 0);
      assert.equal(
        sum(({ counts }) => counts.steps),
        steps,
        name,
      );
      assert.equal(
        sum(({ counts }) => counts.errors),
        summary.errors,
        name,
      );
      assert.equal(
        sum(({ counts }) => counts.denials),
        summary.denials,
        name,
      );
      assert.equal(
        sum(({ counts }) => counts.edits),
        summary.files.reduce((all, { edits }) => all + edits, 0),
        name,
      );
      assert.equal(
        sum(({ usage }) => usage.requests),
        summary.usage.requests,
        name,
      );
      assert.ok(Math.abs(sum(({ usage }) => usage.cost) / 1e9 - summary.cost.total) < 1e-6, name);
    }
  });
});
