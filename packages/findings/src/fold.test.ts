import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createFold,
  createReader,
  type Entry,
  type FoldState,
  type TranscriptEvent,
} from '@debrief/transcript';
import { createFindings, type Judgement } from './findings.ts';
import { createFindingsFold, type FindingsFoldState } from './fold.ts';
import { recordedSessions, workSessions } from './testing/corpus.ts';

const copied = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Folds in steps of so many events, as the server does; with `restart` each step begins with what was saved. */
function folded(
  agent: string,
  events: readonly TranscriptEvent[],
  size: number,
  restart: boolean,
): Judgement {
  let saved: { fold: FoldState; findings: FindingsFoldState } | undefined;
  let judged: Judgement | undefined;
  const open = () => {
    const findings = createFindingsFold({ facts: () => fold.facts() }, saved?.findings);
    const fold = createFold(agent, saved?.fold, undefined, undefined, findings);
    return { fold, findings };
  };
  let { fold, findings } = open();
  for (let from = 0; from < events.length; from += size) {
    fold.feed(events.slice(from, from + size));
    judged = findings.judge({ isEnded: false });
    if (!restart) continue;
    saved = copied({ fold: fold.state(), findings: findings.state() });
    ({ fold, findings } = open());
  }
  judged = findings.judge({ isEnded: true });
  return copied(judged);
}

function* everyEntry(entries: readonly Entry[]): Generator<Entry> {
  for (const entry of entries) {
    yield entry;
    if (entry.kind === 'subagent') yield* everyEntry(entry.entries);
  }
}

function read(agent: string, events: readonly TranscriptEvent[]): Judgement {
  const reader = createReader(agent);
  reader.feed(events);
  const findings = createFindings();
  findings.feed(everyEntry(reader.entries), reader.summary().cwd);
  return copied(findings.judge({ isEnded: true }));
}

describe('the findings of a fold', () => {
  for (const [set, sessions] of [
    ['every agent', recordedSessions],
    ['long work', workSessions],
  ] as const) {
    it(`are the same at once, in pieces, and restarted in between: ${set}`, (t) => {
      let [count, found] = [0, 0];
      for (const { agent, name, events } of sessions()) {
        const whole = folded(agent, events, events.length || 1, false);
        assert.deepEqual(folded(agent, events, 1, false), whole, `${agent} ${name} one by one`);
        assert.deepEqual(folded(agent, events, 53, true), whole, `${agent} ${name} restarted`);
        count++;
        found += whole.findings.length;
      }
      t.diagnostic(`${count} sessions, ${found} findings`);
    });

    it(`are those that the whole transcript gives: ${set}`, () => {
      for (const { agent, name, events } of sessions()) {
        const { findings } = folded(agent, events, 100, false);
        assert.deepEqual(findings, read(agent, events).findings, `${agent} ${name}`);
      }
    });
  }
});

describe('a session that goes on', () => {
  const said = (id: string, sequence: number, text: string) =>
    ({ id, kind: 'reply', sequences: [sequence], text }) as unknown as Entry;
  const calls = (id: string, sequence: number, outcome: string) =>
    ({
      id,
      kind: 'tool',
      tool: 'shell',
      name: 'Bash',
      title: 'npm test',
      input: { command: 'npm test' },
      sequences: [sequence],
      outcome,
      ...(outcome === 'ok' && { output: 'Tests: 3 passed, 3 total' }),
    }) as unknown as Entry;

  it('is judged anew only when something is heard that may change it', () => {
    const findings = createFindings();
    const ongoing = { isEnded: false };
    findings.feed([calls('1', 1, 'ok'), said('2', 2, 'All tests pass.')]);
    const first = findings.judge(ongoing);
    assert.equal(first.claims.length, 1);
    findings.feed([calls('3', 3, 'running')]);
    assert.equal(findings.judge({ ...ongoing }), first, 'a call without an answer says nothing yet');
    assert.notEqual(findings.judge({ isEnded: true }), first, 'that it has ended may be a finding');
    findings.feed([said('4', 4, 'All tests pass.')]);
    assert.equal(findings.judge(ongoing).claims.length, 2);
  });

  it('is judged by the order of what happened, whenever it was answered', () => {
    const entries = [calls('1', 5, 'ok'), said('2', 6, 'All tests pass.'), calls('3', 2, 'ok')];
    const live = createFindings();
    for (const entry of entries) {
      live.feed([entry]);
      live.judge({ isEnded: false });
    }
    const rebuilt = createFindings(copied(live.state()));
    assert.deepEqual(live.judge({ isEnded: false }), rebuilt.judge({ isEnded: false }));
  });
});
