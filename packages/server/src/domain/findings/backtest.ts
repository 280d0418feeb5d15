import { type Backtest, type BacktestRequest, DebriefError } from '@debrief/contract';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { LookedSession } from '../records.ts';
import { readTeamRule } from './findings-policy.ts';
import { ruleInfo } from './known-rule.ts';
import { lookThrough } from './look-through.ts';
import type { BacktestHit } from './ports.ts';

const patience = 9000;
const shown = 10;

/** Tries a rule on the sessions that are there. Nothing is kept of it. */
export async function backtestRule(
  context: Context,
  actor: MemberActor,
  input: BacktestRequest,
): Promise<Backtest> {
  const { teamRule, change, repoRoot } = input;
  if ((teamRule === undefined) === (change === undefined))
    throw new DebriefError('validation_error', 'Give either teamRule or change.');
  if (teamRule) readTeamRule(teamRule, 'teamRule');
  if (change && !ruleInfo(change.rule))
    throw new DebriefError('validation_error', 'change.rule: there is no such rule.');
  const { judgement } = context.store;
  const hitsOf = teamRule
    ? (sessions: readonly LookedSession[]) => judgement.backtest(callerOf(actor), teamRule, sessions)
    : (sessions: readonly LookedSession[]) =>
        judgement.raised(
          sessions.map(({ sessionId }) => sessionId),
          change?.rule ?? '',
        );
  const { looked, isWhole, hits } = await tried(context, actor, repoRoot, hitsOf);
  const severity = change?.severity === 'off' ? undefined : change?.severity;
  const rule = teamRule ? undefined : change?.rule;
  return {
    sessions: looked.size,
    isWhole,
    flagged: hits.length,
    examples: hits.slice(0, shown).map((hit) => {
      const title = looked.get(hit.sessionId)?.title;
      return { ...hit, severity: severity ?? hit.severity, ...(title != null && { title }) };
    }),
    decided: await decided(context, actor.organizationId, hits, rule),
  };
}

type HitsOf = (sessions: readonly LookedSession[]) => Promise<BacktestHit[]>;

async function tried(
  context: Context,
  actor: MemberActor,
  repoRoot: string | undefined,
  hitsOf: HitsOf,
): Promise<{ looked: Map<string, LookedSession>; isWhole: boolean; hits: BacktestHit[] }> {
  const looked = new Map<string, LookedSession>();
  const hits: BacktestHit[] = [];
  const filter = repoRoot === undefined ? {} : { repoRoot };
  const { isWhole } = await lookThrough(context, actor, { filter, patience }, async (some) => {
    hits.push(...(await hitsOf(some)));
    for (const session of some) looked.set(session.sessionId, session);
  });
  return { looked, isWhole, hits };
}

/** How earlier decisions agree: by session, because another rule may have led people there. */
async function decided(
  context: Context,
  organizationId: string,
  hits: readonly BacktestHit[],
  rule: string | undefined,
): Promise<Backtest['decided']> {
  const flagged = hits.map(({ sessionId }) => sessionId);
  const decisions = await context.store.finding.decidedIn(organizationId, flagged);
  const said = new Map<string, boolean>();
  for (const one of decisions) {
    if (rule !== undefined && one.rule !== rule) continue;
    said.set(one.sessionId, (said.get(one.sessionId) ?? false) || one.verdict === 'confirmed');
  }
  const confirmed = [...said.values()].filter(Boolean).length;
  return { confirmed, dismissed: said.size - confirmed, undecided: flagged.length - said.size };
}
