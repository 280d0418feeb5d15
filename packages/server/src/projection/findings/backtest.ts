import {
  createFindingsFold,
  defaultPolicy,
  type FindingsFold,
  type TeamRule,
  teamRulePrefix,
} from '@debrief/findings';
import { createFold } from '@debrief/transcript';
import type { BacktestHit } from '../../domain/findings/ports.ts';
import type { EventLog } from '../../domain/session/log-ports.ts';
import { transcriptEvent, unpackState } from '../fold.ts';

/** A session as a rule is tried on it: what was kept of it, and how far. */
export interface TriedSession {
  organizationId: string;
  sessionId: string;
  agentId: string;
  repoRoot: string | null;
  isEnded: boolean;
  isContinued: boolean;
  stateTo: number;
  state: Uint8Array | null;
}

export interface BacktestQuestion {
  task: 'backtest';
  rule: TeamRule;
  sessions: readonly TriedSession[];
}

const page = { limit: 2000, bytes: 2 * 1024 * 1024 };

/** What a rule would have said in these sessions. What was kept of a session may be some events behind its log. */
export async function backtest(
  log: Pick<EventLog, 'read'>,
  { rule, sessions }: BacktestQuestion,
): Promise<BacktestHit[]> {
  const hits: BacktestHit[] = [];
  for (const session of sessions) {
    const hit = await tryOn(log, rule, session);
    if (hit) hits.push(hit);
  }
  return hits;
}

async function tryOn(
  log: Pick<EventLog, 'read'>,
  rule: TeamRule,
  session: TriedSession,
): Promise<BacktestHit | undefined> {
  const { sessionId, isEnded, isContinued } = session;
  const findings = await findingsOf(log, session);
  const policy = { ...defaultPolicy, teamRules: [{ ...rule, isOn: true }] };
  const judged = findings.judge({ policy, isEnded, isContinued });
  const found = judged.findings.find((one) => one.rule === `${teamRulePrefix}${rule.name}`);
  const [first] = found?.evidence ?? [];
  return (
    found && { sessionId, sequence: found.sequence, label: first?.label ?? '', severity: found.severity }
  );
}

/** What is known of a session now: what was kept of it, and the events since. */
export async function findingsOf(log: Pick<EventLog, 'read'>, session: TriedSession): Promise<FindingsFold> {
  const { organizationId, sessionId, agentId, repoRoot } = session;
  const state = session.state ? unpackState(session.state) : undefined;
  const findings = createFindingsFold(
    { root: repoRoot?.replace(/\/$/, '') || undefined, agent: agentId, facts: () => fold.facts() },
    state?.findings,
  );
  const fold = createFold(agentId, state?.fold, undefined, undefined, findings);
  let after = state ? session.stateTo : 0;
  for (let isMore = true; isMore; ) {
    const { events, more } = await log.read({ organizationId, sessionId, order: 'asc', after, ...page });
    fold.feed(events.map(transcriptEvent));
    after = events.at(-1)?.sequence ?? after;
    isMore = more && events.length > 0;
  }
  return findings;
}
