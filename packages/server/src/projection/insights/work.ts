import type { Brief, Judgement } from '@debrief/findings';
import { ruleInfo } from '../../domain/findings/known-rule.ts';
import {
  type FamilyColumn,
  familyColumns,
  type Measure,
  type reviewMeasures,
} from '../../domain/insights/measures.ts';
import type { Figures } from '../../domain/session/statistics.ts';
import { findingKey } from '../findings/judgement.ts';
import type { Terms } from '../findings/terms.ts';

/** What a session's own records come to, for Insights. */
export type WorkMeasures = Record<
  Exclude<Measure, 'sessions' | 'tokens' | 'cost' | (typeof reviewMeasures)[number]>,
  number
>;

type Found = `found_${FamilyColumn}`;

const columnOfFamily = new Map<string, FamilyColumn>(
  Object.entries(familyColumns).map(([column, family]) => [family, column as FamilyColumn]),
);

function findingsOf({ findings }: Judgement, { settled, confirmed }: Terms) {
  const found: Record<Found, number> = {
    found_losing: 0,
    found_controls: 0,
    found_truth: 0,
    found_secrets: 0,
    found_nowhere: 0,
    found_team: 0,
  };
  let [isConfirmed, isSetAside, loops] = [0, 0, 0];
  for (const finding of findings) {
    const column = columnOfFamily.get(ruleInfo(finding.rule)?.family ?? '') ?? 'team';
    found[`found_${column}`]++;
    if (confirmed.has(findingKey(finding))) isConfirmed++;
    if (settled.has(findingKey(finding))) isSetAside++;
    if (finding.rule.startsWith('loop.')) loops++;
  }
  return { ...found, confirmed: isConfirmed, set_aside: isSetAside, loops };
}

function claimsOf({ claims }: Judgement) {
  const count = (of: (support: string) => boolean): number =>
    claims.filter(({ support }) => of(support)).length;
  const known = ['supported', 'edited', 'none', 'contradicted'];
  return {
    supported: count((support) => support === 'supported'),
    edited_since: count((support) => support === 'edited'),
    unsupported: count((support) => support === 'none'),
    contradicted: count((support) => support === 'contradicted'),
    other_claims: count((support) => !known.includes(support)),
  };
}

/** States in which the last run of tests is as new as the last change. */
const ranLast = ['passed', 'failed', 'partly', 'unreadable'];

interface Parts {
  figures: Figures;
  compactions: number;
  judgement: Judgement;
  brief: Brief;
  terms: Terms;
  isOver: boolean;
}

/** Records are anybody's: a sum must stay a number, whatever they say. */
const most = 1e12;

export function workMeasures(parts: Parts): WorkMeasures {
  const counted = Object.entries(countsOf(parts)).map(([name, count]) => [name, Math.min(most, count)]);
  return Object.fromEntries(counted) as WorkMeasures;
}

function countsOf({ figures, compactions, judgement, brief, terms, isOver }: Parts): WorkMeasures {
  const isCoded = isOver && figures.edits > 0;
  const isTested = brief.proved.checks.some(({ of, state }) => of === 'tests' && ranLast.includes(state));
  return {
    unpriced: figures.tokens.total > 0 && (figures.costUsd === undefined || figures.costIsPartial) ? 1 : 0,
    prompts: figures.prompts,
    refused: figures.denials,
    edits: figures.edits,
    active_ms: figures.activeMs ?? 0,
    ...findingsOf(judgement, terms),
    ...claimsOf(judgement),
    coded: isCoded ? 1 : 0,
    tested: isCoded && isTested ? 1 : 0,
    red: isOver && brief.outcome.kind === 'failed' ? 1 : 0,
    interrupted: brief.steppedIn.interrupted,
    corrected: brief.steppedIn.corrected,
    compactions,
  };
}
