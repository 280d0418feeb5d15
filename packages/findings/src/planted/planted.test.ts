import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createFold } from '@debrief/transcript';
import { type Severity, severities } from '../finding.ts';
import { createFindingsFold } from '../fold.ts';
import { beyondAsked } from './cases/beyond-asked.ts';
import type { LookAlike, Planted } from './cases/case.ts';
import { controls } from './cases/controls.ts';
import { fresh } from './cases/fresh.ts';
import { looksBeyondAsked } from './cases/looks-beyond-asked.ts';
import { looksControls } from './cases/looks-controls.ts';
import { looksFresh } from './cases/looks-fresh.ts';
import { looksLosing } from './cases/looks-losing.ts';
import { looksRuledOut } from './cases/looks-ruled-out.ts';
import { looksSiblings } from './cases/looks-siblings.ts';
import { looksState } from './cases/looks-state.ts';
import { looksTruth } from './cases/looks-truth.ts';
import { losing } from './cases/losing.ts';
import { outward } from './cases/outward.ts';
import { ruledOut } from './cases/ruled-out.ts';
import { siblings } from './cases/siblings.ts';
import { state } from './cases/state.ts';
import { truth } from './cases/truth.ts';
import { writers } from './records/table.ts';
import type { PlantedStep } from './step.ts';

const agents = Object.keys(writers);
const planted = [
  ...losing,
  ...controls,
  ...truth,
  ...state,
  ...fresh,
  ...siblings,
  ...outward,
  ...ruledOut,
  ...beyondAsked,
];
const looks = [
  ...looksLosing,
  ...looksControls,
  ...looksState,
  ...looksFresh,
  ...looksTruth,
  ...looksSiblings,
  ...looksRuledOut,
  ...looksBeyondAsked,
];

/** Through the agent's own format, the reader and the fold, as a session comes to the server. */
function foundIn(agent: string, steps: readonly PlantedStep[], from: Severity = 'medium'): string[] {
  const write = writers[agent];
  if (!write) throw new Error(agent);
  const records = write(steps);
  const findings = createFindingsFold({ facts: () => fold.facts() });
  const fold = createFold(agent, undefined, undefined, undefined, findings);
  fold.feed(records.map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })));
  // Which step an event belongs to: as many records as the steps until then make.
  const ends = steps.map((_, index) => write(steps.slice(0, index + 1)).length);
  const stepOf = (sequence: number) => ends.findIndex((end) => sequence <= end) + 1;
  return findings
    .judge({ isEnded: true })
    .findings.filter(({ severity }) => severities.indexOf(severity) <= severities.indexOf(from))
    .map(({ rule, severity, sequence }) => `${rule} ${severity} at ${stepOf(sequence)}`)
    .sort();
}

const wordsOf = (step: PlantedStep): string => {
  switch (step.kind) {
    case 'shell':
      return `${step.command}${step.exitCode === 0 ? '' : ` (${step.exitCode})`}${step.output === '' ? '' : ` → ${step.output}`}`;
    case 'edit':
      return `${step.path}: ${step.before} → ${step.after}`;
    case 'write':
      return `${step.path} = ${step.content}`;
    case 'read':
      return `read ${step.path}`;
    case 'refused':
      return `refused ${step.command}`;
    default:
      return `${step.kind} ${step.text}`;
  }
};

/** One line for a case: what it is of, its steps, and each finding of medium or high severity with its step. */
const lineOf = (of: string, steps: readonly PlantedStep[], found: readonly string[]): string =>
  `${of} | ${steps.map((step) => wordsOf(step).replace(/\s+/g, ' ').slice(0, 120)).join(' ; ')} | ${found.join(', ') || 'nothing'}`;

const table = (cases: readonly (Planted | LookAlike)[], agent: string): string[] =>
  cases.map((one) =>
    lineOf('rule' in one ? one.rule : `like ${one.of}`, one.steps, foundIn(agent, one.steps)),
  );

const file = new URL('./expected.txt', import.meta.url);

describe('planted sessions and look-alikes', () => {
  const all = [...planted, ...looks];
  const first = table(all, 'claude-code');

  it('come to exactly the findings of the table', () => {
    if (process.env.UPDATE_EXPECTED) writeFileSync(file, `${first.join('\n')}\n`);
    assert.deepEqual(first, readFileSync(file, 'utf8').trimEnd().split('\n'));
  });

  for (const agent of agents.filter((one) => one !== 'claude-code')) {
    it(`come to the same as ${agent} writes them`, () => assert.deepEqual(table(all, agent), first));
  }

  it('are at least 10 for each of at least 40 rules, and 300 look-alikes', () => {
    const count = Map.groupBy(planted, ({ rule }) => rule);
    assert.ok(count.size >= 40, `${count.size} rules`);
    for (const [rule, cases] of count) assert.ok(cases.length >= 10, `${rule}: ${cases.length}`);
    assert.ok(looks.length >= 300, `${looks.length}`);
    assert.equal(agents.length, 5);
  });

  it('each planted one is found, as severe as it is at least', () => {
    const missed = planted.flatMap(({ rule, severity, steps }) => {
      const found = foundIn('claude-code', steps, 'low').some((one) => {
        const [name, level] = one.split(' ');
        return name === rule && severities.indexOf(level as 'high') <= severities.indexOf(severity);
      });
      return found ? [] : [lineOf(`${rule} ${severity}`, steps, foundIn('claude-code', steps))];
    });
    assert.deepEqual(missed, []);
  });

  it('no look-alike has a finding of medium or high severity', () => {
    const flagged = looks.flatMap(({ of, allowed, steps }) => {
      const found = foundIn('claude-code', steps).filter((one) => one.split(' ')[0] !== allowed);
      return found.length > 0 ? [lineOf(of, steps, found)] : [];
    });
    assert.deepEqual(flagged, []);
  });
});
