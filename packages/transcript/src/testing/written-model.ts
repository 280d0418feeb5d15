import assert from 'node:assert/strict';
import type { Entry, TranscriptEvent } from '../entry.ts';
import { createFold, type FoldState } from '../index.ts';
import { type ClippedEntry, clipEntry, mergePart } from '../reading/clip.ts';
import { subtract } from '../reading/counts.ts';
import type { Edit } from '../reading/edit.ts';
import {
  addUsage,
  type LaneWrite,
  noUsage,
  type TurnUsage,
  type TurnWrite,
  type Written,
} from '../reading/written.ts';

/** What a store makes of what is written. */
export class Model {
  lanes: ClippedEntry[][] = [[]];
  info: (LaneWrite & { usage?: TurnUsage })[] = [];
  turns: TurnWrite[] = [];
  edits: Edit[] = [];

  apply({ lanes, laneUsage, entries, retractions, turns, edits }: Written): void {
    for (const lane of lanes) {
      this.info.push({ ...lane });
      this.lanes[lane.lane] = [];
    }
    for (const { lane, usage } of laneUsage) {
      const info = this.info[lane - 1] as Model['info'][number];
      info.usage ??= noUsage();
      addUsage(info.usage, usage);
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
      ...this.edits.filter(({ kind }) => kind === 'sight'),
      ...[...last.values()].filter((edit) => edit.kind === 'edit' && (edit.files.length > 0 || edit.soft)),
      ...this.edits.filter(({ kind }) => kind === 'retraction'),
    ];
  }

  plain(): unknown {
    const { lanes, info, turns } = this;
    return JSON.parse(JSON.stringify({ lanes, info, turns, edits: this.settledEdits() }));
  }
}

export function folded(agent: string, events: TranscriptEvent[], size: number, restart: boolean): Model {
  const model = new Model();
  let fold = createFold(agent);
  for (let at = 0; at < events.length; at += size) {
    model.apply(fold.feed(events.slice(at, at + size)).written);
    if (restart) fold = createFold(agent, JSON.parse(JSON.stringify(fold.state())) as FoldState);
  }
  return model;
}

/** All that a fold hands on of a session, event by event and begun anew after each. */
export function written(agent: string, events: TranscriptEvent[]): unknown {
  const model = new Model();
  const search: unknown[] = [];
  let fold = createFold(agent);
  for (const event of events) {
    const fed = fold.feed([event]);
    model.apply(fed.written);
    search.push(...fed.search);
    fold = createFold(agent, JSON.parse(JSON.stringify(fold.state())) as FoldState);
  }
  return [model.plain(), search, fold.facts(), fold.summary(), fold.accounting()];
}

/** The lists of a reader that keeps everything, lane by lane as the fold numbers them. */
export function lanesOf(entries: readonly Entry[], model: Model): unknown[] {
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
