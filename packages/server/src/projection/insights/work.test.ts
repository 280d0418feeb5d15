import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findingKey } from '../findings/judgement.ts';
import { workMeasures } from './work.ts';

/** What a session comes to for Insights, from what is derived of it. */

type Parts = Parameters<typeof workMeasures>[0];

function measured(given: {
  figures?: object;
  judgement?: object;
  brief?: object;
  terms?: object;
  more?: object;
}) {
  const parts = {
    figures: {
      prompts: 0,
      denials: 0,
      edits: 0,
      tokens: { total: 0 },
      costIsPartial: false,
      ...given.figures,
    },
    compactions: 0,
    judgement: { findings: [], claims: [], ...given.judgement },
    brief: {
      proved: { checks: [] },
      outcome: { kind: 'finished' },
      steppedIn: { interrupted: 0, corrected: 0 },
      ...given.brief,
    },
    terms: { settled: new Set(), confirmed: new Set(), ...given.terms },
    isOver: true,
    ...given.more,
  };
  const all = Object.entries(workMeasures(parts as unknown as Parts));
  return Object.fromEntries(all.filter(([, count]) => count !== 0));
}

const found = (rule: string, sequence = 1) => ({
  rule,
  sequence,
  sequences: [sequence],
  evidence: [],
  key: rule,
});
const findings = [
  found('loop.same'),
  found('fs.delete-inside'),
  found('fs.delete-outside'),
  found('team.ours'),
];
const [loop, lost] = findings.map((one) => findingKey(one as never));
const checks = (of: string, state: string) => ({ proved: { checks: [{ of, state }] } });
const edited = { edits: 1 };
const claims = ['supported', 'edited', 'edited', 'none', 'contradicted', 'partly', 'stale'];

for (const [name, given, expected] of [
  ['nothing', {}, {}],
  ['no price of what was used', { figures: { tokens: { total: 1 } } }, { unpriced: 1 }],
  [
    'a part of its price',
    { figures: { tokens: { total: 1 }, costUsd: 1, costIsPartial: true } },
    { unpriced: 1 },
  ],
  ['all of its price', { figures: { tokens: { total: 1 }, costUsd: 0 } }, {}],
  ['nothing used', { figures: { tokens: { total: 0 }, costIsPartial: true } }, {}],
  [
    'figures',
    { figures: { prompts: 2, denials: 3, activeMs: 5 }, more: { compactions: 7 } },
    { prompts: 2, refused: 3, active_ms: 5, compactions: 7 },
  ],
  ['a figure past all measure', { figures: { activeMs: 1e15 } }, { active_ms: 1e12 }],
  ['edits', { figures: edited }, { edits: 1, coded: 1 }],
  ['edits while it runs', { figures: edited, more: { isOver: false } }, { edits: 1 }],
  ...['passed', 'failed', 'partly', 'unreadable'].map(
    (state) =>
      [
        `tests that ${state} last`,
        { figures: edited, brief: checks('tests', state) },
        { edits: 1, coded: 1, tested: 1 },
      ] as const,
  ),
  [
    'tests before the last edit',
    { figures: edited, brief: checks('tests', 'edited') },
    { edits: 1, coded: 1 },
  ],
  ['another check', { figures: edited, brief: checks('lint', 'passed') }, { edits: 1, coded: 1 }],
  ['tests without an edit', { brief: checks('tests', 'passed') }, {}],
  ['a red end', { brief: { outcome: { kind: 'failed' } } }, { red: 1 }],
  ['red while it runs', { brief: { outcome: { kind: 'failed' } }, more: { isOver: false } }, {}],
  ['steps in', { brief: { steppedIn: { interrupted: 2, corrected: 3 } } }, { interrupted: 2, corrected: 3 }],
  [
    'claims',
    { judgement: { claims: claims.map((support) => ({ support })) } },
    { supported: 1, edited_since: 2, unsupported: 1, contradicted: 1, other_claims: 2 },
  ],
  [
    'findings by family',
    { judgement: { findings } },
    { found_losing: 2, found_nowhere: 1, found_team: 1, loops: 1 },
  ],
  [
    'findings that were decided',
    { judgement: { findings }, terms: { settled: new Set([loop]), confirmed: new Set([lost]) } },
    { found_losing: 2, found_nowhere: 1, found_team: 1, loops: 1, confirmed: 1, set_aside: 1 },
  ],
] as const)
  it(`measures of a session: ${name}`, () => {
    assert.deepEqual(measured(given), expected);
  });
