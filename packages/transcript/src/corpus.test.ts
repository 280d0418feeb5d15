import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFold, createReader, type FoldState, supportedAgents, transcriptText } from './index.ts';
import {
  isPresent,
  moreFiles,
  type RecordedFile,
  recordedFiles,
  sampledAgents,
  workSessions,
} from './testing/corpus.ts';
import { fixtures } from './testing/fixtures.ts';
import { naiveUsage } from './testing/naive-usage.ts';
import { eventsOf, flatten, isBalanced, readAll } from './testing/read-all.ts';

const recorded: RecordedFile[] = isPresent ? [...recordedFiles()] : [];
/** What is checked everywhere, and what is checked besides where real transcripts lie. */
const files: RecordedFile[] = [...fixtures, ...recorded];

/** Same pieces every run. */
function* pieces<T>(list: T[]): Generator<T[]> {
  for (let i = 0, seed = 7; i < list.length; ) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const size = 1 + (seed % 9);
    yield list.slice(i, i + size);
    i += size;
  }
}

describe('transcripts', () => {
  test('there are some of every supported agent', () => {
    for (const agent of supportedAgents)
      assert.ok(
        fixtures.some((file) => file.agent === agent),
        agent,
      );
  });

  test('no record throws, none is lost, none an agent wrote is unknown', () => {
    for (const { agent, name, real, records } of files) {
      const { entries, accounting } = readAll(agent, records);
      assert.equal(accounting.faults, 0, name);
      assert.equal(accounting.events, records.length, name);
      assert.ok(isBalanced(accounting), name);
      const shown = new Set(flatten(entries).flatMap((entry) => entry.sequences));
      assert.ok(shown.size >= accounting.represented, name);
      if (real && supportedAgents.includes(agent)) {
        assert.deepEqual(
          flatten(entries).filter((entry) => entry.kind === 'unknown'),
          [],
          name,
        );
      }
      for (const text of transcriptText(entries)) assert.ok(text.length > 0);
    }
  });

  test('tokens agree with a naive count of each file', () => {
    const compared = new Set<string>();
    for (const { agent, name, records } of files) {
      const naive = naiveUsage[agent];
      if (naive === undefined || !name.endsWith('.jsonl')) continue;
      const { usage } = readAll(agent, records).summary;
      const { input, output, cacheRead, cacheWrite } = usage;
      assert.deepEqual({ input, output, cacheRead, cacheWrite }, naive(records), `${agent}/${name}`);
      if (output > 0) compared.add(agent);
    }
    assert.deepEqual([...compared].sort(), Object.keys(naiveUsage).sort());
  });

  test('in pieces, and folded with the state saved between them, they read the same', () => {
    for (const { agent, name, records } of files) {
      const whole = readAll(agent, records);
      const reader = createReader(agent);
      let state: FoldState | undefined;
      for (const piece of pieces(eventsOf(records))) {
        reader.feed(piece);
        const fold = createFold(agent, state);
        fold.feed(piece);
        state = JSON.parse(JSON.stringify(fold.state()));
      }
      assert.deepEqual(reader.entries, whole.entries, name);
      assert.deepEqual(createFold(agent, state).summary(), whole.summary, name);
    }
  });
});

describe('real transcripts', () => {
  test('are among them', (t) => {
    if (!isPresent)
      return t.skip(`no ../shared/transcripts here: ${fixtures.length} sessions written by hand instead`);
    const events = recorded.reduce((sum, { records }) => sum + records.length, 0);
    t.diagnostic(`${recorded.length} files, ${events} records besides ${fixtures.length} written by hand`);
    assert.ok(events > 4_000, String(events));
  });

  /** Known from their source alone: neither folder has a sample of them. */
  const unsampled = ['kilo'];

  test('there is a sample of every supported agent but those that are named here', (t) => {
    if (!isPresent) return t.skip('no ../shared/transcripts here: see the sessions written by hand instead');
    const sampled = sampledAgents();
    t.diagnostic(`no sample of: ${unsampled.join(', ')}`);
    assert.deepEqual(
      supportedAgents.filter((agent) => !sampled.has(agent)),
      unsampled,
    );
  });

  test('nothing throws, nothing is lost, nothing runs on after the end, and hardly anything is unknown', (t) => {
    if (!isPresent) return t.skip('no ../shared/transcripts here: see the sessions written by hand instead');
    const kinds = { entries: 0, unknown: 0, running: 0 };
    for (const sources of [recordedFiles, moreFiles, workSessions]) {
      let read = 0;
      for (const { agent, name, records } of sources()) {
        const reader = createReader(agent);
        reader.feed(eventsOf(records));
        reader.finish();
        const accounting = reader.accounting();
        assert.equal(accounting.faults, 0, name);
        assert.ok(isBalanced(accounting), name);
        assert.equal(accounting.events, records.length, name);
        for (const entry of flatten(reader.entries)) {
          kinds.entries++;
          if (entry.kind === 'unknown') kinds.unknown++;
          if ('outcome' in entry && entry.outcome === 'running') kinds.running++;
        }
        read++;
      }
      assert.ok(read > 0, sources.name);
      t.diagnostic(`${sources.name}: ${read} files`);
    }
    t.diagnostic(`${kinds.entries} entries, ${kinds.unknown} unknown`);
    assert.equal(kinds.running, 0);
    assert.ok(kinds.unknown <= kinds.entries / 100, `${kinds.unknown} of ${kinds.entries}`);
  });

  test('sub-agents of a recorded session nest under their calls', (t) => {
    if (!isPresent) return t.skip('no ../shared/transcripts here: see agents/claude-code.test.ts instead');
    const session = recorded.filter(
      (file) => file.agent === 'claude-code' && file.name.includes('reg-13-full-lifecycle'),
    );
    const parent = session.find((file) => file.name.endsWith('transcript.jsonl'));
    const children = session.filter(
      (file) => file.name.includes('__subagents__') && file.name.endsWith('.jsonl'),
    );
    assert.ok(parent !== undefined && children.length > 0);
    const { entries, accounting } = readAll(
      'claude-code',
      [parent, ...children].flatMap((file) => file.records),
    );
    const agents = entries.filter((entry) => entry.kind === 'subagent');
    assert.equal(agents.filter((agent) => agent.entries.length > 0).length, children.length);
    assert.ok(agents.every((agent) => agent.name !== 'subagent' && agent.link === undefined));
    assert.ok(isBalanced(accounting));
  });
});
