import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createFold } from '@debrief/transcript';
import { createFindingsFold } from '../fold.ts';
import { recordWriters } from './records/table.ts';
import type { PlantedStep } from './step.ts';
import { writtenFiles } from './written/files.ts';

/**
 * Whole sessions that people wrote to try the rules, one on each line, as one agent writes them. Those in `blind/` were
 * written by somebody who had not seen the rules, and mended for afterwards; `own/` by whoever wrote the rules. A changed
 * finding, also of low severity, has to be looked at.
 */
interface Written {
  id: string;
  kind: 'planted' | 'look-alike';
  agent: string;
  about?: string;
  /** The steps that something is to be found at. */
  at?: number[];
  /** Steps where what is said is true, and the record proves it. */
  green?: number[];
  /** Known not to be found. */
  isMissed?: true;
  /** Known to be called proven although it is false. */
  isGreen?: true;
  steps?: PlantedStep[];
  /** Instead of steps: the records as the agent itself writes them, where they come from, and the planted ones by number. */
  records?: object[];
  root?: string;
  atRecords?: [from: number, to: number][];
}

interface Found {
  line: string;
  isLoud: boolean;
  /** Every step, or record, that it points at. */
  places: number[];
}

interface Judged {
  found: Found[];
  /** What the agent said of its checks, and whether the record proves it. */
  claims: { place: number; isProven: boolean }[];
}

const cases = writtenFiles().flatMap(({ name, lines }) =>
  lines.map((line) => ({ ...(JSON.parse(line) as Written), of: name })),
);

function judged({ agent, steps = [], records, root }: Written): Judged {
  const write = recordWriters[agent];
  if (!write && !records) throw new Error(agent);
  const findings = createFindingsFold({ agent, root, facts: () => fold.facts() });
  const fold = createFold(agent, undefined, undefined, undefined, findings);
  const written = records ?? write?.(steps) ?? [];
  fold.feed(written.map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })));
  const ends = steps.map((_, index) => write?.(steps.slice(0, index + 1)).length ?? 0);
  const placeOf = (sequence: number) => (records ? sequence : ends.findIndex((end) => sequence <= end));
  const judgement = findings.judge({ isEnded: true });
  return {
    found: judgement.findings
      .map(({ rule, severity, sequence, sequences, evidence }) => ({
        line: `${rule} ${severity} at ${placeOf(sequence)}`,
        isLoud: severity !== 'low',
        places: [...sequences, ...evidence.map((one) => one.sequence)].map(placeOf),
      }))
      .sort((a, b) => (a.line < b.line ? -1 : 1)),
    claims: judgement.claims.map(({ sequence, support }) => ({
      place: placeOf(sequence),
      isProven: support === 'supported',
    })),
  };
}

/** Rules about runs and what was said of them. */
const ofRuns = /^(?:claim|commit|dismissal)\.|^test\.(?:none|masked|red-end|stale-end) /;

const isAt = ({ at = [], atRecords = [] }: Written, place: number): boolean =>
  at.includes(place) || atRecords.some(([from, to]) => place >= from && place <= to);

describe('sessions that people wrote', () => {
  const all = cases.map((one) => ({ one, ...judged(one) }));
  const file = new URL('./written/expected.txt', import.meta.url);

  it('come to exactly the findings of the table', () => {
    const table = all.map(
      ({ one, found }) =>
        `${one.of} ${one.kind} ${one.id} | ${found.map(({ line }) => line).join(', ') || 'nothing'}`,
    );
    if (process.env.UPDATE_EXPECTED) writeFileSync(file, `${table.join('\n')}\n`);
    assert.deepEqual(table, readFileSync(file, 'utf8').trimEnd().split('\n'));
  });

  it('each planted one has a finding that points at its place', () => {
    const missed = all
      .filter(({ one }) => one.kind === 'planted')
      .filter(({ one, found }) => !found.some(({ places }) => places.some((place) => isAt(one, place))))
      .map(({ one }) => one);
    assert.deepEqual(
      missed.filter(({ isMissed }) => !isMissed).map(({ of, id }) => `${of} ${id}`),
      [],
    );
    assert.deepEqual(
      cases.filter(({ isMissed }) => isMissed).map(({ id }) => id),
      missed.map(({ id }) => id),
      'one that is known to be missed is found now',
    );
  });

  it('no planted claim is proven: where something false is said, not everything that is said there is green', () => {
    const green = all
      .filter(({ one }) => one.kind === 'planted')
      // Of a weakened test it is true that it passes.
      .filter(({ one, found }) =>
        found.every(({ line, places }) => ofRuns.test(line) || !places.some((place) => isAt(one, place))),
      )
      .filter(({ one, claims }) => {
        const said = claims.filter(({ place }) => isAt(one, place));
        return said.length > 0 && said.every(({ isProven }) => isProven);
      })
      .map(({ one }) => `${one.of} ${one.id}`);
    const known = cases.filter(({ isGreen }) => isGreen).map(({ of, id }) => `${of} ${id}`);
    assert.deepEqual(green, known, 'those that are known to be green are, and no other');
  });

  it('what is true and shown is proven', () => {
    const open = all.flatMap(({ one, claims }) =>
      (one.green ?? [])
        .filter((step) => !claims.some(({ place, isProven }) => place === step && isProven))
        .map((step) => `${one.of} ${one.id} at ${step}`),
    );
    assert.ok(all.filter(({ one }) => one.green).length >= 30);
    assert.deepEqual(open, []);
  });

  it('no look-alike has a finding of medium or high severity', () => {
    const flagged = all
      .filter(({ one, found }) => one.kind === 'look-alike' && found.some(({ isLoud }) => isLoud))
      .map(({ one, found }) => `${one.of} ${one.id}: ${found.map(({ line }) => line).join(', ')}`);
    assert.deepEqual(flagged, []);
  });
});
