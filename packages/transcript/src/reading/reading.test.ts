import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Entry, type TranscriptEvent, toolKinds } from '../entry.ts';
import { createFold, createReader, type FoldState } from '../index.ts';
import { isPresent, recordedFiles } from '../testing/corpus.ts';
import { fixtures } from '../testing/fixtures.ts';
import { eventsOf } from '../testing/read-all.ts';
import { type ClippedEntry, clipEntry, mergePart } from './clip.ts';
import { subtract } from './counts.ts';
import type { Edit } from './edit.ts';
import { addUsage, type LaneWrite, type TurnWrite, type Written } from './written.ts';

/** What a store makes of what is written. */
class Model {
  lanes: ClippedEntry[][] = [[]];
  info: LaneWrite[] = [];
  turns: TurnWrite[] = [];
  edits: Edit[] = [];

  apply({ lanes, entries, retractions, turns, edits }: Written): void {
    for (const lane of lanes) {
      this.info.push(lane);
      this.lanes[lane.lane] = [];
    }
    for (const write of entries) {
      const lane = this.lanes[write.lane] as ClippedEntry[];
      if (write.isNew) lane[write.index] = clipEntry(write.part as Entry);
      else lane[write.index] = mergePart(lane[write.index] as ClippedEntry, write);
    }
    for (const { lane, from, to } of retractions) {
      const list = this.lanes[lane] as ClippedEntry[];
      for (let at = from; at < to; at++) list[at] = { ...(list[at] as ClippedEntry), retracted: true };
    }
    for (const write of turns) {
      const known = this.turns[write.turn];
      if (!known) this.turns[write.turn] = structuredClone(write);
      else {
        subtract(known.counts, write.counts, -1);
        addUsage(known.usage, write.usage);
        const { start, from, to, answer } = write;
        Object.assign(known, start && { start }, answer !== undefined && { answer });
        if (from !== undefined && (known.from === undefined || from < known.from)) known.from = from;
        if (to !== undefined && (known.to === undefined || to > known.to)) known.to = to;
      }
    }
    this.edits.push(...edits);
  }

  /** Later lines of an entry replace earlier ones, so the list itself may differ; what it comes to may not. */
  settledEdits(): unknown[] {
    const last = new Map<string, Edit>();
    for (const edit of this.edits) if (edit.kind === 'edit') last.set(edit.entry, edit);
    return [
      ...[...last.values()].filter((edit) => edit.kind === 'edit' && (edit.files.length > 0 || edit.soft)),
      ...this.edits.filter(({ kind }) => kind === 'retraction'),
    ];
  }

  plain(): unknown {
    const { lanes, info, turns } = this;
    return JSON.parse(JSON.stringify({ lanes, info, turns, edits: this.settledEdits() }));
  }
}

function folded(agent: string, events: TranscriptEvent[], size: number, restart: boolean): Model {
  const model = new Model();
  let fold = createFold(agent);
  for (let at = 0; at < events.length; at += size) {
    model.apply(fold.feed(events.slice(at, at + size)).written);
    if (restart) fold = createFold(agent, JSON.parse(JSON.stringify(fold.state())) as FoldState);
  }
  return model;
}

/** The lists of a reader that keeps everything, lane by lane as the fold numbers them. */
function lanesOf(entries: readonly Entry[], model: Model): unknown[] {
  const lanes: unknown[] = [];
  const visit = (list: readonly Entry[], lane: number) => {
    lanes[lane] = list.map((entry) => clipEntry(entry));
    for (const entry of list) {
      if (entry.kind !== 'subagent' || entry.entries.length === 0) continue;
      const info = model.info.find((one) => one.entry === entry.id);
      assert.ok(info, `a lane for ${entry.id}`);
      visit(entry.entries, info.lane);
    }
  };
  visit(entries, 0);
  return JSON.parse(JSON.stringify(lanes));
}

const files = [...fixtures, ...(isPresent ? recordedFiles() : [])];

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
