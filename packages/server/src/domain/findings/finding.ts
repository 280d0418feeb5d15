import { DebriefError, type Finding, type ReadChannel, type SessionFindings } from '@debrief/contract';
import { type Finding as Found, findingsVersion } from '@debrief/findings';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso } from '../present.ts';
import { readableSession, readingOf } from '../session/reading.ts';
import { ruleInfo, teamCheck } from './known-rule.ts';
import type { DispositionRecord } from './records.ts';

export const findingId = ({ rule, sequence }: Pick<Found, 'rule' | 'sequence'>): string =>
  `${rule}.${sequence}`;

export const findingNotFound = () =>
  new DebriefError('finding_not_found', 'No such finding in this session.');

/** `git.discard.827` is the rule `git.discard` at event 827. */
export function readFindingId(given: string): { rule: string; sequence: number } {
  const [, rule, sequence] = /^([a-z.-]{1,60})\.(\d{1,15})$/.exec(given) ?? [];
  if (rule === undefined || sequence === undefined) throw findingNotFound();
  return { rule, sequence: Number(sequence) };
}

export function presentFinding({ team, ...found }: Found, decided: DispositionRecord | undefined): Finding {
  const info = ruleInfo(found.rule);
  return {
    ...found,
    findingId: findingId(found),
    title: team?.title ?? info?.title ?? found.rule,
    means: team ? `A rule of your team: ${team.text}` : (info?.means ?? ''),
    check: team ? teamCheck : (info?.check ?? ''),
    ...(decided && {
      disposition: {
        verdict: decided.verdict,
        ...(decided.note !== null && { note: decided.note }),
        decidedBy: decided.decidedBy,
        decidedAt: iso(decided.decidedAt),
      },
    }),
  };
}

export async function getFindings(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
  channel: ReadChannel = 'findings',
): Promise<SessionFindings> {
  const session = await readableSession(context, actor, input.sessionId, channel);
  const { sessionId, eventCount, organizationId } = session;
  // A judgement that comes out as before is not written again: how far it looked is how far the session is folded.
  const { foldedTo } = await readingOf(context, session);
  const found = await context.store.judgement.find(sessionId);
  const { findings, claims, interventions, notJudged } = found ?? {
    ...{ findings: [], claims: [], interventions: [], notJudged: [] },
  };
  const decisions = await context.store.finding.dispositions(organizationId, sessionId);
  const byId = new Map(decisions.map((one) => [findingId(one), one]));
  return {
    version: findingsVersion,
    foldedTo: found ? foldedTo : 0,
    eventCount,
    isCurrent: found !== undefined && foldedTo === eventCount,
    findings: findings.map((one) => presentFinding(one, byId.get(findingId(one)))),
    claims,
    interventions,
    notJudged,
  };
}
