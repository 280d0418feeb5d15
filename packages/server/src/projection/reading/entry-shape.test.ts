import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closed, TranscriptEntry } from '@debrief/contract';
import { clipEntry, createReader, type Entry } from '@debrief/transcript';
import { Ajv } from 'ajv';
import {
  isPresent,
  moreFiles,
  type RecordedFile,
  recordedFiles,
  workSessions,
} from '../../../../transcript/src/testing/corpus.ts';
import { caseFiles, fixtures } from '../../../../transcript/src/testing/fixtures.ts';

const ajv = new Ajv({ strict: false, unicodeRegExp: true });
const checks = new Map(
  TranscriptEntry.anyOf.map((shape) => [shape.properties.kind.const as string, ajv.compile(closed(shape))]),
);

function* allFiles(): Generator<RecordedFile> {
  yield* fixtures;
  yield* caseFiles;
  if (!isPresent) return;
  yield* recordedFiles();
  yield* moreFiles();
  yield* workSessions();
}

const withLanes = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => (entry.kind === 'subagent' ? [entry, ...withLanes(entry.entries)] : [entry]));

function shapeFault(entry: Entry): string | undefined {
  const stored = JSON.parse(JSON.stringify(clipEntry(entry))) as Entry;
  const check = checks.get(stored.kind);
  if (check?.(stored)) return undefined;
  return `${stored.kind}: ${ajv.errorsText(check?.errors)}`;
}

test('every entry of every agent has the shape of the contract, and no field besides', () => {
  const kinds = new Set<string>();
  for (const { agent, name, records } of allFiles()) {
    const reader = createReader(agent);
    reader.feed(records.map((payload, at) => ({ sequence: at + 1, eventType: 'x', payload })));
    reader.finish();
    for (const entry of withLanes(reader.entries)) {
      kinds.add(entry.kind);
      assert.equal(shapeFault(entry), undefined, `${name} ${entry.id}`);
    }
  }
  // What no agent of the made-up recordings writes is not tried.
  assert.deepEqual(
    [...checks.keys()].filter((kind) => !kinds.has(kind)),
    [],
  );
});

test('a field that the contract does not name is noticed', () => {
  const entry: Entry = { id: '1.0', sequences: [1], kind: 'reply', text: 'Done.' };
  assert.equal(shapeFault(entry), undefined);
  assert.match(shapeFault({ ...entry, machineKey: 'x' } as Entry) ?? '', /additional properties/);
});
