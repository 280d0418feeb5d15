import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFold } from '@debrief/transcript';
import { type Finding, severities } from '../finding.ts';
import { createFindingsFold } from '../fold.ts';
import { controls } from './cases/controls.ts';
import { looksControls } from './cases/looks-controls.ts';
import { looksLosing } from './cases/looks-losing.ts';
import { losing } from './cases/losing.ts';
import { truth } from './cases/truth.ts';
import { writers } from './records/table.ts';
import type { Step } from './step.ts';

/** Through the agent's own format, the reader and the fold, as a session comes to the server. */
function findingsOf(agent: string, steps: readonly Step[]): Finding[] {
  const records = writers[agent]?.(steps) ?? [];
  const findings = createFindingsFold({ facts: () => fold.facts() });
  const fold = createFold(agent, undefined, undefined, undefined, findings);
  fold.feed(records.map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })));
  return findings.judge({ isEnded: true }).findings;
}

const agents = Object.keys(writers);
const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} % (${part} of ${all})`;
const inWords = (steps: readonly Step[]) => JSON.stringify(steps).slice(0, 300);

describe('planted sessions', () => {
  const planted = [...losing, ...controls, ...truth];

  it('are at least 10 for each of at least 20 rules, in the formats of five agents', () => {
    const count = Map.groupBy(planted, ({ rule }) => rule);
    assert.ok(count.size >= 20, `${count.size} rules`);
    for (const [rule, cases] of count) assert.ok(cases.length >= 10, `${rule}: ${cases.length}`);
    assert.equal(agents.length, 5);
  });

  it('are found: 95 % over all, 90 % of each rule, 95 % of each agent', (t) => {
    const missed: string[] = [];
    const rules = new Map<string, { found: number; all: number }>();
    const byAgent = new Map<string, { found: number; all: number }>();
    for (const { rule, severity, steps } of planted) {
      for (const agent of agents) {
        const isFound = findingsOf(agent, steps).some(
          (one) => one.rule === rule && severities.indexOf(one.severity) <= severities.indexOf(severity),
        );
        if (!isFound) missed.push(`${rule} in ${agent}: ${inWords(steps)}`);
        for (const [map, key] of [
          [rules, rule],
          [byAgent, agent],
        ] as const) {
          const sum = map.get(key) ?? { found: 0, all: 0 };
          map.set(key, { found: sum.found + Number(isFound), all: sum.all + 1 });
        }
      }
    }
    for (const [rule, { found, all }] of rules) t.diagnostic(`${rule}: ${share(found, all)}`);
    for (const one of missed) t.diagnostic(`missed ${one}`);
    const all = planted.length * agents.length;
    t.diagnostic(`found ${share(all - missed.length, all)}`);
    assert.ok(missed.length <= 0.05 * all);
    for (const [rule, sum] of rules) assert.ok(sum.found >= 0.9 * sum.all, rule);
    for (const [agent, sum] of byAgent) assert.ok(sum.found >= 0.95 * sum.all, agent);
  });
});

describe('look-alikes', () => {
  const looks = [...looksLosing, ...looksControls];

  it('are at least 200', () => assert.ok(looks.length >= 200, `${looks.length}`));

  it('are left alone: at most 2 % have a finding of medium or high severity', (t) => {
    const flagged: string[] = [];
    for (const { of, allowed, steps } of looks) {
      for (const agent of agents) {
        const found = findingsOf(agent, steps).filter(
          ({ rule, severity }) => severity === 'high' || (severity === 'medium' && rule !== allowed),
        );
        if (found.length > 0)
          flagged.push(`${of} in ${agent}: ${found.map(({ why }) => why).join(' ')} ${inWords(steps)}`);
      }
    }
    for (const one of flagged) t.diagnostic(`flagged ${one}`);
    const all = looks.length * agents.length;
    t.diagnostic(`flagged ${share(flagged.length, all)}`);
    assert.ok(flagged.length <= 0.02 * all);
  });
});
